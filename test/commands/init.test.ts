import { mkdir, readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { init, type InitOptions } from '../../src/commands/init.ts';
import type { Io } from '../../src/commands/io.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { AppError } from '../../src/errors.ts';
import { aMachine, type Files } from '../clients/machine.ts';

const github = { command: 'npx', args: ['-y', 'github-mcp'], env: { GITHUB_TOKEN: 'hunter2hunter2' } };
const files: Files = {
  'home/.claude.json': { mcpServers: { github, wiki: { type: 'http', url: 'https://wiki.example/mcp' } } },
  'home/.cursor/mcp.json': {
    mcpServers: { gh: { ...github, autoApprove: ['x'] }, off: { command: 'off-mcp', disabled: true }, bad: [] },
  },
  'home/.config/Code/User/mcp.json': { servers: { asks: { command: 'asks', env: { T: '${input:acme}' } } } },
  'code/shop/.mcp.json': { mcpServers: { db: { command: './db' } } },
};

interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly questions: readonly string[];
}

/** A person in a folder of the machine, who answers yes to questions that match. */
async function aPerson(content: Files, answers: RegExp | null = null) {
  const machine = await aMachine(content);
  const cwd = join(machine.folder, 'code/shop');
  const path = join(cwd, 'tooldrift.jsonc');
  const run = async (names: readonly string[], options: InitOptions = {}): Promise<Result> => {
    const [out, err, questions]: [string[], string[], string[]] = [[], [], []];
    const io = {
      ...{ cwd, env: { HOME: machine.home }, color: false, width: 100, program: 'tooldrift' },
      out: (text: string) => void out.push(text),
      err: (text: string) => void err.push(text),
      ask: answers && ((question: string) => (questions.push(question), Promise.resolve(answers.test(question)))),
    } as unknown as Io; // all that init uses
    return { code: await init(names, options, io), out: machine.short(out.join('')), err: err.join(''), questions };
  };
  const written = (): Promise<string | null> => readFile(path, 'utf8').then(machine.short, () => null);
  return { machine, cwd, path, run, written };
}

const config = `// Written by tooldrift init. Every \${NAME} is an environment variable: secrets stay out of this file.
{
  // What is watched, in the shape that MCP clients use. Change it as you like: init only ever adds to it.
  "mcpServers": {
    // Claude Code (user)
    "wiki": { "type": "http", "url": "https://wiki.example/mcp" },
    // Claude Code, Cursor (user)
    "github": { "command": "npx", "args": ["-y", "github-mcp"], "env": { "GITHUB_TOKEN": "\${GITHUB_TOKEN}" } },
  },
`;

