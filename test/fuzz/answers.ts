import type { Random } from './random.ts';

const words = [
  '',
  'a',
  'Deletes a file.',
  '"',
  '\\',
  '\u{1f600}',
  'caf\u00e9',
  '\u200b',
  '{"id":1}',
  '},"id":1}',
] as const;

/** The text of one tool. */
function aTool(random: Random): string {
  const text = (): string => JSON.stringify(random.pick(words));
  return random.pick([
    () => `{"name":${text()},"description":${text()},"inputSchema":{"type":"object"}}`,
    () =>
      `{"name":${text()},"inputSchema":{"properties":{${text()}:{"enum":[${text()},1.0,null]}}},"_meta":{"a":[[]]}}`,
    () => `{"name":"a","name":${text()}}`,
    () => `{"__proto__":{"x":1},"name":${text()},"annotations":{"readOnlyHint":true}}`,
    () => random.pick(['null', '7', '"x"', '[]', '{}']),
  ])();
}

/** The text of a `tools/list` result. */
export function aResult(random: Random): string {
  const tools = Array.from({ length: random.below(4) }, () => aTool(random));
  const rest = random.pick([
    '',
    ',"nextCursor":"a"',
    ',"nextCursor":""',
    ',"nextCursor":null',
    ',"ttlMs":0,"cacheScope":"private"',
    ',"ttlMs":-1,"resultType":"complete"',
    ',"_meta":{"id":1,"jsonrpc":"2.0"}',
  ]);
  return `{"tools":[${tools.join(',')}]${rest}}`;
}

/** The text of an answer with this result, in the forms that servers send. */
export function anAnswer(result: string, id: string, random: Random): string {
  const forms = [
    `{"jsonrpc":"2.0","id":${id},"result":${result}}`,
    `{"result":${result},"jsonrpc":"2.0","id":${id}}`,
    `{"id":${id},"jsonrpc":"2.0","result":${result}}`,
    `{ "jsonrpc": "2.0", "id": ${id}, "result": ${result} }`,
    `{\r\n"jsonrpc" :"2.0",\t"result":${result},"id":${id}}\n`,
  ] as const;
  return random.pick(forms);
}
