import type { Explanation } from '../core/explanation.ts';
import type { Outcome, ListenState } from '../monitor/ports-reading.ts';
import type { Verdict } from '../monitor/ports-record.ts';
import type { Verdict as PinVerdict } from '../pins/pin.ts';

/** What `check`, `status` and JUnit call the state of a server. */
const verdicts: Readonly<Record<Verdict, Explanation>> = {
  clean: {
    why: 'All that the server shows is what was approved.',
    whatToDo: 'Nothing.',
  },
  drift: {
    why: 'Something that the server shows is not what was approved.',
    whatToDo: 'Look at it with tooldrift diff. Approve it if you would have asked for it; else reject it.',
  },
  unapproved: {
    why: 'The server was read, and nobody has approved what it shows. There is nothing to compare with.',
    whatToDo: 'Read it with tooldrift show, then tooldrift approve.',
  },
  unverified: {
    why: 'The server could not be read completely. That is no change, and no sign that there is none.',
    whatToDo: 'See to the reason that is given, and check again.',
  },
};

/** How a reading ended. */
const outcomes: Readonly<Record<Outcome, Explanation>> = {
  listed: { why: 'The reading is complete: the server told all that it shows.', whatToDo: 'Nothing.' },
  'no-tools': { why: 'The reading is complete, and the server has no tools.', whatToDo: 'Nothing, if that is meant.' },
  'warming-up': {
    why: 'The server has just started and shows next to nothing of what was approved. That is not believed yet, as many load their tools late.',
    whatToDo: 'Wait: it is read again soon. What is still gone then is told.',
  },
  unreachable: {
    why: 'The server did not start, did not answer, or not in time.',
    whatToDo: 'Start it by hand as the config says, or open its address. tooldrift doctor helps.',
  },
  'auth-required': {
    why: 'The server wants credentials that it did not get, or does not take any more.',
    whatToDo: 'Run tooldrift login, or set the variable that its header names.',
  },
  refused: {
    why: 'The server, or what stands in front of it, turned the request down; or the launch is not the approved one, so nothing was started or asked. Of announcements: the server does not want to announce changes.',
    whatToDo:
      'See to the reason that is given. Who changed a launch? If it was you, approve it. Without announcements the server is read now and then.',
  },
  incomplete: {
    why: 'The server told a part of what it shows. What is missing may be gone, or cut off by a limit.',
    whatToDo: 'See to the reason that is given; raise a limit under "limits" if the server is that large.',
  },
  invalid: {
    why: 'The answer is none that the protocol allows, so nothing in it can be relied on.',
    whatToDo: 'Tell the vendor. Clients that are less strict may still use it.',
  },
};

/** How changes are announced, beside `refused`. */
const listening: Readonly<Record<Exclude<ListenState, 'refused'>, Explanation>> = {
  honoured: { why: 'The server promised to announce its changes.', whatToDo: 'Nothing. It is read all the same.' },
  empty: {
    why: 'The server agreed to announce changes, and then of nothing.',
    whatToDo: 'Nothing. It is read all the same.',
  },
  flapping: {
    why: 'The stream on which changes are announced ends again and again.',
    whatToDo: 'Often a proxy on the way ends quiet streams. The server is read all the same.',
  },
  unsupported: { why: 'The server does not announce changes.', whatToDo: 'Nothing. It is read all the same.' },
};

/** How firmly a launch names what it runs: `runs` of `lint --json`. */
const pins: Readonly<Record<PinVerdict, Explanation>> = {
  'pinned-digest': { why: 'What runs is named by its content. It cannot be replaced.', whatToDo: 'Nothing.' },
  'pinned-version': {
    why: 'What runs is named by a version that cannot be published twice. What it depends on may still move.',
    whatToDo: 'See unpinned-dependencies.',
  },
  tag: { why: 'What runs is named by a tag, which its owner can move.', whatToDo: 'See movable-tag.' },
  floating: { why: 'Whatever is newest runs.', whatToDo: 'See unpinned-launch.' },
  remote: { why: 'It runs elsewhere, and nothing binds whoever runs it.', whatToDo: 'See remote-server.' },
  local: { why: 'A program of this machine runs.', whatToDo: 'See local-launch.' },
  unknown: { why: 'Nobody can tell from the launch what runs.', whatToDo: 'See unknown-launch.' },
};

/** Words of reports that are no names of rules, and what they mean. */
export const words: Readonly<Record<string, Explanation>> = { ...verdicts, ...outcomes, ...listening, ...pins };
