import { constants, type Stats } from 'node:fs';
import { lstat, open, readdir, realpath, type FileHandle } from 'node:fs/promises';
import { dirname, join, normalize, relative, isAbsolute, sep } from 'node:path';

/** What became of a file. `absent` is normal. */
export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly reason: string };

const absent: FileText = { kind: 'absent' };

/**
 * Reads a regular file of at most `maxBytes`, also through links that end within one of the folders. A pipe or device is never
 * opened: it could keep us waiting, or do something.
 */
export async function readConfigFile(path: string, within: readonly string[], maxBytes: number): Promise<FileText> {
  const real = await realpath(path).catch(() => null);
  if (real === null) return (await statOf(path)) === null ? absent : refuse('is a link to nothing');
  if (!(await isWithin(real, within))) return refuse('is a link to a place outside of its folder');
  const stats = await statOf(real);
  if (stats === null) return absent;
  if (!stats.isFile()) return refuse('is no regular file');
  if (stats.size > maxBytes) return refuse(`is larger than ${maxBytes} bytes`);
  return readText(real, maxBytes);
}

/** `real` was looked at; should it have become something else since, O_NOFOLLOW and O_NONBLOCK keep us from it. */
async function readText(real: string, maxBytes: number): Promise<FileText> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  let file: FileHandle | null = null;
  try {
    file = await open(real, flags);
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > maxBytes) return refuse('changed while it was read');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(stats.size), 0, stats.size, 0);
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, bytesRead)) };
  } catch (error) {
    return refuse(error instanceof TypeError ? 'is not UTF-8 text' : 'may not be read by this user');
  } finally {
    await file?.close();
  }
}

/** True if anything is there, whatever it is. */
export async function isThere(path: string): Promise<boolean> {
  return (await statOf(path)) !== null;
}

async function isWithin(real: string, folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) {
    const base = await realpath(folder).catch(() => null);
    const rest = base === null ? '..' : relative(base, real);
    if (rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest)) return true;
  }
  return false;
}

/** Folders that one `**` looks into, and how deep: plugin caches are not deeper. */
const maxFolders = 2000;
const maxDepth = 7;
/** Files that one pattern may match. */
const maxMatches = 500;

/** Existing files, folders and links that `pattern` matches, in the order of their names. Links are not walked through. */
export async function findMatches(pattern: string): Promise<readonly string[]> {
  const [first = '', ...segments] = pattern.split('/');
  if (!pattern.includes('*')) return (await isThere(normalize(pattern))) ? [normalize(pattern)] : [];
  let paths: readonly string[] = [first === '' ? sep : `${first}${sep}`];
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    const next: string[] = [];
    for (const path of paths) next.push(...(await step(path, segment, isLast)));
    paths = next.slice(0, maxFolders);
  }
  return paths.slice(0, maxMatches);
}

async function step(path: string, segment: string, isLast: boolean): Promise<readonly string[]> {
  if (segment === '**') return walk(path);
  if (!segment.includes('*')) return !isLast || (await isThere(join(path, segment))) ? [join(path, segment)] : [];
  const parts = segment.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  const matcher = new RegExp(`^${parts.join('[^/]*')}$`);
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const fitting = entries.filter((entry) => matcher.test(entry.name) && (isLast || entry.isDirectory()));
  return fitting.map(({ name }) => join(path, name)).sort();
}

/** `path` and the folders below it. */
async function walk(path: string): Promise<readonly string[]> {
  const found = [path];
  for (let next = 0, depth = new Map([[path, 0]]); next < found.length && found.length < maxFolders; next += 1) {
    const folder = found[next] ?? path;
    const level = depth.get(folder) ?? 0;
    if (level >= maxDepth) continue;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const { name } of entries.filter((entry) => entry.isDirectory() && !skipped.has(entry.name))) {
      found.push(join(folder, name));
      depth.set(join(folder, name), level + 1);
    }
  }
  return found.slice(0, maxFolders);
}

const skipped = new Set(['node_modules', '.git']);

/** From `project` up to the root of its repository; without a repository, the folder alone. */
export async function findAncestors(project: string): Promise<readonly string[]> {
  const folders = [project];
  for (let depth = 0; depth < 40; depth += 1) {
    const folder = folders.at(-1) ?? project;
    if (await isThere(join(folder, '.git'))) return folders;
    if (dirname(folder) === folder) break;
    folders.push(dirname(folder));
  }
  return [project];
}

function statOf(path: string): Promise<Stats | null> {
  return lstat(path).catch(() => null);
}

function refuse(reason: string): FileText {
  return { kind: 'refused', reason };
}
