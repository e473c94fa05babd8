import { asks, hasFlag, isAt, isSet, runs, type ServerFacts } from './server-facts.ts';

/** A server that can be told to only read. */
export interface ReadOnlyMode {
  readonly server: string;
  readonly is: (facts: ServerFacts) => boolean;
  /** Null: that stands elsewhere than in a config. */
  readonly isUsed: ((facts: ServerFacts) => boolean) | null;
  /** How to switch it on; where no config shows that, what is not seen as well. */
  readonly how: string;
  /** Where its vendor documents that, and when it was looked up: `YYYY-MM`. */
  readonly source: string;
  readonly checked: string;
}

/** Servers whose config shows whether they only read. */
const shown: readonly ReadOnlyMode[] = [
  {
    server: 'GitHub',
    is: (facts) => isAt(facts, 'api.githubcopilot.com', /^\/mcp(?:\/|$)/),
    isUsed: (facts) =>
      isAt(facts, 'api.githubcopilot.com', /\/readonly(?:\/insiders)?\/?$/) || isSet(facts, 'x-mcp-readonly'),
    how: 'end the address with /readonly, or send the header X-MCP-Readonly: true',
    source: 'https://github.com/github/github-mcp-server/blob/main/docs/remote-server.md',
    checked: '2026-12',
  },
  {
    server: 'GitHub',
    is: (facts) => runs(facts, 'ghcr.io/github/github-mcp-server', 'github-mcp-server'),
    isUsed: (facts) => hasFlag(facts, '--read-only') || isSet(facts, 'GITHUB_READ_ONLY'),
    how: 'start it with --read-only, or set GITHUB_READ_ONLY=1',
    source: 'https://github.com/github/github-mcp-server#read-only-mode',
    checked: '2026-12',
  },
  {
    server: 'Buildkite',
    is: (facts) => isAt(facts, 'mcp.buildkite.com', /^\/mcp(?:\/|$)/),
    isUsed: (facts) => isAt(facts, 'mcp.buildkite.com', /\/readonly\/?$/) || isSet(facts, 'x-buildkite-readonly'),
    how: 'end the address with /readonly, or send the header X-Buildkite-Readonly: true',
    source: 'https://buildkite.com/docs/apis/mcp-server/tools/toolsets',
    checked: '2026-12',
  },
  {
    server: 'Buildkite',
    is: (facts) => runs(facts, 'buildkite/mcp-server', 'buildkite-mcp-server'),
    isUsed: (facts) => hasFlag(facts, '--read-only') || isSet(facts, 'BUILDKITE_READ_ONLY'),
    how: 'start it with --read-only, or set BUILDKITE_READ_ONLY=true',
    source: 'https://buildkite.com/docs/apis/mcp-server/tools/toolsets',
    checked: '2026-12',
  },
  {
    server: 'Linear',
    is: (facts) => isAt(facts, 'mcp.linear.app'),
    isUsed: (facts) => isAt(facts, 'mcp.linear.app', /\/readonly\/?$/),
    how: 'use https://mcp.linear.app/mcp/readonly',
    source: 'https://linear.app/docs/mcp',
    checked: '2026-12',
  },
  {
    server: 'Supabase',
    is: (facts) => isAt(facts, 'mcp.supabase.com'),
    isUsed: (facts) => asks(facts, 'read_only'),
    how: 'add read_only=true to the query of the address',
    source: 'https://github.com/supabase/mcp#readme',
    checked: '2026-12',
  },
  {
    server: 'Supabase',
    is: (facts) => runs(facts, '@supabase/mcp-server-supabase'),
    isUsed: (facts) => hasFlag(facts, '--read-only'),
    how: 'start it with --read-only',
    source: 'https://github.com/supabase-community/supabase-mcp#read-only-mode',
    checked: '2026-12',
  },
  {
    server: 'MongoDB',
    is: (facts) => runs(facts, 'mongodb-mcp-server', 'mongodb/mongodb-mcp-server'),
    isUsed: (facts) => hasFlag(facts, '--readOnly') || isSet(facts, 'MDB_MCP_READ_ONLY'),
    how: 'start it with --readOnly, or set MDB_MCP_READ_ONLY=true',
    source: 'https://github.com/mongodb-js/mongodb-mcp-server#configuration-options',
    checked: '2026-12',
  },
  {
    server: 'Salesforce',
    is: (facts) => isAt(facts, 'api.salesforce.com', /^\/platform\/mcp\/v1\/.*\/sobject-all\/?$/),
    isUsed: () => false,
    how: 'use the server platform/sobject-reads in place of platform/sobject-all',
    source: 'https://developer.salesforce.com/docs/platform/hosted-mcp-servers/references/reference/sobject-reads.html',
    checked: '2026-12',
  },
  {
    server: 'Neon',
    is: (facts) => isAt(facts, 'mcp.neon.tech'),
    isUsed: (facts) => asks(facts, 'readonly') || isSet(facts, 'x-neon-read-only') || isSet(facts, 'x-read-only'),
    how: 'add readonly=true to the query of the address',
    source: 'https://github.com/neondatabase/mcp-server-neon#scopes-and-read-only-mode',
    checked: '2026-12',
  },
  {
    server: 'Kubernetes',
    is: (facts) => runs(facts, 'kubernetes-mcp-server', /\/containers\/kubernetes[-_]mcp[-_]server$/),
    isUsed: (facts) => hasFlag(facts, '--read-only'),
    how: 'start it with --read-only',
    source: 'https://github.com/containers/kubernetes-mcp-server#configuration',
    checked: '2026-12',
  },
  {
    server: 'Grafana',
    is: (facts) => runs(facts, 'mcp-grafana', 'grafana/mcp-grafana'),
    isUsed: (facts) => hasFlag(facts, '--disable-write') || hasFlag(facts, '-disable-write'),
    how: 'start it with --disable-write',
    source: 'https://github.com/grafana/mcp-grafana#read-only-mode',
    checked: '2026-12',
  },
];

/** Servers that only read if that was agreed, or is set, where lint does not look. */
const unseen: readonly ReadOnlyMode[] = [
  {
    server: 'Cloudflare',
    is: (facts) => isAt(facts, 'mcp.cloudflare.com'),
    isUsed: null,
    how: 'whether the grant is read-only cannot be seen here; choose Read Only where Cloudflare asks you to agree, or a token that may only read',
    source: 'https://github.com/cloudflare/mcp#get-started',
    checked: '2026-12',
  },
  {
    server: 'Snowflake',
    is: (facts) =>
      runs(facts, 'snowflake-labs-mcp', 'mcp-server-snowflake', /github\.com[/:]snowflake-labs\/mcp(?:\.git)?(?:@|$)/i),
    isUsed: null,
    how: 'which statements it may run stands in its service file, which is not looked at; permit Select, Describe and Use alone under sql_statement_permissions',
    source: 'https://github.com/Snowflake-Labs/mcp#service-configuration',
    checked: '2026-12',
  },
  {
    server: 'Snowflake',
    is: (facts) =>
      isAt(facts, /\.snowflakecomputing\.(?:com|cn)$/, /^\/api\/v2\/databases\/[^/]+\/schemas\/[^/]+\/mcp-servers\//i),
    isUsed: null,
    how: 'what its role may do cannot be seen here; connect with a role that may only SELECT',
    source: 'https://docs.snowflake.com/en/user-guide/snowflake-cortex/cortex-agents-mcp',
    checked: '2026-12',
  },
];

export const readOnlyModes: readonly ReadOnlyMode[] = [...shown, ...unseen];
