import { describe, expect, it } from 'vitest';
import { lintServer } from '../../src/lint/lint-server.ts';
import type { LintServer } from '../../src/lint/lint-finding.ts';
import { readOnlyModes } from '../../src/lint/read-only-modes.ts';
import { launchOf } from '../pins/launches.ts';
import { aRemote, aServer } from './servers.ts';

const isTold = (server: LintServer): boolean =>
  lintServer(server, []).findings.some(({ rule }) => rule === 'read-only-mode-unused');

const github = 'docker run -i ghcr.io/github/github-mcp-server';

describe('a read-only mode', () => {
  it.each([
    aRemote('https://api.githubcopilot.com/mcp/'),
    aRemote('https://api.githubcopilot.com/mcp/x/issues', { 'X-MCP-Readonly': ' False ' }),
    aServer('npx -y mcp-remote@0.2.0 https://api.githubcopilot.com/mcp/'),
    aServer(github),
    aServer('/usr/local/bin/github-mcp-server stdio'),
    aRemote('https://mcp.buildkite.com/mcp'),
    aRemote('https://mcp.linear.app/sse'),
    aRemote('https://mcp.supabase.com/mcp?project_ref=x&read_only=false'),
    aServer('npx -y @supabase/mcp-server-supabase@latest'),
    aServer('npx -y mongodb-mcp-server --readOnly=false'),
    aRemote('https://api.salesforce.com/platform/mcp/v1/platform/sobject-all'),
    aRemote('https://api.salesforce.com/platform/mcp/v1/sandbox/platform/sobject-all'),
    aServer('docker run -i -e BUILDKITE_API_TOKEN buildkite/mcp-server stdio'),
    aRemote('https://mcp.neon.tech/mcp?projectId=x'),
    aServer('npx -y kubernetes-mcp-server@latest --read-only=false'),
    aServer('docker run -i quay.io/containers/kubernetes_mcp_server:v1'),
    aServer('uvx mcp-grafana'),
  ])('that is not used is told: %j', (server) => {
    expect(isTold(server)).toBe(true);
  });

  it.each([
    aRemote('https://api.githubcopilot.com/mcp/readonly'),
    aRemote('https://api.githubcopilot.com/mcp/x/issues/readonly'),
    aRemote('https://api.githubcopilot.com/mcp/', { 'x-mcp-readonly': 'true' }),
    aServer("npx -y mcp-remote@0.2.0 https://api.githubcopilot.com/mcp/ --header 'X-MCP-Readonly: true'"),
    aServer(`${github} stdio --read-only`),
    aServer('docker run -i -e GITHUB_READ_ONLY=1 ghcr.io/github/github-mcp-server'),
    aServer('', { launch: launchOf(github, { GITHUB_READ_ONLY: '1' }) }),
    aRemote('https://mcp.buildkite.com/mcp/readonly'),
    aRemote('https://mcp.buildkite.com/mcp', { 'X-Buildkite-Readonly': 'true' }),
    aRemote('https://mcp.linear.app/mcp/readonly'),
    aRemote('https://mcp.supabase.com/mcp?read_only=true'),
    aServer('npx -y @supabase/mcp-server-supabase@latest --read-only'),
    aServer('npx -y mongodb-mcp-server --readOnly'),
    aServer('', { launch: launchOf('npx -y mongodb-mcp-server', { MDB_MCP_READ_ONLY: 'true' }) }),
    aRemote('https://api.salesforce.com/platform/mcp/v1/platform/sobject-reads'),
    aRemote('https://mcp.linear.app.example.com/mcp'),
    aRemote('https://api.githubcopilot.com/mcp/x/all/readonly/insiders'),
    aRemote('https://mcp.buildkite.com/mcp/x/builds/readonly'),
    aServer('buildkite-mcp-server stdio --read-only'),
    aServer('', {
      launch: launchOf('docker run -i -e BUILDKITE_READ_ONLY buildkite/mcp-server', { BUILDKITE_READ_ONLY: 'true' }),
    }),
    aRemote('https://mcp.supabase.com/mcp?read_only=${READ_ONLY}'),
    aRemote('https://mcp.neon.tech/mcp?readonly=true'),
    aServer('npx -y kubernetes-mcp-server@latest --read-only'),
    aServer('docker run -i grafana/mcp-grafana --disable-write'),
  ])('that is used, or is not there, is not: %j', (server) => {
    expect(isTold(server)).toBe(false);
  });

  it.each([
    [aRemote('https://mcp.cloudflare.com/mcp'), 'whether the grant is read-only cannot be seen here'],
    [aServer('uvx snowflake-labs-mcp --service-config-file x.yaml'), 'stands in its service file'],
    [
      aServer('uvx --from git+https://github.com/Snowflake-Labs/mcp mcp-server-snowflake'),
      'stands in its service file',
    ],
    [
      aRemote('https://${ACCOUNT}.snowflakecomputing.com/api/v2/databases/A/schemas/B/mcp-servers/C'),
      'what its role may do cannot be seen here',
    ],
  ])('that no config shows is told as that: %j', (server, words) => {
    const found = lintServer(server, []).findings.find(({ rule }) => rule.startsWith('read-only'));
    expect(found).toMatchObject({ rule: 'read-only-mode-unseen', severity: 'info' });
    expect(found?.message).toContain(words);
  });

  it('names where it is documented', () => {
    for (const { source, checked, how } of readOnlyModes) {
      expect(source).toMatch(/^https:\/\//);
      expect(checked).toMatch(/^\d{4}-\d{2}$/);
      expect(how).not.toBe('');
    }
  });
});
