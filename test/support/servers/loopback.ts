import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A plain HTTP server on 127.0.0.1, reachable from this machine only. */
export interface Loopback {
  readonly url: string;
  /** Destroys every connection, then frees the port. */
  close(): Promise<void>;
}

/** A key and its certificate, both PEM. */
export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

/** Serves `listener` at `/mcp`, over TLS if there are `keys`. Port 0 takes a free one. */
export async function listenOnLoopback(listener: RequestListener, port = 0, keys?: KeyPair): Promise<Loopback> {
  const server = keys === undefined ? createServer(listener) : createTlsServer({ ...keys }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  // True for a server that listens on a TCP port.
  const address = server.address() as AddressInfo;
  return {
    url: `${keys === undefined ? 'http' : 'https'}://127.0.0.1:${String(address.port)}/mcp`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
