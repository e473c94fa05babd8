import { configRows, type KeySchema } from './config-table.ts';
import { kindRows, ruleThemes, type RuleRow, type RuleTheme } from './rule-tables.ts';
import { caughtTricks, gapRows } from './technique-lists.ts';

/** What stands between the markers `<!-- begin <name> -->` and `<!-- end <name> -->` of the README, by name. */
export function generatedSections(schema: KeySchema): ReadonlyMap<string, string> {
  return new Map([
    ['config', configTable(schema)],
    ['rules', [kindTable(), ...ruleThemes.map(ruleTable)].join('\n\n')],
    ['techniques', techniqueLists()],
  ]);
}

/** `text` with what stands between its markers written anew. Throws if it lacks a marker. */
export function withSections(text: string, sections: ReadonlyMap<string, string>): string {
  return [...sections].reduce((before, [name, content]) => {
    const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
    const [from, to] = [before.indexOf(begin), before.indexOf(end)];
    if (from === -1 || to < from) throw new Error(`README.md lacks ${begin} or ${end}`);
    return `${before.slice(0, from)}${begin}\n\n${content}\n\n${before.slice(to)}`;
  }, text);
}

function configTable(schema: KeySchema): string {
  const rows = configRows(schema).map((row) => [code(row.key), row.values, row.default, row.description]);
  return table(['key', 'value', 'default', 'what it is'], rows);
}

function kindTable(): string {
  const rows = kindRows.map(({ kind, noun, added, removed }) => [code(kind), noun, added, removed]);
  return details(
    'Definitions that come, come back or go',
    table(['kind', 'what it is', 'added, returned', 'removed'], rows),
  );
}

function ruleTable({ title, rows }: RuleTheme): string {
  const cells = rows.map(({ name, severity, sentence }: RuleRow) => [code(name), severity, sentence]);
  return details(title, table(['rule', 'severity', 'what it says'], cells));
}

function techniqueLists(): string {
  const caught = `Caught, and shown by tests: ${cell(caughtTricks())}.`;
  return [caught, 'Caught in part, or not at all:', table(['trick', 'what is missed'], gapRows())].join('\n\n');
}

function details(title: string, content: string): string {
  const summary = title.replaceAll(/`([^`]*)`/g, '<code>$1</code>');
  return `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

/** Not aligned: a row that grows would move all others. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))].map(
    (row) => `| ${row.join(' | ')} |`,
  );
  return ['<!-- prettier-ignore-start -->', ...lines, '<!-- prettier-ignore-end -->'].join('\n');
}

/** `|` ends a cell, and `<` may begin a tag, wherever no code stands. */
function cell(text: string): string {
  return text
    .replaceAll('|', String.raw`\|`)
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('*', String.raw`\*`)))
    .join('');
}

function code(text: string): string {
  return `\`${text}\``;
}
