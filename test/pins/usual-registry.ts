import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const library = createRequire(import.meta.url).resolve('npm-package-arg');

/** The address of the registry that npm asks if nobody says otherwise, as npm's own library has it. */
export const usualRegistry = addressIn(readFileSync(library, 'utf8'));

function addressIn(source: string): string {
  const [, address] = /defaultRegistry = '(https:[^']+)'/.exec(source) ?? [];
  if (address === undefined) throw new Error('npm-package-arg no longer names its registry');
  return address;
}
