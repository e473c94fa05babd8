import { shellWords } from '../../src/pins/shell-words.ts';
import type { Pin, Verdict, WrittenLaunch } from '../../src/pins/pin.ts';

/** A launch as a line, and what is run by it: verdict and package of each thing. */
export type Row = readonly [line: string, ...expected: (readonly [Verdict, string | null])[]];

const commit = 'a'.repeat(40);
const digest = `sha256:${'b'.repeat(64)}`;

export const npmRows: readonly Row[] = [
  ['npx -y @modelcontextprotocol/server-filesystem /srv', ['floating', '@modelcontextprotocol/server-filesystem']],
  [
    'npx -y @modelcontextprotocol/server-filesystem@2026.8.31 /srv',
    ['pinned-version', '@modelcontextprotocol/server-filesystem'],
  ],
  ['npx files-mcp@latest', ['floating', 'files-mcp']],
  ['npx files-mcp@^1.2.0', ['floating', 'files-mcp']],
  ['npx files-mcp@1', ['floating', 'files-mcp']],
  ['npx files-mcp@1.2.3.4', ['floating', 'files-mcp']],
  ['npx files-mcp@v1.2.3', ['pinned-version', 'files-mcp']],
  ['npx files-mcp --user me@1host', ['floating', 'files-mcp']],
  ['npx --yes --package=files-mcp@1.2.3 files', ['pinned-version', 'files-mcp']],
  ['npx -y -p a-mcp@1.0.0 -p b-mcp a', ['pinned-version', 'a-mcp'], ['floating', 'b-mcp']],
  ['npx --loglevel silent files-mcp@1.2.3', ['pinned-version', 'files-mcp']],
  ['npx --unknown-option word files-mcp', ['floating', 'files-mcp']],
  ['npx -y -- files-mcp@1.2.3 --port 3', ['pinned-version', 'files-mcp']],
  ['npx -y github:owner/files-mcp', ['floating', 'github:owner/files-mcp']],
  [`npx -y github:owner/files-mcp#${commit}`, ['pinned-digest', `github:owner/files-mcp#${commit}`]],
  ['npx -y owner/files-mcp#v1.2.0', ['tag', 'owner/files-mcp#v1.2.0']],
  ['npx -y owner/files-mcp#main', ['floating', 'owner/files-mcp#main']],
  ['npx -y https://example.com/files-mcp-1.2.3.tgz', ['floating', 'https://example.com/files-mcp-1.2.3.tgz']],
  ['npx -y ./files-mcp', ['local', './files-mcp']],
  ['npx -y files@npm:files-mcp@1.2.3', ['pinned-version', 'files-mcp']],
  ['npx -y files-mcp@${FILES_VERSION}', ['unknown', 'files-mcp@${FILES_VERSION}']],
  ['npm exec --yes files-mcp@1.2.3', ['pinned-version', 'files-mcp']],
  ['npm exec a-mcp 1 --package=b-mcp', ['floating', 'b-mcp']],
  ['npm exec -p a-mcp@1.0.0 -- a', ['pinned-version', 'a-mcp']],
  ['npm run start', ['local', null]],
  ['pnpm dlx files-mcp@1.2.3', ['pinned-version', 'files-mcp']],
  ['pnpm --package=files-mcp dlx files', ['floating', 'files-mcp']],
  ['pnpx files-mcp', ['floating', 'files-mcp']],
  ['yarn dlx -q -p files-mcp@2.0.0 files', ['pinned-version', 'files-mcp']],
  ['bunx --bun files-mcp@1.2.3', ['pinned-version', 'files-mcp']],
  ['bun x files-mcp', ['floating', 'files-mcp']],
];

export const pythonRows: readonly Row[] = [
  ['uvx mcp-server-git', ['floating', 'mcp-server-git']],
  ['uvx mcp-server-git@2026.1.14 --repository /srv', ['pinned-version', 'mcp-server-git']],
  ['uvx mcp-server-git@latest', ['floating', 'mcp-server-git']],
  ["uvx --from 'mcp-server-git[all]==1.2.3' git-mcp", ['pinned-version', 'mcp-server-git']],
  ["uvx --from 'mcp-server-git>=1.2' git-mcp", ['floating', 'mcp-server-git']],
  ["uvx --from 'mcp-server-git==1.*' git-mcp", ['floating', 'mcp-server-git']],
  ['uvx --with requests mcp-server-git@1.2.3', ['pinned-version', 'mcp-server-git'], ['floating', 'requests']],
  ['uvx --exclude-newer 2026-11-01 mcp-server-git', ['pinned-version', 'mcp-server-git']],
  [
    `uvx --from git+https://example.com/o/git-mcp@${commit} git-mcp`,
    ['pinned-digest', `git+https://example.com/o/git-mcp@${commit}`],
  ],
  ['uvx --from git+https://git@example.com/o/git-mcp git-mcp', ['floating', 'git+https://example.com/o/git-mcp']],
  ['uvx --from git+https://example.com/o/git-mcp@v1.0 git-mcp', ['tag', 'git+https://example.com/o/git-mcp@v1.0']],
  ['uvx --with git-mcp==1.0.0 python -m git_mcp', ['pinned-version', 'git-mcp']],
  ['uv tool run --python 3.12 mcp-server-git@1.2.3', ['pinned-version', 'mcp-server-git']],
  ['uv --directory /srv/git run server.py', ['local', 'server.py']],
  ['uv run --with fastmcp server.py', ['floating', 'fastmcp'], ['local', 'server.py']],
  ['pipx run git-mcp==1.2.3', ['pinned-version', 'git-mcp']],
  ['pipx run --spec git-mcp git', ['floating', 'git-mcp']],
  ['pipx run https://example.com/x.py', ['floating', 'https://example.com/x.py']],
];

