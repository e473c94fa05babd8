import type { LintRule } from './lint-rule.ts';

/** What lint looks for in what tools say of themselves. Wrong types and contradictions have rules in core. */
export const claimRules = [
  {
    name: 'annotations-missing',
    severity: 'low',
    sentence: 'some of the four hints are left out, and clients assume different things then',
    why: 'The specification says what an absent hint means: it writes, may destroy, may not be called again, and reaches beyond. Some clients read it the other way.',
    whatToDo: 'Ask the vendor for the hints. Until then, say in the settings of your client that you want to be asked.',
  },
  {
    name: 'write-claims-read-only',
    severity: 'high',
    sentence: 'the name says that it writes, the hint says that it only reads',
    why: 'Many clients run a tool that claims to be read-only without asking. A wrong claim takes the question away.',
    whatToDo: 'Read what the tool does. If it writes, tell the vendor, and have your client ask before it.',
  },
] as const satisfies readonly LintRule[];
