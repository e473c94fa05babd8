import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, encodeText } from '../../src/store/text.ts';
import { aFinding, anAlert, anApproval, aSurface, aTool, time, telling } from './builders.ts';
import { onEachEngine } from './each-engine.ts';

const codeUnits = fc.array(fc.oneof(fc.nat(0xffff), fc.constantFrom(0, 0x10, 0xd800, 0xdc00, 0x30)));
const anyText = codeUnits.map((units) => String.fromCharCode(...units));

describe('stored text', () => {
  it('is valid Unicode without U+0000 for any text, and leads back to it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const stored = encodeText(text);
        expect(stored).not.toContain('\0');
        expect(Buffer.from(stored, 'utf8').toString('utf8')).toBe(stored);
        expect(decodeText(stored)).toBe(text);
      }),
    );
  });

  it('is the text itself where nothing needs care', () => {
    for (const text of ['', 'plain', 'tab\tline\n', '\u{1f600}\ufffd\uffff', '\\u0000', 'it\'s "quoted" -- ;']) {
      expect(encodeText(text)).toBe(text);
    }
  });
});

const hostileNames: readonly string[] = [
  '__proto__',
  'constructor',
  '',
  ' ',
  `"quoted" 'twice' \`thrice\``,
  "'; drop table server; --",
  '%_\\',
  '$1 ?1 :name @name',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  'cafe\u0301',
  'caf\u00e9',
  '\u202egnp.exe\u200b\ufeff',
  '\ufffd\uffff\u{10ffff}',
  'nul \0 inside',
  '\0',
  '\u00100000',
  '\u0010',
  'high \ud83d alone',
  'low \ude00 alone',
  '\ude00\ud83d',
  'line\r\nbreak\u2028\u0085',
];

onEachEngine('hostile text', (opened) => {
  it.each(hostileNames)('as the name %j of a server and of a tool is kept as it is', async (name) => {
    const { store } = opened();
    const surface = aSurface(aTool(name, name));
    const [definition] = surface.definitions;
    const entry = { kind: 'tool', name, fingerprint: definition?.fingerprint ?? null, copies: 1 } as const;
    await store.withServer(name, async (tx) => {
      await tx.recordSurface(surface, 'modern', time(0));
      await tx.approve(anApproval([entry], { by: name, note: name }));
      await tx.openDrift(aFinding(name), time(0), telling(time(0), false));
      await tx.patch({ reason: name, listenDetail: name, remarks: [name] });
      await tx.enqueue(anAlert({ server: name, note: name, findings: [aFinding(name)] }), [name]);
    });
    const { record, baseline, drift } = await store.state(name);
    expect(record).toMatchObject({ name, reason: name, listenDetail: name, remarks: [name] });
    expect(baseline).toMatchObject([{ name, by: name, note: name, lastText: definition?.text }]);
    expect(drift).toMatchObject([{ name }]);
    expect((await store.latestSurface(name))?.definitions).toMatchObject([{ name, text: definition?.text }]);
    const [claimed] = await store.claimDeliveries(time(0), time(1), [name], 1);
    expect(claimed).toMatchObject({ channel: name, alert: { server: name, note: name, findings: [{ name }] } });
    await store.settleDelivery(claimed?.id ?? 0, { kind: 'failed', at: time(0), error: name });
    const history = await store.history({ server: name, item: name, limit: 9 });
    expect(history.map(({ type }) => type)).toEqual(['snapshot', 'drift', 'approval', 'alert']);
    expect(history.at(-1)).toMatchObject({ server: name, deliveries: [{ channel: name, error: name }] });
  });

  it('never mixes up two names', async () => {
    const { store } = opened();
    const listed = new Set((await store.servers()).map(({ name }) => name));
    expect(listed).toEqual(new Set(hostileNames));
    const surface = aSurface(...hostileNames);
    await store.withServer('all names', async (tx) => {
      await tx.recordSurface(surface, 'modern', time(0));
      for (const name of hostileNames) await tx.openDrift(aFinding(name), time(0), telling(time(0), false));
    });
    expect((await store.latestSurface('all names'))?.definitions).toHaveLength(hostileNames.length);
    expect((await store.state('all names')).drift.map(({ name }) => name)).toEqual(hostileNames.toSorted());
  });

  it('may be a megabyte long, in a name as well as in a text', async () => {
    const { store } = opened();
    // Random, because PostgreSQL compresses index entries and would let a repetitive name pass.
    const units = Array.from({ length: 500_000 }, (_, index) =>
      String.fromCharCode(0x4e00 + ((index * 7919) % 20_000)),
    );
    const name = units.join('');
    const surface = aSurface(aTool(name, name));
    await store.withServer('megabyte', async (tx) => {
      await tx.recordSurface(surface, 'modern', time(0));
      await tx.approve(anApproval([{ kind: 'tool', name, fingerprint: null, copies: 1 }]));
      await tx.openDrift(aFinding(name), time(0), telling(time(0), false));
    });
    const { baseline, drift } = await store.state('megabyte');
    expect([baseline[0]?.name === name, drift[0]?.name === name]).toEqual([true, true]);
    const text = surface.definitions[0]?.text;
    expect((await store.latestSurface('megabyte'))?.definitions[0]?.text === text).toBe(true);
  });
});
