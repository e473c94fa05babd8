import type { JsonObject } from '../../../src/core/json.ts';

/** A tool definition as plain data. Unknown keys are welcome: the servers here send what they are given. */
export interface ToolDefinition extends JsonObject {
  readonly name: string;
  readonly inputSchema: JsonObject;
}

/** Destructive, and says so. */
const deleteFileTool: ToolDefinition = {
  name: 'delete_file',
  title: 'Delete a file',
  description: 'Removes one file from the project folder. A removed file cannot be brought back.',
  inputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'Path of the file, relative to the project folder.' },
      force: { type: 'boolean', description: 'Also remove a write-protected file.', default: false },
    },
    required: ['path'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
};

/** Moves money, and answers with structured content. */
export const chargeInvoiceTool: ToolDefinition = {
  name: 'charge_invoice',
  title: 'Charge an invoice',
  description: "Charges the open amount of an invoice to the customer's stored means of payment.",
  inputSchema: {
    type: 'object',
    properties: {
      invoice: { type: 'string', pattern: '^INV-[0-9]{6}$' },
      currency: { type: 'string', enum: ['EUR', 'USD', 'JPY'] },
      amount: { type: 'integer', minimum: 1, description: 'In the smallest unit of the currency.' },
    },
    required: ['invoice', 'amount', 'currency'],
  },
  outputSchema: {
    type: 'object',
    properties: { receipt: { type: 'string' }, chargedAt: { type: 'string', format: 'date-time' } },
    required: ['receipt'],
  },
  annotations: { destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

/** Harmless and read-only. */
export const searchNotesTool: ToolDefinition = {
  name: 'search_notes',
  description: 'Finds notes that contain all of the given words and returns their titles, newest first.',
  inputSchema: {
    type: 'object',
    properties: {
      words: { type: 'array', items: { type: 'string' }, minItems: 1 },
      limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
    },
    required: ['words'],
  },
  annotations: { title: 'Search notes', readOnlyHint: true },
  _meta: { 'example.test/group': 'notes' },
};

/** A realistic definition (file deletion) with `changes` on top. */
export function aTool(changes: JsonObject & { readonly name?: string } = {}): ToolDefinition {
  return { ...deleteFileTool, ...changes };
}
