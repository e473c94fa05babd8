import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeLaunch } from '../../src/pins/judge-launch.ts';
import { containerRows, launchOf, npmRows, otherRows, pythonRows, remarksOf, wrappedRows } from './launches.ts';
import { usualRegistry } from './usual-registry.ts';

describe('a launch', () => {
  const rows = [...npmRows, ...pythonRows, ...containerRows, ...otherRows, ...wrappedRows];

  it.each(rows.map(([line, ...expected]) => ({ line, expected })))('$line', ({ line, expected }) => {
    const pins = judgeLaunch(launchOf(line));
    expect(pins.map((one) => [one.verdict, one.package])).toEqual(expected);
    for (const { reason } of pins) expect(reason).toMatch(/^[a-z].+[^.]$/);
  });

  it('is judged by the program, whatever its path and extension', () => {
    const launch = {
      kind: 'stdio',
      command: 'C:\\Program Files\\nodejs\\NPX.cmd',
      args: ['files-mcp'],
      env: {},
    } as const;
    expect(judgeLaunch(launch)[0]).toMatchObject({ verdict: 'floating', package: 'files-mcp' });
  });

  it('may be one line without arguments', () => {
    const launch = { kind: 'stdio', command: 'npx -y files-mcp@1.2.3', args: [], env: {} } as const;
    expect(judgeLaunch(launch)[0]).toMatchObject({ verdict: 'pinned-version' });
  });

  it('of a server elsewhere cannot be pinned', () => {
    expect(judgeLaunch({ kind: 'http', url: 'https://user:secret@example.com/mcp?key=secret' })).toMatchObject([
      { verdict: 'remote', package: 'example.com', pinned: null },
    ]);
  });

  it.each([
    ['docker compose -f x.yaml run files', 'its image stands in x.yaml', 'x.yaml'],
    ['docker compose --file=a.yaml -f b.yaml run files', 'its image stands in a.yaml and b.yaml', 'a.yaml'],
    ['docker compose run files', 'its image stands in compose.yaml', null],
  ])('with an image in a compose file names the file: %s', (line, words, operand) => {
    const [found] = judgeLaunch(launchOf(line));
    expect(found?.reason).toBe(`cannot be told from this line: ${words}`);
    expect(found?.operand).toBe(operand);
  });

  it('of a server at an address with a variable is named as it is written', () => {
    expect(judgeLaunch({ kind: 'http', url: 'https://me@${HOST}/mcp' })[0]?.package).toBe('${HOST}');
  });

  it('that wraps itself without end is unknown', () => {
    const line = `${'env '.repeat(500)}npx files-mcp`;
    expect(judgeLaunch(launchOf(line))).toMatchObject([{ verdict: 'unknown' }]);
  });
});

describe('the form to paste', () => {
  const served = (name: string, version = '1.2.3') => ({ name, version });

  it.each([
    ['npx -y files-mcp', served('files-mcp'), 'files-mcp@1.2.3'],
    ['npx -y @o/files-mcp@latest', served('@o/files-mcp', '2.0.0-beta.1'), '@o/files-mcp@2.0.0-beta.1'],
    ['npx files@npm:files-mcp', served('files-mcp'), 'files@npm:files-mcp@1.2.3'],
    ['uvx mcp_server_git', served('mcp-server-git'), 'mcp_server_git@1.2.3'],
    ["uvx --from 'git-mcp[all]>=1' git", served('git-mcp'), 'git-mcp[all]==1.2.3'],
    ['pipx run git-mcp', served('git-mcp'), 'git-mcp==1.2.3'],
    ['deno run npm:files-mcp', served('files-mcp'), 'npm:files-mcp@1.2.3'],
    ['npx -y files-mcp', served('other-mcp'), null],
    ['npx -y files-mcp', served('files-mcp', '1.2.3 && rm -rf /'), null],
    ['npx -y files-mcp@1.2.2', served('files-mcp'), null],
    ['npx -y files-mcp', null, null],
  ])('of %s', (line, package_, pinned) => {
    expect(judgeLaunch(launchOf(line), package_)[0]?.pinned).toBe(pinned);
  });
});

describe('remarks', () => {
  it.each([
    ['npx --registry https://npm.example.com files-mcp@1.0.0', {}, ['registry-override --registry']],
    [
      'npx files-mcp@1.0.0',
      { npm_config_registry: 'https://npm.example.com' },
      ['registry-override npm_config_registry'],
    ],
    [`npx --registry ${usualRegistry}/ files-mcp@1.0.0`, {}, []],
    ['npx --registry ${REGISTRY} files-mcp@1.0.0', {}, ['registry-override --registry']],
    ['uvx --index https://pypi.example.com files-mcp', {}, ['registry-override --index']],
    ['uvx --extra-index-url https://x files-mcp', {}, ['index-confusion --extra-index-url']],
    ['uvx --index-strategy unsafe-best-match files-mcp', {}, ['index-confusion --index-strategy']],
    ['uvx files-mcp', { UV_DEFAULT_INDEX: 'https://x' }, ['registry-override UV_DEFAULT_INDEX']],
    ['go run example.com/x@v1.0.0', { GOSUMDB: 'off' }, ['checksums-off GOSUMDB']],
    ['dnx Files@1.0.0 --add-source https://x', {}, ['registry-override --add-source']],
    ['deno run -A npm:x@1.0.0', {}, ['all-permissions -A']],
    ['npx mcp-remote@0.1.15 https://example.com', {}, ['known-vulnerable CVE-2025-6514']],
    ['npx mcp-remote@0.1.16 https://example.com', {}, []],
    ['npx mcp-remote@0.0.4 https://example.com', {}, []],
    ["bash -c 'npx a; npx b'", {}, ['shell-line the command line']],
    ['docker run --privileged x', {}, ['container-escape --privileged']],
    ['docker run --privileged=false x', {}, []],
    ['docker run -v /var/run/docker.sock:/var/run/docker.sock x', {}, ['container-escape -v']],
    ['docker run -v/:/host x', {}, ['container-escape -v']],
    ['docker run -v /srv:/srv x', {}, []],
    ['docker run --mount type=bind,src=/,dst=/host x', {}, ['container-escape --mount']],
    ['docker run --cap-add=SYS_ADMIN x', {}, ['container-escape --cap-add']],
    [
      'docker run --cap-add NET_ADMIN --network host x',
      {},
      ['container-host-access --cap-add', 'container-host-access --network'],
    ],
    ['docker run --security-opt seccomp=unconfined x', {}, ['container-host-access --security-opt']],
    ['podman run --pid host x', {}, ['container-escape --pid']],
  ])('%s', (line, env, expected) => {
    expect(remarksOf(judgeLaunch(launchOf(line, env)))).toEqual(expected);
  });
});

const words = [
  'npx',
  'npm',
  'exec',
  'uvx',
  '--from',
  '--with',
  'docker',
  'run',
  '-e',
  '-v',
  'sh',
  '-c',
  '--',
  '=',
  '@',
  'a@',
  'go',
  'nix',
  'git+',
  '-',
];

it('is judged without an error, whatever it says', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...words), fc.string())), (argv) => {
      const [command = '', ...args] = argv;
      expect(judgeLaunch({ kind: 'stdio', command, args, env: {} }).length).toBeGreaterThan(0);
    }),
  );
});
