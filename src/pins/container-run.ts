import { runSwitches, runValues } from './container-options.ts';
import type { Option } from './walk-options.ts';

export interface ContainerRun {
  readonly options: readonly Option[];
  /** The image. Null: none is named, or an option in front of it is not known. */
  readonly image: string | null;
  /** An option that may take the word that looks like the image. */
  readonly unknown: string | null;
}

/** Takes the arguments of `run` apart. Options that take no value are a short closed list; all others take one. */
export function readRun(args: readonly string[]): ContainerRun {
  const options: Option[] = [];
  let at = 0;
  while (at < args.length) {
    const word = args[at] ?? '';
    if (word === '--') return { options, image: args[at + 1] ?? null, unknown: null };
    if (!word.startsWith('-')) return { options, image: word, unknown: null };
    const read = readWord(word, args[at + 1]);
    options.push(...read.options);
    if (read.unknown && !word.includes('=')) return { options, image: null, unknown: word };
    at += read.width;
  }
  return { options, image: null, unknown: null };
}

interface ReadWord {
  readonly options: readonly Option[];
  readonly width: 1 | 2;
  readonly unknown: boolean;
}

function readWord(word: string, next: string | undefined): ReadWord {
  const [, name = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
  if (value !== undefined) return { options: [{ name, value }], width: 1, unknown: false };
  if (!word.startsWith('--')) return readCluster(word.slice(1), next);
  if (runSwitches.has(word)) return { options: [{ name: word, value: null }], width: 1, unknown: false };
  return { options: [{ name: word, value: next ?? null }], width: 2, unknown: !runValues.has(word) };
}

/** `-it`, `-ite KEY`, `-eKEY=v`, `-p80:80`: letters up to the first one that takes a value, then the value. */
function readCluster(letters: string, next: string | undefined): ReadWord {
  const options: Option[] = [];
  for (const [at, letter] of [...letters].entries()) {
    const name = `-${letter}`;
    if (!runSwitches.has(name)) {
      const attached = letters.slice(at + 1).replace(/^=/, '');
      const value = attached === '' ? (next ?? null) : attached;
      const width = attached === '' ? 2 : 1;
      return { options: [...options, { name, value }], width, unknown: !runValues.has(name) };
    }
    options.push({ name, value: null });
  }
  return { options, width: 1, unknown: false };
}
