import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { FailedObservation, Outcome } from '../../src/monitor/ports-reading.ts';
import type { Launch } from '../../src/monitor/ports-watched.ts';
import { startHttpReceiver } from '../support/http-receiver.ts';
import { startRawHttpServer } from '../support/servers/raw-http.ts';
import { http as httpReply, message, result, type Reply } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { sendJson, startOddServer } from './odd-http.ts';
import { failed, toolNames } from './observation.ts';
import { http, it, stdio, type Scope } from './scope.ts';

const both = ['modern', 'legacy'] as const;
const secret = 'sk-live-0123456789';
const headers = { authorization: `Bearer ${secret}` };
const short = { limits: { readTimeoutMs: 600, startTimeoutMs: 600 } };

/** The failure of a reading, from which the secret has to be absent. */
async function fail(scope: Scope, launch: Launch, options = {}): Promise<FailedObservation> {
  const observation = failed(await scope.read(launch, options));
  expect(observation.reason).not.toContain('0123456789');
  return observation;
}

const html = httpReply(200, `<!doctype html>${secret}`, { 'content-type': 'text/html; charset=utf-8' });
const json = (body: string, status = 200) => httpReply(status, body, { 'content-type': 'application/json' });
const events = (body: string) => httpReply(200, body, { 'content-type': 'text/event-stream' });

const answers: readonly (readonly [string, Reply, Outcome, string])[] = [
  [
    '401',
    httpReply(401, secret),
    'auth-required',
    'the server wants valid credentials (HTTP 401): put them into `headers` in the config',
  ],
  ['403', httpReply(403), 'refused', 'the server refuses access (HTTP 403): check the credentials in `headers`'],
  [
    '403 for want of a scope',
    httpReply(403, '', { 'www-authenticate': 'Bearer error="insufficient_scope", scope="all"' }),
    'auth-required',
    'the server wants a token that allows more (HTTP 403, insufficient_scope): set `scope` in `auth` of the config, and log in again',
  ],
  ['404', httpReply(404), 'refused', 'nothing answers at this path (HTTP 404): check `url`'],
  ['405', httpReply(405), 'refused', 'the server refuses the request (HTTP 405)'],
  ['429', httpReply(429), 'refused', 'the server refuses the request (HTTP 429)'],
  ['500', httpReply(500, secret), 'unreachable', 'the server fails (HTTP 500)'],
  ['503', httpReply(503), 'unreachable', 'the server fails (HTTP 503)'],
  [
    'a web page',
    html,
    'invalid',
    'the answer is neither JSON nor an event stream: this is not an MCP endpoint, check `url`',
  ],
  [
    'no content',
    httpReply(204),
    'invalid',
    'the answer is neither JSON nor an event stream: this is not an MCP endpoint, check `url`',
  ],
  ['broken JSON', json('{"jsonrpc":"2.0","id":'), 'invalid', 'the answer is not valid JSON'],
  ['an empty body', json(''), 'invalid', 'the answer is not valid JSON'],
  ['{}', json('{}'), 'invalid', 'the answer ended and did not hold what was asked for'],
  ['[]', json('[]'), 'invalid', 'the answer ended and did not hold what was asked for'],
  ['null', json('null'), 'invalid', 'the answer ended and did not hold what was asked for'],
  [
    'the answer to another request',
    json('{"jsonrpc":"2.0","id":4711,"result":{"tools":[]}}'),
    'invalid',
    'the answer ended and did not hold what was asked for',
  ],
  [
    'an error for nobody',
    json(`{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"${secret}"}}`),
    'refused',
    'the server answers with JSON-RPC error -32000',
  ],
  [
    'an error of its own',
    message(`{"jsonrpc":"2.0","id":{{id}},"error":{"code":-32000,"message":"${secret}"}}`),
    'refused',
    'the server answers with JSON-RPC error -32000',
  ],
  [
    'a stream without an answer',
    events(': hello\n\n'),
    'invalid',
    'the answer ended and did not hold what was asked for',
  ],
  [
    'a stream of something else',
    events('data: nothing\n\ndata: {"a":1}\n\n'),
    'invalid',
    'the answer ended and did not hold what was asked for',
  ],
  [
    'a cut connection',
    { kind: 'death', exitCode: 1 },
    'unreachable',
    'the server closed the connection before it answered',
  ],
  ['silence', { kind: 'silence' }, 'unreachable', 'the server did not answer within 0.6 s'],
];

