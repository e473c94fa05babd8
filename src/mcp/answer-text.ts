const id = String.raw`"id"\s*:\s*(?:-?\d+(?:\.\d+)?|"[\w:.-]*")`;
const version = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
const head = new RegExp(String.raw`^\s*\{\s*(?:(?:${version}|${id})\s*,\s*)*"result"\s*:\s*`);
const tail = new RegExp(String.raw`(?:\s*,\s*(?:${version}|${id}))*\s*\}\s*$`);

/** An envelope is shorter than this on either side. */
const maxEnvelope = 200;

/**
 * The text of a JSON-RPC answer without its envelope, so that the same result under another request id has the same text.
 * An envelope of an unknown form is left: then equal results merely look different, never different ones equal.
 */
export function withoutEnvelope(text: string): string {
  const start = head.exec(text.slice(0, maxEnvelope))?.[0].length;
  const last = text.slice(-maxEnvelope);
  const end = tail.exec(last)?.[0].length;
  return start === undefined || end === undefined || start + end > text.length ? text : text.slice(start, -end);
}
