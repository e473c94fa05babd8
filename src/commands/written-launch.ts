import type { WrittenServer } from '../config/describe-launch.ts';
import type { LintServer } from '../lint/lint-finding.ts';

/** How a server is started or reached as its entry in the file says it: variables are names, not values. */
export function writtenLaunch(entry: WrittenServer): Pick<LintServer, 'launch' | 'headers'> {
  const { command, args = [], env = {}, url = '', headers = {} } = entry;
  const launch =
    command === undefined
      ? ({ kind: 'http', url } as const)
      : ({ kind: 'stdio', command, args, env: texts(env) } as const);
  return { launch, headers: texts(headers) };
}

function texts(values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
