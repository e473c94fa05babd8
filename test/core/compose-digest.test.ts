import { describe, expect, it } from 'vitest';
import { composeAlert } from '../../src/core/compose-alert.ts';
import { digestAlert } from '../../src/core/digest-alert.ts';
import type { Digest } from '../../src/core/digest.ts';
import { plainPaint, renderText } from '../../src/core/render-text.ts';

const clear: Digest = {
  ...{ since: '2026-11-30T08:00:00.000Z', servers: 3 },
  ...{ open: [], quiet: [], unverified: [], unapproved: [], snoozed: [], channels: [] },
};
const at = new Date('2026-12-01T08:00:12.000Z');
const drift = {
  server: 'billing',
  definitions: 2,
  severity: 'high',
  since: '2026-11-29T08:00:00.000Z',
  known: 1,
} as const;

function told(parts: Partial<Digest>): string {
  const { subject, blocks } = composeAlert(digestAlert({ ...clear, ...parts }, at));
  return `${subject}\n${renderText(blocks, plainPaint, 200)}`;
}

describe('a digest', () => {
  it('says that all is clear, so that silence can be told from a daemon that is gone', () => {
    expect(told({})).toMatchInlineSnapshot(`
      "[tooldrift] DIGEST: all clear
      All clear: 3 servers are watched, nothing waits for you. The last digest was at 2026-11-30 08:00:00 UTC.
      "
    `);
  });

  it('is clear in spite of slight changes', () => {
    expect(told({ quiet: [{ ...drift, severity: 'info', definitions: 1, known: 0 }] })).toMatchInlineSnapshot(`
      "[tooldrift] DIGEST: all clear
      All clear: 3 servers are watched, nothing waits for you. The last digest was at 2026-11-30 08:00:00 UTC.

      Slight changes, told nobody:

        billing  1 definition (info)
      "
    `);
  });

  it('names what waits for a person', () => {
    const text = told({
      since: null,
      open: [drift],
      unverified: [
        { server: 'notes', at: '2026-11-30T09:00:00.000Z' },
        { server: 'new', at: null },
      ],
      unapproved: ['files'],
      snoozed: [{ server: 'billing', at: '2026-12-01T10:00:00.000Z' }],
      channels: [{ channel: 'slack', waiting: 2, failed: 1 }],
    });
    expect(text).toMatchInlineSnapshot(`
      "[tooldrift] DIGEST: 1 server with open drift, 2 servers not verified, 1 server awaiting approval
      3 servers are watched. This is the first digest.

      Open drift:

        billing  2 definitions (high), since 2026-11-29 08:00:00 UTC, 1 of them seen or rejected

        See what differs:
          tooldrift diff

      Not verified:

        notes  since 2026-11-30 09:00:00 UTC
        new    never read

        Try a reading now:
          tooldrift check

      Awaiting approval:

        files  nothing of it is approved yet

        Read them, and approve those that are right: it shows each and asks:
          tooldrift approve --first-seen

      Snoozed:

        billing  no messages until 2026-12-01 10:00:00 UTC

      Channels in trouble:

        slack  2 messages tried again, 1 not delivered

        Find out what is wrong:
          tooldrift alerts test
      "
    `);
  });

  it.each<[string, Partial<Digest>, string]>([
    [
      'some servers',
      { filter: { servers: ['billing-*', 'files'], minSeverity: null } },
      'This channel is told only of the servers "billing-*" and files.\n',
    ],
    [
      'grave drift',
      { filter: { servers: null, minSeverity: 'high' }, lesser: 2 },
      'DIGEST: 2 servers with less severe drift\n3 servers are watched. The last digest was at 2026-11-30 08:00:00 UTC.\n\nThis channel is told only of drift from high on. 2 servers have less severe drift.\n',
    ],
    [
      'grave drift of some servers',
      { filter: { servers: ['billing-*'], minSeverity: 'high' }, lesser: 1, open: [drift] },
      'This channel is told only of the servers "billing-*", and of drift from high on. 1 server has less severe drift.\n',
    ],
  ])('says what it leaves out on a channel for %s', (_name, parts, said) => {
    expect(told(parts)).toContain(said);
  });

  it('is another one for a channel that wants to hear something else', () => {
    const filter = { servers: ['billing-*'], minSeverity: null };
    expect(digestAlert({ ...clear, filter }, at).id).not.toBe(digestAlert(clear, at).id);
    expect(digestAlert({ ...clear, filter }, at).id).toBe(digestAlert({ ...clear, filter, servers: 2 }, at).id);
  });

  it('counts what would be too long', () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ ...drift, server: `s${index}` }));
    expect(told({ open: many })).toMatch(/s49 .*\n\n\s*and 10 more\n/);
  });

  it('is the same one for whoever decides on it in the same minute', () => {
    const first = digestAlert(clear, at);
    expect(digestAlert(clear, new Date('2026-12-01T08:00:59.000Z')).id).toBe(first.id);
    expect(digestAlert(clear, new Date('2026-12-01T08:01:00.000Z')).id).not.toBe(first.id);
    expect(first.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
