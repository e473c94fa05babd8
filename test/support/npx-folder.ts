import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A script that becomes the stdio server of 2025 which its first argument, a state file, describes. */
export const serveState = `import(${JSON.stringify(fileURLToPath(new URL('./servers/legacy-stdio.mjs', import.meta.url)))});\n`;

export interface Folder {
  readonly path: string;
  remove(): void;
}

/** A new folder with these files. Those in a folder `bin` may be run. */
export function createFolder(contents: Readonly<Record<string, string>>): Folder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'tooldrift-folder-')));
  for (const [name, text] of Object.entries(contents)) {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (dirname(file).endsWith('/bin')) chmodSync(file, 0o700);
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export interface NpxFolder extends Folder {
  /** `npx`: runs `<npx> -y @scope/files <state file>` as the real one does, by a shell and through a link. */
  readonly npx: string;
  /** Where the package says what it is. */
  readonly manifest: string;
  install(manifest: string): void;
}

/** What `npx` leaves behind when it has installed a package, and a stand-in for `npx` itself. */
export function createNpxFolder(manifest: string): NpxFolder {
  const modules = 'cache/_npx/68b53d3fd47bf8db/node_modules';
  const own = `${modules}/@scope/files`;
  const { path, remove } = createFolder({
    [`${own}/package.json`]: manifest,
    [`${own}/dist/package.json`]: '{"type":"commonjs"}',
    [`${own}/dist/index.js`]: serveState,
    [`${modules}/.bin/other`]: '',
    // The folder around belongs to a package, too.
    'package.json': '{"name":"whoever-is-around","version":"9.9.9"}',
    'bin/npx': `#!/bin/sh\nsh -c "node $(dirname "$0")/../${modules}/.bin/files '$3'; exit"\n`,
  });
  symlinkSync('../@scope/files/dist/index.js', join(path, modules, '.bin/files'));
  const file = join(path, own, 'package.json');
  return {
    ...{ path, remove, npx: join(path, 'bin/npx'), manifest: file },
    install: (next) => writeFileSync(file, next),
  };
}
