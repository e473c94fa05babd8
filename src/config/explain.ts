import { findNodeAtLocation, type Node, type Segment } from 'jsonc-parser';
import * as z from 'zod';
import type { ConfigDocument, Problem } from './document.ts';
import type { Contradiction } from './find-contradictions.ts';
import { keyPath } from './key-path.ts';
import { nearest, suggestion } from './nearest.ts';
import { configSchema } from './schema.ts';

/** Says in our own words, and at its place in the file, what zod found. Never the value: it may be a secret. */
export function explain(issue: z.core.$ZodIssue, document: ConfigDocument): readonly Problem[] {
  const path = issue.path.filter((segment) => typeof segment !== 'symbol');
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => explainUnknownKey(key, path, document));
  if (issue.code === 'invalid_key') return [explainBadKey(issue.issues[0]?.message ?? issue.message, path, document)];
  const chosen = issue.code === 'invalid_union' ? branchOf(issue) : undefined;
  if (chosen !== undefined) return chosen.flatMap((one) => explain({ ...one, path: [...path, ...one.path] }, document));
  const node = nodeAt(document, path);
  const parent = nodeAt(document, path.slice(0, -1));
  if (node === undefined && parent !== undefined) {
    const owner = keyPath(path.slice(0, -1)) || 'the configuration';
    return [{ offset: parent.offset, message: `${owner} needs "${path.at(-1) ?? ''}"` }];
  }
  const message = `${keyPath(path) || 'the configuration'} ${issue.message}${nearestValue(issue, node)}`;
  return [{ offset: node?.offset ?? 0, message }];
}

/** Of a value that has to be one of a few words: the one that was meant, so that nobody has to look for it among them. */
function nearestValue(issue: z.core.$ZodIssue, node: Node | undefined): string {
  const written: unknown = node?.value;
  if (issue.code !== 'invalid_value' || typeof written !== 'string') return '';
  const words = issue.values.filter((value) => typeof value === 'string');
  const match = words.length < 2 ? null : nearest(written, words);
  return match === null ? '' : `; did you mean "${match}"?`;
}

/** What is wrong in the form that was meant: the one that the value has the type of. */
function branchOf({ errors }: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] | undefined {
  return errors.find((issues) =>
    issues.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys' || code === 'custom'),
  );
}

/** Places a contradiction where its value stands, or else the nearest object around it. */
export function explainContradiction({ path, message, known }: Contradiction, document: ConfigDocument): Problem {
  const hint = known === undefined ? '' : suggestion(String(path.at(-1)), known);
  return {
    offset: nodeAt(document, path)?.offset ?? document.root.offset,
    message: `${keyPath(path)} ${message}${hint}`,
  };
}

function explainUnknownKey(key: string, path: readonly Segment[], document: ConfigDocument): Problem {
  const place = path.length === 0 ? '' : ` in ${keyPath(path)}`;
  const hint = suggestion(key, knownKeys(configSchema, path));
  return { offset: keyOffset(document, [...path, key]), message: `unknown key ${JSON.stringify(key)}${place}${hint}` };
}

function explainBadKey(message: string, path: readonly Segment[], document: ConfigDocument): Problem {
  const owner = keyPath(path.slice(0, -1));
  return { offset: keyOffset(document, path), message: `${JSON.stringify(path.at(-1))} in ${owner} ${message}` };
}

function nodeAt({ root }: ConfigDocument, path: readonly Segment[]): Node | undefined {
  return findNodeAtLocation(root, [...path]);
}

/** Where the key of the property at `path` stands. */
function keyOffset(document: ConfigDocument, path: readonly Segment[]): number {
  return nodeAt(document, path)?.parent?.offset ?? 0;
}

/** The keys that the schema knows in the object at `path`. */
function knownKeys(schema: unknown, path: readonly Segment[]): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodPrefault) return knownKeys(schema.unwrap(), path);
  const [segment, ...rest] = path;
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => knownKeys(option, path));
  if (schema instanceof z.ZodRecord) return knownKeys(schema.valueType, rest);
  if (!(schema instanceof z.ZodObject)) return [];
  return segment === undefined ? Object.keys(schema.shape) : knownKeys(schema.shape[segment], rest);
}
