import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { startLegacyHttpServer } from '../support/servers/legacy-http.ts';
import { aTool } from '../support/servers/tools.ts';
import { failed, toolNames } from './observation.ts';
import { setProxies, startProxy } from './proxy.ts';
import { http, it, type Scope } from './scope.ts';

const file = (name: string) => fileURLToPath(new URL(`../support/tls/${name}`, import.meta.url));
const ca = readFileSync(file('ca.pem'), 'latin1');
const keys = { key: readFileSync(file('server-key.pem'), 'latin1'), cert: readFileSync(file('server.pem'), 'latin1') };

async function start(scope: Scope): Promise<string> {
  return scope.closeAfter(await startLegacyHttpServer({ tools: [aTool()], keys }), (real) => real.close()).url;
}

describe('a server whose certificate a company signed', () => {
  it('is refused with a plain reason', async ({ scope }) => {
    expect(failed(await scope.read(http(await start(scope))))).toEqual({
      outcome: 'unreachable',
      reason:
        'the TLS certificate is not accepted (UNABLE_TO_VERIFY_LEAF_SIGNATURE): if it is right, name its authority in `tls` of the config',
    });
  });

  it('is read with the certificate of its authority', async ({ scope }) => {
    expect(toolNames(await scope.read(http(await start(scope)), { trustedCertificates: [ca] }))).toEqual([
      'delete_file',
    ]);
  });

  it('is read through a proxy, by name and by address', async ({ scope }) => {
    const url = await start(scope);
    const proxy = await startProxy(scope);
    setProxies(scope, { HTTPS_PROXY: proxy.url });
    for (const host of ['127.0.0.1', 'localhost']) {
      const launch = http(url.replace('127.0.0.1', host));
      expect(failed(await scope.read(launch)).reason).toContain('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
      expect(toolNames(await scope.read(launch, { trustedCertificates: [ca] }))).toEqual(['delete_file']);
    }
    expect(new Set(proxy.asked.map((line) => line.split(':')[0]))).toEqual(
      new Set(['CONNECT 127.0.0.1', 'CONNECT localhost']),
    );
  });

  it('is told apart from one that speaks no TLS', async ({ scope }) => {
    const real = await startLegacyHttpServer({ tools: [aTool()] });
    const { url } = scope.closeAfter(real, (each) => each.close());
    expect(failed(await scope.read(http(url.replace('http:', 'https:')))).reason).toMatch(
      /^no TLS connection comes about \((?:ERR_SSL_\w+|EPROTO)\): check the port in `url`, and whether it should begin with http:/,
    );
  });

  it('is refused under another name than that of its certificate', async ({ scope }) => {
    const url = (await start(scope)).replace('127.0.0.1', 'other.example.test');
    const proxy = await startProxy(scope, undefined, '127.0.0.1');
    setProxies(scope, { HTTPS_PROXY: proxy.url });
    expect(failed(await scope.read(http(url), { trustedCertificates: [ca] })).reason).toBe(
      'the TLS certificate is not accepted (ERR_TLS_CERT_ALTNAME_INVALID): it is for another host than the one in `url`',
    );
  });
});
