import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Tally } from './tally.ts';

export interface Tunnel {
  /** `url` with the tunnel in place of its host and port. */
  through(url: string): string;
  /** From now on nothing passes, nothing ends, and new connections are taken and never answered: a half-open world. */
  freeze(): void;
  /** All passes again. What was frozen is cut. */
  heal(): void;
  /** Resolves once somebody sent something, or came, while nothing passed. */
  whenMissed(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a TCP relay to a port on this machine. */
export async function startTunnel(target: number): Promise<Tunnel> {
  const sockets = new Set<Socket>();
  const missed = new Tally();
  let isFrozen = false;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    keep(client);
    if (isFrozen) return missed.up();
    const upstream = keep(connect({ port: target, host: '127.0.0.1', allowHalfOpen: true }));
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    through(url) {
      const other = new URL(url);
      other.host = `127.0.0.1:${port}`;
      return other.href;
    },
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().on('data', () => missed.up());
    },
    heal() {
      isFrozen = false;
      for (const socket of sockets) socket.destroy();
    },
    whenMissed: () => missed.whenAtLeast(1),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
