import { randomBytes } from 'node:crypto';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Random } from '../monitor/ports-world.ts';
import { AuthError } from './auth-error.ts';
import type { TokenFile } from './token-file.ts';

/** Who holds a lock for longer is dead: all that is done under it has shorter limits. */
const staleMs = 60_000;
const maxWaitMs = 75_000;
const pauseMs = 100;

/**
 * Runs `work` while no other process does so for the same tokens: a refresh token that is used twice may end the login.
 *
 * Each contender makes a file of its own and then looks for others. Two that come at the same time see each other, both
 * step back, and try again at random times. As no two files ever have the same name, that of a dead process can be removed
 * without a race: it is never somebody else's by now.
 */
export async function withTokenLock<T>(
  { folder, base }: TokenFile,
  clock: Clock,
  random: Random,
  work: () => Promise<T>,
): Promise<T> {
  const prefix = `.${base}.lock-`;
  const giveUpAt = clock.now().getTime() + maxWaitMs;
  for (;;) {
    const own = `${prefix}${randomBytes(8).toString('hex')}`;
    await claim(join(folder, own));
    try {
      if (!(await othersHold(folder, prefix, own, clock))) return await work();
    } finally {
      await rm(join(folder, own), { force: true });
    }
    if (clock.now().getTime() > giveUpAt)
      throw new AuthError(
        'unreachable',
        'other processes are renewing the tokens of this server, and do not come to an end',
      );
    await clock.sleep(pauseMs * (0.5 + random()));
  }
}

async function claim(path: string): Promise<void> {
  try {
    await writeFile(path, '', { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new AuthError('auth-required', `the folder of the tokens cannot be written to (${code})`, { cause });
  }
}

async function othersHold(folder: string, prefix: string, own: string, clock: Clock): Promise<boolean> {
  let isHeld = false;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix) || name === own) continue;
    const path = join(folder, name);
    const stats = await stat(path).catch(() => null);
    if (stats === null) continue;
    if (Math.abs(clock.now().getTime() - stats.mtimeMs) > staleMs) await rm(path, { force: true });
    else isHeld = true;
  }
  return isHeld;
}
