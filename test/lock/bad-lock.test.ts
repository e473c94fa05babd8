import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/errors.ts';
import { readLock } from '../../src/lock/read-lock.ts';
import type { Lock } from '../../src/lock/lock.ts';
import { writeLock } from '../../src/lock/write-lock.ts';
import { aTool } from '../store/builders.ts';
import { aLock, baselineOf, bytes } from './builders.ts';

const launch = { kind: 'launch', name: '', value: { command: 'files-mcp' } } as const;
const description = 'Reads below /home/ann/notes, as you know.\nNever writes.';
const baseline = baselineOf([launch, aTool('read_file', description), aTool('list')]);
const volatile = [
  {
    ...({ kind: 'tool', name: 'read_file', pointer: '/description', pattern: 'below {path}, as you know' } as const),
    ...{ at: '2026-12-01T10:00:00.000Z', by: 'ann@host', note: null },
  },
];
const lock = aLock(baseline, { volatile });
const text = writeLock(lock);

/** The lock that bytes are read as; null if they are refused. Anything but a refusal of ours is thrown. */
function read(from: Uint8Array | string): Lock | null {
  try {
    return readLock(typeof from === 'string' ? bytes(from) : from, 'x.lock.json');
  } catch (error) {
    if (error instanceof AppError && error.code === 'lock') return null;
    throw error;
  }
}

const message = (from: string): string => {
  try {
    readLock(bytes(from), 'x.lock.json');
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return '';
};

/** All of it that decides what is clean. */
const pinned = (one: Lock | null) =>
  one?.servers.map(({ server, baseline: items }) => ({
    server,
    items: items.map(({ kind, name, fingerprint, lastText, copies }) => ({
      kind,
      name,
      fingerprint,
      lastText,
      copies,
    })),
  }));

describe('a lock that is not whole', () => {
  it('is refused wherever it was cut off', () => {
    for (let end = 0; end < text.trimEnd().length; end += 1) expect(read(text.slice(0, end))).toBeNull();
  });

  const replacements: Readonly<Record<string, readonly number[]>> = {
    'a byte that is no UTF-8': [0xff],
    'a NUL': [0],
    'a control character': [0x1b],
    'a quote': [0x22],
    'a backslash': [0x5c],
    'a brace': [0x7b],
    'a digit': [0x37],
    'a letter': [0x61],
    'a space': [0x20],
    'a letter that looks like another': [0xd0, 0xb0],
  };
  it.each(Object.entries(replacements))('is refused, or pins just the same, with %s in place of any byte', (_, by) => {
    const good = bytes(text);
    const changed = [...good.keys()].map((at) =>
      read(Uint8Array.from([...good.subarray(0, at), ...by, ...good.subarray(at + 1)])),
    );
    // Under another name it is the lock of another server, and `files` has none.
    const kept = changed.filter((one) => one?.servers[0]?.server === 'files');
    const others = kept.filter((one) => JSON.stringify(pinned(one)) !== JSON.stringify(pinned(lock)));
    expect(others).toEqual([]);
  });

  const edit = (change: (document: { servers: Record<string, unknown>[] }) => void): string => {
    const document = JSON.parse(text) as { servers: { definitions: Record<string, unknown>[] }[] }; // a lock of ours
    change(document);
    return JSON.stringify(document);
  };
  const definitions = (document: { servers: Record<string, unknown>[] }): Record<string, unknown>[] =>
    document.servers[0]?.['definitions'] as Record<string, unknown>[]; // the list of a lock of ours

  it.each<[string, string, string]>([
    ['nothing', '', 'is empty'],
    ['the marks of a merge', text.replace('{', '<<<<<<< ours\n{'), 'was cut off, or a merge left its marks'],
    ['a key twice', text.replace('"server":', '"server": "other", "server":'), 'read differently by different parsers'],
    ['a later version', text.replace('"schemaVersion": 1', '"schemaVersion": 2'), 'by a newer tooldrift'],
    ['no version', text.replace('"schemaVersion": 1,', ''), 'has a mistake at schemaVersion'],
    ['another document', '[]', 'does not have the form of a lock'],
    ['a list without end', '['.repeat(100_000), 'is nested too deep'],
    [
      'another word',
      text.replace('Never writes', 'Always writes'),
      'does not hold what its fingerprint names: tool read_file',
    ],
    [
      'another name',
      text.replace('"name": "list",\n          "fing', '"name": "lost",\n          "fing'),
      'the definitions that its fingerprint names',
    ],
    ['a definition less', edit((all) => void definitions(all).pop()), 'the definitions that its fingerprint names'],
    ['one twice', edit((all) => void definitions(all).push(...definitions(all).slice(-1))), 'names a definition twice'],
    ['a server twice', edit(({ servers }) => void servers.push(...servers)), 'names a server twice'],
    [
      'a removal',
      edit((all) => void Object.assign(definitions(all)[1] ?? {}, { isRemoved: true })),
      'the definitions that its',
    ],
    [
      'a wider rule',
      text.replace('below {path}, as you know', '{text:900}'),
      'lets a text vary that may not: tool read_file',
    ],
    ['an unknown key', text.replace('"volatile":', '"ignore": ["*"], "volatile":'), 'has a mistake at servers.0'],
    ['no text', text.replace('"definition":', '"definitio":'), 'has a mistake at servers.0.definitions.0'],
  ])('is refused with %s', (_, changed, reason) => {
    expect(changed).not.toBe(text);
    expect(message(changed)).toContain(reason);
    expect(message(changed)).toContain('lock x.lock.json');
  });
});

it('a lock may be formatted by other programs', () => {
  expect(read(JSON.stringify(JSON.parse(text)))).toEqual(lock);
  expect(read(`\uFEFF${text.replaceAll('\n', '\r\n')}`)).toEqual(lock);
});
