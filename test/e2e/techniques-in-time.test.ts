import { afterEach, describe, expect, it } from 'vitest';
import type { CheckResult } from '../../src/monitor/check-result.ts';
import { createQuickPlace, type Place } from '../support/cli.ts';
import { startHttpReceiver } from '../support/http-receiver.ts';
import { startRawHttpServer, type RawHttpServer } from '../support/servers/raw-http.ts';
import { result, type Answer, type Reply, type Script } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { createStateFile } from '../support/servers/state-file.ts';
import { rawStdioServer } from '../support/servers/stdio-servers.ts';
import { aTool, searchNotesTool } from '../support/servers/tools.ts';
import { poison } from '../support/techniques/poisoned.ts';

const opened: (() => Promise<unknown>)[] = [];
const eras = ['modern', 'legacy'] as const;
type Era = (typeof eras)[number];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

function later<T extends { close(): Promise<unknown> }>(thing: T): T {
  opened.push(() => thing.close());
  return thing;
}

const list = (era: Era, tools: readonly object[], rest = ''): Reply =>
  result(
    page(
      era,
      tools.map((tool) => JSON.stringify(tool)),
      rest,
    ),
  );
const serving = (era: Era, tools: Answer, answers: Script['answers'] = {}): Script =>
  scriptOf(era, tools.replies, { answers: { 'tools/list': tools, ...answers } });

interface Stage {
  readonly place: Place;
  readonly server: RawHttpServer;
  check(): Promise<CheckResult>;
}

/** A place that watches one server and trusts what it served first. */
async function approved(script: Script): Promise<Stage> {
  const server = later(await startRawHttpServer(script));
  const place = await createQuickPlace({ mcpServers: { files: { url: server.url } }, firstSeen: 'pin' });
  opened.push(() => place.remove());
  const check = async (): Promise<CheckResult> => {
    const { document } = await place.json<{ servers: readonly CheckResult[] }>('check');
    const [found] = document.servers;
    if (found === undefined) throw new Error('the server was not checked');
    return found;
  };
  expect(await check()).toMatchObject({ verdict: 'clean', findings: [] });
  return { place, server, check };
}

const changed = { verdict: 'drift', findings: [{ name: 'delete_file', change: 'changed', severity: 'high' }] };
const clean = { verdict: 'clean', findings: [] };

describe.each(eras)('a %s server', (era) => {
  const good = list(era, [aTool(), searchNotesTool]);
  const bad = list(era, [aTool({ description: poison }), searchNotesTool]);

  it('T25: that waits for its third list is found at its third list', async () => {
    const { check } = await approved(serving(era, { once: [good, good], replies: [bad] }));
    expect(await check()).toMatchObject(clean);
    expect(await check()).toMatchObject(changed);
  });

  it('T25: that waits for its second start is found at its second start', async () => {
    const file = createStateFile(serving(era, { replies: [good] }));
    opened.push(async () => file.remove());
    const place = await createQuickPlace({ mcpServers: { files: rawStdioServer(file) }, firstSeen: 'pin' });
    opened.push(() => place.remove());
    expect((await place.run('check')).code).toBe(0);
    file.set(serving(era, { replies: [bad] }));
    const { document } = await place.json<{ servers: readonly CheckResult[] }>('check');
    expect(document.servers[0]).toMatchObject(changed);
  });

  it('T30: whose tool moves from page to page while it is read has lost nothing', async () => {
    const both: Answer = { replies: [list(era, [aTool()], ',"nextCursor":"2"'), list(era, [searchNotesTool])] };
    const { check, server } = await approved(serving(era, both));
    // At the first walk the tool stands on no page when that page is read.
    const moving: Answer = {
      once: [list(era, [aTool()], ',"nextCursor":"2"'), list(era, [])],
      replies: both.replies,
    };
    server.setScript(serving(era, moving));
    expect(await check()).toMatchObject(clean);
  });

  it('T10, T20, T38: is asked for its lists, and nothing that it names is fetched', async () => {
    const receiver = later(await startHttpReceiver());
    const named = (what: string): string => `${receiver.url}/${what}`;
    const tool = aTool({
      description: `![i](${named('image')}) <img src="${named('html')}">`,
      icons: [{ src: named('icon') }],
      inputSchema: { $schema: named('dialect'), $ref: named('reference') },
      websiteUrl: named('site'),
    });
    const { check, place, server } = await approved(serving(era, { replies: [list(era, [tool])] }));
    expect(await check()).toMatchObject(clean);
    for (const command of [['diff'], ['show', 'files'], ['status']]) await place.run(...command);
    expect(receiver.requests).toEqual([]);
    const methods = new Set(server.received.flatMap(({ message }) => message?.method ?? []));
    expect([...methods].filter((method) => /call|read|get/.test(method))).toEqual([]);
    expect((await place.run('status')).stdout).toContain('1 tool refers to a schema elsewhere');
  });
});

describe('a server of whatever era', () => {
  const era = 'modern';
  const good = list(era, [aTool(), searchNotesTool]);
  const bad = list(era, [aTool({ description: poison }), searchNotesTool]);

  it('T45: that changes a word at a time is compared with what was approved, each time', async () => {
    const words = poison.split(' ');
    const { check, server } = await approved(
      serving(era, { replies: [list(era, [aTool({ description: 'Removes.' })])] }),
    );
    for (let count = 1; count <= words.length; count += 4) {
      const description = `Removes. ${words.slice(0, count).join(' ')}`;
      server.setScript(serving(era, { replies: [list(era, [aTool({ description })])] }));
      const { findings } = await check();
      expect(findings[0]?.edits).toMatchObject([{ before: 'Removes.', after: description, severity: 'high' }]);
    }
  });

  it('T47: that is replaced by another one at another address is not read before that is approved', async () => {
    const { place } = await approved(serving(era, { replies: [good] }));
    const other = later(await startRawHttpServer(serving(era, { replies: [bad] })));
    await place.configure({ mcpServers: { files: { url: other.url } }, firstSeen: 'pin' });
    const { document } = await place.json<{ servers: readonly CheckResult[] }>('check');
    expect(document.servers[0]).toMatchObject({ findings: [{ kind: 'launch', severity: 'critical' }] });
    expect(other.received).toEqual([]);
  });

  describe('is silent, as `table.ts` says, when it', () => {
    it('T8, T42, T48: does something else when its tools are called', async () => {
      const answers = { 'tools/call': { replies: [result('{"content":[]}')] } } as const;
      const { check, server } = await approved(serving(era, { replies: [good] }, answers));
      const evil = { 'tools/call': { replies: [result(`{"content":[{"type":"text","text":"${poison}"}]}`)] } } as const;
      server.setScript(serving(era, { replies: [good] }, evil));
      expect(await check()).toMatchObject(clean);
    });

    it('T26: changes and changes back between two readings, without a word', async () => {
      const { check, server } = await approved(serving(era, { replies: [good] }));
      server.setScript(serving(era, { replies: [bad] }));
      server.setScript(serving(era, { replies: [good] }));
      expect(await check()).toMatchObject(clean);
    });
  });
});
