import { EnvHttpProxyAgent, type Dispatcher } from 'undici';
import { AppError } from '../errors.ts';
import type { Limits } from '../monitor/ports.ts';

/** Connections for all HTTP servers. Proxies come from the environment (`HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`). */
export function createDispatcher(limits: Limits): Dispatcher {
  try {
    return new EnvHttpProxyAgent({
      connect: { timeout: Math.min(10_000, limits.readTimeoutMs), keepAlive: true, keepAliveInitialDelay: 30_000 },
      // Plain HTTP in absolute form, as curl does it: most proxies refuse a tunnel to anything but port 443.
      proxyTunnel: false,
    });
  } catch (cause) {
    // No `cause` in the message: a proxy address may hold a password.
    throw new AppError('config', 'the proxy address in HTTP_PROXY or HTTPS_PROXY is not a URL', { cause });
  }
}
