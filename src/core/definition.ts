import type { Json } from './json.ts';

/**
 * The kinds of definition that a surface holds. Those that a server has one of have the empty name. `ui-resource` is the
 * page behind a tool (MCP Apps), by its URI; `launch` is how the server is reached, which the config says and not the server;
 * `identity-difference` is what a server does not show alike to all identities under which it is read, and `era-difference`
 * what it does not show alike to clients of both protocols (`views.ts`);
 * `cache-hints` lists what is odd about the hints that come with the answers, and is there only where something is;
 * `client-server` is a server in a file of an MCP client, and `client-file` such a file that cannot be read (`client-items.ts`).
 */
export const definitionKinds = [
  'launch',
  'server-info',
  'capabilities',
  'instructions',
  'tool',
  'prompt',
  'resource',
  'resource-template',
  'ui-resource',
  'identity-difference',
  'era-difference',
  'cache-hints',
  'client-server',
  'client-file',
] as const;
export type DefinitionKind = (typeof definitionKinds)[number];

/** One item of a surface as it was received. */
export interface RawItem {
  readonly kind: DefinitionKind;
  readonly name: string;
  readonly value: Json;
  /** Its JSON text as received, where parsers may disagree about it (`raw-json.ts`). */
  readonly raw?: string;
}

/** A definition with its canonical text (RFC 8785) and fingerprint (`v1:` + 64 hex digits). */
export interface Definition extends RawItem {
  readonly text: string;
  /** Characters of `text`, which may be made anew each time that somebody asks for it. */
  readonly length: number;
  readonly fingerprint: string;
  /** How many items of the surface share this kind and name. Above 1, `value` is the array of all of them. */
  readonly copies: number;
  /** Why this definition has no canonical form (lone surrogate, non-finite number, too deep), or null. */
  readonly invalid: string | null;
}

/** All definitions of one complete reading, in order of kind and name by UTF-16 code unit. */
export interface Surface {
  readonly definitions: readonly Definition[];
  /** `v1:` + SHA-256 of the lines `kind \n name \n fingerprint \n`. */
  readonly fingerprint: string;
}

/** The identity of a definition within a server. */
export interface ItemKey {
  readonly kind: DefinitionKind;
  readonly name: string;
}

/** An unambiguous map key for `kind` and `name`. */
export function itemKey(item: ItemKey): string {
  return `${item.kind}\n${item.name}`;
}

/** True of what is not shown alike to all. */
export function isDifference({ kind }: Pick<ItemKey, 'kind'>): boolean {
  return kind === 'identity-difference' || kind === 'era-difference';
}

/** True of what stands in files of MCP clients of this machine: no server serves it. */
export function isOfClient({ kind }: Pick<ItemKey, 'kind'>): boolean {
  return kind === 'client-server' || kind === 'client-file';
}
