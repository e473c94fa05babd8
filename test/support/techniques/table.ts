/**
 * The techniques by which a server gets a changed definition past whoever watches it, and what becomes of each here. Kept as
 * data, so that what is not caught is said in one place; `test/house/techniques.test.ts` checks that the tests exist.
 */
export interface Technique {
  readonly id: `T${number}`;
  readonly trick: string;
  /** The tests that show how it ends: file below `test/`, and part of the title as it stands there. */
  readonly shownBy: readonly (readonly [file: string, title: string])[];
  /** What of it is not caught, and why; absent: nothing. */
  readonly gap?: string;
}

const hidden = (id: string): readonly (readonly [string, string])[] => [
  ['support/techniques/poisoned.ts', `'${id}'`],
  ['e2e/techniques.test.ts', 'is found, alerted and shown'],
];
const inTime = (title: string): readonly [string, string] => ['e2e/techniques-in-time.test.ts', title];
const vector = (title: string): readonly [string, string] => ['e2e/vectors.test.ts', title];

export const techniques: readonly Technique[] = [
  { id: 'T1', trick: 'the description', shownBy: hidden('T1') },
  { id: 'T2', trick: 'any other text or key of a schema', shownBy: hidden('T2') },
  { id: 'T3', trick: 'the title', shownBy: hidden('T3') },
  { id: 'T4', trick: 'an annotation that flips', shownBy: hidden('T4') },
  { id: 'T5', trick: 'the output schema', shownBy: hidden('T5') },
  { id: 'T6', trick: 'the instructions', shownBy: [['e2e/techniques.test.ts', "'T6', 'instructions'"]] },
  {
    id: 'T7',
    trick: 'prompts, resources and templates',
    shownBy: [...hidden('T7'), ['core/surface-rules.test.ts', 'counts as %s where the person says so']],
    gap: 'a resource is alerted only where `watch.resources` says so: lists of them churn with the data behind them',
  },
  {
    id: 'T8',
    trick: 'error messages and results',
    shownBy: [inTime('T8, T42, T48')],
    gap: 'no tool is ever called, so what a call answers is not seen',
  },
  { id: 'T9', trick: '`_meta`', shownBy: hidden('T9') },
  {
    id: 'T10',
    trick: 'icons',
    shownBy: [...hidden('T10'), inTime('T10, T20, T38')],
    gap: 'an icon is pinned by its address, not by its picture: it is never fetched',
  },
  { id: 'T11', trick: 'keys that no specification names', shownBy: [...hidden('T11'), vector('V19')] },
  { id: 'T12', trick: 'server info and capabilities', shownBy: [['e2e/techniques.test.ts', "'T12', 'capabilities'"]] },
  { id: 'T13', trick: 'tag characters', shownBy: hidden('T13') },
  { id: 'T14', trick: 'variation selectors', shownBy: hidden('T14') },
  { id: 'T15', trick: 'invisible characters', shownBy: hidden('T15') },
  { id: 'T16', trick: 'text that runs the other way', shownBy: hidden('T16') },
  { id: 'T17', trick: 'look-alikes', shownBy: hidden('T17') },
  { id: 'T18', trick: 'terminal escapes', shownBy: [...hidden('T18'), vector('V17')] },
  { id: 'T19', trick: 'padding and floods', shownBy: hidden('T19') },
  {
    id: 'T20',
    trick: 'comments, links and images in what shows the alert',
    shownBy: [
      ...hidden('T20'),
      inTime('T10, T20, T38'),
      ['notify/email-html.test.ts', 'makes no markup of the text'],
      ['notify/slack.test.ts', 'gives Slack nothing to interpret'],
    ],
  },
  { id: 'T21', trick: 'encodings and other languages', shownBy: hidden('T21') },
  {
    id: 'T22',
    trick: 'a payload split over several tools',
    shownBy: hidden('T22'),
    gap: 'every part is told by itself; that they belong together is for the person to see',
  },
  { id: 'T23', trick: 'a word about another tool', shownBy: hidden('T23') },
  {
    id: 'T24',
    trick: 'another list for whoever watches',
    shownBy: [
      ['mcp/identity.test.ts', 'shows them to the client that it waits for'],
      ['mcp/identity.test.ts', 'is told exactly what the config says'],
      ['mcp/passed-over.test.ts', 'hides nothing'],
      ['mcp/standing-stream.test.ts', 'shows it to a single reading as well'],
      ['monitor/both-eras.test.ts', 'and shows clients of the older one something else is found out'],
    ],
    gap: 'a server that tells us from a client by address, TLS or timing shows us what it likes: run tooldrift on the same machine; what one that speaks 2026-07-28 shows to older clients alone is seen within the hour',
  },
  {
    id: 'T25',
    trick: 'a bomb that waits for a list, a start or a date',
    shownBy: [inTime('T25: that waits for its third list'), inTime('T25: that waits for its second start')],
    gap: 'a change within the session of a client that called a tool is not seen: that session is not ours',
  },
  {
    id: 'T26',
    trick: 'a change that is taken back between two readings',
    shownBy: [['e2e/rug-pull.test.ts', 'tells that it was reverted'], inTime('T26')],
    gap: 'one that no reading met and no notification announced leaves no trace',
  },
  { id: 'T27', trick: 'an endless `ttlMs`', shownBy: [vector('V22')] },
  {
    id: 'T28',
    trick: 'a malformed `ttlMs` or `cacheScope`',
    shownBy: [['mcp/cache-hints.test.ts', 'are seen when nothing else changed, also of pages that are known']],
  },
  {
    id: 'T29',
    trick: 'pages without end, cursors that are empty or repeat',
    shownBy: [
      ['mcp/pages.test.ts', 'is a loop when the same cursor brings the same page'],
      ['mcp/pages.test.ts', 'is given up after limits.maxPages'],
      vector('V6'),
    ],
  },
  {
    id: 'T30',
    trick: 'tools that move between pages',
    shownBy: [inTime('T30'), ['mcp/walks.test.ts', 'hides nothing that it says at the %s walk alone']],
  },
  { id: 'T31', trick: 'a change without a notification', shownBy: [['e2e/rug-pull.test.ts', 'never notifies']] },
  {
    id: 'T32',
    trick: 'notifications without end',
    shownBy: [
      ['monitor/watch-server.test.ts', 'when a server notifies without end'],
      ['mcp/floods.test.ts', 'a server that notifies without end'],
    ],
  },
  { id: 'T33', trick: 'a rename, or gone and back', shownBy: [...hidden('T33'), vector('V12 and V15')] },
  { id: 'T34', trick: 'two tools of one name', shownBy: [vector('V20')] },
  {
    id: 'T35',
    trick: 'keys that come twice, in other letters, with a NUL',
    shownBy: [...hidden('T35'), ['mcp/duplicate-keys.test.ts', 'tells apart what only some parsers can tell apart']],
  },
  { id: 'T36', trick: '`__proto__` and the like', shownBy: [...hidden('T36'), vector('V20')] },
  {
    id: 'T37',
    trick: 'depth, width, size, regular expressions',
    shownBy: [...hidden('T37'), ['mcp/floods.test.ts', 'an answer that does nothing but nest']],
  },
  {
    id: 'T38',
    trick: 'a reference to a schema elsewhere',
    shownBy: [
      ...hidden('T38'),
      ['core/classify.test.ts', 'refers elsewhere is not fully pinned'],
      inTime('T10, T20, T38'),
    ],
    gap: 'what stands elsewhere is not watched, since it is never fetched: `status` says that it is not pinned',
  },
  { id: 'T39', trick: 'a tool that is invalid to some clients', shownBy: [...hidden('T39'), vector('V19')] },
  {
    id: 'T40',
    trick: 'one tool that makes others drop the list',
    shownBy: [...hidden('T40'), ['support/servers/hostile/null-tool.ts', 'nullTool']],
  },
  { id: 'T41', trick: 'a header that copies an argument', shownBy: hidden('T41') },
  {
    id: 'T42',
    trick: 'a catalogue behind two tools',
    shownBy: [inTime('T8, T42, T48')],
    gap: 'definitions that come as the answer of a call are not seen; that a server moved to this shape is',
  },
  {
    id: 'T43',
    trick: 'replicas that differ',
    shownBy: [['monitor/check-server.test.ts', 'tells replicas that disagree']],
  },
  {
    id: 'T44',
    trick: 'another text between the diff and the approval',
    shownBy: [vector('V16'), vector('V1'), ['monitor/approval-race.test.ts', 'whose fingerprints begin alike']],
  },
  {
    id: 'T45',
    trick: 'a crowd of harmless changes, or a word at a time',
    shownBy: [inTime('T45'), ['core/corpus-shapes.test.ts', 'one poisoned tool stands out in a crowd']],
  },
  {
    id: 'T46',
    trick: 'words for a model that reads the alert',
    shownBy: [['notify/webhook.test.ts', 'hostileTexts']],
    gap: 'no model judges here; one that reads the alerts of somebody reads the words of the server, quoted',
  },
  {
    id: 'T47',
    trick: 'another command or address under the same name',
    shownBy: [
      ['e2e/command-line.test.ts', 'that was changed under an approved name is not run'],
      inTime('T47'),
      ['mcp/failures.test.ts', 'is not followed, wherever it leads'],
    ],
  },
  {
    id: 'T48',
    trick: 'other code behind the same definitions',
    shownBy: [inTime('T8, T42, T48')],
    gap: 'definitions say nothing of the code behind them',
  },
  {
    id: 'T49',
    trick: 'another server that looks the same',
    shownBy: [inTime('T47'), ['e2e/techniques.test.ts', "'T12', 'server-info'"]],
    gap: 'one that was false when it was approved stays so: that is for the person to see',
  },
  {
    id: 'T50',
    trick: 'a server that attacks whoever starts it',
    shownBy: [
      ['e2e/command-line.test.ts', 'is not run before it is approved'],
      ['mcp/processes.test.ts', 'is what the system needs and what the config names'],
      ['mcp/thousand-readings.test.ts', 'leave no process behind'],
      ['mcp/sandbox.test.ts', 'may be a real one'],
    ],
    gap: 'a new server is started when it is put into the config, with the rights of the user: `sandbox` takes some of them away; without one, a helper that leaves its process group outlives the reading',
  },
];
