/** Both from 1; a column counts UTF-16 code units, as editors do. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** `end` stands behind the last character. */
export interface Region {
  readonly start: Place;
  readonly end: Place;
}

/** Where `offset` of `text` stands. */
export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
