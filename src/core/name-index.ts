import { foldName, lookOfName } from './fold-name.ts';

/** A tool of another server that is watched. */
export interface OtherTool {
  readonly server: string;
  readonly name: string;
}

/** The names of tools by how they fold and by how they look. */
export class NameIndex {
  readonly #folded = new Map<string, string[]>();
  readonly #looks = new Map<string, string[]>();
  readonly #elsewhere = new Map<string, OtherTool>();

  /** `served` and `approved` are the tools of one server: what is gone may still be imitated. */
  constructor(served: readonly string[], approved: readonly string[], elsewhere: readonly OtherTool[]) {
    for (const name of served) push(this.#folded, foldName(name), name);
    for (const name of new Set([...served, ...approved])) push(this.#looks, lookOfName(name), name);
    for (const tool of elsewhere) {
      const key = lookOfName(tool.name);
      if (!this.#elsewhere.has(key)) this.#elsewhere.set(key, tool);
    }
  }

  /** Another tool here whose name folds to the same. */
  foldingLike(name: string): string | null {
    return this.#folded.get(foldName(name))?.find((other) => other !== name) ?? null;
  }

  /** Another tool here whose name looks the same, though it does not even fold to the same. */
  lookingLike(name: string): string | null {
    const folded = foldName(name);
    return this.#looks.get(lookOfName(name))?.find((other) => foldName(other) !== folded) ?? null;
  }

  /** A tool of another server whose name is, folds or looks the same. */
  elsewhere(name: string): OtherTool | null {
    return this.#elsewhere.get(lookOfName(name)) ?? null;
  }
}

function push(map: Map<string, string[]>, key: string, name: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [name]);
  else known.push(name);
}
