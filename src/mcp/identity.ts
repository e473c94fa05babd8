import type { Client } from '@modelcontextprotocol/client';
import type { ClientIdentity } from '../monitor/ports-watched.ts';

/** Who we are by our own name. */
export type OwnIdentity = Pick<ClientIdentity, 'name' | 'version'>;

/** Our own identity declares nothing. */
export function honestIdentity({ name, version }: OwnIdentity): ClientIdentity {
  return { name, version, userAgent: null, capabilities: {} };
}

/** The headers of every HTTP request, names in lower case. What the config says of the server wins. */
export function headersOf(
  { name, version, userAgent }: ClientIdentity,
  configured: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  // A header cannot hold every name that clientInfo can.
  const ours = userAgent ?? `${name}/${version}`.replaceAll(/[^ -~]/g, '?');
  const theirs = Object.entries(configured).map(([key, value]) => [key.toLowerCase(), value] as const);
  return { 'user-agent': ours, ...Object.fromEntries(theirs) };
}

/**
 * Keeps what was declared from meaning anything. The SDK answers a request that nobody handles with "method not found",
 * which is what happens to sampling and elicitation. A client that declares roots and has none says so.
 */
export function declareOnly(client: Client, { capabilities }: ClientIdentity): void {
  if (Object.hasOwn(capabilities, 'roots')) client.setRequestHandler('roots/list', () => ({ roots: [] }));
}