export const containerRows: readonly Row[] = [
  [`docker run -i --rm ghcr.io/o/files@${digest}`, ['pinned-digest', 'ghcr.io/o/files']],
  [`docker run -i --rm ghcr.io/o/files:1.2.3@${digest}`, ['pinned-digest', 'ghcr.io/o/files:1.2.3']],
  ['docker run -i --rm -e TOKEN mcp/files', ['floating', 'mcp/files']],
  ['docker run -ite TOKEN mcp/files:1.2.3 --root /srv', ['tag', 'mcp/files']],
  ['docker run --rm=true -eTOKEN=x -v/srv:/srv mcp/files:latest', ['floating', 'mcp/files']],
  ['docker --context remote container run -i host.example:5000/files', ['floating', 'host.example:5000/files']],
  ['docker run --new-option mcp/files', ['unknown', null]],
  ['docker run 0123456789ab', ['local', '0123456789ab']],
  ['docker exec -i files mcp', ['local', null]],
  ['docker compose -f x.yaml -p team run --rm -T -e TOKEN files --root /srv', ['unknown', 'files']],
  ['docker-compose run files', ['unknown', 'files']],
  ['docker compose exec -T files mcp', ['local', null]],
  ['podman compose --profile mcp up', ['unknown', null]],
  ['docker compose ps', ['unknown', null]],
  ['docker mcp gateway run', ['floating', 'docker mcp gateway']],
  ['podman run --replace --name files quay.io/o/files:2', ['tag', 'quay.io/o/files']],
  ['nerdctl run -i -- mcp/files:3', ['tag', 'mcp/files']],
];

export const otherRows: readonly Row[] = [
  ['deno run -A npm:files-mcp@1.2.3', ['pinned-version', 'files-mcp']],
  ['deno run --allow-read=/srv jsr:@o/files', ['floating', '@o/files']],
  ['deno run https://example.com/v1.2.3/mod.ts', ['floating', 'https://example.com/v1.2.3/mod.ts']],
  ['go run example.com/files/cmd@v1.2.3', ['pinned-version', 'example.com/files/cmd']],
  ['go run -mod=mod example.com/files@latest', ['floating', 'example.com/files']],
  ['go run ./cmd/files', ['local', './cmd/files']],
  ['dnx Files.Mcp@1.2.3 --yes', ['pinned-version', 'Files.Mcp']],
  ['dotnet tool exec Files.Mcp', ['floating', 'Files.Mcp']],
  [`nix run github:o/files/${commit} -- --root /srv`, ['pinned-digest', `github:o/files/${commit}`]],
  ['nix run github:o/files', ['floating', 'github:o/files']],
  ['node /srv/files/index.js', ['local', '/srv/files/index.js']],
  ['node --import tsx --token abcdef src/index.ts', ['local', 'src/index.ts']],
  ['python3 -m files_mcp --root /srv', ['local', 'files_mcp']],
  ['bash /srv/files.sh --token abcdef', ['local', '/srv/files.sh']],
  ['poetry run files', ['local', null]],
  ['/usr/local/bin/files-mcp --root /srv', ['local', '/usr/local/bin/files-mcp']],
  ['files-mcp', ['unknown', 'files-mcp']],
];

export const wrappedRows: readonly Row[] = [
  ['cmd /c npx -y files-mcp', ['floating', 'files-mcp']],
  ["bash -lc 'exec npx -y files-mcp@1.2.3'", ['pinned-version', 'files-mcp']],
  ["sh -c 'npx -y files-mcp | tee log'", ['unknown', null]],
  ["sh -c 'npx -y $(cat name)'", ['unknown', null]],
  ['env -u HOME A=b npx files-mcp@1.2.3', ['pinned-version', 'files-mcp']],
  ['sudo -u files timeout -k 5 30 nice -n 5 uvx git-mcp', ['floating', 'git-mcp']],
  ['mise exec node@22 -- npx files-mcp@1.2.3', ['pinned-version', 'files-mcp']],
  ['direnv exec /srv npx files-mcp', ['floating', 'files-mcp']],
  ['op run --env-file=.env -- npx files-mcp', ['floating', 'files-mcp']],
  [
    "npx -y supergateway@3.4.0 --stdio 'npx -y files-mcp'",
    ['pinned-version', 'supergateway'],
    ['floating', 'files-mcp'],
  ],
  [
    'npx -y mcp-remote@0.1.38 https://example.com/mcp --header A:b',
    ['pinned-version', 'mcp-remote'],
    ['remote', 'example.com'],
  ],
  ['npx mcp-remote https://u:p@example.com/mcp?key=k', ['floating', 'mcp-remote'], ['remote', 'example.com']],
  ['uvx mcp-proxy https://example.com/sse', ['floating', 'mcp-proxy'], ['remote', 'example.com']],
];

/** A launch from a line as it would be typed. */
export function launchOf(line: string, env: Readonly<Record<string, string>> = {}): WrittenLaunch {
  const [command = '', ...args] = shellWords(line) ?? [];
  return { kind: 'stdio', command, args, env };
}

export function remarksOf(pins: readonly Pin[]): readonly string[] {
  return pins.flatMap(({ remarks }) => remarks.map(({ kind, about }) => `${kind} ${about}`));
}
