import type { EntryRules, Transport } from './client.ts';

/** The types that clients have in common, in all spellings. */
export const usualTypes: Readonly<Record<string, Transport>> = {
  stdio: 'stdio',
  local: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  sse: 'sse',
};

/** What holds of a client that does not say otherwise: no variables are expanded, and an address is tried both ways. */
export const usualRules: EntryRules = { types: usualTypes, untypedUrl: 'any', both: 'command', expansion: [] };
