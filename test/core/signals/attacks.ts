import type { RawItem } from '../../../src/core/definition.ts';
import type { Json, JsonObject } from '../../../src/core/json.ts';
import { anItem, instructions } from '../builders.ts';
import { positions as simplePositions } from './payloads.mjs';

/** Letters of the text itself that are swapped for others that look the same. */
export const swaps: readonly (readonly [from: string, to: string])[] = [
  ['a', 'а'],
  ['e', 'е'],
  ['o', 'ο'],
  ['i', 'і'],
];

/** A way to put a text into an item, with the honest text of that place. */
export interface Place {
  readonly name: string;
  readonly honest: string;
  readonly item: (text: string) => RawItem;
}

const upload = 'Uploads a document to the archive and returns its number.';
const orders = 'Lists the orders of one customer, newest first. Use the cursor of the last page to go on.';

function uploadTool(parts: JsonObject): JsonObject {
  return {
    name: 'upload_document',
    title: 'Upload a document',
    description: upload,
    inputSchema: {
      type: 'object',
      properties: { file: { type: 'string', description: 'Where the document is.' }, public: { type: 'boolean' } },
      required: ['file'],
    },
    annotations: { title: 'Upload', readOnlyHint: false },
    ...parts,
  };
}

function ordersTool(schema: JsonObject): JsonObject {
  return {
    name: 'list_orders',
    description: orders,
    inputSchema: {
      type: 'object',
      properties: { customer: { type: 'string' }, status: { type: 'string', enum: ['open', 'paid'] } },
      ...schema,
    },
  };
}

function place(name: string, honest: string, value: (text: string) => Json): Place {
  return { name, honest, item: (text) => anItem(value(text)) };
}

function parameter(name: string, honest: string, schema: (text: string) => JsonObject): Place {
  return place(name, honest, (text) => ordersTool({ properties: { customer: schema(text) } }));
}

export const places: readonly Place[] = [
  place('description', upload, (description) => uploadTool({ description })),
  place('title', 'Upload a document', (title) => uploadTool({ title })),
  place('title of the annotations', 'Upload', (title) => uploadTool({ annotations: { title } })),
  place('an annotation that nobody knows', 'none', (note) => uploadTool({ annotations: { note } })),
  place('_meta', 'team archive', (note) => uploadTool({ _meta: { 'example.org/note': note } })),
  place('a key of _meta', 'example.org/note', (key) => uploadTool({ _meta: { [key]: 1 } })),
  place('an unknown field', 'none', (hint) => uploadTool({ 'x-hint': hint })),
  place('the output schema', 'The number.', (description) =>
    uploadTool({ outputSchema: { type: 'object', properties: { number: { type: 'integer', description } } } }),
  ),
  place('the name of a parameter', 'customer', (key) => ordersTool({ properties: { [key]: { type: 'string' } } })),
  parameter('a parameter', 'Number of the customer.', (description) => ({ type: 'string', description })),
  parameter('title of a parameter', 'Customer', (title) => ({ type: 'string', title })),
  parameter('an enum', 'paid', (text) => ({ enum: ['open', text] })),
  parameter('a default', 'all of them', (text) => ({ type: 'string', default: text })),
  parameter('a const', 'all of them', (text) => ({ const: text })),
  parameter('an example', 'all of them', (text) => ({ type: 'string', examples: ['C-1', text] })),
  parameter('a pattern', 'C-[0-9]+', (pattern) => ({ type: 'string', pattern })),
  parameter('deep in a parameter', 'A filter.', (description) => ({ items: { anyOf: [{ not: { description } }] } })),
  place('$comment', 'Made by hand.', ($comment) => ordersTool({ $comment })),
  place('$defs', 'A date.', (description) => ordersTool({ $defs: { date: { description } } })),
  place('a key of $defs', 'date', (key) => ordersTool({ $defs: { [key]: { type: 'string' } } })),
  place('required', 'customer', (name) => ordersTool({ required: [name] })),
  { name: 'instructions', honest: 'Tools of the archive. Numbers are unique.', item: instructions },
  {
    name: 'a prompt',
    honest: 'Sums up a document.',
    item: (description) => ({ kind: 'prompt', name: 'sum_up', value: { name: 'sum_up', description } }),
  },
  {
    name: 'an argument of a prompt',
    honest: 'Its number.',
    item: (description) => ({
      kind: 'prompt',
      name: 'sum_up',
      value: { name: 'sum_up', arguments: [{ name: 'number', description }] },
    }),
  },
  {
    name: 'what the server says of itself',
    honest: 'The archive.',
    item: (description) => ({ kind: 'server-info', name: '', value: { name: 'archive', version: '1.0', description } }),
  },
  {
    name: 'a resource template',
    honest: 'One document.',
    item: (description) => ({
      kind: 'resource-template',
      name: 'doc:{number}',
      value: { uriTemplate: 'doc:{number}', name: 'document', description },
    }),
  },
];

/** Honest prose that is long, and nowhere the same. */
export const longProse = Array.from(
  { length: 2_600 },
  (_, at) => `Field ${at} is kept for ${(at * 7919) % 9973} days in part ${(at * 31) % 517}.`,
).join(' ');

/** Where in the honest text the payload stands. */
export const positions: Readonly<Record<string, (honest: string, payload: string) => string>> = {
  ...simplePositions,
  alone: (_honest, payload) => payload,
  'behind 100 kB of prose': (honest, payload) => `${honest} ${longProse} ${payload}`,
};
