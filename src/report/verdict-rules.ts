import type { RuleText } from './reported.ts';

/** What is reported of a server that no finding tells of. */
export const verdictRules = {
  'server-unapproved': {
    sentence: 'nobody has approved what the server shows',
    why: 'There is nothing to compare with: what the server shows may be anything.',
    whatToDo: 'Read what it shows, and approve it where it is watched. With a lock file, export that again.',
  },
  'server-unverified': {
    sentence: 'the server could not be read completely',
    why: 'It is not known what the server shows now. That is no change, and no sign that there is none.',
    whatToDo: 'See to the reason that is given, and check again.',
  },
} as const satisfies Readonly<Record<string, RuleText>>;
