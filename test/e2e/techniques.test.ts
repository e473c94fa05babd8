import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Alert } from '../../src/core/alert.ts';
import { severities, type Finding } from '../../src/core/finding.ts';
import type { CheckResult } from '../../src/monitor/check-result.ts';
import { createQuickPlace, type Place } from '../support/cli.ts';
import { startHttpReceiver } from '../support/http-receiver.ts';
import { startRawHttpServer } from '../support/servers/raw-http.ts';
import { createStateFile } from '../support/servers/state-file.ts';
import { rawStdioServer } from '../support/servers/stdio-servers.ts';
import { poisonedItems } from '../support/techniques/poisoned.ts';
import { techniqueScript } from '../support/techniques/script.ts';

const eras = ['modern', 'legacy'] as const;
const transports = ['http', 'stdio'] as const;
const stages = eras.flatMap((era) => transports.map((transport) => ({ era, transport })));

/** Whatever acts on a terminal, turns text around, or is not seen. */
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** What is shown of a difference, as it reads with the new words in place of the old. */
function asServed(block: string): string {
  return block.replaceAll(/\[-.*?-\]/gs, '').replaceAll(/\{\+|\+\}/g, '');
}

describe.each(stages)('a $era server over $transport that hides something wherever it can', ({ era, transport }) => {
  const closers: (() => Promise<void> | void)[] = [];
  let checked: CheckResult | undefined;
  let alerted: readonly Finding[];
  let shown: string;
  /** By the heading of each. */
  let blocks: ReadonlyMap<string, string>;

  beforeAll(async () => {
    const before = techniqueScript(era, 'before');
    const file = createStateFile(before);
    const server = await startRawHttpServer(before);
    const receiver = await startHttpReceiver();
    const entry = transport === 'http' ? { url: server.url } : rawStdioServer(file);
    const place: Place = await createQuickPlace({
      mcpServers: { billing: entry },
      watch: { resources: 'medium' },
      alerts: { webhook: { url: receiver.url } },
    });
    closers.push(
      () => file.remove(),
      () => server.close(),
      () => receiver.close(),
      () => place.remove(),
    );
    await place.run('check');
    expect(await place.run('approve', '--first-seen', '--yes')).toMatchObject({ code: 0 });
    expect((await place.run('check')).code).toBe(0);
    const after = techniqueScript(era, 'after');
    file.set(after);
    server.setScript(after);
    const { document } = await place.json<{ servers: readonly CheckResult[] }>('check');
    [checked] = document.servers;
    const alert = await receiver.waitForRequest((request) => request.body.includes('first-drift'));
    alerted = (alert.json() as { alert: Alert }).alert.findings; // the public form of an alert
    shown = (await place.run('diff', 'billing')).stdout;
    blocks = new Map(shown.split(/\n\n(?= ?[A-Z]+  )/).map((block) => [block.split('\n')[0] ?? '', asServed(block)]));
  }, 120_000);

  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  const find = (findings: readonly Finding[] | undefined, kind: string, name: string): Finding | undefined =>
    findings?.find((finding) => finding.kind === kind && finding.name === name);

  it.each(poisonedItems.map((item) => [`${item.technique} ${item.kind}`, item.name, item] as const))(
    '%s: %s is found, alerted and shown',
    (_technique, _name, { kind, name, label = name, shows }) => {
      for (const findings of [checked?.findings, alerted]) {
        const severity = find(findings, kind, name)?.severity ?? 'info';
        expect(severities.indexOf(severity), severity).toBeLessThanOrEqual(severities.indexOf('medium'));
      }
      // The same edit on several tools is shown once, with the names of all.
      const all = Array.from(blocks);
      const own = all.filter(([heading]) => heading.includes(` ${label} `));
      const told = own.length > 0 ? own.slice(0, 1) : all.filter(([, text]) => text.includes(label));
      expect(told.map(([, text]) => text).join('\n')).toContain(shows);
    },
  );

  it.each([
    ['T6', 'instructions', 'high'],
    ['T12', 'server-info', 'high'],
    ['T12', 'capabilities', 'medium'],
  ])('%s: %s are found and alerted', (_technique, kind, severity) => {
    expect(find(checked?.findings, kind, '')?.severity).toBe(severity);
    expect(find(alerted, kind, '')?.severity).toBe(severity);
  });

  it('shows nothing that acts on a terminal', () => {
    expect(unsafe.exec(shown)?.[0].codePointAt(0)).toBeUndefined();
  });
});
