import type { DefinitionKind } from './definition.ts';
import type { Expectation } from './expectation.ts';
import type { Json } from './json.ts';
import type { Signal } from './signals/signal.ts';

/** From most to least severe. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof severities)[number];

/** True if `a` is at least as severe as `b`. */
export function atLeast(a: Severity, b: Severity): boolean {
  return severities.indexOf(a) <= severities.indexOf(b);
}

/** The most severe of `list`, `info` when it is empty. */
export function worst(list: readonly Severity[]): Severity {
  return severities.find((severity) => list.includes(severity)) ?? 'info';
}

export type Change = 'changed' | 'added' | 'removed' | 'returned' | 'renamed' | 'duplicate';

/** One difference at one JSON pointer (RFC 6901). An absent side has no value, which is not the same as `null`. */
export interface Edit {
  readonly pointer: string;
  readonly before?: Json;
  readonly after?: Json;
}

/** An edit with what it means: the rule that matched, its severity, a sentence, and the clients whose consent weakens. */
export interface ClassifiedEdit extends Edit {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly clients: readonly string[];
  /** What in the new text speaks for an attack; the severity is at least theirs. Absent: nothing. */
  readonly signals?: readonly Signal[];
}

/** What a change gets clients to do with a definition now, or no longer. */
export interface Consequence {
  readonly direction: 'weaker' | 'safer';
  /** One line of visible text: `VS Code and Copilot CLI no longer ask before delete_file`. */
  readonly sentence: string;
  /** What they do, without who does: `no longer ask before delete_file`. Absent in what an older version stored. */
  readonly does?: string;
  /** All that it is said of, also those that the sentence only counts: `VS Code`, `Codex (auto)`. */
  readonly clients: readonly string[];
}

/** A part of a text that a person could let vary: `tooldrift volatile add <server> <item> <pointer> --pattern <pattern>`. */
export interface MayVary {
  readonly pointer: string;
  readonly pattern: string;
}

/** One difference between a definition and its baseline. A null fingerprint means that this side has no such definition. */
export interface Finding {
  readonly kind: DefinitionKind;
  readonly name: string;
  readonly change: Change;
  readonly severity: Severity;
  readonly fingerprint: string | null;
  readonly approvedFingerprint: string | null;
  readonly edits: readonly ClassifiedEdit[];
  /** What clients do differently because of it, the weaker answers first (`consequences.ts`). Absent: nothing that is known. */
  readonly consequences?: readonly Consequence[];
  /** What changed about the reading together with this (`circumstances.ts`), a sentence each. Absent: nothing known. */
  readonly goesWith?: readonly string[];
  /** Why this counts as silent drift (`silences.ts`): one step more severe than its edits. Absent: it does not. */
  readonly silent?: string;
  /** Clients that run this tool without asking (`unasked.ts`): one step more severe. Absent: none that is known. */
  readonly unasked?: readonly string[];
  /** A person said beforehand that the server would change (`tooldrift expect`). Absent: nobody did. */
  readonly expected?: Expectation;
  /** Several readings differ in nothing but this (`suggest-volatile.ts`). Absent: nothing of the kind. */
  readonly mayVary?: MayVary;
}
