import { access, chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeTried } from '../../src/commands/doctor-reach.ts';
import { doctor } from '../../src/commands/doctor.ts';
import type { Io } from '../../src/commands/io.ts';
import type { Examined } from '../../src/core/examined.ts';
import { buildSurface } from '../../src/core/surface.ts';
import { environmentFileOf } from '../../src/machine/environment-file.ts';
import { openStore } from '../../src/store/open-store.ts';
import { aFolder } from '../config/config-folder.ts';
import { approvalOf, time } from '../store/builders.ts';
import { startHttpReceiver } from '../support/http-receiver.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { aTool } from '../support/servers/tools.ts';

async function aPlace(config: object | string): Promise<string> {
  const text = typeof config === 'string' ? config : JSON.stringify(config);
  return aFolder({ 'tooldrift.jsonc': text });
}

async function run(cwd: string, json: boolean) {
  let out = '';
  const io = {
    ...{
      cwd,
      env: { TOOLDRIFT_TOKENS: join(cwd, 'tokens'), HOME: cwd },
      color: false,
      width: 80,
      program: 'tooldrift',
    },
    ...{ isOutTty: false, signal: new AbortController().signal },
    out: (text: string) => void (out += text),
    onExit: () => undefined,
  } as unknown as Io; // all that it uses
  return { code: await doctor({ json }, io), out };
}

async function examine(cwd: string): Promise<{ readonly code: number; readonly examined: readonly Examined[] }> {
  const { code, out } = await run(cwd, true);
  const { examined } = JSON.parse(out) as { readonly examined: readonly Examined[] }; // what it prints with --json
  return { code, examined };
}

describe('tooldrift doctor', () => {
  it('finds nothing wrong with what is well, and leaves no trace', async () => {
    const [receiver, server] = await Promise.all([startHttpReceiver(), startModernHttpServer({ tools: [aTool()] })]);
    onTestFinished(() => Promise.all([receiver.close(), server.close()]).then(() => undefined));
    const place = await aPlace({
      mcpServers: { billing: { url: server.url } },
      alerts: { webhook: { url: `${receiver.url}/hook`, secret: 'hunter22abc' } },
    });
    await chmod(join(place, 'tooldrift.jsonc'), 0o600);
    const { code, examined } = await examine(place);
    expect(examined.map(({ subject, state, message }) => [subject, state, message])).toEqual([
      ['node', 'ok', expect.stringContaining('Node.js')],
      ['config', 'ok', 'valid, names 1 server'],
      ['files', 'ok', 'spells out secrets, others cannot read it'],
      ['database', 'note', 'is not there yet: the first reading makes it'],
      ['disk', 'ok', expect.stringContaining('free')],
      ['server', 'ok', 'read: 1 tool'],
      ['channel', 'ok', expect.stringContaining('answers')],
      ['clock', 'ok', 'agrees with that of billing'],
    ]);
    expect(code).toBe(0);
    await expect(access(join(place, 'tooldrift.db'))).rejects.toThrow();
  });

  it('names each problem with what to do, and no secret', async () => {
    const place = await aPlace({
      mcpServers: { gone: { command: '/no/such/program', env: { API_TOKEN: 'hunter22abc' } } },
      alerts: { email: { smtp: 'smtp://me:pa55word99@127.0.0.1:9', from: 'a@example.com', to: ['b@example.com'] } },
    });
    await chmod(join(place, 'tooldrift.jsonc'), 0o644);
    const variables = environmentFileOf(process.platform, place, null);
    await mkdir(dirname(variables), { recursive: true });
    await writeFile(variables, 'SMTP_PASSWORD=hunter22abc', { mode: 0o644 });
    const { code, out } = await run(place, false);
    expect(code).toBe(1);
    expect(out).toContain(
      'everybody may read it, and it spells out mcpServers.gone.env.API_TOKEN, alerts.email.smtp\n',
    );
    expect(out).toContain(`to do: chmod 600 ${place}/tooldrift.jsonc\n`);
    expect(out).toMatch(/PROBLEM {2}server {4}gone: .*\n +to do: correct the command or the address of gone/);
    expect(out).toContain('PROBLEM  channel   email: mail server 127.0.0.1: the connection was refused\n');
    expect(out).toContain(`to do: chmod 600 ${variables}\n`);
    expect(out).toMatch(/\n4 problems\n$/);
    expect(out).not.toMatch(/hunter22abc|pa55word99/);
  });

  it('does not start a server whose launch is not the approved one', async () => {
    const place = await aPlace({ mcpServers: { light: { command: 'light' } } });
    const surface = buildSurface([{ kind: 'launch', name: '', value: { command: 'another' } }]);
    const store = await openStore({ kind: 'sqlite', path: join(place, 'tooldrift.db') });
    await store.withServer('light', async (tx) => {
      await tx.recordSurface(surface, 'legacy', time(0));
      await tx.approve(approvalOf(surface));
    });
    await store.close();
    const { examined } = await examine(place);
    expect(examined.find(({ subject }) => subject === 'server')).toMatchObject({
      state: 'problem',
      remedy: 'look at tooldrift diff light, then approve it or undo the change',
    });
  });

  it.each([
    ['broken', '{ "mcpServers": '],
    ['short of a variable', { mcpServers: { a: { command: 'a', env: { KEY: '${NOT_SET_HERE}' } } } }],
  ])('exits with 2 for a config that is %s, and says what is well all the same', async (_, config) => {
    const { code, examined } = await examine(await aPlace(config));
    expect(code).toBe(2);
    expect(examined.map(({ subject, state }) => [subject, state])).toEqual([
      ['node', 'ok'],
      ['config', 'problem'],
    ]);
  });

  it.each([
    ['unreachable', 'start it'],
    ['auth-required', 'run tooldrift login billing'],
    ['refused', 'with these headers'],
    ['incomplete', 'raise "limits"'],
    ['invalid', 'update billing'],
  ] as const)('has a remedy for a server that is %s', (outcome, remedy) => {
    const tried = { kind: 'failed', observation: { outcome, reason: 'because' } } as const;
    const examined = describeTried('billing', 'billing', tried, (command) => command);
    expect(examined.message).toBe('because');
    expect(examined.remedy).toContain(remedy);
  });
});
