import type { ItemKey } from '../definition.ts';
import type { Severity } from '../finding.ts';
import type { Folded } from './fold.ts';

/** Something in a text of the server that speaks for an attack. It raises the severity of an edit and never lowers it. */
export interface Signal {
  readonly name: string;
  readonly severity: Severity;
  /** What it means, in words of ours. */
  readonly message: string;
  /** `at character 30 of 41 (70 %) of /description`, as visible text. */
  readonly where: string;
  /** The text in which it stands, below the definition (RFC 6901). */
  readonly pointer: string;
  /** It stands in the last key of `pointer`, not in the value there. */
  readonly inKey: boolean;
  /** Where in that text, in UTF-16 code units, and how long that text is. */
  readonly offset: number;
  readonly length: number;
  readonly textLength: number;
  /** The matched words, cut, as visible text. */
  readonly excerpt: string;
}

/** A stretch of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One text that people or the model see. */
export interface Text {
  readonly text: string;
  /** Its place below the definition. */
  readonly path: readonly string[];
  readonly inKey: boolean;
}

/** A text or a part of it, as it stands in a document. */
export interface Piece {
  readonly text: Text;
  /** Where it begins in the document, where in its own text, and how long it is. */
  readonly at: number;
  readonly from: number;
  readonly length: number;
}

/** Texts of one definition, one behind the other, so that each pattern is looked for once. */
export interface Document {
  readonly item: ItemKey;
  readonly text: string;
  readonly folded: Folded;
  readonly pieces: readonly Piece[];
}

/** Names that texts are searched for, in lower case. */
export interface Names {
  readonly all: ReadonlySet<string>;
  /** Some of them are also words. */
  readonly haveWords: boolean;
}

/** What must be known beside the text. */
export interface SignalContext {
  /** Registrable domains that the approved surface names. */
  readonly knownDomains: ReadonlySet<string>;
  /** The tools of this server. */
  readonly tools: Names;
  /** Other watched servers and their tools. */
  readonly elsewhere: Names;
}

/** One row: what it finds in texts, and how grave that is. `find` is linear in the length of the document. */
export interface SignalRule {
  readonly name: string;
  readonly severity: Severity;
  /** What it means, in words of ours. */
  readonly sentence: string;
  /** Also looked for across the texts of one change, over which it may be split. */
  readonly joins?: boolean;
  /** Without this in its folded text it finds nothing in a document. */
  readonly needs?: RegExp;
  readonly find: (document: Document, context: SignalContext) => readonly Span[];
  /** Where it counts. Absent: everywhere. */
  readonly countsIn?: (text: Text, item: ItemKey) => boolean;
}