describe('tooldrift init', () => {
  test('takes what needs no question, and shows the rest', async () => {
    const person = await aPerson(files);
    const { code, out } = await person.run([], { yes: true });
    expect(code).toBe(0);
    expect(await person.written()).toContain(config);
    expect(out.replaceAll(/(?<=\S) {2,}/g, '  ')).toBe(`SERVER  STATE  LAUNCH  VARIABLES  FOUND IN
wiki  new  https://wiki.example/mcp  -  Claude Code (user)
github  new  npx -y github-mcp  GITHUB_TOKEN  Claude Code, Cursor (user)
shop.db  new  ./db (in @/code/shop)  -  Claude Code, VS Code, GitHub Copilot CLI (project @/code/shop)
off  new  off-mcp  -  Cursor (user)
asks  new  asks  ACME  VS Code (user)

Taken only if you name it:
  shop.db comes with a repository
  off is switched off in Cursor
  asks takes a value that the client asks for and keeps to itself

Cannot be watched:
  bad, Cursor (user): is not an object

wrote 2 servers to tooldrift.jsonc, for you alone to read
set these environment variables first:
  GITHUB_TOKEN  for github, as its client has it
next: tooldrift check
`);
  });

  test('writes a config that loads, for its owner alone, and leaves nothing else', async () => {
    const person = await aPerson(files);
    await person.run([], { yes: true });
    const { servers } = await loadConfig({ cwd: person.cwd, env: { GITHUB_TOKEN: 't' } });
    expect(servers.map(({ name }) => name)).toEqual(['wiki', 'github']);
    expect((await stat(person.path)).mode & 0o777).toBe(0o600);
    expect(await readdir(person.cwd)).toEqual(['.git', '.mcp.json', 'tooldrift.jsonc']);
  });

  test('changes nothing the second time', async () => {
    const person = await aPerson(files);
    await person.run([], { yes: true });
    const before = await stat(person.path);
    const { code, out } = await person.run([], { yes: true });
    expect(code).toBe(0);
    expect(out).toContain('nothing to add to tooldrift.jsonc, which stays as it is');
    const after = await stat(person.path);
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  });

  test('adds what a person names to what is there', async () => {
    const person = await aPerson(files);
    await person.run([], { yes: true });
    const first = await person.written();
    const { out } = await person.run(['shop.db', 'asks']);
    expect(out).toContain(
      'added 2 servers to tooldrift.jsonc\nset these environment variables first:\n  ACME  for asks\n',
    );
    const added = `    // Claude Code, VS Code, GitHub Copilot CLI (project @/code/shop)
    "shop.db": { "command": "./db", "cwd": "@/code/shop" },
    // VS Code (user)
    // Look at this first: it takes a value that the client asks for and keeps to itself.
    "asks": { "command": "asks", "env": { "T": "\${ACME}" } },
`;
    expect(await person.written()).toBe(first?.replace('  },\n  // To be', `${added}  },\n  // To be`));
  });

  test('asks for each server on a terminal, and says what to look at', async () => {
    const person = await aPerson(files, /wiki|shop\.db/);
    const { questions } = await person.run([]);
    expect(questions.map(person.machine.short)).toEqual([
      'Watch wiki?\n  https://wiki.example/mcp\n ',
      'Watch github?\n  npx -y github-mcp\n ',
      'Watch shop.db?\n  ./db (in @/code/shop)\n  Look at it first: it comes with a repository.\n ',
      'Watch off?\n  off-mcp\n  Look at it first: it is switched off in Cursor.\n ',
      'Watch asks?\n  asks\n  Look at it first: it takes a value that the client asks for and keeps to itself.\n ',
    ]);
    const { servers } = await loadConfig({ cwd: person.cwd, env: {} });
    expect(servers.map(({ name }) => name)).toEqual(['wiki', 'shop.db']);
  });

  test('writes nothing where nobody can be asked', async () => {
    const person = await aPerson(files);
    const { code, err } = await person.run([]);
    expect([code, await person.written()]).toEqual([2, null]);
    expect(err).toBe(
      'nothing was written, as nobody can be asked here: name servers, or take what needs no question with --yes\n',
    );
  });

  test('shows what it would write', async () => {
    const person = await aPerson(files);
    const { code, out } = await person.run([], { dryRun: true });
    expect([code, await person.written()]).toEqual([0, null]);
    expect(out).toContain(`would write 2 servers to tooldrift.jsonc:\n\n${config}`);
  });

  test('prints one JSON document', async () => {
    const person = await aPerson(files);
    const { code, out } = await person.run([], { yes: true, json: true });
    const document = JSON.parse(out) as { servers: Record<string, unknown>[] }; // what this asked for
    expect(code).toBe(0);
    expect(document).toMatchObject({
      schemaVersion: 1,
      file: '@/code/shop/tooldrift.jsonc',
      existed: false,
      written: true,
      problems: [],
    });
    expect(
      document.servers.map(({ name, state, taken }) => `${String(name)} ${String(state)} ${String(taken)}`),
    ).toEqual([
      ...[
        'wiki new true',
        'github new true',
        'shop.db new false',
        'off new false',
        'bad unusable false',
        'asks new false',
      ],
    ]);
    expect(document.servers[1]).toEqual({
      ...{ name: 'github', state: 'new', reason: null, consent: null, taken: true },
      launch: { command: 'npx', args: ['-y', 'github-mcp'], env: { GITHUB_TOKEN: '${GITHUB_TOKEN}' } },
      ...{ variables: ['GITHUB_TOKEN'], secrets: ['GITHUB_TOKEN'] },
      found: [
        {
          ...{ client: 'claude-code', scope: 'user', path: '@/home/.claude.json', project: null, name: 'github' },
          ...{ expansion: 'none', enabled: true, autoApproved: { all: false, byHints: false, tools: [], by: [] } },
        },
        expect.objectContaining({ client: 'cursor', name: 'gh' }),
      ],
    });
  });

  test('adds to the config that other commands use here', async () => {
    const person = await aPerson({ ...files, 'code/shop/config/tooldrift.jsonc': { mcpServers: {} } });
    const { out } = await person.run(['wiki']);
    expect(out).toContain('added 1 server to config/tooldrift.jsonc\nnext: tooldrift check\n');
    expect(await person.written()).toBeNull();
  });

  test('looks only at the clients and projects that it is told', async () => {
    const person = await aPerson({
      ...files,
      'code/other/.cursor/mcp.json': { mcpServers: { here: { command: 'x' } } },
    });
    const { out } = await person.run([], { yes: true, client: ['cursor'], project: ['../other'] });
    expect(
      out
        .split('\n')
        .slice(1, 4)
        .map((row) => row.split(' ')[0]),
    ).toEqual(['gh', 'off', 'other.here']);
  });

  test('looks at the projects that clients were used in', async () => {
    const person = await aPerson({
      'code/other/.cursor/mcp.json': { mcpServers: { here: { command: 'x' } } },
      'home/.claude.json': { projects: { '@/code/other': {}, '/nowhere': {} } },
    });
    const { out } = await person.run([], { dryRun: true });
    expect(out).toContain('other.here  new');
  });

  test('takes no file of the home folder for one of a repository', async () => {
    const { machine, run } = await aPerson({ 'home/.cursor/mcp.json': { mcpServers: { a: { command: 'x' } } } });
    const { out } = await run([], { dryRun: true, project: [machine.home] });
    expect(out).toContain('"a": { "command": "x" }');
    expect(out).not.toContain('project');
  });

  test('says that there is nothing', async () => {
    const { code, out } = await (await aPerson({})).run([]);
    expect([code, out]).toEqual([0, 'found no MCP servers in the files of the clients that tooldrift knows\n']);
  });

  test.each<readonly [readonly string[], InitOptions, string]>([
    [['githup'], {}, 'no server "githup" was found; did you mean "github"?'],
    [['bad'], {}, '"bad" cannot be watched: is not an object'],
    [['wiki'], { output: 'theirs.jsonc' }, 'the config has another "wiki"; rename it there, or change it by hand'],
    [[], { client: ['curser'] }, 'there is no client "curser"; did you mean "cursor"?'],
    [[], { output: 'broken.jsonc' }, 'broken.jsonc:1:2: expected'],
    [[], { output: '.' }, 'is no regular file; name another one with --output'],
  ])('%j %j is an error', async (names, options, message) => {
    const person = await aPerson({
      ...files,
      'code/shop/theirs.jsonc': { mcpServers: { wiki: { command: 'own' } } },
      'code/shop/broken.jsonc': '{',
    });
    await expect(person.run(names, options)).rejects.toThrow(message);
    await expect(person.run(names, options)).rejects.toBeInstanceOf(AppError);
  });
});

