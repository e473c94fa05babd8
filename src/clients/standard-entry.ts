import * as z from 'zod';
import { makeVisible } from '../core/visible.ts';
import type { StandardShape } from './client.ts';

/** Longer texts stand in no launch, and looking for secrets in them would take long. */
const maxLength = 8192;

const error = 'must be text';
const text = z.string({ error }).max(maxLength, { error: `is longer than ${maxLength} characters` });
/** YAML and TOML write `8080` and `true` without quotes. */
const word = z.union([text, z.number(), z.boolean()], { error }).transform(String);
const words = z
  .array(word, { error: 'must be a list of texts' })
  .max(500, { error: 'has more than 500 texts' })
  .nullish();
const isObject = { error: 'must be an object' };

const entrySchema = z.object({
  type: text.nullish(),
  command: text.nullish(),
  args: words,
  // `null` takes a variable away, and tooldrift hands none on by itself.
  env: z.record(z.string(), word.nullable(), isObject).nullish(),
  cwd: text.nullish(),
  url: text.nullish(),
  headers: z.record(z.string(), word, isObject).nullish(),
  headerVariables: z.record(z.string(), text, isObject).nullish(),
  bearerVariable: text.nullish(),
  passedVariables: words,
  keptElsewhere: words,
});

/** One entry whose values have the right types. An empty command or URL is none. */
export type StandardEntry = z.output<typeof entrySchema>;

/** Checks the types. A text says what is wrong, without any value. */
export function checkEntry(shape: StandardShape): StandardEntry | string {
  const result = entrySchema.safeParse(shape);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return `"${makeVisible((issue?.path ?? []).join('.')).slice(0, 80)}" ${issue?.message ?? 'is wrong'}`;
}
