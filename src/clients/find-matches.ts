import { readdir } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { isThere } from './disk.ts';

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
