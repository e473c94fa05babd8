import type { Pin } from '../pins/pin.ts';
import { launchPath, type LintFinding, type LintServer } from './lint-finding.ts';
import { readOnlyModes, type ReadOnlyMode } from './read-only-modes.ts';
import { weighted } from './rules.ts';
import type { ServerFacts } from './server-facts.ts';

/** The read-only modes that a server is known to offer and that are not used, or of which no config shows whether they are. */
export function lintReadOnly(server: LintServer, pins: readonly Pin[]): readonly LintFinding[] {
  const facts = factsOf(server, pins);
  return readOnlyModes
    .filter((mode) => mode.is(facts) && mode.isUsed?.(facts) !== true)
    .map((mode) => ({
      ...weighted(mode.isUsed === null ? 'read-only-mode-unseen' : 'read-only-mode-unused'),
      item: null,
      message: messageOf(mode),
      paste: null,
      path: launchPath(server.name, server.launch.kind === 'http' ? 'url' : 'command'),
    }));
}

function messageOf({ server, how, source, checked }: ReadOnlyMode): string {
  return `the server of ${server} can be told to only read: ${how} (${source}, as of ${checked})`;
}

function factsOf({ launch, headers }: LintServer, pins: readonly Pin[]): ServerFacts {
  const addresses = pins.flatMap(({ url }) => (url !== undefined && URL.canParse(url) ? [new URL(url)] : []));
  const names = pins.flatMap(({ package: name }) => (name === null ? [] : [name, name.split(/[\\/]/).at(-1) ?? name]));
  const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  if (launch.kind === 'http') return { urls: addresses, packages: names, args: [], values: new Map(sent) };
  // `docker run -e NAME=value`, `mcp-remote --header Name:value`.
  const given = launch.args.flatMap((arg) => {
    const [, name, mark, value = ''] = /^([\w-]+)(=|:\s*)(.*)$/s.exec(arg) ?? [];
    return name === undefined ? [] : [[mark === '=' ? name : name.toLowerCase(), value] as const];
  });
  return {
    urls: addresses,
    packages: names,
    args: launch.args,
    values: new Map([...given, ...Object.entries(launch.env)]),
  };
}