describe.concurrent.each(both)('a %s server', (era) => {
  it.for(answers)('that answers everything with %s', async ([name, reply, outcome, reason], { scope, expect }) => {
    const { url } = await scope.raw(scriptOf(era, [reply], { everything: reply }));
    expect(await fail(scope, http(url, headers), name === 'silence' ? short : {})).toEqual({ outcome, reason });
  });

  it.for(answers.filter(([name]) => name !== '404'))(
    'that answers tools/list with %s',
    async ([name, reply, outcome, reason], { scope, expect }) => {
      const { url } = await scope.raw(scriptOf(era, [reply]));
      expect(await fail(scope, http(url, headers), name === 'silence' ? short : {})).toEqual({ outcome, reason });
    },
  );

  it('that answers tools/list with 404', async ({ scope, expect }) => {
    const { url } = await scope.raw(scriptOf(era, [httpReply(404)]));
    expect(await fail(scope, http(url, headers))).toEqual(
      era === 'modern'
        ? { outcome: 'refused', reason: 'nothing answers at this path (HTTP 404): check `url`' }
        : { outcome: 'unreachable', reason: 'the server no longer knows the session (HTTP 404)' },
    );
  });

  it.for(['http', 'stdio'] as const)('whose results are all {} (%s)', async (transport, { scope, expect }) => {
    const nothing = result('{}');
    const { launch } = await scope.serve(scriptOf(era, [nothing], { everything: nothing }), transport);
    expect(await fail(scope, launch)).toEqual({ outcome: 'invalid', reason: 'the answer is not valid MCP' });
  });

  it.for(['{}', 'null', '[]', '{"tools":{}}', '"tools"'])('whose list is %s', async (text, { scope, expect }) => {
    const { launch } = await scope.serve(scriptOf(era, [result(text)]), 'http');
    expect(await fail(scope, launch)).toEqual({ outcome: 'invalid', reason: 'the answer holds no `tools` list' });
  });

  it('that breaks off in the middle of its list', async ({ scope, expect }) => {
    const server = await startOddServer(scope, era, ({ method, id, response }) => {
      if (method !== 'tools/list') return void response.writeHead(405).end();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(`{"jsonrpc":"2.0","id":${id},"result":{"tools":[`, () => response.destroy());
    });
    expect(await fail(scope, server.launch)).toEqual({
      outcome: 'unreachable',
      reason: 'the server closed the connection before it answered',
    });
  });

  it('that answers with something that is no HTTP', async ({ scope, expect }) => {
    const server = await startOddServer(scope, era, ({ method, response }) => {
      if (method !== 'tools/list') return void response.writeHead(405).end();
      response.socket?.end('220 mail.example ESMTP\r\n');
    });
    expect((await fail(scope, server.launch)).reason).toBe('the answer is not valid HTTP');
  });
});

