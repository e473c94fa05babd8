import { createServer, request as forward, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { vi } from 'vitest';
import type { Scope } from './scope.ts';

export interface Proxy {
  readonly url: string;
  /** The targets that were asked for, in absolute form or for a tunnel. */
  readonly asked: readonly string[];
}

/**
 * A forward proxy on loopback, for requests in absolute form and for tunnels. `refusal`: what it answers
 * instead. `host`: where its tunnels lead, whatever they are asked for.
 */
export async function startProxy(scope: Scope, refusal?: number, host?: string): Promise<Proxy> {
  const asked: string[] = [];
  const server: Server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method ?? ''} ${incoming.url ?? ''}`);
    if (refusal !== undefined) return void outgoing.writeHead(refusal).end();
    const { method, headers } = incoming;
    const onward = forward(incoming.url ?? '', { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  server.on('connect', (incoming, socket) => {
    asked.push(`CONNECT ${incoming.url ?? ''}`);
    if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
    const { hostname, port } = new URL(`http://${incoming.url ?? ''}`);
    const onward = connect(Number(port), host ?? hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    socket.on('error', () => onward.destroy());
    onward.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  scope.closeAfter(server, (one) => {
    one.closeAllConnections();
    return new Promise<void>((resolve) => one.close(() => resolve()));
  });
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return { url: `http://127.0.0.1:${port}`, asked };
}

/** The environment of one test: no proxy but these. */
export function setProxies(scope: Scope, proxies: Readonly<Record<string, string>>): void {
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY']) {
    vi.stubEnv(name, proxies[name]);
    vi.stubEnv(name.toLowerCase(), undefined);
  }
  scope.closeAfter(null, () => void vi.unstubAllEnvs());
}
