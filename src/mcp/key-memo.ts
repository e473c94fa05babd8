import { hasDuplicateKeys } from './duplicate-keys.ts';

interface Checked {
  readonly digest: string;
  readonly isFound: boolean;
}

/** Looks for duplicate keys once per server and text: nearly every reading brings the text of the last one. */
export class KeyMemo {
  readonly #last = new Map<string, Checked>();

  /** `digest` stands for all of `texts`. */
  hasDuplicates(server: string, digest: string, texts: readonly string[]): boolean {
    const last = this.#last.get(server);
    if (last?.digest === digest) return last.isFound;
    const isFound = texts.some(hasDuplicateKeys);
    this.#last.set(server, { digest, isFound });
    return isFound;
  }
}
