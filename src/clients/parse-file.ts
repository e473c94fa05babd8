import type { Format } from './client.ts';

/** The value of a file, or why it has none. Messages of parsers are not passed on: they quote the file. */
export type Parsed = { readonly value: unknown } | { readonly reason: string };

/** Each parser is loaded when a file wants it. */
export async function parseFile(text: string, format: Format): Promise<Parsed> {
  const clean = text.replace(/^\u{FEFF}/u, '');
  if (clean.trim() === '') return { value: undefined };
  try {
    return await parsers[format](clean);
  } catch (error) {
    if (error instanceof RangeError) return { reason: 'is nested too deeply' };
    throw error;
  }
}

const parsers: Readonly<Record<Format, (text: string) => Promise<Parsed>>> = {
  jsonc: parseJson,
  toml: parseToml,
  yaml: parseYaml,
  frontmatter: parseFrontmatter,
  script: () =>
    Promise.resolve({ reason: 'is a shell script: only running it would show its servers, so it cannot be imported' }),
};

/** Comments and trailing commas are read everywhere, also where the client would not. */
async function parseJson(text: string): Promise<Parsed> {
  // Much faster, and enough for most.
  const plain = parsePlain(text);
  if (plain !== null) return plain;
  const { parseTree, getNodeValue } = await import('jsonc-parser');
  const errors: { readonly error: number; readonly offset: number; readonly length: number }[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (root === undefined || first !== undefined) return { reason: broken('JSON', lineOf(text, first?.offset ?? 0)) };
  return { value: getNodeValue(root) as unknown };
}

function parsePlain(text: string): Parsed | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

async function parseToml(text: string): Promise<Parsed> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    return { value: parse(text) };
  } catch (error) {
    if (error instanceof TomlError) return { reason: broken('TOML', error.line) };
    throw error;
  }
}

async function parseYaml(text: string): Promise<Parsed> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { schema: 'core', merge: false, logLevel: 'silent' });
  const [first] = document.errors;
  if (first !== undefined) return { reason: broken('YAML', lineOf(text, first.pos[0])) };
  try {
    // Aliases of aliases would unfold to any size.
    const value = document.toJS({ maxAliasCount: 50 }) as unknown;
    return isCircular(value) ? { reason: 'has a YAML alias of what it stands in' } : { value };
  } catch (error) {
    if (error instanceof ReferenceError) return { reason: 'has too many YAML aliases' };
    throw error;
  }
}

function isCircular(value: unknown, above: readonly unknown[] = []): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return above.includes(value) || Object.values(value).some((inner) => isCircular(inner, [...above, value]));
}

/** The YAML between two lines of dashes at the top of a Markdown file. */
async function parseFrontmatter(text: string): Promise<Parsed> {
  const [, head] = /^---\r?\n(.*?)\r?\n---\s*(?:\n|$)/s.exec(text) ?? [];
  return head === undefined ? { value: undefined } : parseYaml(head);
}

function broken(format: string, line: number): string {
  return `is not valid ${format} (line ${line})`;
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
