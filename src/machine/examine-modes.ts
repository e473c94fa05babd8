import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fine, noteOf, problemOf, type Examined } from '../core/examined.ts';

/** Who may do what with a file, as `stat` tells it. */
export interface Access {
  /** Permission bits. */
  readonly mode: number;
  readonly isFolder: boolean;
}

/** How private a file has to be. */
export type Privacy =
  /** It says what is started: nobody else may write it. With secrets in it, nobody else may read it. */
  | { readonly kind: 'config'; readonly secrets: readonly string[] }
  /** It holds approvals and what servers said. */
  | { readonly kind: 'database' }
  /** It gives access: not even for the group. */
  | { readonly kind: 'tokens' }
  /** The variables of the service: the same. */
  | { readonly kind: 'environment' };

const othersRead = 0o004;
const othersWrite = 0o002;
const notOwner = 0o077;

/** Says whether others may do with the file at `path` what they must not. */
export function judgeMode(path: string, { mode, isFolder }: Access, privacy: Privacy): Examined {
  const patient = { subject: 'files', name: path } as const;
  const chmod = (change: string): string => `chmod ${change} ${path}`;
  switch (privacy.kind) {
    case 'config':
      if ((mode & othersWrite) !== 0)
        return problemOf(patient, 'everybody may write it, and so say what is started here', chmod('o-w'));
      if (privacy.secrets.length > 0 && (mode & othersRead) !== 0)
        return problemOf(
          patient,
          `everybody may read it, and it spells out ${privacy.secrets.join(', ')}`,
          chmod('600'),
        );
      return fine(
        patient,
        privacy.secrets.length > 0 ? 'spells out secrets, others cannot read it' : 'as it should be',
      );
    case 'database':
      return (mode & (othersRead | othersWrite)) === 0
        ? fine(patient, 'others have no access')
        : problemOf(patient, 'everybody has access, also to what was approved', chmod('600'));
    case 'environment':
      return (mode & notOwner) === 0
        ? fine(patient, 'nobody else has access')
        : problemOf(patient, 'others may have access to the variables in it, which may be secrets', chmod('600'));
    case 'tokens':
      return (mode & notOwner) === 0
        ? fine(patient, 'nobody else has access')
        : problemOf(
            patient,
            'others may have access, so the tokens in it are not used',
            chmod(isFolder ? '700' : '600'),
          );
  }
}

/** The same of what is there; one that is not there has nothing to hide. Windows has no such modes. */
export async function examineMode(path: string, privacy: Privacy, platform: string): Promise<readonly Examined[]> {
  const stats = await stat(path).catch(() => null);
  if (stats === null) return [];
  if (platform === 'win32')
    return [noteOf({ subject: 'files', name: path }, 'who may use it is not looked at on Windows')];
  return [judgeMode(path, { mode: stats.mode & 0o777, isFolder: stats.isDirectory() }, privacy)];
}

/** The folder of the tokens, and each file in it that is not well. */
export async function examineTokens(folder: string, platform: string): Promise<readonly Examined[]> {
  const names = await readdir(folder).catch(() => []);
  const paths = names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
  const all = await Promise.all([folder, ...paths].map((path) => examineMode(path, { kind: 'tokens' }, platform)));
  return all.flatMap((one, index) => (index === 0 ? one : one.filter(({ state }) => state === 'problem')));
}
