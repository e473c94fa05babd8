import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { approveFirstSeen } from '../../src/commands/approve.ts';
import { check, type CheckOptions } from '../../src/commands/check.ts';
import { exportLock } from '../../src/commands/export.ts';
import type { CheckResult } from '../../src/monitor/check-result.ts';
import { aFolder } from '../config/config-folder.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { aTool, searchNotesTool } from '../support/servers/tools.ts';
import { anIo } from './an-io.ts';

export const lockFile = 'tooldrift.lock.json';
/** Nothing listens there. */
const nowhere = 'postgres://me:${DATABASE_PASSWORD}@127.0.0.1:1/none';

/** A server that is watched from one folder with a database, and from another (`elsewhere`) with none that could be opened. */
export async function aLockPlace(settings: object = {}, database?: string) {
  const server = await startModernHttpServer({ tools: [aTool(), searchNotesTool] });
  onTestFinished(() => server.close());
  const mcpServers = { files: { url: server.url, headers: { Authorization: 'Bearer s3cr3t-value' } } };
  const folder = await aFolder({ 'tooldrift.jsonc': JSON.stringify({ mcpServers, database, ...settings }) });
  const alerts = { email: { smtp: '${SMTP_URL}', from: 'a@example.com', to: ['b@example.com'] } };
  const elsewhere = await aFolder({
    'tooldrift.jsonc': JSON.stringify({ mcpServers, ...settings, database: nowhere, alerts }),
  });
  const run = async (options: Partial<CheckOptions> = {}, cwd = elsewhere) => {
    const { io, printed } = anIo(cwd);
    const code = await check([], { lock: lockFile, json: true, failOn: 'low', ...options }, io);
    const results = options.json === false ? [] : (JSON.parse(printed.out) as { servers: CheckResult[] }).servers; // ours
    return { code, results, ...printed };
  };
  return {
    server,
    folder,
    elsewhere,
    /** Reads, approves and exports, and takes the lock to the other place. */
    async lock() {
      await check([], { failOn: 'low' }, anIo(folder).io);
      await approveFirstSeen([], { yes: true, by: 'ann@host', note: 'read it' }, anIo(folder).io);
      await exportLock([], { output: lockFile }, anIo(folder).io);
      const text = await readFile(join(folder, lockFile), 'utf8');
      await writeFile(join(elsewhere, lockFile), text);
      return text;
    },
    checkLocked: run,
    /** The same with the database. */
    async checkRecorded() {
      const { io, printed } = anIo(folder);
      const code = await check([], { json: true, failOn: 'low' }, io);
      return { code, results: (JSON.parse(printed.out) as { servers: CheckResult[] }).servers }; // a document of ours
    },
  };
}
