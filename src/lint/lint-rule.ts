import type { Explanation } from '../core/explanation.ts';
import type { Severity } from '../core/finding.ts';

export interface LintRule extends Explanation {
  readonly name: string;
  readonly severity: Severity;
  /** What is so, in words of ours. */
  readonly sentence: string;
}
