import { ProtocolError } from '@modelcontextprotocol/client';
import { own, type Json } from '../core/json.ts';

/** An answer ended and did not hold what was asked for. */
export class UnansweredError extends Error {
  constructor() {
    super('the answer does not hold what was asked for');
    this.name = 'UnansweredError';
  }

  /** What it means that `message` came last: an error without an id is one of ours all the same (JSON-RPC 2.0, 5). */
  static of(message: Json | undefined): Error {
    const code = own(own(message, 'error'), 'code');
    return typeof code === 'number' ? new ProtocolError(code, '') : new UnansweredError();
  }
}
