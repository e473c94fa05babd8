/** What of a launch tells which server it is and how it is set. */
export interface ServerFacts {
  /** Addresses of remote servers. */
  readonly urls: readonly URL[];
  /** Packages, images and programs that it runs, by name. */
  readonly packages: readonly string[];
  readonly args: readonly string[];
  /** Variables and, in lower case, headers that it sets. */
  readonly values: ReadonlyMap<string, string>;
}

/** A server that can be told to only read. */
export interface ReadOnlyMode {
  readonly server: string;
  readonly is: (facts: ServerFacts) => boolean;
  readonly isUsed: (facts: ServerFacts) => boolean;
  /** How to switch it on. */
  readonly how: string;
  /** Where that is documented, and when it was looked up: `YYYY-MM`. */
  readonly source: string;
  readonly checked: string;
}

const at = (facts: ServerFacts, host: string, path = /./): boolean =>
  facts.urls.some((url) => url.host === host && path.test(url.pathname));
const runs = (facts: ServerFacts, ...names: readonly string[]): boolean =>
  facts.packages.some((name) => names.includes(name));
const isSet = (facts: ServerFacts, name: string): boolean =>
  !/^\s*(?:|false|f|no|n|0|off)\s*$/i.test(facts.values.get(name) ?? '');
const hasFlag = (facts: ServerFacts, flag: string): boolean =>
  facts.args.some((arg) => arg === flag || (arg.startsWith(`${flag}=`) && !/=(?:false|0|no)$/i.test(arg)));

/**
 * Not in it, as no config file shows whether they are used: the scopes that a person grants to the server of Cloudflare, and the
 * statements that the service file of the server of Snowflake allows.
 */
export const readOnlyModes: readonly ReadOnlyMode[] = [
  {
    server: 'GitHub',
    is: (facts) => at(facts, 'api.githubcopilot.com', /^\/mcp(?:\/|$)/),
    isUsed: (facts) => at(facts, 'api.githubcopilot.com', /\/readonly\/?$/) || isSet(facts, 'x-mcp-readonly'),
    how: 'end the address with /readonly, or send the header X-MCP-Readonly: true',
    source: 'https://github.com/github/github-mcp-server/blob/main/docs/remote-server.md',
    checked: '2026-12',
  },
  {
    server: 'GitHub',
    is: (facts) => runs(facts, 'ghcr.io/github/github-mcp-server', 'github-mcp-server'),
    isUsed: (facts) => hasFlag(facts, '--read-only') || isSet(facts, 'GITHUB_READ_ONLY'),
    how: 'start it with --read-only, or set GITHUB_READ_ONLY=1',
    source: 'https://github.com/github/github-mcp-server/blob/main/docs/remote-server.md',
    checked: '2026-12',
  },
  {
    server: 'Buildkite',
    is: (facts) => at(facts, 'mcp.buildkite.com', /^\/mcp(?:\/|$)/),
    isUsed: (facts) => at(facts, 'mcp.buildkite.com', /\/readonly\/?$/) || isSet(facts, 'x-buildkite-readonly'),
    how: 'use https://mcp.buildkite.com/mcp/readonly, or send the header X-Buildkite-Readonly: true',
    source: 'https://buildkite.com/docs/apis/mcp-server',
    checked: '2026-12',
  },
  {
    server: 'Linear',
    is: (facts) => at(facts, 'mcp.linear.app'),
    isUsed: (facts) => at(facts, 'mcp.linear.app', /\/readonly\/?$/),
    how: 'use https://mcp.linear.app/mcp/readonly',
    source: 'https://docs.litellm.ai/docs/mcp_servers/linear',
    checked: '2026-12',
  },
  {
    server: 'Supabase',
    is: (facts) => at(facts, 'mcp.supabase.com'),
    isUsed: ({ urls }) => urls.some((url) => url.searchParams.get('read_only') === 'true'),
    how: 'add read_only=true to the query of the address',
    source:
      'https://dev.to/tomozilla/before-you-give-an-ai-agent-a-key-what-supabase-mcp-read-only-really-means-and-a-data-inventory-e8c',
    checked: '2026-12',
  },
  {
    server: 'Supabase',
    is: (facts) => runs(facts, '@supabase/mcp-server-supabase'),
    isUsed: (facts) => hasFlag(facts, '--read-only'),
    how: 'start it with --read-only',
    source: 'https://newreleases.io/project/github/supabase/mcp/release/v0.3.5',
    checked: '2026-12',
  },
  {
    server: 'MongoDB',
    is: (facts) => runs(facts, 'mongodb-mcp-server', 'mongodb/mongodb-mcp-server'),
    isUsed: (facts) => hasFlag(facts, '--readOnly') || isSet(facts, 'MDB_MCP_READ_ONLY'),
    how: 'start it with --readOnly, or set MDB_MCP_READ_ONLY=true',
    source: 'https://www.mongodb.com/docs/mcp-server/security-best-practices',
    checked: '2026-12',
  },
  {
    server: 'Salesforce',
    is: (facts) => at(facts, 'api.salesforce.com', /^\/platform\/mcp\/v1\/.*\/sobject-all\/?$/),
    isUsed: () => false,
    how: 'use the server platform/sobject-reads in place of platform/sobject-all',
    source: 'https://developer.salesforce.com/docs/platform/hosted-mcp-servers/guide/sobject-reads.html',
    checked: '2026-12',
  },
];
