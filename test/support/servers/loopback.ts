import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A plain HTTP server on 127.0.0.1, reachable from this machine only. */
export interface Loopback {
  readonly url: string;
  /** Destroys every connection, then frees the port. */
  close(): Promise<void>;
}

/** Serves `listener` at `/mcp`. Port 0 takes a free one. */
export async function listenOnLoopback(listener: RequestListener, port = 0): Promise<Loopback> {
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  // True for a server that listens on a TCP port.
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(address.port)}/mcp`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
