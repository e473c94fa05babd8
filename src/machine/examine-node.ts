import { fine, problemOf, type Examined } from '../core/examined.ts';

/** As `engines` of package.json says. */
const oldest = [20, 19] as const;

/** `version` as `process.version` has it. */
export function examineNode(version: string): Examined {
  const node = { subject: 'node', name: null } as const;
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const isNewEnough = major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
  if (isNewEnough) return fine(node, `Node.js ${version.replace(/^v/, '')}`);
  return problemOf(
    node,
    `Node.js ${version.replace(/^v/, '')} is too old`,
    `install Node.js ${oldest.join('.')} or newer`,
  );
}
