import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { approve } from '../../src/commands/approve.ts';
import { check } from '../../src/commands/check.ts';
import { exportLock } from '../../src/commands/export.ts';
import { history } from '../../src/commands/history.ts';
import { importLock, type ImportOptions } from '../../src/commands/import.ts';
import { readLock } from '../../src/lock/read-lock.ts';
import { writeLock } from '../../src/lock/write-lock.ts';
import type { Io } from '../../src/commands/io.ts';
import { aFolder } from '../config/config-folder.ts';
import { baselineOf, bytes } from '../lock/builders.ts';
import { aTool as storedTool, time } from '../store/builders.ts';
import { createTestDatabase, engines, type TestEngine } from '../support/database.ts';
import { aTool, searchNotesTool } from '../support/servers/tools.ts';
import { anIo } from './an-io.ts';
import { aLockPlace, lockFile } from './lock-place.ts';

/** A folder whose database is empty, with a lock of everything that the server of `place` shows. */
async function aTarget(engine: TestEngine = 'sqlite') {
  const place = await aLockPlace();
  const database = await createTestDatabase(engine);
  onTestFinished(() => database.drop());
  const location = engine === 'sqlite' ? `sqlite:${database.location}` : database.location;
  const headers = { Authorization: 'Bearer s3cr3t-value' };
  const config = { database: location, mcpServers: { files: { url: place.server.url, headers } } };
  const lock = await place.lock();
  const folder = await aFolder({ 'tooldrift.jsonc': JSON.stringify(config), [lockFile]: lock });
  const on = async (work: (io: Io) => Promise<number>, io: Partial<Io> = {}) => {
    const { io: all, printed } = anIo(folder, io);
    return { code: await work(all), ...printed };
  };
  return {
    ...{ place, folder, lock },
    import: (
      options: ImportOptions = { yes: true, by: 'bob@ci' },
      io: Partial<Io> = {},
      names: readonly string[] = [],
    ) => on((all) => importLock(lockFile, names, options, all), io),
    export: () => on((io) => exportLock([], { output: '-' }, io)),
    check: () => on((io) => check([], { failOn: 'low' }, io)),
    history: async () => (await on((io) => history(undefined, undefined, {}, io))).out,
    replaceLock: (text: string) => writeFile(join(folder, lockFile), text),
  };
}

const changed = aTool({ description: 'Removes two files.' });

describe.each(engines)('tooldrift import on %s', (engine) => {
  it('takes a lock in as it was, so that what is exported again is the same, and a check is clean', async () => {
    const target = await aTarget(engine);
    expect(await target.import()).toMatchObject({ code: 0 });
    expect(await target.export()).toEqual({ code: 0, out: target.lock, err: '' });
    expect(await target.check()).toMatchObject({ code: 0, out: expect.stringContaining('clean') });
    expect(await target.import()).toMatchObject({ code: 0, out: 'files: all of it is approved already\n' });
    expect(await target.history()).toMatch(/definitions by ann@host, imported by bob@ci( from \S+)?: read it/);
    target.place.server.setTools([changed, searchNotesTool]);
    expect(await target.check()).toMatchObject({ code: 1, out: expect.stringContaining('DRIFT (1 finding)') });
  });
});

