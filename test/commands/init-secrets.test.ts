import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Files } from '../clients/machine.ts';
import { aPerson } from './init-person.ts';

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
    'home/.cursor/mcp.json': {
      mcpServers: {
        a: { command: 'x', args: ['--pass', s, `password:${s}`, `X-Api-Key: ${s}`, `ghp_${s}abcdefgh`] },
        b: { command: 'sh', args: ['-c', `curl -u ann:${s} x`] },
        c: { command: 'x', args: [`ann:${s}@tcp(db:3306)/shop`, `--user=ann:${s}`, `a://ann:${s} ${s}@db/x`] },
      },
    },
  }),
  (s) => ({
    'home/.config/Claude/Claude Extensions/x/manifest.json': {
      name: 'x',
      server: {
        mcp_config: {
          command: 'x',
          args: ['--token', '${user_config.a}', '${user_config.b}'],
          env: { C: '${user_config.a}' },
        },
      },
      user_config: { a: {}, b: { sensitive: true } },
    },
    'home/.config/Claude/Claude Extensions Settings/x.json': { isEnabled: true, userConfig: { a: s, b: s } },
  }),
  (s) => ({
    'home/.config/zed/settings.json': {
      context_servers: { a: { command: 'x', remarks: [s], refusal: { s } } },
      token: s,
    },
  }),
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
