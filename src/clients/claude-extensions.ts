import { basename, dirname, join } from 'node:path';
import { makeVisible } from '../core/visible.ts';
import type { ClientFile, Collected, Complete, Machine } from './client.ts';
import { ask, folderNames, homeFolder, pluginFolder } from './syntaxes.ts';
import type { Syntax } from './pieces.ts';
import { at, isObject, texts } from './values.ts';

// Extensions of Claude Desktop are folders with a `manifest.json` (modelcontextprotocol/mcpb, MANIFEST.md). What the person set for one
// stands in `Claude Extensions Settings/<its folder's name>.json`, where secrets are encrypted.

const userConfig: Syntax = {
  pattern: String.raw`\$\{user_config\.[^}]*\}`,
  read: (match) => ask(match, 'takes a value that Claude Desktop keeps to itself'),
};

export const extensionExpansion: readonly Syntax[] = [pluginFolder('__dirname'), homeFolder, folderNames, userConfig];

/** An extension is one server. */
export function collectExtension(value: unknown): Collected {
  const name = at(value, 'name');
  if (typeof name === 'string' && name !== '') return { servers: [{ name, raw: value }], problems: [] };
  return { servers: [], problems: value === undefined ? [] : ['has no "name"'] };
}

/** The launch of an extension, with the values that the person set and that are no secrets. */
export const completeExtension: Complete = (raw, file, files, machine) => {
  if (basename(file.path) !== 'manifest.json') return { raw };
  const config = at(raw, 'server', 'mcp_config');
  if (!isObject(config)) return { refusal: 'is started by Claude Desktop in a way of its own' };
  const settings = settingsOf(file, files);
  const values = valuesOf(raw, settings);
  const missing = Object.keys(definitionsOf(raw)).find((key) => isMissing(raw, settings, key));
  if (missing !== undefined)
    return { refusal: `is not started before its "${makeVisible(missing).slice(0, 60)}" is set` };
  const launch = { ...config, ...overridesOf(config, machine) };
  const write = (text: string): readonly string[] => fill(text, values, String(at(raw, 'name')));
  return {
    raw: {
      command: one(launch.command, write),
      args: Array.isArray(launch.args) ? launch.args.flatMap((arg: unknown) => many(arg, write)) : launch.args,
      env: isObject(launch.env)
        ? Object.fromEntries(Object.entries(launch.env).map(([name, value]) => [name, one(value, write)]))
        : launch.env,
      // One that was never switched on is not started.
      disabled: at(settings, 'isEnabled') !== true,
    },
  };
};

interface Launch {
  readonly command?: unknown;
  readonly args?: unknown;
  readonly env?: unknown;
}

function overridesOf(config: Launch, { system }: Machine): Launch {
  const own = at(config, 'platform_overrides', system);
  const keys = ['command', 'args', 'env'].filter((key) => at(own, key) !== undefined);
  return Object.fromEntries(keys.map((key) => [key, at(own, key)]));
}

function settingsOf({ path }: ClientFile, files: readonly ClientFile[]): unknown {
  const folder = dirname(path);
  const own = join(dirname(dirname(folder)), 'Claude Extensions Settings', `${basename(folder)}.json`);
  return files.find((file) => file.path === own)?.value;
}

function definitionsOf(manifest: unknown): Readonly<Record<string, unknown>> {
  const definitions = at(manifest, 'user_config');
  return isObject(definitions) ? definitions : {};
}

function isMissing(manifest: unknown, settings: unknown, key: string): boolean {
  const value = at(settings, 'userConfig', key) ?? at(manifest, 'user_config', key, 'default');
  const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty && at(manifest, 'user_config', key, 'required') === true;
}

/** What may be written out, by key. */
function valuesOf(manifest: unknown, settings: unknown): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, readonly string[]>();
  for (const [key, definition] of Object.entries(definitionsOf(manifest))) {
    const value = at(settings, 'userConfig', key) ?? at(definition, 'default');
    const words = Array.isArray(value) ? texts(value) : isWord(value) ? [String(value)] : null;
    const isSecret =
      at(definition, 'sensitive') === true || words?.some((word) => word.startsWith('__encrypted')) === true;
    if (words !== null && !isSecret) values.set(key, words);
  }
  return values;
}

function isWord(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** A text with its values; one that is a list alone becomes as many. What has no value gets the name of the extension. */
function fill(text: string, values: ReadonlyMap<string, readonly string[]>, extension: string): readonly string[] {
  const [, whole] = /^\$\{user_config\.([^}]+)\}$/.exec(text) ?? [];
  const list = whole === undefined ? undefined : values.get(whole);
  if (list !== undefined) return list;
  return [
    text.replaceAll(/\$\{user_config\.([^}]+)\}/g, (_all, key: string) => {
      const own = values.get(key);
      return own?.length === 1 ? (own[0] ?? '') : `\${user_config.${extension.replaceAll(/[{}$]/g, '')} ${key}}`;
    }),
  ];
}

function one(value: unknown, write: (text: string) => readonly string[]): unknown {
  return typeof value === 'string' ? write(value).join(' ') : value;
}

function many(value: unknown, write: (text: string) => readonly string[]): readonly unknown[] {
  return typeof value === 'string' ? write(value) : [value];
}