describe('tooldrift import', () => {
  it('takes in what was removed, what comes twice, odd values and parts that vary', async () => {
    const target = await aTarget();
    const [rest, gone] = [
      baselineOf([storedTool('twice', 'a'), storedTool('twice', 'b'), storedTool('odd', '\uD800 \u0000 x\ny')]),
      baselineOf([storedTool('gone')], { fingerprint: null, by: 'cid@host', note: 'no longer' }),
    ];
    const varying = baselineOf([storedTool('place', 'Works below /home/ann/notes, as you know.')]);
    const pattern = 'below {path}, as you know';
    const rule = {
      kind: 'tool',
      name: 'place',
      pointer: '/description',
      pattern,
      at: time(1),
      by: 'ann@host',
      note: null,
    } as const;
    const baseline = [...gone, ...rest, ...varying].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const lock = writeLock({ servers: [{ server: 'files', baseline, volatile: [rule] }] });
    await target.replaceLock(lock);
    const { code, out } = await target.import();
    expect(code).toBe(0);
    expect(out).toContain('files: place /description may vary: below {path}, as you know by ann@host');
    expect((await target.export()).out).toBe(lock);
  });

  it('takes nothing in that is approved in the future, which would be later than all that is approved here', async () => {
    const target = await aTarget();
    await target.replaceLock(target.lock.replace(/"at": "\d{4}-/, '"at": "9999-'));
    await expect(target.import()).rejects.toMatchObject({ code: 'lock', message: expect.stringContaining('future') });
    await expect(target.export()).rejects.toThrow('nothing is approved yet');
  });

  it('shows what it takes in, and asks', async () => {
    const target = await aTarget();
    const asked: string[] = [];
    const answer = (is: boolean): Partial<Io> => ({
      ask: async (question) => {
        asked.push(question);
        return is;
      },
    });
    expect(await target.import({}, answer(false))).toMatchObject({ code: 1, err: 'files: nothing was taken in\n' });
    await expect(target.export()).resolves.toMatchObject({ code: 1 });
    const { code, out } = await target.import({}, answer(true));
    expect(code).toBe(0);
    expect(out).toContain('files is approved like this in the lock, and not at all here (v1:');
    expect(out).toMatch(/files: \d+ definitions approved by ann@host \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC: read it/);
    const question = expect.stringMatching(/^Take in \d+ approvals of files as shown\?$/);
    expect(asked).toEqual([question, question]);
  });

  it('needs a word where nobody can be asked', async () => {
    const target = await aTarget();
    await expect(target.import({})).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('--yes') });
    const ask = async (): Promise<boolean> => true;
    await expect(target.import({ json: true }, { ask })).rejects.toMatchObject({ code: 'usage' });
  });

  it('shows the words that moved, ends the drift that it approves, and leaves what is newer here', async () => {
    const target = await aTarget();
    await target.import();
    target.place.server.setTools([changed, searchNotesTool]);
    await target.check();
    await target.replaceLock(await approvedElsewhere(target.place));
    const { code, out } = await target.import({ by: 'bob@ci' }, { ask: async () => true });
    expect(code).toBe(0);
    expect(out).toContain('[-one file');
    expect((await target.check()).out).toContain('clean');

    // The lock of the beginning is older than what is approved here now.
    await target.replaceLock(target.lock);
    const older = await target.import();
    expect(older.code).toBe(1);
    expect(older.err).toContain('files: delete_file: something else was approved here later, by ann@host');
    expect(older.err).toContain('left as it is (--replace-newer takes what the lock says)');
    expect((await target.check()).code).toBe(0);
    const replaced = await target.import({ yes: true, replaceNewer: true });
    expect(replaced).toMatchObject({ code: 0, err: expect.stringContaining('replaced by what the lock says') });
    expect((await target.check()).code).toBe(1);
  });

  it('refuses a lock that was changed, and names what the lock or the config has not', async () => {
    const target = await aTarget();
    const { servers } = readLock(bytes(target.lock), lockFile);
    const gone = servers.map((server) => ({ ...server, server: 'gone' }));
    await target.replaceLock(writeLock({ servers: gone }));
    expect(await target.import()).toMatchObject({ code: 0, err: 'gone: is not in the config, left out\n' });
    await expect(target.import({ yes: true }, {}, ['files'])).rejects.toThrow('the lock holds nothing of files');
    await target.replaceLock(target.lock.replace('Removes', 'Remove5'));
    await expect(target.import()).rejects.toMatchObject({ code: 'lock' });
    await target.replaceLock(target.lock);
    const stdin = {
      readInput: async function* () {
        yield bytes(target.lock);
      },
    };
    const { io, printed } = anIo(target.folder, stdin);
    expect(await importLock('-', [], { yes: true, json: true, by: 'bob@ci' }, io)).toBe(0);
    expect(JSON.parse(printed.out)).toMatchObject({
      servers: [{ server: 'files', imported: true, newer: [], volatile: [] }],
    });
  });
});

/** Another person approves what the server shows now, and exports. */
async function approvedElsewhere(place: Awaited<ReturnType<typeof aLockPlace>>): Promise<string> {
  await check([], { failOn: 'low' }, anIo(place.folder).io);
  const { results } = await place.checkRecorded();
  const expectation = results[0]?.fingerprint ?? '';
  await approve('files', [], { expect: expectation, by: 'ann@host', note: 'asked the vendor' }, anIo(place.folder).io);
  const { io, printed } = anIo(place.folder);
  await exportLock([], { output: '-' }, io);
  return printed.out;
}
