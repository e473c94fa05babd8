// Lists of tools that cost their readers, as JSON text.
import { makeTools } from './tools.mjs';

const kinds = {
  /** Ordinary tools. */
  tools: (bytes) => many(bytes, () => ''),
  /** Texts that need two bytes a character in memory. */
  emoji: (bytes) => many(bytes, () => ' \u{1f600}'),
  /** All of one name. */
  same: (bytes) =>
    many(
      bytes,
      (index) => ` ${index}`,
      () => 'operation',
    ),
  /** Each with a key twice. */
  twice: (bytes) => many(bytes, () => '').replaceAll('{"name"', '{"title":"Operation","name"'),
  /** One long text, and twenty. */
  long: (bytes) => `[{"name":"a","description":"${'x'.repeat(bytes)}"}]`,
  twenty: (bytes) =>
    JSON.stringify(
      Array.from({ length: 20 }, (_, index) => ({ name: `a${index}`, description: 'x'.repeat(bytes / 20) })),
    ),
  /** One tool of many small objects, and many of them. */
  objects: (bytes) => `[{"name":"a","x":[${'{},'.repeat(bytes / 3)}{}]}]`,
  spread: (bytes) => `[${`{"name":"a","x":[${'{},'.repeat(2_000)}{}]},`.repeat(bytes / 6_020)}0]`,
  /** One that does nothing but nest. */
  deep: (bytes) => `[${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}]`,
};

const made = new Map();

/** The text of a list of about `bytes` bytes. Made once. */
export function longList(bytes, kind) {
  const key = `${bytes} ${kind}`;
  if (!made.has(key)) made.set(key, kinds[kind](bytes));
  return made.get(key);
}

function many(bytes, suffixOf, nameOf = (index) => `operation_${String(index).padStart(5, '0')}`) {
  const [tool] = makeTools(1);
  const toolAt = (index) => ({ ...tool, name: nameOf(index), description: tool.description + suffixOf(index) });
  const count = Math.floor(bytes / (Buffer.byteLength(JSON.stringify(toolAt(10_000))) + 1));
  return JSON.stringify(Array.from({ length: count }, (_, index) => toolAt(index)));
}
