import { isArray, isObject, own, type Json } from '../core/json.ts';
import type { RawResult } from './raw-result.ts';

/**
 * What the SDK gets to see instead of a result of `tools/list`, `initialize` or `server/discover`, which we read ourselves. It validates whole results against the spec: one odd
 * tool, a negative `ttlMs` or a nameless server would cost us all of it, while a more lenient client still sees the tools.
 */
export function standIn(method: string, raw: RawResult): Json {
  // The value of a list is not touched: it may never be parsed.
  if (method === 'tools/list') return { ...cacheHints, tools: [] };
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

function plainCapabilities(result: Json): Json {
  const tools = own(own(result, 'capabilities'), 'tools');
  return tools === undefined ? {} : { tools: { listChanged: own(tools, 'listChanged') === true } };
}

function pick(object: Json, key: string): Record<string, Json> {
  const value = own(object, key);
  return value === undefined ? {} : { [key]: value };
}
