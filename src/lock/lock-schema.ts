import * as z from 'zod';
import { definitionKinds } from '../core/definition.ts';

const fingerprint = z.string().regex(/^v1:[0-9a-f]{64}$/);
const kind = z.enum(definitionKinds);
const attribution = {
  by: z.string().min(1).describe('Who approved it.'),
  note: z.string().nullable().describe('Why, in the words of who approved it.'),
  at: z.iso.datetime().describe('When, in UTC.'),
};

const definition = z
  .strictObject({
    kind: kind.describe('What it is: a tool, a prompt, the launch, and so on.'),
    name: z.string().describe('Its name; empty for those of which a server has one.'),
    fingerprint: fingerprint.describe(
      '`v1:` and the SHA-256 of its RFC 8785 text. A file in which one does not fit is refused.',
    ),
    copies: z.int().min(2).optional().describe('How many the server lists under this name, if more than one.'),
    isRemoved: z.literal(true).optional().describe('Its absence is approved; this is what was approved before.'),
    ...attribution,
    definition: z
      .unknown()
      .optional()
      .describe('What was approved, whole. A text of several lines stands as `{ "$lines": [...] }`.'),
    canonicalText: z
      .string()
      .optional()
      .describe('Instead of `definition`: its text, where parsers of JSON may disagree about it.'),
  })
  .refine((one) => 'definition' in one !== 'canonicalText' in one, 'holds either a definition or its text');

const volatile = z.strictObject({
  kind: kind.describe('What the definition is.'),
  name: z.string().describe('Its name.'),
  pointer: z.string().describe('Where in the definition the text stands (RFC 6901).'),
  pattern: z.string().describe('What of it may vary: `tooldrift volatile add`.'),
  ...attribution,
});

const server = z.strictObject({
  server: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._@-]*$/)
    .describe('Its name in the config; `server@identity` for one of several identities.'),
  fingerprint: fingerprint.describe('Of all that is approved of this server together.'),
  definitions: z.array(definition).describe('What is approved, in order of kind and name.'),
  volatile: z.array(volatile).optional().describe('Parts of texts that may vary.'),
});

/** The file that `tooldrift export` writes. */
export const lockSchema = z
  .strictObject({
    $schema: z.string().optional().describe('Where the schema of this file is, for editors.'),
    schemaVersion: z.literal(1).describe('The version of this format.'),
    servers: z.array(server).describe('The baselines, in order of name.'),
  })
  .describe('What is approved of MCP servers, as `tooldrift export` writes it and `tooldrift check --lock` reads it.');

export type LockDocument = z.infer<typeof lockSchema>;
export type LockedDefinition = LockDocument['servers'][number]['definitions'][number];

/** The JSON Schema (2020-12) of a lock file, for editors and other programs. */
export function lockJsonSchema() {
  return z.toJSONSchema(lockSchema);
}
