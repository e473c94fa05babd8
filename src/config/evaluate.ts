import type { Node, Segment } from 'jsonc-parser';
import type { ConfigDocument, Problem } from './document.ts';
import { expand } from './expand.ts';
import { keyPath } from './key-path.ts';

export interface Evaluation {
  /** What the file says, with variables expanded: holds secrets. */
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** Offsets of the texts that could not be expanded: their value means nothing. */
  readonly unknown: ReadonlySet<number>;
}

interface Context {
  readonly text: string;
  /** Null leaves variables as they are written. */
  readonly env: NodeJS.ProcessEnv | null;
  readonly problems: Problem[];
  readonly unknown: Set<number>;
}

/** The URLs that tooldrift itself takes apart into user, password and host. */
const urlsWithUser = new Set(['database', 'alerts.email.smtp']);

/** The tree as plain values, with variables as they are written. */
export function writtenValue(document: ConfigDocument): unknown {
  return evaluateNode(document.root, [], { text: document.text, env: null, problems: [], unknown: new Set() });
}

/** Turns the tree into plain values. Reports duplicate keys, of which `JSON.parse` would silently keep the last. */
export function evaluate(document: ConfigDocument, env: NodeJS.ProcessEnv): Evaluation {
  const context: Context = { text: document.text, env, problems: [], unknown: new Set() };
  return { value: evaluateNode(document.root, [], context), problems: context.problems, unknown: context.unknown };
}

function evaluateNode(node: Node, path: readonly Segment[], context: Context): unknown {
  switch (node.type) {
    case 'object':
      return evaluateObject(node, path, context);
    case 'array':
      return (node.children ?? []).map((child, index) => evaluateNode(child, [...path, index], context));
    case 'string':
      return evaluateText(node, path, context);
    default:
      return node.value;
  }
}

function evaluateObject(node: Node, path: readonly Segment[], context: Context): Record<string, unknown> {
  const first = new Map<string, number>();
  const entries: [string, unknown][] = [];
  for (const { children = [] } of node.children ?? []) {
    const [keyNode, valueNode] = children;
    if (keyNode === undefined || valueNode === undefined) continue;
    const key = String(keyNode.value);
    const problem = explainKey(key, path, first.get(key), context.text);
    if (problem === null) entries.push([key, evaluateNode(valueNode, [...path, key], context)]);
    else context.problems.push({ offset: keyNode.offset, message: problem });
    if (!first.has(key)) first.set(key, keyNode.offset);
  }
  return Object.fromEntries(entries);
}

function explainKey(key: string, path: readonly Segment[], first: number | undefined, text: string): string | null {
  const place = path.length === 0 ? '' : ` in ${keyPath(path)}`;
  // No key of ours, and code that copies objects by assignment would set a prototype with it.
  if (key === '__proto__') return `unknown key "__proto__"${place}`;
  if (first === undefined) return null;
  return `duplicate key ${JSON.stringify(key)}${place}; the first one is on line ${text.slice(0, first).split('\n').length}`;
}

function evaluateText(node: Node, path: readonly Segment[], context: Context): string {
  const source = String(node.value);
  if (context.env === null) return source;
  const name = keyPath(path);
  const { text, problems } = expand(source, context.env, urlsWithUser.has(name));
  const raw = context.text.slice(node.offset, node.offset + node.length);
  for (const { index, message } of problems) {
    // Without escapes before it, the place in the file is one double quote further than in the text.
    const offset = node.offset + (raw.slice(1).startsWith(source.slice(0, index)) ? index + 1 : 0);
    context.problems.push({ offset, message: `${name} ${message}` });
  }
  // Processes and headers cannot carry NUL, and Node refuses it with a message that quotes the text.
  if (text.includes('\0'))
    context.problems.push({ offset: node.offset, message: `${name} must not hold a NUL character` });
  if (problems.length > 0 || text.includes('\0')) context.unknown.add(node.offset);
  return text;
}
