import { judgeRemote } from './remote.ts';
import type { Given, Pin } from './pin.ts';
import { shellWords } from './shell-words.ts';

/**
 * What a package that only passes a server on stands for: the remote server behind `mcp-remote`, the command behind
 * `supergateway` and `mcp-proxy`. Nothing for any other package.
 */
export function judgeProxied(name: string | null, args: readonly string[], given: Given): readonly Pin[] {
  switch (name) {
    case 'mcp-remote':
      return addresses(args).slice(0, 1).map(judgeRemote);
    case 'supergateway':
      return [...commandOf(valueAfter(args, '--stdio'), given), ...remotes(args, ['--sse', '--streamableHttp'])];
    case 'mcp-proxy': {
      const found = addresses(args);
      if (found.length > 0) return found.slice(0, 1).map(judgeRemote);
      const at = args.indexOf('--');
      return at < 0 ? [] : given.judge(args.slice(at + 1), given);
    }
    default:
      return [];
  }
}

function remotes(args: readonly string[], options: readonly string[]): readonly Pin[] {
  return options.flatMap((option) => addresses([valueAfter(args, option) ?? '']).map(judgeRemote));
}

function commandOf(line: string | null, given: Given): readonly Pin[] {
  const words = line === null ? null : shellWords(line);
  return words === null ? [] : given.judge(words, given);
}

function valueAfter(args: readonly string[], option: string): string | null {
  const at = args.indexOf(option);
  const joined = args.find((arg) => arg.startsWith(`${option}=`));
  return at < 0 ? (joined?.slice(option.length + 1) ?? null) : (args[at + 1] ?? null);
}

function addresses(args: readonly string[]): readonly string[] {
  return args.filter((arg) => /^(?:https?|wss?):\/\//i.test(arg));
}