describe('a redirect', () => {
  it.for([301, 302, 303, 307, 308])('is not followed, wherever it leads (%i)', async (status, { scope }) => {
    const target = scope.closeAfter(await startHttpReceiver(), (receiver) => receiver.close());
    for (const [location, redirect] of [
      [`${target.url}/mcp`, `${target.url}/mcp`],
      ['https://me:secret@localhost:1/mcp?token=secret#x', 'https://localhost:1/mcp?…'],
      ['http://[', '(no valid URL)'],
    ] as const) {
      const server = scope.closeAfter(await startHttpReceiver(), (receiver) => receiver.close());
      server.respondWith(...Array.from({ length: 9 }, () => ({ status, headers: { location } })));
      expect(await fail(scope, http(`${server.url}/mcp`, headers))).toEqual({
        outcome: 'refused',
        reason: `the server redirects (HTTP ${status}); redirects are not followed, put the final address in \`url\``,
        redirect,
      });
    }
    expect(target.requests).toEqual([]);
  });

  it('is not followed by the stream that listens either', async ({ scope }) => {
    const target = scope.closeAfter(await startHttpReceiver(), (receiver) => receiver.close());
    const redirect = httpReply(307, '', { location: `${target.url}/mcp` });
    const server = await scope.raw(scriptOf('legacy', [result(page('legacy', []))], { get: redirect }));
    const session = await scope.session(scope.source(), http(server.url, headers));
    const state = await new Promise<string>((resolve) => {
      session.listen({ changed: () => {}, announces: () => {}, listening: () => {}, ended: () => {}, listen: resolve });
    });
    expect(state).toBe('unsupported');
    expect(target.requests).toEqual([]);
  });
});

describe('nobody there', () => {
  it('is told as such', async ({ scope }) => {
    const server = await startRawHttpServer(scriptOf('modern', [html]));
    await server.close();
    expect(await fail(scope, http(server.url, headers))).toEqual({
      outcome: 'unreachable',
      reason: 'nobody listens at this address (ECONNREFUSED): check `url`, and that the server runs',
    });
  });

  it('is told of a host that does not exist', async ({ scope }) => {
    const { outcome, reason } = await fail(scope, http('http://host.invalid/mcp', headers));
    expect(outcome).toBe('unreachable');
    expect(reason).toMatch(/^the host name (does not exist|cannot be looked up now)/);
  });

  it('is not told of a port that a browser would refuse', async ({ scope }) => {
    // `fetch` calls these "bad port" and does not even try.
    for (const port of [10_080, 6_697, 6_669, 6_668, 6_667, 6_666, 6_665, 6_566, 6_000]) {
      const script = scriptOf('modern', [result(page('modern', []))]);
      const server = await startRawHttpServer(script, { port }).catch(() => null);
      if (server === null) continue;
      scope.closeAfter(server, (one) => one.close());
      expect(toolNames(await scope.read(http(server.url)))).toEqual([]);
      return;
    }
    throw new Error('all those ports are taken');
  });
});

describe('what a request cannot carry', () => {
  it('is told without its value', async ({ scope }) => {
    const server = await scope.raw(scriptOf('modern', [html]));
    expect(await fail(scope, http(server.url, { authorization: `${secret}\u{1F600}` }))).toEqual({
      outcome: 'unreachable',
      reason: 'the request could not be made: check `url` and `headers`',
    });
  });
});

