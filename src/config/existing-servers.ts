import type { WrittenServer } from './describe-launch.ts';
import type { ConfigDocument } from './document.ts';
import { writtenValue } from './evaluate.ts';

/** The servers of a config as they are written, as far as they have the shape of servers: the rest of it may be wrong. */
export function existingServers(document: ConfigDocument | null): Readonly<Record<string, WrittenServer>> {
  const value = document === null ? null : writtenValue(document);
  const servers = isObject(value) ? value['mcpServers'] : null;
  if (!isObject(servers)) return {};
  return Object.fromEntries(
    Object.entries(servers).flatMap(([name, entry]) => (isObject(entry) ? [[name, shapeOf(entry)] as const] : [])),
  );
}

function shapeOf({ command, args, env, cwd, url, headers }: Readonly<Record<string, unknown>>): WrittenServer {
  return {
    ...(typeof command === 'string' && { command }),
    ...(Array.isArray(args) && { args: args.map(String) }),
    ...(isObject(env) && { env }),
    ...(typeof cwd === 'string' && { cwd }),
    ...(typeof url === 'string' && { url }),
    ...(isObject(headers) && { headers }),
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
