import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { sendNotice, tellSystemd, watchdogMs } from '../../src/machine/tell-systemd.ts';
import { aFolder } from '../config/config-folder.ts';

test.each<[string, NodeJS.ProcessEnv, number | null]>([
  ['no watchdog', {}, null],
  ['a watchdog', { WATCHDOG_USEC: '180000000', WATCHDOG_PID: '7' }, 60_000],
  ['one that is not for a process of its own', { WATCHDOG_USEC: '180000000' }, 60_000],
  ['that of another process', { WATCHDOG_USEC: '180000000', WATCHDOG_PID: '8' }, null],
  ['nonsense', { WATCHDOG_USEC: 'often' }, null],
])('%s', (_, env, ms) => {
  expect(watchdogMs(env, 7)).toBe(ms);
});

describe('systemd is told', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const socket = { NOTIFY_SOCKET: '/run/user/1000/systemd/notify' };

  it('that the daemon is ready, that it lives, and at last nothing more', () => {
    const told: string[] = [];
    const stop = tellSystemd({ ...socket, WATCHDOG_USEC: '3000000' }, 7, (words) => void told.push(...words));
    expect(told).toEqual(['READY=1']);
    vi.advanceTimersByTime(2_500);
    expect(told).toEqual(['READY=1', 'WATCHDOG=1', 'WATCHDOG=1']);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(told).toHaveLength(3);
  });

  it('nothing where it did not ask', () => {
    const told: string[] = [];
    tellSystemd({ WATCHDOG_USEC: '3000000' }, 7, (words) => void told.push(...words))();
    vi.advanceTimersByTime(60_000);
    expect(told).toEqual([]);
  });
});

describe('systemd-notify', () => {
  it('is handed the words, the socket and nothing else of the environment', async () => {
    const program = '#!/bin/sh\necho "$* $NOTIFY_SOCKET $TOKEN" >"$0.said.new"; mv "$0.said.new" "$0.said"\n';
    const folder = await aFolder({ 'systemd-notify': program });
    await chmod(join(folder, 'systemd-notify'), 0o755);
    const env = { PATH: `${folder}:/usr/bin:/bin`, NOTIFY_SOCKET: '/s', TOKEN: 'hunter22abc' };
    sendNotice(env, (error) => expect.unreachable(error.message))(['READY=1']);
    const said = () => readFile(join(folder, 'systemd-notify.said'), 'utf8').catch(() => '');
    await expect.poll(said).toBe('READY=1 /s \n');
  });

  it('that is missing is an error that is told, and ends nothing', async () => {
    const error = await new Promise<Error>((resolve) => sendNotice({ PATH: '/none' }, resolve)(['READY=1']));
    expect(error.message).toContain('ENOENT');
  });
});
