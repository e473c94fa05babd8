import { describe, expect, it } from 'vitest';
import type { Alert } from '../../src/core/alert.ts';
import { composeAlert } from '../../src/core/compose-alert.ts';
import { plainPaint, renderText } from '../../src/core/render-text.ts';
import { digestOf, summarise } from '../../src/core/summary.ts';
import { aFinding, anAlert } from '../support/alerts.ts';
import { hostileTexts } from '../support/hostile-texts.ts';

function at(minutes: number): string {
  return new Date(Date.UTC(2026, 11, 1, 10, minutes)).toISOString();
}

function drift(server: string, minutes: number, ...names: readonly string[]): Alert {
  const findings = names.map((name) => aFinding({ name, severity: name.startsWith('bad') ? 'critical' : 'medium' }));
  return anAlert({ server, at: at(minutes), findings });
}

function told(reason: Alert['reason'], server: string, minutes: number, ...names: readonly string[]): Alert {
  return { ...drift(server, minutes, ...names), reason };
}

function sum(...alerts: readonly Alert[]) {
  return summarise(alerts.map(digestOf), 'late');
}

function textOf(...alerts: readonly Alert[]): string {
  const { blocks } = composeAlert(anAlert({ reason: 'summary', findings: [], summary: sum(...alerts) }));
  return renderText(blocks, plainPaint, 200);
}

describe('summarise', () => {
  it('keeps of each server the newest state, the gravest first', () => {
    const summary = sum(
      drift('files', 1, 'read'),
      drift('billing', 2, 'bad delete', 'list'),
      told('reverted', 'files', 3, 'read'),
      told('drift-changed', 'billing', 4, 'list'),
      told('server-blind', 'notes', 5),
      told('server-blind', 'wiki', 6),
      told('server-back', 'wiki', 7),
    );
    expect(summary).toMatchObject({ cause: 'late', alerts: 7, from: at(1), to: at(7), moreServers: 0 });
    expect(summary.servers).toMatchObject([
      { server: 'billing', alerts: 2, severity: 'critical', openCount: 2, settledCount: 0, trouble: null },
      { server: 'notes', severity: 'high', openCount: 0, trouble: 'server-blind' },
      { server: 'files', alerts: 2, severity: 'info', open: [], openCount: 0, settledCount: 1 },
      { server: 'wiki', alerts: 2, severity: 'info', trouble: null },
    ]);
    expect(summary.servers[0]?.open.map(({ name }) => name)).toEqual(['bad delete', 'list']);
  });

  it.each(['reverted', 'approved', 'rejected'] as const)('does not tell what was %s in the meantime', (reason) => {
    expect(sum(drift('files', 1, 'a', 'b'), told(reason, 'files', 2, 'a')).servers).toMatchObject([
      { open: [{ name: 'b' }], openCount: 1, settledCount: 1 },
    ]);
  });

  it('does not tell what ended beside something new, unless that is another form of it', () => {
    const both = drift('files', 2, 'b', 'c');
    const reverted = [aFinding({ name: 'a' }), aFinding({ name: 'b' })];
    expect(sum(drift('files', 1, 'a', 'b'), { ...both, reverted }).servers).toMatchObject([
      { open: [{ name: 'b' }, { name: 'c' }], openCount: 2, settledCount: 1 },
    ]);
  });

  it('tells what came back after it had gone', () => {
    const summary = sum(drift('files', 1, 'a'), told('reverted', 'files', 2, 'a'), drift('files', 3, 'a'));
    expect(summary.servers).toMatchObject([{ openCount: 1, settledCount: 0 }]);
  });

  it('stays small, and counts what it leaves out', () => {
    const names = Array.from({ length: 500 }, (_, index) => `${index}${'x'.repeat(10_000)}`);
    const summary = sum(...Array.from({ length: 60 }, (_, index) => drift(`s${index}`, index % 60, ...names)));
    expect(summary).toMatchObject({ moreServers: 20 });
    expect(summary.servers[0]).toMatchObject({ openCount: 500 });
    expect(JSON.stringify(summary).length).toBeLessThan(100_000);
  });
});

describe('a summary as a message', () => {
  it('names servers, counts, and the commands that show all', () => {
    const text = textOf(
      drift('billing', 1, 'bad delete', 'list'),
      drift('files', 2, 'a'),
      told('reverted', 'files', 3, 'a'),
    );
    expect(text).toContain('These alerts could not be delivered when they were decided.');
    expect(text).toMatch(/Alerts +3\n +Decided +2026-12-01 10:01:00 UTC to 2026-12-01 10:03:00 UTC/);
    expect(text).toContain('CRITICAL  billing: 2 definitions are not what was approved; 1 alert');
    expect(text).toContain('CRITICAL  tool "bad delete"');
    expect(text).toContain('tooldrift diff billing');
    expect(text).toContain('files: 1 difference was settled meanwhile; 2 alerts');
    expect(text).not.toContain('tooldrift diff files');
    expect(text).toContain('tooldrift history');
  });

  it('has a subject that names the gravest', () => {
    const summary = sum(...['a', 'b', 'c', 'd', 'e'].map((server, index) => drift(server, index, 'x')));
    const message = composeAlert(anAlert({ reason: 'summary', severity: 'medium', findings: [], summary }));
    expect(message.subject).toBe('[tooldrift] MEDIUM: 5 alerts in one: a, b, c and 2 more');
  });

  it.each(Object.entries(hostileTexts))('shows names, and obeys none: %s', (_name, text) => {
    expect(textOf(drift(text.slice(0, 5000), 1, text, 'b')).replaceAll('\n', '')).not.toMatch(
      /\p{C}|[\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/u,
    );
  });
});

describe('news of a channel', () => {
  const channel = { name: 'email', failingSince: at(0), undelivered: 2 };

  it('says what fails, why, since when, and what to type', () => {
    const message = composeAlert(
      anAlert({ reason: 'channel-failing', findings: [], cause: 'the password was refused (535)', channel }),
    );
    const text = renderText(message.blocks, plainPaint, 200);
    expect(message.subject).toBe('[tooldrift] CHANNEL: email does not take messages');
    expect(text).toMatch(/Cause +the password was refused \(535\)\n +First failure +2026-12-01 10:00:00 UTC/);
    expect(text).toContain('tooldrift alerts test email');
    expect(text).toContain('tooldrift alerts retry email');
  });

  it('says that it works again, and what is left to do', () => {
    const message = composeAlert(anAlert({ reason: 'channel-back', findings: [], channel }));
    expect(message.subject).toBe('[tooldrift] CHANNEL: email takes messages again');
    expect(renderText(message.blocks, plainPaint, 200)).toContain('Deliver the 2 that were given up');
  });
});
