/** What of a launch tells which server it is and how it is set. */
export interface ServerFacts {
  /** Addresses of remote servers. */
  readonly urls: readonly URL[];
  /** Packages, images and programs that it runs, by name. */
  readonly packages: readonly string[];
  readonly args: readonly string[];
  /** Variables and, in lower case, headers that it sets. */
  readonly values: ReadonlyMap<string, string>;
}

export function isAt({ urls }: ServerFacts, host: string | RegExp, path = /./): boolean {
  const isHost = (name: string): boolean => (typeof host === 'string' ? name === host : host.test(name));
  return urls.some((url) => isHost(url.host) && path.test(url.pathname));
}

export function runs({ packages }: ServerFacts, ...names: readonly (string | RegExp)[]): boolean {
  return packages.some((name) => names.some((one) => (typeof one === 'string' ? name === one : one.test(name))));
}

/** A variable or header is set to something that switches on. What a variable of the config stands for counts as such. */
export function isSet({ values }: ServerFacts, name: string): boolean {
  return isOn(values.get(name) ?? '');
}

/** The same of a parameter in the query of an address. */
export function asks({ urls }: ServerFacts, parameter: string): boolean {
  return urls.some(({ searchParams }) => isOn(searchParams.get(parameter) ?? ''));
}

export function hasFlag({ args }: ServerFacts, flag: string): boolean {
  return args.some((arg) => arg === flag || (arg.startsWith(`${flag}=`) && isOn(arg.slice(flag.length + 1))));
}

function isOn(value: string): boolean {
  return !/^\s*(?:|false|f|no|n|0|off)\s*$/i.test(value);
}
