/** How many readings are remembered, and how many of the last must be equal for peace. */
const remembered = 6;
const changesThatAlternate = 3;

/** Recognises a server that answers with one of two lists by turns: replicas that disagree. */
export class Alternation {
  readonly #digests: string[] = [];

  /** Notes the digest of a complete reading; true while the last readings go back and forth between two. */
  note(digest: string): boolean {
    this.#digests.push(digest);
    if (this.#digests.length > remembered) this.#digests.shift();
    const changes = this.#digests.filter((each, index) => index > 0 && each !== this.#digests[index - 1]).length;
    return new Set(this.#digests).size === 2 && changes >= changesThatAlternate;
  }
}
