import { isObject, own, type Json } from '../core/json.ts';

/**
 * Some clients pass an answer over and wait for another one, which may then say something else. Who takes only what all of
 * them take sees what they see.
 */
export class FormError extends Error {
  constructor() {
    super('the answer has a form that some clients pass over, to wait for another one');
    this.name = 'FormError';
  }
}

/** True if `message` answers a request (JSON-RPC 2.0, 5). */
export function isAnswer(message: Json): boolean {
  const holds = (key: string): boolean => own(message, key) !== undefined;
  return !holds('method') && (holds('result') || holds('error'));
}

/** What the official SDKs drop a message for if there is more in it. */
const known = new Set(['jsonrpc', 'id', 'result', 'error']);

/** True if every client takes `answer`, whatever its result, for the one to request `id`. */
export function isCommonAnswer(answer: Json, id: Json): boolean {
  return (
    isObject(answer) &&
    own(answer, 'jsonrpc') === '2.0' &&
    own(answer, 'id') === id &&
    Object.keys(answer).every((key) => known.has(key))
  );
}

/** True for a text that some client reads as a number, and others do not: `"0x1"`, `" 1"`, `"1_0"`. */
export function isNumberLike(id: Json | undefined): boolean {
  if (typeof id !== 'string' || /^(?:0|[1-9]\d*)$/.test(id)) return false;
  return Number.isFinite(Number(id.replaceAll('_', ''))) || /^\s*\p{Nd}+\s*$/u.test(id);
}

const taskKey = 'io.modelcontextprotocol/related-task';

/** True if every client takes the object `result`, whatever its list, for one: what the official SDKs ask of any result. */
export function isCommonResult(result: Json): boolean {
  const meta = own(result, '_meta');
  if (meta === undefined) return true;
  const token = own(meta, 'progressToken');
  const task = own(meta, taskKey);
  return (
    isObject(meta) &&
    (token === undefined || typeof token === 'string' || Number.isSafeInteger(token)) &&
    (task === undefined || typeof own(task, 'taskId') === 'string')
  );
}
