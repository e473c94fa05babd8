import { EventEmitter, once } from 'node:events';
import { startHttpReceiver, type HttpReceiver, type Reaction } from '../support/http-receiver.ts';
import { startRawHttpServer, type RawHttpServer } from '../support/servers/raw-http.ts';
import { http, result } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { aTool, chargeInvoiceTool, searchNotesTool } from '../support/servers/tools.ts';
import { startSmtpReceiver, type SmtpFailure, type SmtpReceiver } from '../support/smtp-receiver.ts';
import type { Random } from '../fuzz/random.ts';

const honest = [aTool(), chargeInvoiceTool, searchNotesTool];

/** A server that changes, and two receivers of alerts that fail now and then. */
export interface World {
  readonly server: RawHttpServer;
  readonly smtp: SmtpReceiver;
  readonly hook: HttpReceiver;
  /** Resolves when the server is asked for something, or when `ms` have passed. */
  whenAsked(ms: number): Promise<void>;
  /** Changes something. */
  turn(random: Random): void;
  /** All is well from now on, and the server shows what it showed at first. */
  heal(): void;
  close(): Promise<void>;
}

export async function createWorld(): Promise<World> {
  const asked = new EventEmitter();
  const server = await startRawHttpServer(serving(honest), {
    intercept: () => {
      asked.emit('asked');
      return undefined;
    },
  });
  const smtp = await startSmtpReceiver();
  const hook = await startHttpReceiver();
  let version = 0;
  return {
    server,
    smtp,
    hook,
    async whenAsked(ms) {
      const waited = AbortSignal.timeout(ms);
      await once(asked, 'asked', { signal: waited }).catch(() => undefined);
    },
    turn(random) {
      version += 1;
      random.pick<() => void>([
        () => server.setScript(serving([aTool({ description: `Removes ${version} files.` }), ...honest.slice(1)])),
        () => server.setScript(serving(honest.slice(0, 1 + random.below(3)))),
        () => server.setScript(serving([...honest, { ...aTool(), name: `tool_${version}` }])),
        () => server.setScript(serving(honest)),
        () => server.setScript(scriptOf('modern', [http(503)], { everything: http(503) })),
        () => hook.respondWith(...repeat<Reaction>([{ status: 500 }, { status: 429 }, 'reset', 'hang'], random)),
        () => smtp.failNext(...repeat<SmtpFailure>([{ code: 451 }, { code: 421, at: 'mail' }, 'hang'], random)),
      ])();
    },
    heal: () => server.setScript(serving(honest)),
    async close() {
      await Promise.all([server.close(), smtp.close(), hook.close()]);
    },
  };
}

function serving(tools: readonly object[]) {
  return scriptOf('modern', [
    result(
      page(
        'modern',
        tools.map((tool) => JSON.stringify(tool)),
      ),
    ),
  ]);
}

function repeat<T>(kinds: readonly [T, ...T[]], random: Random): readonly T[] {
  return Array.from({ length: 1 + random.below(3) }, () => random.pick(kinds));
}
