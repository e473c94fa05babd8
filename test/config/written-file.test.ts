import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadWrittenFile } from '../../src/config/written-file.ts';
import { aFolder } from './config-folder.ts';

async function written(text: string, env: NodeJS.ProcessEnv = {}) {
  return loadWrittenFile({ cwd: await aFolder({ 'tooldrift.jsonc': text }), env });
}

const text = `{
  // one
  "mcpServers": {
    "billing": { "url": "https://\${HOST}/mcp",
      "headers": { "Authorization": "Bearer \${TOKEN}" } }
  }
}`;

describe('a config file as it is written', () => {
  test('keeps variables by name, and needs none of them', async () => {
    const file = await written(text);
    expect(file.written.mcpServers['billing']?.url).toBe('https://${HOST}/mcp');
    expect(file.unset).toEqual(['HOST', 'TOKEN']);
    expect(file.config.servers.map(({ name }) => name)).toEqual(['billing']);
    expect((await written(text, { HOST: 'example.com' })).unset).toEqual(['TOKEN']);
  });

  test.each([
    [['mcpServers', 'billing'], { line: 4, column: 5 }],
    [['mcpServers', 'billing', 'url'], { line: 4, column: 18 }],
    [['mcpServers', 'billing', 'headers', 'Authorization'], { line: 5, column: 20 }],
    [['mcpServers', 'billing', 'args', 3], { line: 4, column: 5 }],
    [['nowhere'], { line: 1, column: 1 }],
  ])('knows where %j stands', async (path, place) => {
    expect((await written(text)).placeOf(path)).toEqual(place);
  });

  test.each([
    [
      ['mcpServers', 'billing'],
      [4, 5],
      [4, 14],
    ],
    [
      ['mcpServers', 'billing', 'url'],
      [4, 18],
      [4, 23],
    ],
    [['nowhere'], [1, 1], [1, 2]],
  ])('knows where %j begins and ends', async (path, [line, column], [endLine, endColumn]) => {
    expect((await written(text)).regionOf(path)).toEqual({
      start: { line, column },
      end: { line: endLine, column: endColumn },
    });
  });

  test('knows whether the place of the database is known', async () => {
    const withDatabase = text.replace('"mcpServers"', '"database": "sqlite:${FOLDER}/x.db", "mcpServers"');
    expect((await written(withDatabase)).isDatabaseUnknown).toBe(true);
    expect((await written(withDatabase, { FOLDER: '/srv' })).isDatabaseUnknown).toBe(false);
    expect((await written(withDatabase, { TOOLDRIFT_DATABASE: 'sqlite:/srv/x.db' })).isDatabaseUnknown).toBe(false);
    expect((await written(text)).isDatabaseUnknown).toBe(false);
  });

  test('is refused for anything else that is wrong, as ever', async () => {
    await expect(written('{ "mcpServers": {} }')).rejects.toThrow('at least one server');
    await expect(written(text.replace('"url"', '"uri"'))).rejects.toThrow('unknown key "uri"');
    await expect(written(text.replace('"mcp', '"firstSeen": "${SEEN}", "mcp'))).rejects.toThrow(
      'SEEN, which is not set',
    );
  });

  test('is named as messages name it', async () => {
    const folder = await aFolder({ 'config/tooldrift.jsonc': text });
    expect((await loadWrittenFile({ cwd: folder, env: {} })).label).toBe(join('config', 'tooldrift.jsonc'));
  });

  test('fails with what is wrong, and names variables only where that may be due to them', async () => {
    const wrong = text.replace('"mcpServers"', '"firstSeen": "never", "mcpServers"');
    await expect(written(wrong)).rejects.toThrow(/^(?!.*HOST).*firstSeen/s);
    const due = text.replace('"mcpServers"', '"firstSeen": "${FIRST}", "mcpServers"');
    await expect(written(due)).rejects.toThrow(/FIRST/);
  });
});
