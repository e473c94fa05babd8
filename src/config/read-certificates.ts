import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Contradiction } from './find-contradictions.ts';
import { resolvePath } from './resolve-path.ts';

export interface Certificates {
  /** One PEM text each. */
  readonly found: readonly string[];
  readonly problems: readonly Contradiction[];
}

const maxFileBytes = 1_000_000;
const block = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** The certificates in the files of `tls.ca`, relative to `folder`. Whatever else stands in these files is passed over. */
export async function readCertificates(ca: string | readonly string[], folder: string): Promise<Certificates> {
  const isOne = typeof ca === 'string';
  const found: string[] = [];
  const problems: Contradiction[] = [];
  for (const [index, file] of (isOne ? [ca] : ca).entries()) {
    const read = await readOne(resolvePath(folder, file));
    if (Array.isArray(read)) found.push(...read);
    else problems.push({ path: isOne ? ['tls', 'ca'] : ['tls', 'ca', index], message: read });
  }
  return { found, problems };
}

/** The certificates of one file, or a phrase that says what is wrong. The path may come from a variable: it is not told. */
async function readOne(path: string): Promise<string[] | string> {
  const text = await readText(path).catch(explain);
  if (text instanceof Error) return text.message;
  const certificates = text.match(block) ?? [];
  if (certificates.length === 0)
    return 'names a file without a certificate in PEM form ("-----BEGIN CERTIFICATE-----")';
  const broken = certificates.findIndex((pem) => !isCertificate(pem));
  return broken === -1 ? [...certificates] : `names a file whose certificate number ${broken + 1} cannot be read`;
}

async function readText(path: string): Promise<string> {
  const file = await stat(path);
  if (file.isDirectory()) throw new Error('names a folder; name a file');
  // A pipe would be waited for.
  return file.isFile() && file.size <= maxFileBytes ? readFile(path, 'latin1') : ''; // PEM is ASCII
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}

function explain(cause: unknown): Error {
  if (!(cause instanceof Error && 'code' in cause)) return cause instanceof Error ? cause : new Error('cannot be read');
  const code = String(cause.code);
  const known = new Map([
    ['EACCES', 'names a file that this user may not read'],
    ['ENOENT', 'names a file that is not there'],
    ['ENOTDIR', 'names a file that is not there'],
  ]);
  return new Error(known.get(code) ?? `names a file that cannot be read (${code})`);
}
