import type { DefinitionKind, RawItem } from '../core/definition.ts';
import { isArray, own, type Json } from '../core/json.ts';
import { findAmbiguity, itemTexts } from '../core/raw-json.ts';
import type { Era, Limits, Observation } from '../monitor/ports.ts';
import type { Connection } from './connection.ts';
import { oddHints, readHints } from './cache-hints.ts';
import { pageRead, toolList } from './lists.ts';
import { ambiguityOf } from './page-memo.ts';
import { sha256, type RawResult } from './raw-result.ts';
import { readLists, type ReadList } from './read-lists.ts';
import { readToolPages, toolPageItem, type ToolPages } from './read-tool-pages.ts';
import { StdioTransport } from './stdio-transport.ts';

/** The name under which an element without a usable name is kept. */
const unnamed = '(unnamed)';

/** Where a server of 2026-07-28 says who it is. */
const serverInfoKey = 'io.modelcontextprotocol/serverInfo';

/** Reads all that a server tells: its handshake, all pages of its lists and the pages behind its tools. Throws what the SDK throws. */
export async function readSurface(
  connection: Connection,
  era: Era,
  /** The raw answer to `initialize` or `server/discover`. */
  handshake: RawResult,
  limits: Limits,
  signal: AbortSignal,
): Promise<Observation> {
  const spent = { items: 0, bytes: 0 };
  const read = await readLists(connection, handshake, limits, spent, signal);
  if (read.outcome !== 'listed') return read;
  const { lists } = read;
  const uris = lists.flatMap(({ facts }) => facts.flatMap((fact) => fact.toolPages));
  const hasResources = own(own(handshake.value, 'capabilities'), 'resources') !== undefined;
  const behind = await readToolPages(connection, hasResources ? uris : [], limits, spent, signal);
  const ttls = lists.map(({ ttlMs }) => ttlMs).filter((ttlMs) => ttlMs !== null);
  const ambiguities = [
    ...behind.ambiguities,
    ...lists.flatMap(({ facts }) => facts.flatMap(({ ambiguity }) => ambiguity ?? [])),
  ];
  let items: readonly RawItem[] | null = null;
  return {
    outcome: lists.some(({ list }) => list === toolList) ? 'listed' : 'no-tools',
    // Whoever knows the digest knows the items: they are not parsed before somebody asks.
    get items() {
      items ??= [
        ...greetingItems(handshake, era),
        ...lists.flatMap(itemsOf),
        ...behind.pages.map(toolPageItem),
        ...hintItems(handshake, era, lists, behind),
      ];
      return items;
    },
    digest: digestOf(handshake, lists, behind),
    ttlMs: lists.length === 0 || ttls.length < lists.length ? null : Math.min(...ttls),
    remarks: [...read.remarks, ...behind.remarks, ...new Set(ambiguities), ...noise(connection)],
  };
}

/** Covers every text that an item comes from. The names keep the borders between the lists. */
function digestOf(handshake: RawResult, lists: readonly ReadList[], { pages }: ToolPages): string {
  const lines = [
    handshake.digest,
    ...lists.map(({ list, pages: texts }) => `${list.method} ${texts.map((page) => page.digest).join(' ')}`),
    ...pages.map(({ uri, result }) => `${JSON.stringify(uri)} ${result?.digest ?? 'unreadable'}`),
  ];
  return sha256(lines.join('\n'));
}

/** What the handshake tells. What is absent is no item. */
function greetingItems(handshake: RawResult, era: Era): readonly RawItem[] {
  const { value } = handshake;
  const serverInfo = era === 'modern' ? own(own(value, '_meta'), serverInfoKey) : own(value, 'serverInfo');
  const told: readonly (readonly [DefinitionKind, Json | undefined])[] = [
    ['server-info', serverInfo],
    ['capabilities', own(value, 'capabilities')],
    ['instructions', own(value, 'instructions')],
  ];
  // Which instructions a client sees may be a matter of its parser: then the whole answer counts for each of them.
  const raw = ambiguityOf(handshake) === null ? {} : { raw: handshake.text };
  return told.flatMap(([kind, item]) =>
    item === undefined || item === null ? [] : [{ kind, name: '', value: item, ...raw }],
  );
}

/** All that comes with hints, except the handshake of 2025, which no client keeps. */
function hintItems(
  handshake: RawResult,
  era: Era,
  lists: readonly ReadList[],
  { pages }: ToolPages,
): readonly RawItem[] {
  return oddHints([
    ...(era === 'modern' ? [{ method: 'server/discover', hints: [readHints(handshake.value)] }] : []),
    ...lists.map(({ list: { method }, facts }) => ({ method, hints: facts.map(({ hints }) => hints) })),
    ...pages.flatMap(({ result }) =>
      result === null ? [] : [{ method: pageRead.method, hints: [readHints(result.value)] }],
    ),
  ]);
}

function itemsOf({ list: { key, kind, nameKey }, pages, facts }: ReadList): readonly RawItem[] {
  return pages.flatMap((page, index) => {
    const elements = own(page.value, key);
    const texts = facts[index]?.ambiguity === null ? null : itemTexts(page.text, key);
    if (!isArray(elements)) return [];
    return elements.map((value, place) => ({ kind, name: nameOf(value, nameKey), value, ...rawOf(texts?.[place]) }));
  });
}

/** The text of an item that parsers may disagree about. */
function rawOf(text: string | undefined): Pick<RawItem, 'raw'> {
  return text === undefined || findAmbiguity(text) === null ? {} : { raw: text };
}

function nameOf(value: Json, nameKey: string): string {
  const name = own(value, nameKey);
  return typeof name === 'string' ? name : unnamed;
}

function noise({ transport }: Connection): readonly string[] {
  if (!(transport instanceof StdioTransport) || transport.noise === 0) return [];
  const [lines, are, them] =
    transport.noise === 1 ? ['line', 'is no message', 'it'] : ['lines', 'are no messages', 'them'];
  return [`stdout held ${transport.noise} ${lines} that ${are}: other clients may choke on ${them}`];
}
