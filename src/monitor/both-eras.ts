import { canonicalise } from '../core/canonical.ts';
import type { DefinitionKind, RawItem } from '../core/definition.ts';
import { fingerprintText } from '../core/fingerprint.ts';
import { legacyProtocols } from '../core/protocols.ts';
import { buildSurface } from '../core/surface.ts';
import { differencesBetween, serverOf, viewName } from '../core/views.ts';
import { deadline } from '../linked-signal.ts';
import type {
  CompleteObservation,
  FailedObservation,
  Observation,
  Session,
  SessionEvents,
  Source,
} from './ports-reading.ts';
import type { ClientIdentity, WatchedServer } from './ports-watched.ts';
import type { Clock } from './ports-world.ts';

export interface BothErasDeps {
  readonly clock: Clock;
  /** Who a server without an identity of its own is told that it talks to. */
  readonly own: ClientIdentity;
  /** How long a look may take, in milliseconds: what a server shows us otherwise is read all the same. Default: 10 s. */
  readonly lookMs?: number;
}

/** What a client of the older era is shown otherwise, and what is to be said of the attempt to find out. */
interface Look {
  readonly items: readonly RawItem[];
  readonly remark: string | null;
}

interface KnownLook extends Look {
  /** Of the reading that it belongs to. */
  readonly digest: string;
  readonly at: number;
}

/** A look is good for this long, as long as the server shows the same. */
const goodForMs = 55 * 60_000;

const [older] = legacyProtocols;

/**
 * Reads servers by `source`, and those that speak MCP 2026-07-28 now and then also as a client of 2025-11-25, which most are: a
 * server could show each era another list. What differs is an item of its own (`era-difference`).
 */
export function readBothEras(source: Source, deps: BothErasDeps): Source {
  const looks = new Map<string, KnownLook>();
  return {
    async open(server, era, signal) {
      const opening = await source.open(server, era, signal);
      const isCompared =
        opening.kind === 'open' && opening.session.era === 'modern' && server.identity?.protocol === undefined;
      return isCompared
        ? { kind: 'open', session: new BothEras(opening.session, server, source, looks, deps) }
        : opening;
    },
    kill: () => source.kill(),
    close: () => source.close(),
  };
}

class BothEras implements Session {
  readonly #session: Session;
  readonly #server: WatchedServer;
  readonly #source: Source;
  readonly #looks: Map<string, KnownLook>;
  readonly #deps: BothErasDeps;

  constructor(
    session: Session,
    server: WatchedServer,
    source: Source,
    looks: Map<string, KnownLook>,
    deps: BothErasDeps,
  ) {
    this.#session = session;
    this.#server = server;
    this.#source = source;
    this.#looks = looks;
    this.#deps = deps;
  }

  get era() {
    return this.#session.era;
  }

  get protocolVersion() {
    return this.#session.protocolVersion;
  }

  get access() {
    return this.#session.access ?? null;
  }

  servedBy() {
    return this.#session.servedBy();
  }

  listen(events: SessionEvents): void {
    this.#session.listen(events);
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  async read(signal: AbortSignal): Promise<Observation> {
    const observation = await this.#session.read(signal);
    if (!isComplete(observation)) return observation;
    const { items, remark } = await this.#look(observation, signal);
    return {
      ...observation,
      items: [...observation.items, ...items],
      digest: items.length === 0 ? observation.digest : fingerprintText(`${observation.digest} ${textOf(items)}`),
      remarks: remark === null ? observation.remarks : [...observation.remarks, remark],
    };
  }

  async #look(observation: CompleteObservation, signal: AbortSignal): Promise<Look> {
    const { digest } = observation;
    const { name } = this.#server;
    const at = this.#deps.clock.now().getTime();
    const known = this.#looks.get(name);
    if (known?.digest === digest && at - known.at < goodForMs) return known;
    const before = known?.items ?? [];
    let look = await this.#compare(observation, before, signal);
    if (look.items.length > 0 && textOf(look.items) !== textOf(before)) {
      // It may have changed in between, or with every reading. The next reading looks again.
      const again = await this.#session.read(signal);
      if (!isComplete(again) || again.digest !== digest) return { items: before, remark: null };
      look = await this.#compare(observation, before, signal);
    }
    this.#looks.set(name, { ...look, digest, at });
    return look;
  }

  async #compare(observation: CompleteObservation, before: readonly RawItem[], signal: AbortSignal): Promise<Look> {
    const theirs = await this.#readOlder(signal);
    if (!isComplete(theirs)) return { items: before, remark: remarkOn(theirs) };
    const views = [
      { as: `clients of ${this.protocolVersion ?? 'today'}`, surface: buildSurface(wordsIn(observation)) },
      { as: `clients of ${older}`, surface: buildSurface(wordsIn(theirs)) },
    ];
    return { items: differencesBetween(views, 'era-difference'), remark: null };
  }

  async #readOlder(signal: AbortSignal): Promise<Observation> {
    const server = this.#server;
    const inTime = deadline(signal, this.#deps.lookMs ?? 10_000);
    const identity = { ...(server.identity ?? this.#deps.own), protocol: older };
    const asOlder = { ...server, name: viewName(serverOf(server.name), older), identity };
    try {
      const opening = await this.#source.open(asOlder, null, inTime.signal);
      if (opening.kind === 'failed') return opening.observation;
      try {
        return await opening.session.read(inTime.signal);
      } finally {
        await opening.session.close();
      }
    } finally {
      inTime.done();
    }
  }
}

/** A server that does not speak the older protocol has nothing to show in it. */
function remarkOn({ outcome, reason }: FailedObservation): string | null {
  return outcome === 'unreachable' || outcome === 'incomplete'
    ? `whether clients of ${older} are shown the same is not known: ${reason}`
    : null;
}

/** What a model reads. The rest differs with the protocol itself. */
const compared: ReadonlySet<DefinitionKind> = new Set(['tool', 'prompt', 'resource-template', 'instructions'] as const);

function wordsIn({ items }: CompleteObservation): readonly RawItem[] {
  return items.filter(({ kind }) => compared.has(kind));
}

function textOf(items: readonly RawItem[]): string {
  return canonicalise(items.map(({ name, value }) => [name, value])).text;
}

function isComplete(observation: Observation): observation is CompleteObservation {
  return 'items' in observation;
}
