import { describe, expect, it } from 'vitest';
import { describeLaunch, launchOf, type WrittenServer } from '../../src/config/describe-launch.ts';

const masked = expect.stringMatching(/^sha256:[0-9a-f]{12}$/);

describe('describeLaunch', () => {
  it('names a program, its arguments and the names of its variables', () => {
    const entry = { command: 'npx', args: ['-y', 'server@1.0.0', '/srv'], env: { B: 'x', A: 'y' }, cwd: './here' };
    expect(describeLaunch(entry)).toEqual({
      transport: 'stdio',
      command: 'npx',
      args: ['-y', 'server@1.0.0', '/srv'],
      cwd: './here',
      env: ['A', 'B'],
    });
  });

  it('names an address and its headers, in whatever letters and order they are written', () => {
    const entry = { url: 'https://mcp.example.com/mcp', headers: { 'X-B': '1', authorization: '2' } };
    const same = { url: 'https://mcp.example.com/mcp', headers: { Authorization: '3', 'x-b': '4' } };
    expect(describeLaunch(entry)).toEqual({ transport: 'http', url: entry.url, headers: ['authorization', 'x-b'] });
    expect(describeLaunch(same)).toEqual(describeLaunch(entry));
  });

  it('counts a sandbox: without it the same command is another one', () => {
    const written = { mcpServers: { a: { command: 'x' } }, watch: { servers: { a: { sandbox: ['bwrap', '--'] } } } };
    expect(launchOf('a', written)).toMatchObject({ sandbox: ['bwrap', '--'], command: 'x' });
    expect(launchOf('a', { mcpServers: written.mcpServers })).not.toHaveProperty('sandbox');
  });

  it('counts as whom and for what a server is reached, and nothing secret', () => {
    const auth = { type: 'client-credentials', clientId: '${ID}', clientSecret: 'hunter2', scope: 'read' };
    const written = { mcpServers: { a: { url: 'https://h/mcp' } }, watch: { servers: { a: { auth } } } };
    expect(launchOf('a', written)).toEqual({
      transport: 'http',
      url: 'https://h/mcp',
      headers: [],
      auth: { type: 'client-credentials', clientId: '${ID}', scope: 'read' },
    });
    expect(launchOf('a', { mcpServers: written.mcpServers })).not.toHaveProperty('auth');
  });

  it('names the older transport where the file does', () => {
    expect(describeLaunch({ type: 'sse', url: 'https://h/sse' })).toMatchObject({ transport: 'sse' });
  });

  it('says the same of defaults that are written out', () => {
    expect(describeLaunch({ command: 'a', args: [], env: {}, cwd: '.' })).toEqual(describeLaunch({ command: 'a' }));
  });

  it.each<readonly [WrittenServer, unknown]>([
    [{ command: 'a', args: ['--token', 'hunter2'] }, ['--token', masked]],
    [{ command: 'a', args: ['--api-key=hunter2'] }, [expect.stringMatching(/^--api-key=sha256:[0-9a-f]{12}$/)]],
    [{ command: 'a', args: ['API_TOKEN=hunter2'] }, [expect.stringMatching(/^API_TOKEN=sha256:/)]],
    [{ command: 'a', args: ['--header', 'Authorization: Bearer hunter2'] }, ['--header', masked]],
    [{ command: 'a', args: ['--token', '${TOKEN}'] }, ['--token', '${TOKEN}']],
    [
      { command: 'a', args: ['https://u:hunter2@h/x?k=hunter2&p='] },
      [expect.stringMatching(/^https:\/\/sha256:.*@h\/x\?k=sha256:[0-9a-f]{12}&p=$/)],
    ],
    [{ command: 'a', args: ['--port', '8080', '--verbose=true'] }, ['--port', '8080', '--verbose=true']],
  ])('keeps no secret that is written out: %j', (entry, args) => {
    const launch = describeLaunch(entry);
    expect(launch).toMatchObject({ args });
    expect(JSON.stringify(launch)).not.toContain('hunter2');
  });

  it('sees that a secret that is written out was changed', () => {
    const of = (token: string): unknown => describeLaunch({ command: 'a', args: ['--token', token] });
    expect(of('one')).not.toEqual(of('two'));
  });
});
