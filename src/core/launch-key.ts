/** The parts of an entry of `mcpServers` by which two are the same server. */
export interface KeyedLaunch {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, unknown>>;
  readonly cwd?: string;
  readonly url?: string;
}

/**
 * Equal for entries that start or reach the same: command, arguments and names of variables, or the address. What a reference
 * is called does not count. The folder counts where the command or an argument is a file in it.
 */
export function launchKey({ command, args = [], env = {}, cwd = '', url = '' }: KeyedLaunch): string {
  if (command === undefined) return JSON.stringify(['http', blank(url)]);
  const words = [command, ...args];
  const folder = words.some(isRelativeFile) ? cwd : '';
  return JSON.stringify(['stdio', words.map(blank), Object.keys(env).sort(), folder]);
}

function blank(text: string): string {
  return text.replaceAll(/\$\{[^}]*\}/g, '${}');
}

function isRelativeFile(word: string): boolean {
  if (/^(?:[\\/~$-]|[A-Za-z]:|[a-z]+:\/\/)/.test(word)) return false;
  return /^\.\.?(?:[\\/]|$)/.test(word) || /\.(?:[cm]?[jt]s|py|rb|sh|jar|exe)$/i.test(word);
}
