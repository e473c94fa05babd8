import { variableName, type Piece } from './pieces.ts';

/** The environment variables that one launch needs, gathered while its texts are rewritten. */
export class References {
  readonly variables = new Set<string>();
  readonly secrets = new Set<string>();
  readonly remarks = new Set<string>();
  hasExpansion = false;
  readonly #prefix: string;

  /** `server` begins the names of what is written out in the client's file, so that no two servers share one by chance. */
  constructor(server: string) {
    this.#prefix = variableName(server);
  }

  /** Notes a variable that the client's file refers to. */
  refer(name: string): string {
    this.variables.add(name);
    return `\${${name}}`;
  }

  /** A reference in place of a secret; `what` says what it is: `GITHUB_TOKEN`, `Authorization`. */
  hide(what: string): string {
    const name = this.#freeName(what);
    this.secrets.add(name);
    return this.refer(name);
  }

  /** A name that no other text of this launch has, and that begins with the server's. */
  #freeName(what: string): string {
    const own = variableName(what);
    const name = own.startsWith(`${this.#prefix}_`) || own === this.#prefix ? own : `${this.#prefix}_${own}`;
    let free = name;
    for (let next = 2; this.variables.has(free); next += 1) free = `${name}_${next}`;
    return free;
  }

  /** The pieces as one text in our notation. Literal text stays; it holds no `${`. */
  join(pieces: readonly Piece[]): string {
    return pieces.map((piece) => this.#write(piece)).join('');
  }

  #write(piece: Piece): string {
    if (piece.kind === 'text') return piece.text;
    this.hasExpansion = true;
    if (piece.kind === 'ask') {
      this.remarks.add(piece.why);
      return this.refer(piece.name ?? this.#freeName('value'));
    }
    return piece.fallback === null ? this.refer(piece.name) : `\${${piece.name}:-${piece.fallback}}`;
  }
}
