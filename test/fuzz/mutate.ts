import type { Random } from './random.ts';

/** Pieces that mean something to one of the parsers. */
const tokens = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  '\r\r',
  '\0',
  '\u{feff}',
  '\u00a0',
  '\f',
  'data: ',
  'id: 7\n',
  'id:\n',
  'event: message\n',
  'event: other\n',
  'retry: 0\n',
  ': note\n',
  ',"id":7',
  ',"id":"7"',
  '"jsonrpc":"2.0",',
  ',"result":{}',
  ',"error":{"code":1,"message":""}',
  ',"method":"x"',
  ',"nextCursor":""',
  ',"nextCursor":"a"',
  ',"nextCursor":7',
  '"tools":[],',
  ',"tools":[null]',
  '"__proto__":{},',
  '\\ud800',
  '\\u0000',
  '1e999',
  '-0',
  '[[[[[[[[',
  ']]]]]]]]',
  'null',
] as const;

type Mutation = (bytes: Buffer, random: Random) => Buffer;

const mutations: readonly [Mutation, ...Mutation[]] = [
  (bytes, random) => {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) {
      const at = random.below(copy.length);
      copy.writeUInt8(copy.readUInt8(at) ^ (1 << random.below(8)), at);
    }
    return copy;
  },
  (bytes, random) => spliced(bytes, random.below(bytes.length + 1), 0, Buffer.from([random.below(256)])),
  (bytes, random) => spliced(bytes, random.below(bytes.length + 1), 0, Buffer.from(random.pick(tokens))),
  (bytes, random) => spliced(bytes, random.below(bytes.length + 1), 1 + random.below(20), Buffer.alloc(0)),
  (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)),
  (bytes, random) => {
    const from = random.below(bytes.length + 1);
    const piece = bytes.subarray(from, from + 1 + random.below(60));
    return spliced(bytes, random.below(bytes.length + 1), 0, piece);
  },
];

function spliced(bytes: Buffer, at: number, remove: number, insert: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + remove)]);
}

/** `bytes` with up to `most` small changes; without any now and then. */
export function mutate(bytes: Buffer, random: Random, most = 3): Buffer {
  let changed = bytes;
  for (let left = random.below(most + 1); left > 0; left -= 1) changed = random.pick(mutations)(changed, random);
  return changed;
}

/** `bytes` in pieces of any length, also of none. */
export function inPieces(bytes: Buffer, random: Random): readonly Buffer[] {
  const cuts = Array.from({ length: random.below(5) }, () => random.below(bytes.length + 1)).toSorted((a, b) => a - b);
  return [0, ...cuts].map((from, index) => bytes.subarray(from, cuts[index] ?? bytes.length));
}

/** Messages as one event stream: any line ending, fields in any order, notes, and data in several lines. */
export function eventStream(messages: readonly string[], random: Random): Buffer {
  const end = random.pick(['\n', '\r\n', '\r']);
  const events = messages.map((message) => {
    // White space between the parts of a JSON text may be a line feed.
    const lines = random.chance(0.2) ? message.replace(',', `,\n`).split('\n') : [message];
    const fields = lines.map((line) => `data:${random.pick(['', ' '])}${line}`);
    if (random.chance(0.2)) fields.unshift(random.pick(['event: message', 'event:', 'event: other']));
    if (random.chance(0.2)) fields.unshift(random.pick(['id: 1', 'id:', 'id: \0']));
    if (random.chance(0.1)) fields.push(random.pick(['retry: 1', 'retry: x', 'retry: 99999999999999999999']));
    if (random.chance(0.1)) fields.push(random.pick([': note', ':', 'unknown: field', 'no field']));
    return fields.map((field) => `${field}${end}`).join('') + end;
  });
  return Buffer.from(`${random.chance(0.1) ? '\u{feff}' : ''}${events.join('')}`);
}
