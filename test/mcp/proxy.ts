import { createServer, request as forward, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { buffer as readBytes } from 'node:stream/consumers';
import { vi } from 'vitest';
import type { Scope } from './scope.ts';

export interface Proxy {
  readonly url: string;
  /** The targets that were asked for, in absolute form or for a tunnel. */
  readonly asked: readonly string[];
  /** Cuts every connection to it, as many proxies do now and then. */
  cut(): void;
}

/**
 * A forward proxy on loopback, for requests in absolute form and for tunnels. `refusal`: what it answers
 * instead. `host`: where its tunnels lead, whatever they are asked for.
 */
export function startProxy(scope: Scope, refusal?: number, host?: string): Promise<Proxy> {
  return start(scope, { refusal, host, isBuffering: false });
}

/** A proxy that passes an answer on when it is complete, and not before: no stream is ever seen through it. */
export function startBufferingProxy(scope: Scope): Promise<Proxy> {
  return start(scope, { refusal: undefined, host: undefined, isBuffering: true });
}

interface Manners {
  readonly refusal: number | undefined;
  readonly host: string | undefined;
  readonly isBuffering: boolean;
}

async function start(scope: Scope, { refusal, host, isBuffering }: Manners): Promise<Proxy> {
  const asked: string[] = [];
  const server: Server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method ?? ''} ${incoming.url ?? ''}`);
    if (refusal !== undefined) return void outgoing.writeHead(refusal).end();
    const { method, headers } = incoming;
    const onward = forward(incoming.url ?? '', { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (!isBuffering) {
        outgoing.flushHeaders();
        answer.pipe(outgoing);
        return;
      }
      void readBytes(answer).then(
        (body) => outgoing.end(body),
        () => outgoing.destroy(),
      );
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
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
  return { url: `http://127.0.0.1:${port}`, asked, cut: () => server.closeAllConnections() };
}

/** The environment of one test: no proxy but these. */
export function setProxies(scope: Scope, proxies: Readonly<Record<string, string>>): void {
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY']) {
    vi.stubEnv(name, proxies[name]);
    vi.stubEnv(name.toLowerCase(), undefined);
  }
  scope.closeAfter(null, () => void vi.unstubAllEnvs());
}
