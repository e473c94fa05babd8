import { isArray, isObject, own, type Json } from '../core/json.ts';
import { rawReads } from './lists.ts';
import type { RawResult } from './raw-result.ts';

/**
 * What the SDK gets to see instead of a list, `resources/read`, `initialize` or `server/discover`, which we read ourselves.
 * It validates whole results against the spec: one odd tool, a negative `ttlMs` or a nameless server would cost us all of
 * it, while a more lenient client still sees the tools.
 */
export function standIn(method: string, raw: RawResult): Json {
  // The value of a list is not touched: it may never be parsed.
  const key = rawReads.get(method)?.key;
  if (key !== undefined) return { ...cacheHints, [key]: [] };
  const result = raw.value;
  if (!isObject(result)) return {};
  const capabilities = plainCapabilities(result);
  if (method === 'initialize') {
    return { ...pick(result, 'protocolVersion'), capabilities, serverInfo: { name: 'unknown', version: 'unknown' } };
  }
  const versions = own(result, 'supportedVersions');
  // Without a list of versions this is no modern server.
  if (!isArray(versions)) return {};
  return { ...cacheHints, supportedVersions: versions.filter((version) => typeof version === 'string'), capabilities };
}

const cacheHints = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

/** What the SDK shall know of them: which lists there are, and which of them are announced when they change. */
function plainCapabilities(result: Json): Json {
  const capabilities = own(result, 'capabilities');
  const known = ['tools', 'prompts', 'resources'].filter((name) => own(capabilities, name) !== undefined);
  return Object.fromEntries(
    known.map((name) => [name, { listChanged: own(own(capabilities, name), 'listChanged') === true }]),
  );
}

function pick(object: Json, key: string): Record<string, Json> {
  const value = own(object, key);
  return value === undefined ? {} : { [key]: value };
}
