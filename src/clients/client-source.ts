import { canonicalise } from '../core/canonical.ts';
import { clientItems, readClientServer } from '../core/client-items.ts';
import type { RawItem } from '../core/definition.ts';
import { fingerprintText } from '../core/fingerprint.ts';
import { launchKey } from '../core/launch-key.ts';
import type { Observation, Opening, Session, SessionEvents, Source } from '../monitor/ports-reading.ts';
import type { WatchedServer } from '../monitor/ports-watched.ts';
import type { Clock } from '../monitor/ports-world.ts';
import { allClients } from './all-clients.ts';
import type { Client, Machine } from './client.ts';
import { listConfigFiles } from './config-files.ts';
import { stampFiles } from './file-stamps.ts';
import { findServers } from './find-servers.ts';
import { findKnownProjects } from './known-projects.ts';

export interface ClientSourceDeps {
  readonly machine: Machine;
  readonly clock: Clock;
  /** The servers that are watched (`launch-key.ts`). */
  readonly watched: ReadonlySet<string>;
}

/** How often it is looked whether a file is not the one that it was. */
const lookEveryMs = 5_000;
/** Looking takes at most one part in so many of the time: a file may be large, and be written all the time. */
const restPerLook = 200;

/** Reads the files of MCP clients as if each client were a server, and tells when they change. Starts and calls nothing. */
export function createClientSource(deps: ClientSourceDeps): Source {
  const open = new Set<ClientSession>();
  return {
    async open({ launch }: WatchedServer): Promise<Opening> {
      const client = launch.kind === 'files' ? allClients.find(({ id }) => id === launch.client) : undefined;
      if (client === undefined) throw new TypeError('only the files of a known client are read here');
      const session = new ClientSession(client, deps, () => open.delete(session));
      open.add(session);
      return { kind: 'open', session };
    },
    kill: () => undefined,
    async close() {
      await Promise.all([...open].map((session) => session.close()));
    },
  };
}

interface Read {
  readonly items: readonly RawItem[];
  readonly digest: string;
}

class ClientSession implements Session {
  readonly era = null;
  readonly protocolVersion = null;
  readonly #client: Client;
  readonly #deps: ClientSourceDeps;
  readonly #onClose: () => void;
  readonly #end = new AbortController();
  #looking: Promise<void> = Promise.resolve();
  #projects: readonly string[] = [];
  #digest = '';
  #stamps = '';

  constructor(client: Client, deps: ClientSourceDeps, onClose: () => void) {
    this.#client = client;
    this.#deps = deps;
    this.#onClose = onClose;
  }

  async read(): Promise<Observation> {
    this.#projects = await findKnownProjects(this.#deps.machine);
    // Before the files: one that changes meanwhile is looked at again.
    this.#stamps = await this.#stamp();
    const { items, digest } = await this.#readFiles();
    this.#digest = digest;
    return { outcome: 'no-tools', items, digest, ttlMs: null, remarks: this.#remark(items) };
  }

  async servedBy(): Promise<null> {
    return null;
  }

  listen(events: SessionEvents): void {
    events.listen('honoured', null);
    this.#looking = this.#look(events).catch(() => events.ended('its files could not be looked at'));
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#looking;
    this.#onClose();
  }

  /** Some clients write their files all the time: only what they say of servers counts. */
  async #look(events: SessionEvents): Promise<void> {
    const { clock } = this.#deps;
    const { signal } = this.#end;
    for (let tookMs = 0; ;) {
      await clock.sleep(Math.max(lookEveryMs, tookMs * restPerLook), signal);
      if (signal.aborted) return;
      const startedAt = clock.now().getTime();
      if (await this.#seesNews()) events.changed(null);
      tookMs = clock.now().getTime() - startedAt;
    }
  }

  async #seesNews(): Promise<boolean> {
    const stamps = await this.#stamp();
    if (stamps === this.#stamps) return false;
    this.#stamps = stamps;
    const { digest } = await this.#readFiles();
    return digest !== this.#digest;
  }

  /** Drift of a server that is not watched under the same launch is nothing that anybody would see. */
  #remark(items: readonly RawItem[]): readonly string[] {
    const entries = items.map(({ value }) => readClientServer(value)).filter((entry) => entry?.isEnabled === true);
    const count = entries.filter(
      (entry) => entry?.launch == null || !this.#deps.watched.has(launchKey(entry.launch)),
    ).length;
    if (count === 0) return [];
    const [servers, are, them] = count === 1 ? ['server', 'is', 'it'] : ['servers', 'are', 'them'];
    return [`${count} ${servers} in it ${are} not watched as the client starts or reaches ${them}: see tooldrift init`];
  }

  async #stamp(): Promise<string> {
    return stampFiles(await listConfigFiles([this.#client], this.#deps.machine, this.#projects));
  }

  async #readFiles(): Promise<Read> {
    const { machine } = this.#deps;
    const items = clientItems(await findServers([this.#client], machine, this.#projects), machine.home);
    return {
      items,
      digest: fingerprintText(canonicalise(items.map(({ kind, name, value }) => [kind, name, value])).text),
    };
  }
}
