import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const label = z.object({ span: z.object({ line: z.number() }) });
const diagnostic = z.object({ filename: z.string(), code: z.string(), labels: z.array(label) });
const report = z.object({ diagnostics: z.array(diagnostic) });

const tsconfig = { compilerOptions: { strict: true, module: 'nodenext', target: 'es2023' } };

/** Lints `files` (path to text) by the rules of this house, in a folder of their own. Gives `path:line rule` of each finding. */
export async function lint(files: Readonly<Record<string, string>>): Promise<ReadonlySet<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'tooldrift-lint-'));
  try {
    await copyFile(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    for (const [path, text] of Object.entries({ ...files, 'tsconfig.json': JSON.stringify(tsconfig) })) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const { diagnostics } = report.parse(JSON.parse(await runOxlint(folder)));
    const lines = diagnostics.map(({ filename, code, labels }) => {
      return `${filename.replaceAll('\\', '/')}:${labels[0]?.span.line ?? 0} ${code}`;
    });
    return new Set(lines);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function runOxlint(folder: string): Promise<string> {
  const program = join(root, 'node_modules/oxlint/bin/oxlint');
  // Away from our node_modules, oxlint finds its typed half (tsgolint) through PATH alone.
  const path = [join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter);
  const options = { cwd: folder, maxBuffer: 1e8, env: { ...process.env, PATH: path } };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, '--format', 'json'], options, (error, stdout) => {
      // It exits with 1 when it found something, which is what most callers want.
      if (stdout.startsWith('{')) resolve(stdout);
      else reject(new Error(`oxlint gave no report: ${stdout}`, { cause: error }));
    });
  });
}
