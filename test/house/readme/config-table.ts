/** What the JSON Schema of the config says of one key, as far as it is shown. */
export interface KeySchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, KeySchema>>;
  readonly additionalProperties?: KeySchema | boolean;
  readonly items?: KeySchema;
  readonly anyOf?: readonly KeySchema[];
  readonly oneOf?: readonly KeySchema[];
}

/** One key of the config file, as Markdown. */
export interface ConfigRow {
  /** `watch.servers.<name>.interval`; `[]` stands for each of a list. */
  readonly key: string;
  readonly values: string;
  readonly default: string;
  readonly description: string;
}

/** Every key below `schema`, in its order. Keys that stand alike in several places are written out once. */
export function configRows(schema: KeySchema, at = '', written: Map<string, string> = new Map()): readonly ConfigRow[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, child]) => {
    const key = at === '' ? name : `${at}.${name}`;
    const row: ConfigRow = {
      key,
      values: valuesOf(child),
      default: schema.required?.includes(name) === true ? 'required' : defaultOf(child),
      description: child.description ?? '',
    };
    const same = written.get(signature(child));
    if (same !== undefined) return [{ ...row, description: `${row.description} The same keys as \`${same}\`.` }];
    if (signature(child) !== '') written.set(signature(child), key);
    return [row, ...configRows(child, key, written)];
  });
  const { additionalProperties: named, items } = schema;
  const below = typeof named === 'object' ? configRows(named, `${at}.<name>`, written) : [];
  const each = items === undefined ? [] : configRows(items, `${at}[]`, written);
  return [...own, ...below, ...each, ...alternativeRows(alternativesOf(schema), at)];
}

/** Objects of which one counts, by their `type`: a key says with which of them it goes. */
function alternativeRows(alternatives: readonly KeySchema[], at: string): readonly ConfigRow[] {
  const objects = alternatives.filter(({ properties }) => properties !== undefined);
  const all = objects.flatMap((each) => configRows(each, at).map((row) => ({ ...row, of: nameOf(each) })));
  const keys = new Set(all.map(({ key }) => key));
  return [...keys].flatMap((key): readonly ConfigRow[] => {
    const rows = all.filter((row) => row.key === key);
    const [first] = rows;
    if (first === undefined) return [];
    const { of: _, ...row } = first;
    const values = [...new Set(rows.map((each) => each.values))].join(', ');
    const description = rows.length === objects.length ? row.description : `${withTypes(rows)}: ${row.description}`;
    const isAlways = rows.every((each) => each.default === row.default);
    return [{ ...row, values, description, default: isAlways ? row.default : '' }];
  });
}

function alternativesOf({ anyOf, oneOf }: KeySchema): readonly KeySchema[] {
  return anyOf ?? oneOf ?? [];
}

function withTypes(rows: readonly { readonly of: string }[]): string {
  return `With ${rows.map(({ of }) => `\`${of}\``).join(', ')}`;
}

function nameOf({ properties }: KeySchema): string {
  return properties?.['type']?.const ?? '';
}

/** Empty for what has no keys of its own. */
function signature(schema: KeySchema): string {
  const all = [schema, ...(schema.items === undefined ? [] : [schema.items])];
  const inner = all.flatMap((each) => [each, ...alternativesOf(each)]).map(({ properties }) => properties);
  const objects = inner.filter((each) => each !== undefined);
  return objects.length === 0 ? '' : JSON.stringify(objects);
}

function valuesOf(schema: KeySchema): string {
  const { type, enum: values, items, minimum, maximum, additionalProperties } = schema;
  const kinds = [...new Set(alternativesOf(schema).map(valuesOf))];
  if (values !== undefined) return values.map(code).join(', ');
  if (schema.const !== undefined) return code(schema.const);
  if (kinds.length > 0) return kinds.join(' or ');
  if (type === 'array') return items === undefined ? 'list' : `list of ${valuesOf(items)}`;
  if (type === 'integer' && minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (type === 'object') return typeof additionalProperties === 'object' ? 'object by name' : 'object';
  return type ?? 'any';
}

function defaultOf(schema: KeySchema): string {
  return schema.default === undefined || typeof schema.default === 'object' ? '' : code(JSON.stringify(schema.default));
}

function code(text: string): string {
  return `\`${text}\``;
}
