import type { DefinitionKind } from './definition.ts';
import type { Severity } from './finding.ts';

interface Kind {
  /** One of it, in a sentence: `a tool that nobody approved`. */
  readonly noun: string;
  /** Severity of one that nobody approved, and of one that is no longer served. */
  readonly added: Severity;
  readonly removed: Severity;
  /** What both mean, where there is more to say than that. */
  readonly sentences?: { readonly added: string; readonly removed: string };
}

/** What is to be said of each kind as a whole; what an edit inside of it means is in `rules.ts`. */
export const kinds: Readonly<Record<DefinitionKind, Kind>> = {
  launch: { noun: 'a way to start or reach the server', added: 'critical', removed: 'info' },
  'server-info': { noun: 'what the server says about itself', added: 'low', removed: 'low' },
  capabilities: { noun: 'the list of what the server can do', added: 'medium', removed: 'medium' },
  instructions: { noun: 'instructions text', added: 'high', removed: 'low' },
  tool: { noun: 'a tool', added: 'high', removed: 'low' },
  prompt: { noun: 'a prompt', added: 'medium', removed: 'low' },
  // Lists of resources churn with the data behind them.
  resource: { noun: 'a resource', added: 'info', removed: 'info' },
  'resource-template': { noun: 'a resource template', added: 'medium', removed: 'low' },
  'ui-resource': { noun: 'a page behind a tool', added: 'medium', removed: 'low' },
  'identity-difference': { noun: 'something that is not shown alike to all clients', added: 'high', removed: 'info' },
  'era-difference': {
    noun: 'something that is not shown alike to clients of both protocols',
    added: 'high',
    removed: 'info',
  },
  'cache-hints': {
    noun: 'odd cache hints',
    added: 'medium',
    removed: 'info',
    sentences: {
      added: 'odd cache hints: clients that go by them may keep an old list, and not see that it changed',
      removed: 'the cache hints are no longer odd: no client is told to keep an old list',
    },
  },
  'client-server': {
    noun: 'a server in a file of an MCP client',
    added: 'high',
    removed: 'low',
    sentences: {
      added: 'a server that nobody approved stands in a file of the client; tooldrift runs nothing of it',
      removed: 'the server no longer stands in the files of the client',
    },
  },
  'client-file': {
    noun: 'a file of an MCP client that cannot be read',
    added: 'medium',
    removed: 'info',
    sentences: {
      added: 'a file of the client cannot be read: what it says is not seen, and its servers seem to be gone',
      removed: 'the file of the client can be read again',
    },
  },
};
