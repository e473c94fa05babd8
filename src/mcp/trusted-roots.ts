import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';

/**
 * The `ca` of TLS connections that shall trust `own` beside what Node trusts. Undefined leaves Node its default, which any
 * `ca` would replace: also with what NODE_EXTRA_CA_CERTS and `--use-system-ca` add to it.
 */
export function trustedRoots(own: readonly string[]): string[] | undefined {
  return own.length === 0 ? undefined : [...defaultRoots(), ...own];
}

function defaultRoots(): readonly string[] {
  // From Node 22.15 on.
  // The cast adds what the types of Node 20 do not know yet, as something that may be missing.
  const { getCACertificates } = tls as { readonly getCACertificates?: (type: 'default') => string[] };
  return getCACertificates?.('default') ?? [...tls.rootCertificates, ...extraRoots(process.env['NODE_EXTRA_CA_CERTS'])];
}

/** A file that cannot be read adds nothing. Node has said so at its start, and goes on without it as well. */
function extraRoots(path: string | undefined): readonly string[] {
  if (path === undefined || path === '') return [];
  try {
    return [readFileSync(path, 'utf8')];
  } catch {
    return [];
  }
}
