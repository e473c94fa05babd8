import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { createPlace } from '../support/cli.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { aTool } from '../support/servers/tools.ts';

const light = fileURLToPath(new URL('../support/servers/light-stdio.sh', import.meta.url));
const secrets = ['q7HeaderZ1x', 'q7ArgumentZ2x', 'q7VariableZ3x', 'q7UnreadZ4x'] as const;
const [header, argument, variable, unread] = secrets;

it('what clients keep secret is in no output and no file, from init to an approval', async () => {
  const server = await startModernHttpServer({ tools: [aTool()] });
  onTestFinished(() => server.close());
  // The values that init asks for.
  const env = { WIKI_AUTHORIZATION: `Bearer ${header}`, LIGHT_TOKEN: variable, LIGHT_TOKEN_2: argument };
  const place = await createPlace({ database: 'sqlite:./own.db', follow: ['cursor', 'codex'], mcpServers: {} }, env);
  onTestFinished(() => place.remove());
  const inputs: Readonly<Record<string, string>> = {
    '.cursor/mcp.json': JSON.stringify({
      mcpServers: {
        wiki: { url: server.url, headers: { Authorization: `Bearer ${header}` } },
        light: { command: 'sh', args: [light, '--token', argument], env: { TOKEN: variable } },
      },
    }),
    '.codex/config.toml': `[mcp_servers.odd]\nurl = "https://x.example"\nbearer_token = "${unread}"\n`,
  };
  for (const [name, text] of Object.entries(inputs)) {
    await mkdir(dirname(join(place.folder, name)));
    await writeFile(join(place.folder, name), text);
  }

  const outputs: string[] = [];
  const run = async (...args: readonly string[]): Promise<number | null> => {
    const { code, stdout, stderr } = await place.run(...args);
    outputs.push(stdout, stderr);
    return code;
  };
  expect(await run('init', '--yes')).toBe(0);
  expect(await readFile(join(place.folder, 'tooldrift.jsonc'), 'utf8')).toContain('${WIKI_AUTHORIZATION}');
  expect(await run('check')).toBe(1);
  expect(await run('approve', '--first-seen', '--yes')).toBe(0);
  expect(await run('status', '--json', '--verbose')).toBe(0);
  expect(await run('export', '--output', 'tooldrift.lock.json')).toBe(0);

  const names = await readdir(place.folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const own = files.filter((file) => !Object.keys(inputs).some((name) => file.endsWith(name)));
  const written = await Promise.all(own.map((file) => readFile(file, 'latin1')));
  expect(own).toContain(join(place.folder, 'own.db'));
  for (const secret of secrets) for (const text of [...outputs, ...written]) expect(text).not.toContain(secret);
});
