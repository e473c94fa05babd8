import * as z from 'zod';
import { configSchema } from './schema.ts';

/** The JSON Schema (2020-12) of the config file as a person writes it, for editors. */
export function configJsonSchema() {
  return z.toJSONSchema(configSchema, { io: 'input' });
}
