import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { StoredTokens } from '../../src/mcp/stored-tokens.ts';
import { TokenFile } from '../../src/mcp/token-file.ts';
import { withTokenLock } from '../../src/mcp/token-lock.ts';
import { TokenFolder } from '../support/oauth/token-folder.ts';
import { it, type Scope } from './scope.ts';

const url = new URL('https://mcp.example.com/mcp');
const some: StoredTokens = {
  version: 1,
  server: url.href,
  settings: '{}',
  issuer: 'https://login.example.com',
  resource: null,
  client: null,
  accessToken: 'access',
  refreshToken: null,
  scope: null,
  obtainedAt: '2026-12-01T10:00:00.000Z',
  expiresAt: null,
};

function open(scope: Scope): { folder: TokenFolder; file: TokenFile } {
  const folder = scope.closeAfter(new TokenFolder(), (made) => made.remove());
  return { folder, file: new TokenFile(folder.path, 'billing', url) };
}

describe('a token file', () => {
  it('keeps tokens for this user alone, in a folder for this user alone', async ({ scope }) => {
    const { folder, file } = open(scope);
    expect(await file.load()).toBeNull();
    await file.save(some);
    await file.save({ ...some, accessToken: 'next' });
    expect(await file.load()).toEqual({ ...some, accessToken: 'next' });
    expect(folder.names()).toHaveLength(1);
    expect(statSync(folder.only()).mode & 0o777).toBe(0o600);
    expect(statSync(folder.path).mode & 0o777).toBe(0o700);
  });

  it('is another one for another name or another address', async ({ scope }) => {
    const { folder, file } = open(scope);
    await file.save(some);
    for (const other of ['https://mcp.example.com/mcp2', 'https://mcp.example.com/mcp?x', 'http://mcp.example.com/mcp'])
      expect(await new TokenFile(folder.path, 'billing', new URL(other)).load()).toBeNull();
    expect(await new TokenFile(folder.path, 'billing2', url).load()).toBeNull();
  });

  it.for([0o644, 0o640, 0o606, 0o620])('that others may use is refused (%o)', async (mode, { scope }) => {
    const { folder, file } = open(scope);
    await file.save(some);
    folder.allow(mode);
    await expect(file.load()).rejects.toMatchObject({
      outcome: 'auth-required',
      message: `others than you may use ${folder.only()}, so it is not used: run \`chmod 600\` on it, and log in again if they may have`,
    });
    await file.save(some);
    expect(await file.load()).toEqual(some);
  });

  it('in a folder that others may use is neither read nor written', async ({ scope }) => {
    const { folder, file } = open(scope);
    await file.save(some);
    chmodSync(folder.path, 0o755);
    await expect(file.load()).rejects.toMatchObject({ message: expect.stringContaining('chmod 700') });
    await expect(file.save(some)).rejects.toMatchObject({ message: expect.stringContaining('chmod 700') });
    expect(folder.names()).toHaveLength(1);
  });

  it('in a place that this user cannot get to counts as absent', async ({ scope }) => {
    const { folder } = open(scope);
    writeFileSync(`${folder.path}-file`, '');
    expect(await new TokenFile(`${folder.path}-file/tokens`, 'billing', url).load()).toBeNull();
  });

  it('that is a link is not followed', async ({ scope }) => {
    const { folder, file } = open(scope);
    await file.save(some);
    const path = folder.only();
    renameSync(path, `${folder.path}/../elsewhere`);
    symlinkSync('../elsewhere', path);
    await expect(file.load()).rejects.toMatchObject({ message: expect.stringContaining('cannot be read (ELOOP)') });
  });

  it.for(['', '{', '[]', '{"version": 2}', JSON.stringify({ ...some, accessToken: 5 }), `"${'x'.repeat(300_000)}"`])(
    'that holds something else is told as such, and not what it holds: %.20s',
    async (text, { scope }) => {
      const { folder, file } = open(scope);
      await file.save(some);
      writeFileSync(folder.only(), text);
      await expect(file.load()).rejects.toMatchObject({
        message: `the token file ${folder.only()} is damaged: log in again`,
      });
    },
  );

  it('that cannot be written leaves the one before, and nothing else', async ({ scope }) => {
    const { folder, file } = open(scope);
    await file.save(some);
    const path = folder.only();
    // Nothing can be renamed to the name of a folder.
    renameSync(path, `${path}.before`);
    mkdirSync(path);
    await expect(file.save(some)).rejects.toMatchObject({ outcome: 'auth-required' });
    expect(folder.names()).toHaveLength(2);
  });
});

describe('a token lock', () => {
  it('lets one in at a time', async ({ scope }) => {
    const { file, folder } = open(scope);
    await file.prepare();
    let inside = 0;
    let most = 0;
    const enter = () =>
      withTokenLock(file, systemClock, Math.random, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
      });
    await Promise.all(Array.from({ length: 12 }, enter));
    expect(most).toBe(1);
    expect(folder.names()).toEqual([]);
  });

  it('lets one in at a time, also of several processes', async ({ scope }) => {
    const { file, folder } = open(scope);
    await file.prepare();
    const worker = new URL('../support/oauth/lock-worker.mjs', import.meta.url);
    const counter = join(folder.path, '..', 'counter');
    writeFileSync(counter, '0');
    const workers = Array.from({ length: 3 }, () =>
      fork(worker, [folder.path, url.href, counter, '10'], { execArgv: [] }),
    );
    await Promise.all(workers.map((child) => once(child, 'exit')));
    expect(readFileSync(counter, 'utf8')).toBe('30');
    expect(folder.names()).toEqual([]);
  });

  it('is let go of when the work fails', async ({ scope }) => {
    const { file, folder } = open(scope);
    await file.prepare();
    const reason = new Error('no');
    const work = withTokenLock(file, systemClock, Math.random, () => Promise.reject(reason));
    await expect(work).rejects.toBe(reason);
    expect(folder.names()).toEqual([]);
  });

  it('that a dead process left behind does not count', async ({ scope }) => {
    const { file, folder } = open(scope);
    folder.lock(url.href, 120, 'billing');
    expect(await withTokenLock(file, systemClock, Math.random, async () => 'in')).toBe('in');
    expect(folder.names()).toEqual([]);
  });

  it('that is held for too long by others is given up on', async ({ scope }) => {
    const { file, folder } = open(scope);
    folder.lock(url.href, 0, 'billing');
    let now = Date.now();
    // A clock that flies while the holder shows that it is alive.
    const clock = {
      now: () => new Date(now),
      sleep: async () => {
        now += 10_000;
        folder.lock(url.href, (Date.now() - now) / 1000, 'billing');
      },
    };
    await expect(withTokenLock(file, clock, Math.random, async () => 'in')).rejects.toMatchObject({
      outcome: 'unreachable',
      message: 'other processes are renewing the tokens of this server, and do not come to an end',
    });
  });
});
