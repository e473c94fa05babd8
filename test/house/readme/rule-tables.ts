import { clientRules } from '../../../src/core/client-rules.ts';
import { notation } from '../../../src/core/classify-edits.ts';
import { consentRules, consentWeakened } from '../../../src/core/consent-rules.ts';
import { definitionKinds } from '../../../src/core/definition.ts';
import type { Severity } from '../../../src/core/finding.ts';
import { guardWordingRemoved } from '../../../src/core/guards.ts';
import { kinds } from '../../../src/core/kinds.ts';
import { nameRules } from '../../../src/core/name-rules.ts';
import { rules } from '../../../src/core/rules.ts';
import { scatteredCodes } from '../../../src/core/scattered-codes.ts';
import { schemaRules } from '../../../src/core/schema-rules.ts';
import { lookAlikeEdit } from '../../../src/core/signals/look-alike.ts';
import { signalRules } from '../../../src/core/signals/rules.ts';
import { surfaceRules } from '../../../src/core/surface-rules.ts';
import { ambiguityChanged, invalidDefinition, notExamined } from '../../../src/core/whole-rules.ts';
import { lintRules } from '../../../src/lint/rules.ts';

export interface RuleRow {
  readonly name: string;
  readonly severity: Severity;
  readonly sentence: string;
}

export interface RuleTheme {
  readonly title: string;
  readonly rows: readonly RuleRow[];
}

/** Whose sentence or severity depends on the definition: what they say of a tool, without the names in it. */
const toolRows: readonly RuleRow[] = [
  { name: 'tool-renamed', severity: kinds.tool.added, sentence: 'probably an approved tool under another name' },
  { name: 'duplicate-name', severity: kinds.tool.added, sentence: 'several tools share this name' },
  { name: 'copy-removed', severity: kinds.tool.removed, sentence: 'fewer tools share this name' },
];

/** Their sentences name the other tool. */
const nameSentences: Readonly<Record<string, string>> = {
  'name-imitates': 'the name looks like that of another tool, and is another one',
  'name-mixes-alphabets': 'the name mixes letters of several alphabets that look alike',
  'name-not-ascii': 'the name holds characters beyond ASCII',
  'name-collides': 'clients that fold names cannot tell it from another tool of the server',
  'name-shadows': 'the name is that of a tool of another watched server, or folds to it',
};

const fromOtherThemes = new Set<object>([...clientRules, ...surfaceRules, ...schemaRules]);

/** Every rule under which something may be told, by theme. */
export const ruleThemes: readonly RuleTheme[] = [
  {
    title: 'The tool and its words',
    rows: [...rules.filter((rule) => !fromOtherThemes.has(rule)), notation, guardWordingRemoved, ...toolRows],
  },
  { title: 'Who asks a person', rows: [consentWeakened, ...consentRules] },
  { title: 'What a tool takes and returns', rows: schemaRules },
  { title: 'Prompts, resources, pages, server', rows: surfaceRules },
  {
    title: 'Names of new tools',
    rows: nameRules.map((rule) => ({ ...rule, sentence: nameSentences[rule.name] ?? '' })),
  },
  { title: 'What a new text says or hides', rows: [lookAlikeEdit, scatteredCodes, ...signalRules] },
  { title: 'What cannot be compared as usual', rows: [notExamined, ambiguityChanged, invalidDefinition] },
  { title: 'Files of MCP clients', rows: clientRules },
  { title: '`tooldrift lint`', rows: lintRules },
];

/** Each kind of definition as a whole: rules `<kind>-added`, `<kind>-returned` and `<kind>-removed`. */
export const kindRows = definitionKinds.map((kind) => ({ kind, ...kinds[kind] }));
