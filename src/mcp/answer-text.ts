/** White space and numbers as JSON has them (RFC 8259, 2 and 6): an envelope that is found can be parsed. */
const space = '[ \\t\\n\\r]*';
const number = String.raw`(?:0|[1-9]\d*)`;
const id = `"id"${space}:${space}(?:${number}|"[\\w:.-]*")`;
const version = String.raw`"jsonrpc"${space}:${space}"2\.0"`;
const head = new RegExp(
  String.raw`^${space}\{${space}(?:(?:${version}|${id})${space},${space})*"result"${space}:${space}`,
);
const tail = new RegExp(String.raw`(?:${space},${space}(?:${version}|${id}))*${space}\}${space}$`);

/** An envelope is shorter than this on either side. */
const maxEnvelope = 200;

/** The envelope of a JSON-RPC answer of a known form. */
export interface Envelope {
  /** Where the result begins, and how much stands behind its end. */
  readonly start: number;
  readonly end: number;
  /** The answer with `null` for its result. */
  readonly text: string;
}

/** Null where the envelope has an unknown form. It is ASCII, so that it is found in bytes as in text. */
export function findEnvelope(answer: string | Buffer): Envelope | null {
  const first = toText(answer.slice(0, maxEnvelope));
  const last = toText(answer.slice(-maxEnvelope));
  const start = head.exec(first)?.[0].length;
  const end = tail.exec(last)?.[0].length;
  if (start === undefined || end === undefined || start + end > answer.length) return null;
  const text = `${first.slice(0, start)}null${last.slice(-end)}`;
  return isTwiceIn(text, '"id"') || isTwiceIn(text, '"jsonrpc"') ? null : { start, end, text };
}

function isTwiceIn(text: string, key: string): boolean {
  return text.indexOf(key) !== text.lastIndexOf(key);
}

function toText(piece: string | Buffer): string {
  return typeof piece === 'string' ? piece : piece.toString('latin1');
}
