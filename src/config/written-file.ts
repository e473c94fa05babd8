import { findNodeAtLocation, type Node } from 'jsonc-parser';
import type { Config } from './config.ts';
import type { WrittenConfig } from './describe-launch.ts';
import { parseDocument, type ConfigDocument } from './document.ts';
import { writtenValue } from './evaluate.ts';
import { labelOf, loadConfig } from './load-config.ts';
import { findConfig, type LoadOptions } from './locations.ts';
import { placeAt, type Place, type Region } from '../core/place.ts';
import { readConfigText } from './read-config-text.ts';

/** A config with the file that it came from, for who has to say where in it something stands. */
export interface PlacedConfig {
  readonly config: Config;
  /** What messages call the file. */
  readonly label: string;
  /** Where the value stands that `path` leads to, or what is nearest above it. */
  readonly placeOf: (path: readonly (string | number)[]) => Place;
  /** The same with its end: that of the key, where there is one. */
  readonly regionOf: (path: readonly (string | number)[]) => Region;
}

export interface WrittenFile extends PlacedConfig {
  /** As it is written: variables are names, not values. */
  readonly written: WrittenConfig;
  /** Variables that the file names and that are not set. Values that need one mean nothing in `config`. */
  readonly unset: readonly string[];
  /** True if the place of the database depends on one of them. */
  readonly isDatabaseUnknown: boolean;
}

/** Loads a config as `loadConfig` does. */
export async function loadPlacedConfig(options: LoadOptions): Promise<PlacedConfig> {
  const config = await loadConfig(options);
  const label = labelOf(config.path, options.cwd);
  const document = parseDocument(await readConfigText(config.path), label);
  return { config, label, ...placesIn(document) };
}

/**
 * Loads a config and keeps what is written in its file. Variables need not be set: nothing is started or reached with what they
 * stand for. Throws an `AppError` as `loadConfig` does for anything else.
 */
export async function loadWrittenFile(options: LoadOptions): Promise<WrittenFile> {
  const path = await findConfig(options);
  const label = labelOf(path, options.cwd);
  const document = parseDocument(await readConfigText(path), label);
  const unset = variablesIn(document.root).filter((name) => options.env[name] === undefined);
  const config = await loadWithout(unset, { ...options, path });
  // It has the shape of the config, which was checked.
  const written = writtenValue(document) as WrittenConfig;
  const isOwn = (options.env['TOOLDRIFT_DATABASE'] ?? '') === '';
  const database = findNodeAtLocation(document.root, ['database']);
  return {
    config,
    label,
    written,
    unset,
    isDatabaseUnknown: isOwn && database !== undefined && variablesIn(database).some((name) => unset.includes(name)),
    ...placesIn(document),
  };
}

/** Stands for a variable that is not set, wherever an address or any text may stand. */
const stand = 'https://unset.invalid/';

async function loadWithout(unset: readonly string[], options: LoadOptions): Promise<Config> {
  const stands = Object.fromEntries(unset.map((name) => [name, stand]));
  try {
    return await loadConfig({ ...options, env: { ...options.env, ...stands } });
  } catch (error) {
    if (unset.length > 0) await failWithout(error, options);
    throw error;
  }
}

/**
 * Fails as the file does with its variables unset, unless all that is wrong is also wrong without them: then nobody has to hear of
 * variables. What is wrong with what stands for one is never told.
 */
async function failWithout(error: unknown, options: LoadOptions): Promise<void> {
  const lines = error instanceof Error ? error.message.split('\n') : [];
  try {
    await loadConfig(options);
  } catch (without) {
    const told = new Set(without instanceof Error ? without.message.split('\n') : []);
    if (!lines.every((line) => told.has(line))) throw without;
  }
}

/** The names of `${NAME}` in all texts below `node`, each once. One with a default needs no value. */
function variablesIn(node: Node): readonly string[] {
  const own = node.type === 'string' ? [...String(node.value).matchAll(/\$\{([A-Za-z_]\w*)\}/g)] : [];
  const names = own.map(([, name = '']) => name);
  return [...new Set([...names, ...(node.children ?? []).flatMap(variablesIn)])];
}

function placesIn(document: ConfigDocument): Pick<PlacedConfig, 'placeOf' | 'regionOf'> {
  const at = (offset: number): Place => placeAt(document.text, offset);
  return {
    placeOf: (path) => at(shownNode(document, path).offset),
    regionOf: (path) => {
      const { offset, length } = shownNode(document, path);
      return { start: at(offset), end: at(offset + length) };
    },
  };
}

/** Of a member of an object its key; of the whole file its first character. */
function shownNode({ root }: ConfigDocument, path: readonly (string | number)[]): Pick<Node, 'offset' | 'length'> {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node === undefined) continue;
    return node.parent?.type === 'property' ? (node.parent.children?.[0] ?? node) : node;
  }
  return { offset: root.offset, length: 1 };
}
