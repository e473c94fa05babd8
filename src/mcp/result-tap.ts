import { isObject, own, type Json, type JsonObject } from '../core/json.ts';
import { findEnvelope } from './answer-text.ts';
import type { PageMemo } from './page-memo.ts';
import { RawResult, sha256 } from './raw-result.ts';
import { standIn } from './stand-in.ts';
import { UnansweredError } from './unanswered-error.ts';

/** The answers that one caller waits for: those to the next requests of some methods. */
export class Expectation {
  readonly methods: ReadonlySet<string>;
  /** Rejects when what should bring an answer breaks off or goes over a limit: the SDK would wait for its timeout. */
  readonly broken: Promise<never>;
  readonly results = new Map<string, RawResult>();
  #break!: (error: unknown) => void; // set by the promise at once

  constructor(methods: readonly string[]) {
    this.methods = new Set(methods);
    this.broken = new Promise((_resolve, reject) => {
      this.#break = reject;
    });
    this.broken.catch(() => undefined); // nobody has to look
  }

  break(error: unknown): void {
    this.#break(error);
  }
}

interface Slot {
  readonly method: string;
  readonly expectation: Expectation;
}

/**
 * Takes raw results out of a JSON-RPC connection before the SDK parses them (it strips unknown keys, drops tools, rejects
 * lists). Both transports tell it what they send and what they receive.
 */
export class ResultTap {
  /**
   * True once the answer to `server/discover` came after the SDK gave it up and sent `initialize`: the connection is of no
   * use to the SDK any more, and whatever else is received on it would only make it close it.
   */
  isOvertaken = false;
  readonly #slots = new Map<string, Slot>();
  readonly #memo: PageMemo;
  #expectation: Expectation | null = null;

  /** `memo` knows the pages that this server sent before. */
  constructor(memo: PageMemo) {
    this.#memo = memo;
  }

  /** The answers to the requests of `methods` that are sent from now on, until something else is expected. */
  expect(...methods: readonly string[]): Expectation {
    this.#expectation = new Expectation(methods);
    return this.#expectation;
  }

  /** Notes the requests whose results are expected. */
  sent(message: Json): void {
    const method = own(message, 'method');
    const id = own(message, 'id');
    if (typeof method !== 'string' || id === undefined || !this.#expectation?.methods.has(method)) return;
    this.#slots.set(keyOf(id), { method, expectation: this.#expectation });
  }

  /** True if the answer to request `id` is expected and did not come yet. */
  isWaitingFor(id: Json | undefined): boolean {
    return id !== undefined && this.#slots.has(keyOf(id));
  }

  /**
   * Takes the result out of an answer that is a page which is known, and returns what the SDK shall see instead. Null: the
   * answer has to be parsed.
   */
  recognise(answer: string | Buffer): Json | null {
    const envelope = this.#slots.size === 0 ? null : findEnvelope(answer);
    if (envelope === null) return null;
    const id = own(JSON.parse(envelope.text) as Json, 'id'); // of a form that `findEnvelope` knows
    const slot = id === undefined ? undefined : this.#slots.get(keyOf(id));
    if (id === undefined || slot === undefined) return null;
    const result = answer.slice(envelope.start, -envelope.end);
    const digest = sha256(result);
    if (!this.#memo.has(slot.method, digest)) return null;
    return this.#take(id, slot, new RawResult(result, undefined, digest));
  }

  /** Takes the result out of `message`, whose JSON text is `text`; returns what the SDK shall see instead. */
  received(message: Json, text: string): Json {
    const id = own(message, 'id');
    if (!isObject(message) || id === undefined || Object.hasOwn(message, 'method')) return message;
    const slot = this.#slots.get(keyOf(id));
    if (slot === undefined) return message;
    this.#slots.delete(keyOf(id));
    const value = own(message, 'result');
    const error = own(message, 'error');
    if (value === undefined && isError(error)) return message;
    if (value === undefined || error !== undefined) {
      // The SDK would drop it without a word, and wait.
      slot.expectation.break(new UnansweredError());
      return { jsonrpc: '2.0', id, error: { code: -32603, message: 'malformed' } };
    }
    return this.#take(id, slot, resultOf(message, id, text, value));
  }

  #take(id: Json, { method, expectation }: Slot, result: RawResult): Json {
    this.#slots.delete(keyOf(id));
    expectation.results.set(method, result);
    if (method === 'server/discover' && [...this.#slots.values()].some((slot) => slot.method === 'initialize')) {
      this.isOvertaken = true;
      expectation.break(new Error('the answer to server/discover came late'));
    }
    return { jsonrpc: '2.0', id, result: standIn(method, result) };
  }

  /** The answer to request `id` will not come. Without an id: no answer will. */
  broken(error: unknown, id?: Json): void {
    if (id === undefined) {
      for (const { expectation } of this.#slots.values()) expectation.break(error);
      this.#slots.clear();
      return;
    }
    this.#slots.get(keyOf(id))?.expectation.break(error);
    this.#slots.delete(keyOf(id));
  }
}

/**
 * A result under the text that stands for it. Only an answer that holds nothing but its result is known by that alone: in
 * any other, another part could be what clients see, so the whole of it counts, with the request that it answers.
 */
function resultOf(message: JsonObject, id: Json, text: string, value: Json): RawResult {
  const envelope = findEnvelope(text);
  const isPlain =
    envelope !== null &&
    own(JSON.parse(envelope.text) as Json, 'id') === id && // of a form that `findEnvelope` knows
    Object.keys(message).every((key) => key === 'jsonrpc' || key === 'id' || key === 'result');
  return isPlain
    ? new RawResult(text.slice(envelope.start, -envelope.end), value)
    : new RawResult(text, value, `whole ${keyOf(id)} ${sha256(text)}`);
}

function isError(error: Json | undefined): boolean {
  return Number.isInteger(own(error, 'code')) && typeof own(error, 'message') === 'string';
}

/** The SDK takes an answer to `"5"` for one to `5`. */
function keyOf(id: Json): string {
  return typeof id === 'string' ? id : JSON.stringify(id);
}
