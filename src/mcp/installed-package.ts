import { opendir, readdir, readlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { PackageVersion } from '../core/circumstances.ts';
import { isObject, own, type Json } from '../core/json.ts';
import { readBounded } from './bounded-file.ts';

const maxManifestBytes = 262_144;
const maxTextLength = 200;
const maxLinks = 8;
const maxFolders = 16;
const maxEntries = 5_000;

/** The npm package that a process runs a script of, null if it runs none. `root` is where its file system begins. */
export async function nodePackage(root: string, argv: readonly string[]): Promise<PackageVersion | null> {
  for (const argument of argv.slice(1, 6)) {
    if (!argument.startsWith('/') || !argument.includes('/node_modules/')) continue;
    const script = await followLinks(root, resolve(argument));
    const found = await nearestManifest(root, dirname(script));
    if (found !== null) return found;
  }
  return null;
}

/**
 * The Python package that a process runs the command of, null if it runs none. `wanted` is its name, where another one than
 * that of the command was asked for.
 */
export async function pythonPackage(
  root: string,
  [program = '', script = '']: readonly string[],
  wanted: string | null,
): Promise<PackageVersion | null> {
  const folder = dirname(script);
  if (!/^python[\d.]*$/.test(basename(program)) || !script.startsWith('/') || basename(folder) !== 'bin') return null;
  const libraries = join(root, dirname(folder), 'lib');
  const pythons = (await readdir(libraries).catch(() => [])).filter((name) => /^python[\d.]+$/.test(name));
  const names = [wanted, basename(script)].filter((name) => name !== null);
  for (const python of pythons.slice(0, 4)) {
    const found = await distribution(join(libraries, python, 'site-packages'), names);
    if (found !== null) return found;
  }
  return null;
}

/** npm's `.bin` holds links to scripts. What a link says is meant within `root`, so the kernel cannot follow it for us. */
async function followLinks(root: string, path: string): Promise<string> {
  let current = path;
  for (let links = 0; links < maxLinks; links += 1) {
    const target = await readlink(join(root, current)).catch(() => null);
    if (target === null) break;
    current = resolve(dirname(current), target);
  }
  return current;
}

/** The nearest `package.json` above that names a package, and not one of whoever has it installed. */
async function nearestManifest(root: string, folder: string): Promise<PackageVersion | null> {
  let current = folder;
  for (let folders = 0; folders < maxFolders && basename(current) !== 'node_modules' && current !== '/'; folders += 1) {
    const text = await readBounded(join(root, current, 'package.json'), maxManifestBytes);
    const found = text === null ? null : parseManifest(text);
    if (found !== null) return found;
    current = dirname(current);
  }
  return null;
}

function parseManifest(text: string): PackageVersion | null {
  let manifest: Json;
  try {
    manifest = JSON.parse(text) as Json; // JSON.parse returns nothing but JSON values
  } catch {
    return null;
  }
  const [name, version] = [own(manifest, 'name'), own(manifest, 'version')];
  if (!isObject(manifest) || typeof name !== 'string' || typeof version !== 'string') return null;
  return { name: name.slice(0, maxTextLength), version: version.slice(0, maxTextLength) };
}

/** What the folder of an installed distribution says: `mcp_server_time-2026.1.26.dist-info` (PyPA, recording installed projects). */
async function distribution(folder: string, names: readonly string[]): Promise<PackageVersion | null> {
  const versions = new Map<string, string>();
  const directory = await opendir(folder).catch(() => null);
  if (directory === null) return null;
  let entries = 0;
  for await (const { name } of directory) {
    const [, project, version] = /^(.+)-([^-]+)\.dist-info$/.exec(name) ?? [];
    if (project !== undefined && version !== undefined) versions.set(normalise(project), version);
    entries += 1;
    if (entries >= maxEntries) break;
  }
  const project = names.map(normalise).find((name) => versions.has(name));
  return project === undefined ? null : { name: project, version: versions.get(project) ?? '' };
}

/** PyPA, names and normalization. */
function normalise(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}
