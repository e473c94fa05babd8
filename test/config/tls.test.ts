import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { aFolder } from './config-folder.ts';

const pem = (await readFile(new URL('../support/tls/ca.pem', import.meta.url), 'latin1')).trim();
const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

async function loadWith(ca: unknown, files: Readonly<Record<string, string>>) {
  const text = `{ "mcpServers": { "a": { "command": "x" } },\n  "tls": { "ca": ${JSON.stringify(ca)} } }`;
  const cwd = await aFolder({ ...files, 'etc/tooldrift.jsonc': text });
  return loadConfig({ path: 'etc/tooldrift.jsonc', cwd, env: {} });
}

describe('tls.ca', () => {
  test('is a file relative to the config file', async () => {
    const { trustedCertificates } = await loadWith('./corp.pem', { 'etc/corp.pem': `# ours\n${pem}\n` });
    expect(trustedCertificates).toEqual([pem]);
  });

  test('may be a list of files, each with several certificates', async () => {
    const folder = await aFolder({ 'far.pem': pem });
    const { trustedCertificates } = await loadWith(['../two.pem', join(folder, 'far.pem')], {
      'two.pem': `${pem}\n${pem}`,
    });
    expect(trustedCertificates).toEqual([pem, pem, pem]);
  });

  test.each([
    ['nowhere.pem', '2:18: tls.ca names a file that is not there'],
    ['.', '2:18: tls.ca names a folder; name a file'],
    ['plain.pem', '2:18: tls.ca names a file without a certificate in PEM form ("-----BEGIN CERTIFICATE-----")'],
    [
      ['good.pem', 'plain.pem'],
      '2:30: tls.ca[1] names a file without a certificate in PEM form ("-----BEGIN CERTIFICATE-----")',
    ],
    ['broken.pem', '2:18: tls.ca names a file whose certificate number 2 cannot be read'],
    ['', '2:18: tls.ca must be the path of a PEM file'],
    [5, '2:18: tls.ca must be the path of a PEM file, or a list of such paths, in brackets'],
    [['good.pem', 5], '2:30: tls.ca[1] must be the path of a PEM file'],
  ])('%j', async (ca, line) => {
    const files = { 'etc/plain.pem': 'hello', 'etc/good.pem': pem, 'etc/broken.pem': `${pem}\n${broken}` };
    await expect(loadWith(ca, files)).rejects.toMatchObject({
      code: 'config',
      message: `etc/tooldrift.jsonc:${line}`,
    });
  });
});
