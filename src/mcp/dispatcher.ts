import { EnvHttpProxyAgent, type Dispatcher } from 'undici';
import { AppError } from '../errors.ts';
import type { Limits } from '../monitor/ports-watched.ts';
import { trustedRoots } from './trusted-roots.ts';

/**
 * Connections for all HTTP servers, also to those whose certificate is signed by one of `trusted` (PEM). Proxies come from
 * the environment (`HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`).
 */
export function createDispatcher(limits: Limits, trusted: readonly string[]): Dispatcher {
  const ca = trustedRoots(trusted);
  const trust = ca === undefined ? {} : { ca };
  try {
    return new EnvHttpProxyAgent({
      connect: {
        timeout: Math.min(10_000, limits.readTimeoutMs),
        keepAlive: true,
        keepAliveInitialDelay: 30_000,
        ...trust,
      },
      // To a server through a tunnel, and to a proxy that is reached over TLS itself.
      requestTls: trust,
      proxyTls: trust,
      // Plain HTTP in absolute form, as curl does it: most proxies refuse a tunnel to anything but port 443.
      proxyTunnel: false,
    });
  } catch (cause) {
    // No `cause` in the message: a proxy address may hold a password.
    throw new AppError('config', 'the proxy address in HTTP_PROXY or HTTPS_PROXY is not a URL', { cause });
  }
}