test("text of a client's file steers no terminal", async () => {
  const odd = 'a\u001b[2J\u202eb\n\u2028c';
  const person = await aPerson({
    'home/.cursor/mcp.json': { mcpServers: { [odd]: { command: odd, args: [odd] }, x: 1, [`${odd}2`]: 1 } },
    [`code/shop/.cursor/mcp.json`]: { mcpServers: { [odd]: { command: 'x', cwd: odd } } },
  });
  for (const options of [{ yes: true }, { dryRun: true }, { json: true, dryRun: true }]) {
    const { out } = await person.run([], options);
    // oxlint-disable-next-line no-control-regex -- what may not be there
    expect(out).not.toMatch(/[\u001b\u202e\u2028]/);
    expect(out).not.toMatch(/^c/m);
  }
});

/** Where secrets stand in the files of clients. */
const hiding: readonly ((secret: string) => Files)[] = [
  (s) => ({
    'home/.claude.json': {
      mcpServers: { a: { command: 'x', args: ['--token', s, `--api-key=${s}`], env: { A: s, B: `\${B:-${s}}` } } },
    },
  }),
  (s) => ({
    'home/.claude.json': {
      mcpServers: {
        a: {
          type: 'http',
          url: `https://u:${s}@x.example/?k=${s}&z#t=${s}`,
          headers: { 'x-a': s, Authorization: `Bearer ${s}` },
        },
      },
    },
  }),
  (s) => ({
    'home/.claude.json': {
      mcpServers: {
        a: { command: 'sh', args: ['-c', `TOKEN=${s} run --secret ${s} -H "X-Key: Bearer ${s}"`] },
        b: s,
        c: { command: 'x', args: s },
      },
    },
  }),
  (s) => ({
    'home/.cursor/mcp.json': {
      mcpServers: { a: { url: `https://x.example/?apiKey=${s}`, auth: { CLIENT_SECRET: s } } },
    },
  }),
  (s) => ({
    'home/.config/Code/User/mcp.json': {
      servers: {
        a: { command: 'docker', args: ['run', '-e', `K=${s}`, `--env=L=${s}`, 'img'], env: { M: `\${input:m}${s}` } },
      },
    },
  }),
  (s) => ({
    'home/.codex/config.toml': `[mcp_servers.a]\nurl = "https://x.example"\nbearer_token = "${s}"\n[mcp_servers.b]\ncommand = "x"\nenv = { A = "${s}" }\n[mcp_servers.c]\nurl = "https://x.example"\nhttp_headers = { A = "${s}" }`,
  }),
  (s) => ({ 'home/.codex/config.toml': `[mcp_servers.a]\nenv = { A = "${s}" \n` }),
  (s) => ({
    'home/.continue/config.yaml': `mcpServers:\n  - name: a\n    url: https://x.example\n    apiKey: "${s}"\n    requestOptions: { headers: { a: "${s}" } }`,
  }),
  (s) => ({
    'home/.config/goose/config.yaml': `extensions:\n  a: { type: stdio, cmd: x, envs: { A: "${s}" }\n  b: "${s}"`,
  }),
  (s) => ({
    'home/.config/opencode/opencode.json': {
      mcp: {
        a: { type: 'local', command: ['x', '--password', s], environment: { A: s } },
        b: { type: s, url: 'https://x.example' },
      },
    },
  }),
  (s) => ({
    'home/.cline/data/settings/cline_mcp_settings.json': {
      mcpServers: { a: { url: 'https://x.example', oauth: { accessToken: s }, headers: { a: `\${env:A}${s}` } } },
    },
  }),
  (s) => ({
    'home/.config/crush/crush.json': {
      mcp: { a: { type: 'stdio', command: 'x', env: { A: `$(cat ${s})`, B: `pre${s}` } } },
    },
  }),
  (s) => ({ 'home/.claude.json': `{ "mcpServers": { "a": { "env": { "A": "${s}" } ` }),
  (s) => ({
    'code/shop/.mcp.json': { mcpServers: { a: { command: 'x', args: ['--config', JSON.stringify({ apiKey: s })] } } },
  }),
];

