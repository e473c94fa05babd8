// @ts-check
// `npm run build`: compiles to dist/ and packs the program into few files in dist/bin/.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { build } from 'rolldown';

/**
 * Our own modules and those of these two libraries are some 500 files; loading them one by one costs each command a
 * quarter of a second (Node 20 keeps no compiled code). All other libraries stay dependencies of the package.
 */
const packed = ['kysely', 'zod'];

rmSync('dist', { recursive: true, force: true });
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'], { stdio: 'inherit' });
await build({
  input: 'dist/src/main.js',
  platform: 'node',
  external: (id) => !id.startsWith('.') && !isAbsolute(id) && !packed.includes(id),
  plugins: [
    {
      name: 'licenses',
      generateBundle() {
        const texts = packed.map((name) => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8')}`);
        this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-LICENSES.txt', source: texts.join('\n---\n\n') });
      },
    },
  ],
  output: { dir: 'dist/bin', format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
});
