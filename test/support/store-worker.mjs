// A process of its own that uses the built store. Speaks with its parent over the channel of `fork`: says `ready`,
// waits for the orders `go` (what its task does first) and for nothing else.
import { once } from 'node:events';
import { openStore } from '../../dist/src/store/open-store.js';

const { config, task, server, names } = JSON.parse(process.argv[2]);
const at = '2026-12-01T10:00:00.000Z';

function say(message) {
  process.send(message);
}

function approval(name) {
  const entries = [{ kind: 'tool', name, fingerprint: null, copies: 1 }];
  return { entries, surfaceFingerprint: null, at, by: 'worker', note: null, source: 'approve' };
}

const tasks = {
  /** Only opens the database. */
  async open() {
    const store = await openStore(config);
    await store.close();
  },

  /** Approves every name, each in a transaction of its own that reads first, all at once. */
  async approve() {
    const store = await openStore(config);
    await Promise.all(
      names.map((name) =>
        store.withServer(server, async (tx) => {
          await tx.state();
          await tx.approve(approval(name));
        }),
      ),
    );
    await store.close();
  },

  /** Claims one delivery after the other until none is left, and says which. */
  async claim() {
    const store = await openStore(config);
    for (;;) {
      const claimed = await store.claimDeliveries(at, '2026-12-01T10:01:00.000Z', names, 3);
      if (claimed.length === 0) break;
      say({ claimed: claimed.map(({ id }) => id) });
    }
    await store.close();
  },

  /** Writes, holds the lock, and never ends by itself. */
  async hold() {
    const store = await openStore(config);
    await store.withServer(server, async (tx) => {
      for (const name of names) await tx.approve(approval(name));
      say('holding');
      // Lives as long as its parent does.
      process.channel.ref();
      await new Promise(() => {});
    });
  },
};

say('ready');
await once(process, 'message');
await tasks[task]();
process.disconnect();
