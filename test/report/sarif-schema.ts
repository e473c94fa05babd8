import * as z from 'zod';

// The parts of the JSON Schema of SARIF 2.1.0 (OASIS, errata 01) that a log of ours uses. As there, no object may hold anything else,
// but a property bag.

const level = z.enum(['none', 'note', 'warning', 'error']);
const text = z.strictObject({ text: z.string().min(1), markdown: z.string().optional() });
const properties = z.looseObject({ tags: unique(z.string()).optional() });

/** A list without two elements that are alike. */
function unique<T extends z.ZodType>(element: T) {
  return z.array(element).refine((list) => new Set(list.map((one) => JSON.stringify(one))).size === list.length);
}

/** RFC 3986: no spaces, no control characters, no backslashes. */
const uriReference = z.string().regex(/^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/);

const rule = z.strictObject({
  id: z.string(),
  shortDescription: text.optional(),
  fullDescription: text.optional(),
  help: text.optional(),
  defaultConfiguration: z.strictObject({ level }).optional(),
  properties: properties.optional(),
});

const location = z.strictObject({
  physicalLocation: z.strictObject({
    artifactLocation: z.strictObject({ uri: uriReference, uriBaseId: z.string().optional() }),
    region: z.strictObject({
      startLine: z.int().min(1),
      startColumn: z.int().min(1),
      endLine: z.int().min(1),
      endColumn: z.int().min(1),
    }),
  }),
  logicalLocations: unique(z.strictObject({ fullyQualifiedName: z.string() })),
});

const result = z.strictObject({
  ruleId: z.string(),
  ruleIndex: z.int().min(-1),
  level,
  message: z.strictObject({ text: z.string().min(1) }),
  locations: z.array(location),
  partialFingerprints: z.record(z.string(), z.string()),
  properties: properties.optional(),
});

const run = z.strictObject({
  tool: z.strictObject({
    driver: z.strictObject({ name: z.string(), version: z.string(), rules: unique(rule) }),
  }),
  automationDetails: z.strictObject({ id: z.string() }),
  originalUriBaseIds: z.record(z.string(), z.strictObject({ description: text })).optional(),
  invocations: unique(
    z.strictObject({ executionSuccessful: z.boolean(), workingDirectory: z.strictObject({ uri: uriReference }) }),
  ).optional(),
  properties: properties.optional(),
  columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
  results: z.array(result),
});

export const sarifSchema = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.array(run),
});
