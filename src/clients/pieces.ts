/** A text of a client's file, taken apart by the rules of that client. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string; readonly fallback: string | null }
  /** What only a person, or the client, knows. `name` is what it is called there, if that can be told. */
  | { readonly kind: 'ask'; readonly name: string | null; readonly why: string };

/** What stands for folders. Null: tooldrift does not know it. */
export interface Folders {
  readonly home: string;
  readonly project: string | null;
  /** Folder of the plugin or extension that the file belongs to. */
  readonly plugin: string | null;
  readonly separator: '/' | '\\';
}

/** One notation that a client expands. `pattern` has no groups of its own. */
export interface Syntax {
  readonly pattern: string;
  readonly read: (match: string, folders: Folders) => Piece;
}

/** `github-token` as the name of an environment variable. */
export function variableName(words: string): string {
  const upper = words
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 60);
  if (upper === '') return 'VALUE';
  return /^\d/.test(upper) ? `_${upper}` : upper;
}
