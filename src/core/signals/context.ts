import type { OtherTool } from '../name-index.ts';
import { addressesIn } from './addresses.ts';
import type { Names, SignalContext } from './signal.ts';

/**
 * What signals are judged by: `approved` are the JSON texts of the approved surface, `tools` the names of this server's tools.
 * The domains are looked up when a text names an address: few do.
 */
export function signalContext(
  approved: readonly string[],
  tools: readonly string[],
  elsewhere: readonly OtherTool[] = [],
): SignalContext {
  const own = namesOf(tools);
  const others = elsewhere.flatMap(({ server, name }) => [server, name]);
  let domains: ReadonlySet<string> | undefined;
  return {
    tools: own,
    // What has the same name here says nothing about there.
    elsewhere: namesOf(others.filter((name) => !own.all.has(name.toLowerCase()))),
    get knownDomains() {
      return (domains ??= new Set(approved.flatMap((text) => addressesIn(text).map(({ domain }) => domain))));
    },
  };
}

function namesOf(names: readonly string[]): Names {
  const all = new Set(names.map((name) => name.toLowerCase()));
  return { all, haveWords: [...all].some((name) => /^[a-z0-9]+$/.test(name)) };
}
