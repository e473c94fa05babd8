import { describe, expect, it } from 'vitest';
import { headerArguments } from '../../src/core/header-arguments.ts';
import type { Json } from '../../src/core/json.ts';
import { aTool, aToolThatTakes, compareTools, nested, told } from './builders.ts';

const header = (name: Json, type: Json = 'string'): Json => ({ type, 'x-mcp-header': name });
const read = (properties: Json): string => {
  const { names, isValid } = headerArguments({ properties });
  return `${isValid ? 'valid' : 'invalid'} ${[...names].join(' ')}`.trim();
};

describe('the arguments that go into headers', () => {
  it.each<[string, Json, string]>([
    ['none', { a: { type: 'string' } }, 'valid'],
    ['one', { a: header('Region') }, 'valid region'],
    ['one of a property of a property', { a: { properties: { b: header('Region') } } }, 'valid region'],
    ['an integer and a switch', { a: header('A', 'integer'), b: header('B', 'boolean') }, 'valid b a'],
    ['a number, which is not allowed', { a: header('A', 'number') }, 'invalid a'],
    ['an object', { a: header('A', 'object') }, 'invalid a'],
    ['no type', { a: { 'x-mcp-header': 'A' } }, 'invalid a'],
    ['no token', { a: header('not a token') }, 'invalid'],
    ['a line feed', { a: header('A\r\nCookie') }, 'invalid'],
    ['an empty text', { a: header('') }, 'invalid'],
    ['no text', { a: header(7) }, 'invalid'],
    ['the same twice', { a: header('Region'), b: header('REGION') }, 'invalid region'],
    ['one among items', { a: { items: header('A') } }, 'invalid a'],
    ['one in an alternative', { a: { anyOf: [header('A')] } }, 'invalid a'],
    ['a parameter of that name', { 'x-mcp-header': { type: 'string' } }, 'valid'],
    ['a default that looks like one', { a: { default: header('no token') } }, 'valid'],
  ])('%s', (_what, properties, expected) => {
    expect(read(properties)).toBe(expected);
  });

  it('may not be the whole input', () => {
    expect(headerArguments(header('A')).isValid).toBe(false);
  });

  it('are sought 20,000 levels deep', () => {
    expect(headerArguments(nested(20_000, 'object', header('A'))).isValid).toBe(true);
    let schema: Json = header('A');
    for (let level = 0; level < 20_000; level += 1) schema = { not: schema };
    expect(headerArguments(schema).isValid).toBe(false);
  });
});

describe('a change of them', () => {
  const tool = (schema: Json): Json => aToolThatTakes({ properties: { a: schema } });
  const place = '/inputSchema/properties/a';

  it.each<[string, Json, Json, ...string[]]>([
    ['one more', { type: 'string' }, header('A'), `${place}/x-mcp-header header-argument-added medium`],
    ['another one', header('A'), header('B'), `${place}/x-mcp-header header-argument-added medium`],
    ['one less', header('A'), { type: 'string' }, `${place}/x-mcp-header schema-changed medium`],
    ['one that is no token', header('A'), header('b c d'), `${place}/x-mcp-header header-invalid high`],
    ['one that is a token again', header('b c'), header('B'), `${place}/x-mcp-header header-repaired medium`],
    ['one whose type does not allow it', header('A'), header('A', 'number'), `${place}/type header-invalid high`],
    ['the type of another parameter', { type: 'string' }, { type: 'number' }, `${place}/type schema-changed medium`],
  ])('%s', (_what, before, after, ...edits) => {
    expect(told(compareTools([tool(before)], [tool(after)]))).toEqual(edits);
  });

  it('is told of a new parameter, and of a new tool that clients drop', () => {
    const bare = aToolThatTakes({ properties: {} });
    expect(told(compareTools([bare], [tool(header('A'))]))).toEqual([`${place} header-argument-added medium`]);
    const fresh = { ...aTool({ name: 'new' }), inputSchema: { properties: { a: header('b c') } } };
    expect(told(compareTools([], [fresh]))).toEqual([' tool-added high', ' header-invalid high']);
  });
});