test("no secret of any client's file is in an output, an error or the config", async () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9_.~-]{8,40}$/).map((text) => `q7${text}Z`);
  await fc.assert(
    fc.asyncProperty(secret, fc.constantFrom(...hiding), async (text, hide) => {
      const person = await aPerson(hide(text), /./);
      const results = [
        await person.run([], { dryRun: true }),
        await person.run([], { json: true, dryRun: true }),
        await person.run([]),
      ];
      for (const { out, err, questions } of results) expect([out, err, ...questions].join('')).not.toContain(text);
      expect((await person.written()) ?? '').not.toContain(text);
    }),
    { numRuns: 40 },
  );
});

test('nothing that is found is started', async () => {
  const person = await aPerson({
    'home/.cursor/mcp.json': { mcpServers: { a: { command: 'touch', args: ['@/home/ran'] } } },
    'home/.config/crush/crushrc': 'touch @/home/ran',
    'code/shop/.mcp.json': {
      mcpServers: { b: { command: 'touch', args: ['@/home/ran'], headersHelper: 'touch @/home/ran' } },
    },
  });
  await mkdir(join(person.machine.home, 'empty'));
  await person.run([], { yes: true });
  expect(await readdir(person.machine.home)).toEqual(['.config', '.cursor', 'empty']);
});
