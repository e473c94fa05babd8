import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { AppError } from '../errors.ts';
import { placeAt } from '../core/place.ts';

/** The text of a config file as a tree whose nodes know their place. */
export interface ConfigDocument {
  /** What messages call the file. */
  readonly label: string;
  readonly text: string;
  readonly root: Node;
}

/** One thing that is wrong with a config file, at an offset of its text. */
export interface Problem {
  readonly offset: number;
  readonly message: string;
}

const maxProblems = 10;

const expected: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'expected a key in double quotes',
  ValueExpected: 'expected a value: text in double quotes, a number, true, false, an object or a list',
  ColonExpected: 'expected ":" after the key',
  CommaExpected: 'expected "," or a closing bracket before this',
  CloseBraceExpected: 'expected "}" to end an object',
  CloseBracketExpected: 'expected "]" to end a list',
  EndOfFileExpected: 'expected the end of the file, after the "}" that belongs to the first "{"',
  InvalidSymbol: 'expected a key or a value; text needs double quotes',
  InvalidNumberFormat: 'expected a number such as 4',
  UnexpectedEndOfComment: 'expected "*/" to end a comment',
  UnexpectedEndOfString: 'expected a double quote to end the text on this line',
  UnexpectedEndOfNumber: 'expected a digit at the end of a number',
  InvalidUnicode: 'expected four hexadecimal digits after \\u',
  InvalidEscapeCharacter: 'expected an escape such as \\n after a backslash; write a backslash itself as \\\\',
  InvalidCharacter: 'expected no control character in a text; write a tab as \\t',
};

/** Parses JSON with comments and trailing commas. Throws an `AppError` at the first mistake: the later ones follow from it. */
export function parseDocument(text: string, label: string): ConfigDocument {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (root !== undefined && first === undefined) return { label, text, root };
  const isEmpty = text.trim() === '';
  const message = first === undefined || isEmpty ? undefined : expected[printParseErrorCode(first.error)];
  const offset = first?.offset ?? 0;
  throw problemError({ label, text }, [
    { offset, message: message ?? 'expected an object in braces, but the file is empty' },
  ]);
}

/** One `AppError` that tells all `problems`, in the order of the file, one per line. */
export function problemError(file: Pick<ConfigDocument, 'label' | 'text'>, problems: readonly Problem[]): AppError {
  const sorted = [...problems].sort((a, b) => a.offset - b.offset);
  const lines = sorted.slice(0, maxProblems).map(({ offset, message }) => `${place(file, offset)}: ${message}`);
  if (sorted.length > maxProblems) lines.push(`${file.label}: and ${sorted.length - maxProblems} more`);
  return new AppError('config', lines.join('\n'));
}

/** `file:line:column`. */
function place({ label, text }: Pick<ConfigDocument, 'label' | 'text'>, offset: number): string {
  const { line, column } = placeAt(text, offset);
  return `${label}:${line}:${column}`;
}
