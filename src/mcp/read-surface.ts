import type { DefinitionKind, RawItem } from '../core/definition.ts';
import { own, type Json } from '../core/json.ts';
import type { Era, Observation } from '../monitor/ports-reading.ts';
import type { Limits } from '../monitor/ports-watched.ts';
import type { Connection } from './connection.ts';
import { oddHints, readHints } from './cache-hints.ts';
import { listItems } from './list-items.ts';
import { pageRead, toolList } from './lists.ts';
import { ambiguityOf } from './page-memo.ts';
import { sha256, type RawResult } from './raw-result.ts';
import { readLists, type ReadList } from './read-lists.ts';
import { ReadingTime } from './reading-time.ts';
import { readToolPages, type ToolPages } from './read-tool-pages.ts';
import { toolPageItem, toolPageLine } from './tool-page.ts';
import { StdioTransport } from './stdio-transport.ts';
import type { Walk } from './walk-pages.ts';

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
  const time = new ReadingTime(limits.readTimeoutMs);
  const spent = { items: 0, bytes: 0 };
  const read = await readLists(connection, handshake, limits, spent, time, signal);
  if (read.outcome !== 'listed') return read;
  const { lists } = read;
  const facts = lists.flatMap((list) => [list, ...list.earlier].flatMap((walk) => walk.facts));
  const uris = facts.flatMap((fact) => fact.toolPages);
  // Also of a server that announces no resources: a client that shows a page asks for it all the same.
  const behind = await readToolPages(connection, uris, limits, spent, time, signal);
  const ttls = lists.map(({ ttlMs }) => ttlMs).filter((ttlMs) => ttlMs !== null);
  let items: readonly RawItem[] | null = null;
  return {
    outcome: lists.some(({ list }) => list === toolList) ? 'listed' : 'no-tools',
    // Whoever knows the digest knows the items: they are not parsed before somebody asks.
    get items() {
      items ??= [
        ...greetingItems(handshake, era),
        ...lists.flatMap(listItems),
        ...behind.pages.map(toolPageItem),
        ...hintItems(handshake, era, lists, behind, connection),
      ];
      return items;
    },
    digest: digestOf(handshake, lists, behind),
    ttlMs: lists.length === 0 || ttls.length < lists.length ? null : Math.min(...ttls),
    remarks: [
      ...new Set(lists.flatMap(({ remarks }) => remarks)),
      ...read.remarks,
      ...new Set([...behind.remarks, ...facts.flatMap(({ ambiguity }) => ambiguity ?? [])]),
      ...noise(connection),
    ],
  };
}

/** Covers every text that an item comes from. The names keep the borders between the lists. */
function digestOf(handshake: RawResult, lists: readonly ReadList[], { pages }: ToolPages): string {
  const lines = [
    handshake.digest,
    ...lists.flatMap((read) => [read, ...read.earlier].map((walk) => `${read.list.method} ${textsOf(walk)}`)),
    ...pages.map(toolPageLine),
  ];
  return sha256(lines.join('\n'));
}

function textsOf({ pages }: Walk): string {
  return pages.map((page) => page.digest).join(' ');
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
  { memo }: Connection,
): readonly RawItem[] {
  return oddHints([
    ...(era === 'modern' ? [{ method: 'server/discover', hints: [readHints(handshake.value)] }] : []),
    ...lists.map(({ list: { method }, facts }) => ({ method, hints: facts.map(({ hints }) => hints) })),
    ...pages.flatMap((page) =>
      page.kind === 'read' ? [{ method: pageRead.method, hints: [memo.factsOf(pageRead, page.result).hints] }] : [],
    ),
  ]);
}

function noise({ transport }: Connection): readonly string[] {
  if (!(transport instanceof StdioTransport) || transport.noise === 0) return [];
  const [lines, are, them] =
    transport.noise === 1 ? ['line', 'is no message', 'it'] : ['lines', 'are no messages', 'them'];
  return [`stdout held ${transport.noise} ${lines} that ${are}: other clients may choke on ${them}`];
}
