import { describe, expect, it } from 'vitest';
import { placeInSchema } from '../../src/core/schema-place.ts';

/** `keyword of property in schema`, `.` for what is whole or none. */
function place(pointer: string): string | null {
  const found = placeInSchema(pointer.split('/'));
  if (found === null) return null;
  return `${found.keyword ?? '.'} of ${found.property ?? '.'} in ${found.schema.join('/')}${found.isWholeValue ? '' : ', within'}`;
}

describe('a place in a schema', () => {
  it.each([
    ['inputSchema', '. of . in inputSchema'],
    ['inputSchema/type', 'type of . in inputSchema'],
    ['outputSchema/required', 'required of . in outputSchema'],
    ['inputSchema/properties', 'properties of . in inputSchema'],
    ['inputSchema/properties/a', '. of a in inputSchema/properties/a'],
    ['inputSchema/properties/a/enum', 'enum of a in inputSchema/properties/a'],
    ['inputSchema/properties/a/properties/b/type', 'type of b in inputSchema/properties/a/properties/b'],
    ['inputSchema/properties/a/items/type', 'type of . in inputSchema/properties/a/items'],
    ['inputSchema/properties/a/items/0/type', 'type of . in inputSchema/properties/a/items/0'],
    ['inputSchema/properties/a/anyOf/1', '. of . in inputSchema/properties/a/anyOf/1'],
    ['inputSchema/$defs/d/description', 'description of . in inputSchema/$defs/d'],
    ['inputSchema/additionalProperties', 'additionalProperties of . in inputSchema'],
    ['inputSchema/additionalProperties/type', 'type of . in inputSchema/additionalProperties'],
    ['inputSchema/default/properties/a', 'default of . in inputSchema, within'],
    ['inputSchema/x-form/properties', 'x-form of . in inputSchema, within'],
  ])('%s', (pointer, expected) => {
    expect(place(pointer)).toBe(expected);
  });

  it.each(['enum', 'required', 'properties', 'items', 'description', 'default', '$ref', 'x-mcp-header', '0'])(
    'is not mistaken for a keyword when a parameter is called %s',
    (name) => {
      expect(place(`inputSchema/properties/${name}`)).toBe(`. of ${name} in inputSchema/properties/${name}`);
      expect(place(`inputSchema/properties/${name}/type`)).toBe(`type of ${name} in inputSchema/properties/${name}`);
    },
  );

  it.each(['', 'description', 'annotations/title', '_meta/inputSchema/type'])('is not %j', (pointer) => {
    expect(place(pointer)).toBeNull();
  });
});
