import npa from 'npm-package-arg';

// The library has it, its types do not: the package URL (purl) of a version in the registry at `address`.
const { toPurl } = npa as unknown as { toPurl: (spec: string, address: string) => string };

/** True for the host of the registry that npm asks if nobody says otherwise: a package URL names every other one. */
export function isUsualRegistry(host: string): boolean {
  return !toPurl('a@1.0.0', `https://${host}`).includes('repository_url=');
}
