import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { HistoryEntry } from '../../src/monitor/ports-record.ts';
import { runSql } from '../store/raw-sql.ts';
import { createQuickPlace } from '../support/cli.ts';
import { startLegacyHttpServer } from '../support/servers/legacy-http.ts';
import { aTool } from '../support/servers/tools.ts';

const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const hidden = 'search\u202E\u001B]0;x\u0007';

/** A place where `search` of `files` was approved, and its change rejected. */
async function decided() {
  const server = await startLegacyHttpServer({ tools: [aTool({ name: hidden, description: 'finds' })] });
  opened.push(() => server.close());
  const config = { database: 'sqlite:./tooldrift.db', mcpServers: { files: { url: server.url } } };
  const place = await createQuickPlace(config);
  opened.push(() => place.remove());
  await place.run('check');
  expect((await place.run('approve', '--first-seen', '--yes', '--by', 'ann', '--note', 'read it')).code).toBe(0);
  server.setTools([aTool({ name: hidden, description: 'finds all' })]);
  await place.run('check');
  expect((await place.run('reject', 'files', hidden, '--note', 'asked the vendor')).code).toBe(0);
  const database = { kind: 'sqlite', path: join(place.folder, 'tooldrift.db') } as const;
  return { place, config, url: server.url, tamper: (statement: string) => runSql(database, statement) };
}

it('verifies the log, names what was changed in it, and proves that a hash is in it', async () => {
  const { place, tamper } = await decided();
  const { code, stdout } = await place.run('audit', 'verify');
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^fits: \d+ rows, and the approvals, .*\nthe last one has the hash v1:[0-9a-f]{64}\n/),
  ]);
  const { document } = await place.json<{ head: string; rows: number }>('audit', 'verify');
  expect(document).toEqual({
    schemaVersion: 1,
    fits: true,
    rows: document.rows,
    head: document.head,
    expectedAt: null,
    fault: null,
  });
  expect((await place.run('audit', 'verify', '--expect', document.head)).stdout).toContain(
    `row ${document.rows} has the hash`,
  );

  await tamper(`update audit set note = 'fine' where id = ${document.rows}`);
  const changed = await place.run('audit', 'verify');
  expect(changed.code).toBe(1);
  expect(changed.stdout).toMatch(new RegExp(`^does not fit: row ${document.rows} was changed: its columns`));
  await tamper(`delete from audit where id = ${document.rows}`);
  await tamper(`update drift set state = 'open'`);
  expect((await place.run('audit', 'verify')).code).toBe(0);
  const cut = await place.run('audit', 'verify', '--expect', document.head);
  expect([cut.code, cut.stdout]).toEqual([1, expect.stringContaining('rows were taken from the end')]);
  expect((await place.run('audit', 'verify', '--expect', 'latest')).code).toBe(2);
});

it('exports the log so that it can be verified without the program', async () => {
  const { place } = await decided();
  const { stdout } = await place.run('audit', 'export');
  // eslint-disable-next-line no-control-regex -- what must not be there is what is looked for
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F\u202E]/);
  let previous = `v1:${'0'.repeat(64)}`;
  const lines = stdout.trimEnd().split('\n');
  for (const line of lines) {
    const row = JSON.parse(line) as { previous: string; hash: string; entry: string };
    const hash = `v1:${createHash('sha256').update(`${previous}\n${row.entry}`).digest('hex')}`;
    expect(row).toMatchObject({ previous, hash });
    previous = hash;
  }
  const actions = lines.map(
    (line) => (JSON.parse((JSON.parse(line) as { entry: string }).entry) as { action: string }).action,
  );
  expect(new Set(actions)).toEqual(new Set(['start', 'first-seen', 'reject']));
});

it('tells who decided what, when, from where and why, also how servers were configured', async () => {
  const { place, config, url } = await decided();
  let daemon = place.daemon();
  await daemon.waitFor(/watching/);
  await daemon.stop();
  await place.configure({
    ...config,
    mcpServers: {
      files: { url: `${url}?key=secret` },
      other: { command: 'no-such-program', args: ['--token', 'hunter2'] },
    },
  });
  daemon = place.daemon();
  await daemon.waitFor(/watching/);
  await daemon.stop();
  const { document } = await place.json<{ entries: readonly HistoryEntry[] }>('history');
  const decisions = document.entries.flatMap((entry) => (entry.type === 'decision' ? [entry] : []));
  expect(decisions).toMatchObject([
    { action: 'reject', server: 'files', note: 'asked the vendor', details: { name: hidden } },
    { action: 'config', server: 'files', by: 'tooldrift', details: { change: 'added' } },
    { action: 'config', server: 'files', details: { change: 'changed' } },
    { action: 'config', server: 'other', details: { change: 'added', launch: { command: 'no-such-program' } } },
  ]);
  expect(JSON.stringify(document)).not.toMatch(/hunter2|key=secret/);
  expect(decisions.every(({ from }) => /.@./.test(from ?? ''))).toBe(true);

  const { stdout } = await place.run('history');
  expect(stdout).toMatch(/files +approval +\d+ definitions by ann from .+@.+: read it/);
  expect(stdout).toMatch(/files +decision +rejected tool search\S+ v1:[0-9a-f]{16} by .+@.+: asked the vendor/);
  expect(stdout).toMatch(
    /other +decision +added in \S+tooldrift.jsonc: no-such-program --token sha256:\S+ by tooldrift/,
  );
  const about = await place.json<{ entries: readonly HistoryEntry[] }>('history', '--item', hidden, '--since', '1h');
  expect(new Set(about.document.entries.map(({ type }) => type))).toEqual(
    new Set(['snapshot', 'approval', 'drift', 'decision', 'alert']),
  );
  expect((await place.run('history', '--since', '2099-01-01')).stdout).toBe('nothing happened yet\n');
  expect((await place.run('history', '--since', 'yesterday')).code).toBe(2);
});
