import { describe, expect } from 'vitest';
import { openStream } from '../support/servers/listening.ts';
import type { Reply } from '../support/servers/script.ts';
import { ListenLog } from './listen-log.ts';
import { it, type Served } from './scope.ts';
import { surfaceScript } from './surface-script.ts';

const lists = ['tools', 'prompts', 'resources'] as const;
const transports = ['http', 'stdio'] as const;
const announced = { tools: { listChanged: true }, prompts: { listChanged: true }, resources: { listChanged: true } };

/** A subscription of which `filter` is granted. */
function granted(filter: object): Reply {
  const params = `{"notifications":${JSON.stringify(filter)},"_meta":{"io.modelcontextprotocol/subscriptionId":{{id}}}}`;
  return {
    kind: 'stream',
    messages: [`{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":${params}}`],
  };
}

function notify(served: Served): void {
  if (served.kind === 'http') return served.server.notify();
  const pid = served.file.trace().findLast(({ event }) => event === 'started')?.pid;
  if (pid !== undefined) process.kill(pid, 'SIGUSR2');
}

describe.each(transports)('a change of a list (%s)', (transport) => {
  it.for(lists)('is heard from a modern server: %s', async (list, { scope }) => {
    const changed =
      `{"jsonrpc":"2.0","method":"notifications/${list}/list_changed",` +
      '"params":{"_meta":{"io.modelcontextprotocol/subscriptionId":{{id}}}}}';
    const all = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
    const parts = { capabilities: announced, listen: granted(all), changed };
    const served = await scope.serve(surfaceScript('modern', {}, parts), transport);
    const session = await scope.session(scope.source(), served.launch, 'modern');
    const log = new ListenLog();
    session.listen(log);
    await log.whenCounted('listening');
    notify(served);
    await log.whenCounted('changed');
  });

  it.for(lists)('is heard from a 2025 server: %s', async (list, { scope }) => {
    const changed = `{"jsonrpc":"2.0","method":"notifications/${list}/list_changed"}`;
    const parts = { capabilities: announced, listen: openStream, changed };
    const served = await scope.serve(surfaceScript('legacy', {}, parts), transport);
    const session = await scope.session(scope.source(), served.launch, 'legacy');
    const log = new ListenLog();
    session.listen(log);
    if (served.kind === 'http') await log.whenCounted('listening');
    notify(served);
    await log.whenCounted('changed');
    expect(log.states).toEqual(['honoured']);
  });
});

describe('what a modern server is asked to announce', () => {
  const cases = [
    [{ tools: {} }, { toolsListChanged: true }],
    [
      { tools: {}, prompts: {} },
      { toolsListChanged: true, promptsListChanged: true },
    ],
    [{ resources: {} }, { toolsListChanged: true, resourcesListChanged: true }],
  ] as const;
  it.for(cases)('is what it has, and tools: %o', async ([capabilities, filter], { scope }) => {
    const server = await scope.raw(surfaceScript('modern', {}, { capabilities, listen: granted(filter) }));
    const session = await scope.session(scope.source(), { kind: 'http', url: server.url, headers: {} }, 'modern');
    const log = new ListenLog();
    session.listen(log);
    await log.whenState('honoured');
    const asked = server.received.find(({ message }) => message?.method === 'subscriptions/listen');
    expect(JSON.parse(asked?.body ?? '')).toMatchObject({ params: { notifications: filter } });
  });
});

describe('a stream', () => {
  const cases = [
    ['modern', { tools: {}, prompts: {} }, { promptsListChanged: true }, 'empty'],
    ['modern', { tools: {}, prompts: {} }, { toolsListChanged: true }, 'honoured'],
    ['modern', { prompts: {} }, { promptsListChanged: true }, 'honoured'],
    ['modern', { prompts: {} }, {}, 'empty'],
    ['legacy', { tools: {}, prompts: { listChanged: true } }, {}, 'unsupported'],
    ['legacy', { tools: { listChanged: true }, prompts: {} }, {}, 'honoured'],
    ['legacy', { resources: { listChanged: true } }, {}, 'honoured'],
    ['legacy', { resources: {} }, {}, 'unsupported'],
  ] as const;
  it.for(cases)(
    'is honoured if it brings changes of tools, or of what there is: %s %o %o is %s',
    async ([era, capabilities, filter, state], { scope }) => {
      const listen = era === 'modern' ? granted(filter) : openStream;
      const served = await scope.serve(surfaceScript(era, {}, { capabilities, listen }), 'stdio');
      const session = await scope.session(scope.source(), served.launch, era);
      const log = new ListenLog();
      session.listen(log);
      await log.whenState(state);
      expect(log.states).toEqual([state]);
    },
  );
});
