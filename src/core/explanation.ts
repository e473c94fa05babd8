/** What a person wants to know of a rule. */
export interface Explanation {
  /** What a server gains, or a person loses, by such a change. */
  readonly why: string;
  readonly whatToDo: string;
}

/** Advice that fits many rules. */
export const advice = {
  read: 'Read the new words as what they are to the model: an instruction. Approve them if you would have given it; else reject them and ask the vendor.',
  refuse:
    'Treat it as an attack until the vendor has explained it: reject it, stop using the server, and look at what was called since the last good reading.',
  compare: 'Compare it with the release notes of the server. Approve it if it fits what you use the tool for.',
  arguments:
    'Ask what the model would fill in. Approve it if that may leave your machine; else reject it and use the version that you approved before.',
  consent:
    'Decide whether you want to be asked before this tool runs. If so, say that in the settings of the client, which no server can change, before you approve.',
  none: 'Nothing. It is kept in the history.',
} as const;

export type Explanations = Readonly<Record<string, Explanation>>;
