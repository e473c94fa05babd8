import type { Store } from '../monitor/ports-store.ts';
import type { Access } from './access.ts';
import { createAuditLog } from './audit-log.ts';
import { exportAudit } from './audit-rows.ts';
import { verifyAudit } from './audit-verify.ts';
import { recordConfig } from './config-rows.ts';
import type { Engine } from './engine.ts';
import { loadDigest } from './digest-rows.ts';
import { loadHistory } from './history.ts';
import { channelLock, createChannelTx } from './channel-tx.ts';
import { loadChannels, loadQueue, makeDue } from './channel-rows.ts';
import { claim, enqueue, loadBacklog, nextReadyAt, settle } from './outbox.ts';
import { loadServersToAttend } from './owed-drift.ts';
import { prune } from './prune.ts';
import { loadServer, loadServers, touchServer } from './server-row.ts';
import { createServerTx } from './server-tx.ts';
import { loadState } from './state.ts';
import { loadOtherTools } from './other-tools.ts';
import { countRecorded, loadSurface, loadText } from './surface-rows.ts';

/** The attempt with which this process leased each delivery that it has not settled yet. */
type Leases = Map<number, number>;

function createOutbox(
  engine: Engine,
  access: Access,
): Pick<Store, 'claimDeliveries' | 'settleDelivery' | 'nextDeliveryAt' | 'backlog' | keyof ChannelStore> {
  const leases: Leases = new Map();
  return {
    async claimDeliveries(now, leaseUntil, channels, limit) {
      const claimed = await access.write((db) => claim(db, engine.kind, now, leaseUntil, channels, limit));
      for (const { id, attempt } of claimed) leases.set(id, attempt);
      return claimed;
    },
    async settleDelivery(id, result) {
      await access.update((db) => settle(db, id, leases.get(id) ?? null, result));
      leases.delete(id);
    },
    nextDeliveryAt: (channels) => access.read((db) => nextReadyAt(db, channels)),
    backlog: () => access.read(loadBacklog),
    ...createChannels(engine, access),
  };
}

type ChannelStore = Pick<Store, 'withChannel' | 'channelQueue' | 'channels' | 'retryDeliveries'>;

function createChannels(engine: Engine, access: Access): ChannelStore {
  const withChannel: Store['withChannel'] = (name, work) =>
    access.write(async (db) => {
      await engine.lockServer(db, channelLock(name));
      return work(createChannelTx(db, engine.kind, name));
    });
  return {
    withChannel,
    channelQueue: (name, now) => access.snapshot((db) => loadQueue(db, name, now)),
    channels: (names) => access.snapshot((db) => loadChannels(db, names)),
    retryDeliveries: (channel, now) => access.write((db) => makeDue(db, channel, now)),
  };
}

/** The store on an open, migrated database. */
export function createStore(engine: Engine, access: Access, from: string | null): Store {
  const audit = createAuditLog(engine, from);
  return {
    withServer: (name, work) =>
      access.write(async (db) => {
        await engine.lockServer(db, name);
        return work(createServerTx(db, name, engine.kind, audit));
      }),
    touch: (name, revision, patch, seenAt) => access.update((db) => touchServer(db, name, revision, patch, seenAt)),
    server: (name) => access.read((db) => loadServer(db, name)),
    servers: () => access.read(loadServers),
    state: (name) => access.snapshot((db) => loadState(db, name)),
    latestSurface: (name) => access.snapshot((db) => loadSurface(db, name)),
    otherTools: (name) => access.read((db) => loadOtherTools(db, name)),
    countRecorded: (name, prefix) => access.read((db) => countRecorded(db, name, prefix)),
    definitionText: (fingerprint) => access.read((db) => loadText(db, fingerprint)),
    serversToAttend: (now, remindBefore) => access.snapshot((db) => loadServersToAttend(db, now, remindBefore)),
    digest: (before) => access.snapshot((db) => loadDigest(db, before)),
    enqueue: (alert, channels) => access.write((db) => enqueue(db, alert, channels)),
    history: (filter) => access.snapshot((db) => loadHistory(db, filter)),
    prune: (before) => prune(engine, access, before),
    recordConfig: (path, servers, at) => access.write((db) => recordConfig(db, audit, path, servers, at)),
    verifyAudit: (expect) => access.snapshot((db) => verifyAudit(db, expect)),
    exportAudit: (show) => access.snapshot((db) => exportAudit(db, show)),
    ...createOutbox(engine, access),
    close: () => access.close(),
  };
}
