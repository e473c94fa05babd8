/** A file of npm's settings. */
export interface Npmrc {
  /** What messages call it: `~/.npmrc`. */
  readonly label: string;
  readonly text: string;
}

/**
 * The hosts of the registries that a file of npm's settings names, by scope (`@o`), `` for all packages. Null: the address holds a
 * variable. Nothing else of the file is looked at: credentials stand there too.
 */
export function registriesIn(text: string): ReadonlyMap<string, string | null> {
  const lines = text.matchAll(/^[^\S\n]*(?:(@[\w.~-]+):)?registry[^\S\n]*=[^\S\n]*["']?([^\s"']*)/gm);
  return new Map([...lines].map(([, scope = '', address = '']) => [scope, hostOf(address)]));
}

function hostOf(address: string): string | null {
  return !address.includes('${') && URL.canParse(address) ? new URL(address).host : null;
}
