import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredTokens } from '../../../src/mcp/stored-tokens.ts';
import { TokenFile } from '../../../src/mcp/token-file.ts';

/** A folder for tokens that is gone after `remove`. */
export class TokenFolder {
  readonly path = join(mkdtempSync(join(tmpdir(), 'tooldrift-tokens-')), 'tokens');

  /** Names of all files in it, hidden ones too. */
  names(): readonly string[] {
    try {
      return readdirSync(this.path);
    } catch {
      return [];
    }
  }

  /** All that is in it. */
  text(): string {
    return this.names()
      .map((name) => readFileSync(join(this.path, name), 'utf8'))
      .join('\n');
  }

  /** Path of the one file that is not hidden. */
  only(): string {
    const shown = this.names().filter((name) => !name.startsWith('.'));
    if (shown.length !== 1 || shown[0] === undefined) throw new Error(`there are ${String(shown.length)} token files`);
    return join(this.path, shown[0]);
  }

  read(): StoredTokens {
    return JSON.parse(readFileSync(this.only(), 'utf8')) as StoredTokens; // only our own program writes it
  }

  /** Changes what is stored, as if it had been so from the start. */
  edit(change: Partial<StoredTokens>): void {
    writeFileSync(this.only(), JSON.stringify({ ...this.read(), ...change }));
  }

  allow(mode: number): void {
    chmodSync(this.only(), mode);
  }

  /** A lock that a process left behind so many seconds ago. */
  lock(url: string, secondsAgo: number, server = 'watched'): void {
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
    const path = join(this.path, `.${new TokenFile(this.path, server, new URL(url)).base}.lock-0123456789abcdef`);
    writeFileSync(path, '', { mode: 0o600 });
    const at = Date.now() / 1000 - secondsAgo;
    utimesSync(path, at, at);
  }

  remove(): void {
    rmSync(join(this.path, '..'), { recursive: true, force: true });
  }
}
