import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createPlace } from '../support/cli.ts';
import { startLegacyHttpServer } from '../support/servers/legacy-http.ts';
import { aTool } from '../support/servers/tools.ts';

const file = (name: string) => fileURLToPath(new URL(`../support/tls/${name}`, import.meta.url));
const keys = { key: readFileSync(file('server-key.pem'), 'latin1'), cert: readFileSync(file('server.pem'), 'latin1') };

async function outcomeOf(tls: object | undefined, env: Readonly<Record<string, string>>): Promise<string | undefined> {
  const server = await startLegacyHttpServer({ tools: [aTool()], keys });
  onTestFinished(() => server.close());
  const mcpServers = { inside: { url: server.url } };
  const place = await createPlace({ mcpServers, ...(tls !== undefined && { tls }) }, env);
  onTestFinished(() => place.remove());
  writeFileSync(join(place.folder, 'other.pem'), rootCertificates[0] ?? '');
  const { document } = await place.json<{ servers: { outcome: string }[] }>('check');
  return document.servers[0]?.outcome;
}

const extra = { NODE_EXTRA_CA_CERTS: file('ca.pem') };

test.each([
  ['nothing', undefined, {}, 'unreachable'],
  ['tls.ca', { ca: file('ca.pem') }, {}, 'listed'],
  ['tls.ca, with another certificate', { ca: './other.pem' }, {}, 'unreachable'],
  ['NODE_EXTRA_CA_CERTS', undefined, extra, 'listed'],
  ['NODE_EXTRA_CA_CERTS, beside another certificate in tls.ca', { ca: './other.pem' }, extra, 'listed'],
])('a server of a private authority, trusted by %s', async (_what, tls, env, outcome) => {
  expect(await outcomeOf(tls, env)).toBe(outcome);
});
