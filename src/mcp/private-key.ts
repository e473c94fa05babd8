import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { AuthError } from './auth-error.ts';

const maxBytes = 64_000;

/**
 * The private key in a PEM or JWK file, as a JWK: the one form in which the SDK takes keys of every kind. It is read at each
 * use, so that it can be replaced while we run.
 */
export async function readPrivateKey(path: string): Promise<Record<string, unknown>> {
  const text = await readText(path);
  try {
    return { ...keyOf(text).export({ format: 'jwk' }) };
  } catch {
    // No cause: what the parser says may quote the key.
    throw new AuthError(
      'auth-required',
      'the file of `privateKeyFile` holds no private key, PEM or JWK, without a password',
    );
  }
}

async function readText(path: string): Promise<string> {
  try {
    const file = await stat(path);
    if (file.isFile() && file.size <= maxBytes) return await readFile(path, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new AuthError(
      'auth-required',
      `the file of \`privateKeyFile\` cannot be read (${code}): check its path in \`auth\` of the config`,
      { cause },
    );
  }
  return '';
}

function keyOf(text: string): KeyObject {
  if (!text.trimStart().startsWith('{')) return createPrivateKey(text);
  // Whatever it is, the parser checks it.
  return createPrivateKey({ key: JSON.parse(text) as Record<string, string>, format: 'jwk' });
}
