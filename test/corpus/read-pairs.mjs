// Pairs of before and after from a folder of other people's histories. What is read stays in memory.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSurface } from '../../dist/src/core/surface.js';

/**
 * A pair is `{label, source, approved, served}`: two lists of definitions. `source` names what came at once: pairs in a row
 * that share it are one commit. Lines of `*.jsonl` are `{tool, commit, change, before, after, label}`; files called
 * `<package>@<version>[+<variant>].json` are whole lists, of which each is compared with the version before it, and a
 * variant with the plain list of its version.
 */
export function readPairs(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const histories = files.filter((file) => file.endsWith('.jsonl')).flatMap(readHistory);
  return [...histories, ...readReleases(files.filter((file) => releaseName.test(basename(file))))];
}

/** Each change stands in the list of its day: whoever compares sees the other tools too. */
function readHistory(file) {
  const tools = new Map(readStart(file).map((tool) => [tool.name, define('tool', tool.name, tool)]));
  const rows = readFileSync(file, 'utf8').split('\n').filter(Boolean).map(JSON.parse);
  return rows.map(({ repo, commit, tool, change, before, after, label }) => {
    place(tools, tool, before);
    const approved = [...tools.values()];
    place(tools, tool, after);
    const served = [...tools.values()];
    return { label: change === 'changed' ? label : change, source: `${repo} ${commit}`, item: tool, approved, served };
  });
}

/** The tools with which a history starts, if they stand beside it. */
function readStart(file) {
  const start = file.replace(/\.jsonl$/, '.baseline.json');
  try {
    return JSON.parse(readFileSync(start, 'utf8')).baselines.flatMap(({ tools }) => tools);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return [];
  }
}

function place(tools, name, value) {
  if (value === null) tools.delete(name);
  else tools.set(name, define('tool', name, value));
}

const releaseName = /^(?<name>.+)@(?<version>[^@+]+)(?<variant>\+.+)?\.json$/;

function readReleases(files) {
  const all = files.map(readRelease);
  const names = new Set(all.map(({ name }) => name));
  return [...names].flatMap((name) => {
    const releases = all.filter((release) => release.name === name);
    const plain = releases
      .filter(({ variant }) => variant === '')
      .sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
    const upgrades = plain.slice(1).map((release, index) => pairOf('upgrade', plain[index], release));
    const variants = releases.filter(({ variant }) => variant !== '');
    const rebuilds = variants.flatMap((release) =>
      plain.filter(({ version }) => version === release.version).map((same) => pairOf('same version', release, same)),
    );
    return [...upgrades, ...rebuilds];
  });
}

function readRelease(file) {
  const { name, version, variant = '' } = releaseName.exec(basename(file)).groups;
  const { serverInfo, capabilities, instructions, tools } = JSON.parse(readFileSync(file, 'utf8'));
  const items = [
    ['server-info', '', serverInfo],
    ['capabilities', '', capabilities],
    ['instructions', '', instructions],
    ...tools.map((tool) => ['tool', tool.name, tool]),
  ];
  const definitions = items.filter(([, , value]) => value != null).map((item) => define(...item));
  return { name, version, variant, definitions };
}

function pairOf(label, before, after) {
  const source = `${after.name} ${before.version}${before.variant} -> ${after.version}${after.variant}`;
  return { label, source, item: null, approved: before.definitions, served: after.definitions };
}

function define(kind, name, value) {
  return buildSurface([{ kind, name, value }]).definitions[0];
}
