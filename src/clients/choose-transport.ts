import type { EntryRules, Transport } from './client.ts';
import type { StandardEntry } from './standard-entry.ts';

/** How the client reaches the server, or why it does not. */
export type Chosen = { readonly transport: Exclude<Transport, object> } | { readonly reason: string };

export function chooseTransport({ type, command, url }: StandardEntry, rules: EntryRules): Chosen {
  const [hasCommand, hasUrl] = [Boolean(command), Boolean(url)];
  if (!hasCommand && !hasUrl) return { reason: 'has neither a command nor an address' };
  if (hasCommand && hasUrl && !type && rules.both === 'broken')
    return { reason: 'has both a command and an address; the client refuses that' };
  const transport = type ? named(type, rules) : untyped(hasCommand, hasUrl, rules);
  if (typeof transport === 'object') return { reason: transport.unsupported };
  if (transport === 'stdio' && !hasCommand) return { reason: 'is of a type that is started, but has no command' };
  if (transport !== 'stdio' && !hasUrl) return { reason: 'is of a type that has an address, but has none' };
  return { transport };
}

function named(type: string, { types }: EntryRules): Transport {
  const transport = Object.hasOwn(types, type) ? types[type] : undefined;
  return transport ?? { unsupported: 'has a "type" that this client does not know' };
}

function untyped(hasCommand: boolean, hasUrl: boolean, { both, untypedUrl }: EntryRules): Transport {
  if (hasCommand && hasUrl) return both === 'url' ? untypedUrl : 'stdio';
  return hasCommand ? 'stdio' : untypedUrl;
}
