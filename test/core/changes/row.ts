import type { RawItem } from '../../../src/core/definition.ts';
import type { Severity } from '../../../src/core/finding.ts';
import type { Json, JsonObject } from '../../../src/core/json.ts';
import type { OtherTool } from '../../../src/core/name-index.ts';
import { anItem } from '../builders.ts';

/** One side of a row: the tool `send_report` with these parts (null: without it), or whatever is listed. */
export type Side = JsonObject | readonly RawItem[];

/** Clients that guard people less than before, and those that guard them more. */
export interface Clients {
  readonly weaker?: readonly string[];
  readonly safer?: readonly string[];
}

/** What was approved, what is served now, the severity with the rule or signal, and for whom something changes: left out, for nobody. */
export type Row = readonly [what: string, before: Side, after: Side, told: `${Severity} ${string}`, clients?: Clients];

/** A tool of another watched server. */
export const elsewhere: readonly OtherTool[] = [{ server: 'mail', name: 'mail_send' }];

export const plain = 'Sends the report of a week to the people who asked for it.';

export const input = (schema: JsonObject): JsonObject => ({ inputSchema: { type: 'object', ...schema } });
export const takes = (properties: JsonObject, required: readonly string[] = []): JsonObject =>
  input({ properties, required });
export const output = (schema: JsonObject): JsonObject => ({ outputSchema: { type: 'object', ...schema } });
export const hints = (annotations: JsonObject): JsonObject => ({ annotations });
export const format = (schema: JsonObject): JsonObject => takes({ format: schema });

export const readOnly = hints({ readOnlyHint: true });

export function report(parts: JsonObject = {}): JsonObject {
  return { name: 'send_report', description: plain, ...takes({ week: { type: 'integer' } }), ...parts };
}
export const tools = (...list: readonly Json[]): readonly RawItem[] => list.map(anItem);
export const named = (name: string, parts: JsonObject = {}): readonly RawItem[] =>
  tools(report(), report({ name, ...parts }));
export const of = (kind: RawItem['kind'], value: Json): readonly RawItem[] => [{ kind, name: '', value }];

export const tool = (description: string): JsonObject => ({ description });

/** Clients that ask before a tool, or do not offer it, unless it claims to be read-only. */
export const goByReadOnly = [
  ...['VS Code', 'Copilot CLI', 'Codex (auto)', 'Codex (writes)', 'ChatGPT', 'OpenAI Responses API (read_only filter)'],
  ...['Claude apps', 'Claude Code (plan)', 'Claude Code (parallel calls)', 'Claude Code (dropped connections)'],
  ...['Cursor (reads)', 'Goose (smart approve)', 'Gemini CLI (plan)', 'GitHub Copilot (code review)'],
  ...['Microsoft 365 Copilot', 'Gemini Enterprise', 'Docker Agent (balanced)', 'n8n (Instance AI)'],
  ...['Devin CLI (restricted)', 'AgentScope', 'Qwen Code (dropped connections)'],
];

/** Those that ask before a tool that claims to be destructive, even if it claims to be read-only as well. */
export const goByDestructive = [
  ...['Codex (auto)', 'Claude apps', 'Claude Code (auto)', 'Cursor (reads)', 'Docker Agent (balanced)'],
  'n8n (Instance AI)',
];

/** The definitions of one side. */
export function itemsOf(side: Side): readonly RawItem[] {
  if (Array.isArray(side)) return side as readonly RawItem[]; // `Array.isArray` does not narrow a readonly array
  const parts = report(side as JsonObject); // the other side of the union
  return tools(
    Object.fromEntries(Object.entries(parts).filter(([key, value]) => key !== 'description' || value !== null)),
  );
}
