import type { PackageVersion } from '../core/circumstances.ts';

/**
 * How firmly a launch names what will run: by its content; by a version that cannot be published twice (what it depends on may
 * still move); by a name that its owner can move; by nothing. `remote`: it runs elsewhere, nothing binds it. `local`: it is on
 * this machine already. `unknown`: nobody can tell from the launch.
 */
export type Verdict = 'pinned-digest' | 'pinned-version' | 'tag' | 'floating' | 'remote' | 'local' | 'unknown';

/** How a server is started or reached, with variables as they are written. */
export type WrittenLaunch =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'http'; readonly url: string };

/** What else is wrong with a launch. */
export type RemarkKind =
  | 'registry-override'
  | 'index-confusion'
  | 'checksums-off'
  | 'container-escape'
  | 'container-host-access'
  | 'all-permissions'
  | 'known-vulnerable'
  | 'shell-line';

export interface Remark {
  readonly kind: RemarkKind;
  /** The option or variable that it is about, by name: never a value. */
  readonly about: string;
}

/** What is said of one thing that a launch runs. */
export interface Pin {
  readonly verdict: Verdict;
  /** Name of the package, image, module, file or host, without what may be a secret. Null: not known. */
  readonly package: string | null;
  /** Why, in words of ours, as the end of a sentence: `no version is named`. */
  readonly reason: string;
  /** The word of the launch that names it, as it is written: may hold a secret. Null: no single word does. */
  readonly operand: string | null;
  /** What to write instead of `operand`. Null: it is pinned, cannot be pinned, or the version is not known. */
  readonly pinned: string | null;
  readonly remarks: readonly Remark[];
  /** The address of a remote server: may hold a secret. */
  readonly url?: string;
  /** It is looked up by name in the registry that npm is set to. */
  readonly isFromNpm?: boolean;
}

/** What a launcher is judged with. */
export interface Given {
  /** Variables that the launch sets, as they are written. */
  readonly env: Readonly<Record<string, string>>;
  /** What was served last, if that is known. */
  readonly served: PackageVersion | null;
  /** Judges a command line within this one. */
  readonly judge: (argv: readonly string[], given: Given) => readonly Pin[];
  /** How many command lines are around this one. */
  readonly depth: number;
}

/** Judges the arguments of one launcher. */
export type Launcher = (args: readonly string[], given: Given) => readonly Pin[];

/** Nobody reads more of a name. */
const maxName = 500;

/** A pin with nothing to paste and nothing remarkable, unless `more` says so. */
export function pin(verdict: Verdict, name: string | null, reason: string, more: Partial<Pin> = {}): Pin {
  return {
    verdict,
    package: name === null ? null : withoutSecrets(name.slice(0, maxName)),
    reason,
    operand: null,
    pinned: null,
    remarks: [],
    ...more,
  };
}

/** `pins` with `remarks` on the first of them: they are about the launch as a whole. */
export function withRemarks(pins: readonly Pin[], remarks: readonly Remark[]): readonly Pin[] {
  const [first, ...rest] = pins;
  return first === undefined || remarks.length === 0
    ? pins
    : [{ ...first, remarks: [...first.remarks, ...remarks] }, ...rest];
}

/** A text that holds a URL, without the user part, the query and the fragment: each may be a secret. */
function withoutSecrets(text: string): string {
  return text.replace(
    /([a-z][a-z0-9+.-]*:\/\/)(?:[^/?#\s]*@)?([^?#\s]*)[^\s]*/gi,
    (_, scheme: string, rest: string) => scheme + rest,
  );
}

/** A variable stands where the version should. */
export function holdsVariable(text: string): boolean {
  return /\$[{(A-Za-z_]|%[A-Za-z_]\w*%/.test(text);
}

export const variableReason = 'it is in a variable, so another value runs something else';