describe.concurrent('a child', () => {
  const node = (program: string, env = {}) => stdio({ command: process.execPath, args: ['-e', program] }, env);

  it('that dies at its start shows its last words, and nothing that could steer a terminal', async ({
    scope,
    expect,
  }) => {
    const program = `process.stderr.write('starting\\nfatal: \\u001b[31mno \\u202etoken\\u0007\\r\\n'); process.exit(3);`;
    expect(await fail(scope, node(program))).toEqual({
      outcome: 'unreachable',
      reason:
        "the server's process exited with code 3 before it answered; it last wrote: fatal: <U+001B>[31mno <U+202E>token<U+0007>",
    });
  });

  it('that throws is quoted with the error, not with the end of the stack', async ({ scope, expect }) => {
    const { reason } = await fail(scope, node(`throw new TypeError('no database')`));
    expect(reason).toBe(
      "the server's process exited with code 1 before it answered; it last wrote: TypeError: no database",
    );
  });

  it('that dies in silence has no last words', async ({ scope, expect }) => {
    expect((await fail(scope, node('process.exit(0)'))).reason).toBe(
      "the server's process exited with code 0 before it answered",
    );
  });

  it('that is killed is told as killed', async ({ scope, expect }) => {
    expect((await fail(scope, node(`process.kill(process.pid, 'SIGKILL')`))).reason).toBe(
      "the server's process was ended by SIGKILL before it answered",
    );
  });

  it('never has the values of its environment repeated', async ({ scope, expect }) => {
    const env = { API_KEY: secret, PEM: 'first line\nsecond line' };
    const program = 'console.error("bad key", process.env.API_KEY, process.env.PEM); process.exit(1)';
    const { reason } = await fail(scope, node(program, env));
    expect(reason).toMatch(/it last wrote: .*\(hidden\)/);
    expect(reason).not.toMatch(/first line|second line/);
  });

  it('that hangs is quoted too', async ({ scope, expect }) => {
    const launch = stdio({ command: 'sh', args: ['-c', 'echo waiting for a login >&2; sleep 60'] });
    expect(await fail(scope, launch, short)).toEqual({
      outcome: 'unreachable',
      reason: 'the server did not answer within 0.6 s; it last wrote: waiting for a login',
    });
  });

  it('that floods stderr is read all the same', async ({ scope, expect }) => {
    const script = scriptOf('legacy', [result(page('legacy', ['{"name":"a"}']))], {
      child: { stderr: 'x'.repeat(5_000_000) },
    });
    const { launch } = await scope.serve(script, 'stdio');
    expect(toolNames(await scope.read(launch))).toEqual(['a']);
  });

  it('whose command does not exist', async ({ scope, expect }) => {
    expect(await fail(scope, stdio({ command: 'no-such-command-anywhere', args: [] }))).toEqual({
      outcome: 'unreachable',
      reason: 'the command was not found (ENOENT): check `command`, `cwd`, and `sandbox` if there is one',
    });
  });

  it('whose command holds its arguments as well', async ({ scope, expect }) => {
    expect((await fail(scope, stdio({ command: 'npx -y some-server', args: [] }))).reason).toBe(
      'the command was not found (ENOENT): `command` is the program alone, its arguments go into `args`',
    );
  });

  it('whose folder does not exist', async ({ scope, expect }) => {
    const launch = {
      ...stdio({ command: process.execPath, args: [] }),
      cwd: join(tmpdir(), 'no-such-folder-anywhere'),
    };
    expect((await fail(scope, launch)).reason).toBe(
      'the command was not found (ENOENT): check `command`, `cwd`, and `sandbox` if there is one',
    );
  });

  it('whose command may not be run', async ({ scope, expect }) => {
    const folder = scope.closeAfter(mkdtempSync(join(tmpdir(), 'tooldrift-command-')), (path) => {
      rmSync(path, { recursive: true });
    });
    const command = join(folder, 'server');
    writeFileSync(command, 'no program');
    chmodSync(command, 0o644);
    expect((await fail(scope, stdio({ command, args: [] }))).reason).toBe(
      'the command may not be run (EACCES): check its permissions',
    );
  });

  it('whose command is nonsense', async ({ scope, expect }) => {
    expect((await fail(scope, stdio({ command: 'a\0b', args: [] }))).reason).toBe(
      'the command cannot be run: check `command`, `args` and `cwd`',
    );
  });
});

describe('an answer in pieces of its own making', () => {
  it('is read from a server that answers with a batch of one', async ({ scope }) => {
    const server = await startOddServer(scope, 'legacy', ({ method, id, response }) => {
      if (method !== 'tools/list') return void response.writeHead(405).end();
      sendJson(response, `[{"jsonrpc":"2.0","id":${id},"result":{"tools":[{"name":"a"},null]}}]`);
    });
    expect(toolNames(await scope.read(server.launch))).toEqual(['a', null]);
  });

  it('is read from a server that answers to the text of the id', async ({ scope }) => {
    const server = await startOddServer(scope, 'legacy', ({ method, id, response }) => {
      if (method !== 'tools/list') return void response.writeHead(405).end();
      sendJson(response, `{"jsonrpc":"2.0","id":"${id}","result":{"tools":[{"name":"a"}]}}`);
    });
    expect(toolNames(await scope.read(server.launch))).toEqual(['a']);
  });
});
