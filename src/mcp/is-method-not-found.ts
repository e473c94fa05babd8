import { ProtocolError, ProtocolErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { own, type Json } from '../core/json.ts';

/** True if the server does not know the method: a JSON-RPC error, on 2026-07-28 over HTTP in the body of a status 404. */
export function isMethodNotFound(error: unknown): boolean {
  if (error instanceof ProtocolError) return error.code === ProtocolErrorCode.MethodNotFound;
  if (!(error instanceof SdkHttpError) || error.status !== 404) return false;
  // A 404 without that body is another thing: nothing is there, or a session was lost.
  return errorCode(error.data) === ProtocolErrorCode.MethodNotFound;
}

function errorCode(data: unknown): Json | undefined {
  const text = typeof data === 'object' && data !== null && 'text' in data ? data.text : undefined;
  if (typeof text !== 'string') return undefined;
  try {
    return own(own(JSON.parse(text) as Json, 'error'), 'code'); // JSON.parse returns nothing but JSON values
  } catch {
    return undefined;
  }
}
