import { canonicalise } from '../core/canonical.ts';
import { outlineOf } from '../core/json-outline.ts';
import { isArray, own, type Json } from '../core/json.ts';
import { findAmbiguity } from '../core/raw-json.ts';
import { FormError, isAnswer, isCommonAnswer, isNumberLike, isCommonResult } from './answer-form.ts';
import { findEnvelope } from './answer-text.ts';
import { decodeUtf8, hasMark, withoutMark } from './bytes.ts';
import { Expectation } from './expectation.ts';
import { LimitError } from './limit-error.ts';
import { rawReads } from './lists.ts';
import type { PageMemo } from './page-memo.ts';
import { parseMessage } from './parse-message.ts';
import { RawResult, sha256 } from './raw-result.ts';
import { standIn } from './stand-in.ts';
import { UnansweredError } from './unanswered-error.ts';

interface Slot {
  readonly id: Json;
  readonly method: string;
  readonly expectation: Expectation;
}

/** What the SDK shall see of a message that was received. The same as the message where there is nothing to replace. */
export interface Received {
  readonly seen: Json;
  readonly message: Json;
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
    this.#slots.set(keyOf(id), { id, method, expectation: this.#expectation });
  }

  /** True if the answer to request `id` is expected and did not come yet. */
  isWaitingFor(id: Json | undefined): boolean {
    return id !== undefined && this.#slots.has(keyOf(id));
  }

  /**
   * Reads one message: takes the result out of an answer that is expected, and says what the SDK shall see. Lists are
   * parsed item by item, and not at all where they are known. `isAlone`: `text` is a whole HTTP body, and no other answer
   * can follow one that a client passes over. Throws a `SyntaxError` where `text` is not JSON, and a `LimitError`.
   */
  read(text: Buffer, isAlone = false): Received {
    // Only at the beginning of a body it is no part of the text: on a line or in an event no client knows what follows for JSON.
    if (!isAlone && hasMark(text)) throw new SyntaxError('a byte order mark');
    const bytes = withoutMark(text);
    const taken =
      this.#slots.size === 0 ? null : (this.#readPlain(bytes, isAlone) ?? this.#readCrowded(bytes, isAlone));
    if (taken !== null) return { seen: taken, message: null };
    const message = parseMessage(bytes);
    if (!isArray(message)) return { seen: this.#readParsed(message, bytes, isAlone), message };
    // A batch (MCP 2025-03-26), which clients take as a body alone. All of it is refused for one answer that is odd.
    return { seen: message.map((item) => this.#readParsed(item, bytes, false, !isAlone)), message };
  }

  /** An answer that holds nothing but its result is known by that alone. */
  #readPlain(bytes: Buffer, isAlone: boolean): Json | null {
    const envelope = findEnvelope(bytes);
    if (envelope === null) return null;
    const around = JSON.parse(envelope.text) as Json; // of a form that `findEnvelope` knows
    try {
      return this.#take(around, new RawResult(bytes.subarray(envelope.start, -envelope.end)), isAlone);
    } catch (error) {
      // There is more between the two ends than one value.
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  }

  /** In any other answer, another part could be what clients see: the whole of it counts, with the request that it answers. */
  #readCrowded(bytes: Buffer, isAlone: boolean): Json | null {
    if (!bytes.includes('result') && !bytes.includes('\\')) return null; // most of what a server says unasked
    const [member, second] = outlineOf(bytes, 'result').members;
    if (member === undefined || second !== undefined) return null;
    const rest = `${bytes.toString('utf8', 0, member.start)}null${bytes.toString('utf8', member.end)}`;
    const around = parseMessage(Buffer.from(rest));
    if (!isAnswer(around) || own(around, 'error') !== undefined || findAmbiguity(rest) !== null) return null;
    const id = own(around, 'id');
    const digest = id === undefined ? null : wholeDigest(id, bytes);
    return this.#take(around, new RawResult(bytes.subarray(member.start, member.end), { digest }), isAlone);
  }

  /** A message whose result was parsed with it. `isPassedOver`: it stands where clients look for none. */
  #readParsed(message: Json, bytes: Buffer, isAlone: boolean, isPassedOver = false): Json {
    const id = own(message, 'id');
    const slot = this.#slotOf(id);
    if (!isAnswer(message)) return message;
    if (slot === undefined && isNumberLike(id)) this.broken(new FormError()); // a number that we sent, to some clients
    if (id === undefined || slot === undefined) return message;
    if (isPassedOver || !(isAlone || isCommonAnswer(message, slot.id))) return this.#refuse(id, slot, new FormError());
    const value = own(message, 'result');
    const error = own(message, 'error');
    if (value === undefined && isError(error)) {
      this.#slots.delete(keyOf(id));
      return message;
    }
    // The SDK would drop it without a word, and wait.
    if (value === undefined || error !== undefined) return this.#refuse(id, slot, new UnansweredError());
    const digest = wholeDigest(id, bytes);
    const isAmbiguous = findAmbiguity(decodeUtf8(bytes)) !== null;
    const result = isAmbiguous
      ? new RawResult(bytes, { digest, value })
      : new RawResult(Buffer.from(canonicalise(value).text), { digest });
    return this.#take(message, result, isAlone) ?? message;
  }

  /** Null where nobody waits for the answer that `around` is, whatever its result. Throws a `SyntaxError` where the result is not JSON. */
  #take(around: Json, result: RawResult, isAlone: boolean): Json | null {
    const id = own(around, 'id');
    const slot = this.#slotOf(id);
    if (id === undefined || slot === undefined) return null;
    try {
      const isCommon = this.#look(slot.method, result) && isCommonAnswer(around, slot.id);
      if (!isCommon && !isAlone) return this.#refuse(id, slot, new FormError());
    } catch (error) {
      if (error instanceof LimitError) return this.#refuse(id, slot, error);
      throw error;
    }
    this.#slots.delete(keyOf(id));
    const { method, expectation } = slot;
    expectation.results.set(method, result);
    if (method === 'server/discover' && [...this.#slots.values()].some((other) => other.method === 'initialize')) {
      this.isOvertaken = true;
      expectation.break(new Error('the answer to server/discover came late'));
    }
    return { jsonrpc: '2.0', id, result: standIn(method, result) };
  }

  /** Parses what has not been parsed before. True if every client takes such a result for one. */
  #look(method: string, result: RawResult): boolean {
    const read = rawReads.get(method);
    return read === undefined ? isCommonResult(result.value) : this.#memo.factsOf(read, result).isCommon;
  }

  /** What the SDK sees of an answer that cannot be used; who waits for it is told why. */
  #refuse(id: Json, { expectation }: Slot, error: Error): Json {
    this.#slots.delete(keyOf(id));
    expectation.break(error);
    return { jsonrpc: '2.0', id, error: { code: -32603, message: 'malformed' } };
  }

  #slotOf(id: Json | undefined): Slot | undefined {
    return id === undefined ? undefined : this.#slots.get(keyOf(id));
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

/** An answer that is known by all that it holds. */
function wholeDigest(id: Json, bytes: Buffer): string {
  return `whole ${keyOf(id)} ${sha256(bytes)}`;
}

function isError(error: Json | undefined): boolean {
  return Number.isInteger(own(error, 'code')) && typeof own(error, 'message') === 'string';
}

/** The SDK takes an answer to `"5"` for one to `5`. */
function keyOf(id: Json): string {
  return typeof id === 'string' ? id : JSON.stringify(id);
}
