import { severities } from '../finding.ts';
import { addressRules } from './addresses.ts';
import { bulkRules } from './bulk.ts';
import { hiddenRules } from './hidden.ts';
import { mentionRules } from './mentions.ts';
import type { SignalRule } from './signal.ts';
import { wordingRules } from './wording.ts';

/** All that is looked for in a text, the most severe first. A text may show several of them. */
export const signalRules: readonly SignalRule[] = [
  ...hiddenRules,
  ...wordingRules,
  ...addressRules,
  ...mentionRules,
  ...bulkRules,
].toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
