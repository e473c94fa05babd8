import { describe, expect, it } from 'vitest';
import type { Alert } from '../../src/core/alert.ts';
import { composeAlert } from '../../src/core/compose-alert.ts';
import type { Severity } from '../../src/core/finding.ts';
import type { Newcomer, SeenSignal } from '../../src/core/newcomer.ts';
import { plainPaint, renderText } from '../../src/core/render-text.ts';
import { digestOf, summarise, type SummaryCause } from '../../src/core/summary.ts';
import { anAlert } from '../support/alerts.ts';

function aSignal(name: string, severity: Severity = 'high'): SeenSignal {
  return {
    ...{ kind: 'tool', name, severity, signal: 'concealment' },
    message: 'tells the model to hide something from the person',
    where: 'at character 12 of 90 (12 %) of /description',
    excerpt: 'do not "tell" the user',
  };
}

function aNewcomer(...signals: readonly SeenSignal[]): Newcomer {
  return { items: { tool: 14, launch: 1 }, signals, moreSignals: 0 };
}

function seen(server: string, newcomer: Newcomer | undefined = aNewcomer()): Alert {
  return anAlert({ reason: 'first-seen', server, severity: 'info', findings: [], newcomer });
}

function sumOf(alerts: readonly Alert[], cause: SummaryCause = 'first-seen'): Alert {
  return anAlert({
    reason: 'summary',
    server: 'tooldrift',
    findings: [],
    summary: summarise(alerts.map(digestOf), cause),
  });
}

function textOf(alert: Alert, width = 1000): string {
  const { subject, title, blocks } = composeAlert(alert);
  return `${subject}\n${title}\n\n${renderText(blocks, plainPaint, width)}`;
}

describe('a new server', () => {
  it('is told with what it shows, and how to approve it', () => {
    expect(textOf(seen('files'))).toMatchInlineSnapshot(`
      "[tooldrift] NEW: files: seen for the first time, awaiting approval
      files was seen for the first time and waits for approval

      Nobody approved what this server says its tools do, so nothing can be compared yet. Read it before you approve it.

        It shows        14 tools
        At              2026-12-01 10:00:00 UTC
        Served surface  v1:dddddddddddddddd

        Read it:
          tooldrift show files

        Approve it, if it is right:
          tooldrift approve files --expect v1:dddddddddddddddd
      "
    `);
  });

  it('is told by what in it speaks for an attack, which stands first', () => {
    const newcomer = aNewcomer(aSignal('add'), aSignal('sub', 'medium'));
    expect(textOf({ ...seen('files', newcomer), severity: 'high' })).toMatchInlineSnapshot(`
      "[tooldrift] HIGH: files: seen for the first time: tool add tells the model to hide something from the person (+1 more)
      files was seen for the first time and waits for approval

      Nobody approved what this server says its tools do, so nothing can be compared yet. Read it before you approve it.

      HIGH  files: 2 things to look at first
        HIGH  tool add: tells the model to hide something from the person, at character 12 of 90 (12 %) of /description: "do not \\"tell\\" the user"
        MEDIUM  tool sub: tells the model to hide something from the person, at character 12 of 90 (12 %) of /description: "do not \\"tell\\" the user"

      What was seen:

        It shows        14 tools
        At              2026-12-01 10:00:00 UTC
        Served surface  v1:dddddddddddddddd

        Read it:
          tooldrift show files

        Approve it, if it is right:
          tooldrift approve files --expect v1:dddddddddddddddd
      "
    `);
  });
});

describe('several new servers', () => {
  it('are one list with the one command that approves them', () => {
    const quiet = aNewcomer(aSignal('add', 'medium'));
    expect(textOf(sumOf([seen('files'), seen('git', quiet), seen('wiki'), seen('shop@cursor')])))
      .toMatchInlineSnapshot(`
        "[tooldrift] NEW: 4 servers seen for the first time, awaiting approval: git, files, shop and 1 more
        4 servers were seen for the first time and wait for approval

        Nobody approved what these servers say their tools do, so nothing can be compared yet. Read it before you approve it.

        What each of them shows:

          git    14 tools; 1 thing to look at
          files  14 tools
          shop   14 tools
          wiki   14 tools

          Read them, and approve those that are right: it shows each and asks:
            tooldrift approve --first-seen
        "
      `);
  });

  it('begin with those in which something speaks for an attack', () => {
    const bad = aNewcomer(aSignal('add', 'critical'), aSignal('sub'));
    expect(textOf(sumOf([seen('files'), seen('evil', bad)]), 78)).toMatchInlineSnapshot(`
      "[tooldrift] CRITICAL: 2 servers seen for the first time: evil: tool add tells the model to hide something from the person (+1 more)
      2 servers were seen for the first time and wait for approval

      Nobody approved what these servers say their tools do, so nothing can be
        compared yet. Read it before you approve it.

      CRITICAL  evil: 2 things to look at first
        CRITICAL  tool add: tells the model to hide something from the person, at
          character 12 of 90 (12 %) of /description: "do not \\"tell\\" the user"
        HIGH  tool sub: tells the model to hide something from the person, at
          character 12 of 90 (12 %) of /description: "do not \\"tell\\" the user"

      What each of them shows:

        evil   14 tools
        files  14 tools

        Read them, and approve those that are right: it shows each and asks:
          tooldrift approve --first-seen
      "
    `);
  });

  it('are all named that are grave, however many signals there are', () => {
    const flood = aNewcomer(...Array.from({ length: 20 }, () => aSignal('x'.repeat(300))));
    const text = textOf(sumOf(Array.from({ length: 40 }, (_, index) => seen(`server${index}`, flood))));
    for (let index = 0; index < 40; index += 1) expect(text).toMatch(new RegExp(`server${index}\\b`));
    expect(text).toContain('There is something to look at first also in: ');
    expect(text.length).toBeLessThan(25_000);
  });

  it('of an older version are told as well', () => {
    const { newcomer: _none, ...old } = seen('old');
    expect(textOf(sumOf([seen('files'), old]))).toContain('old    not known');
  });
});

describe('a new server among other alerts', () => {
  it('still waits for its approval, with what speaks for an attack', () => {
    const text = textOf(sumOf([seen('evil', aNewcomer(aSignal('add'))), seen('calm'), anAlert()], 'limit'));
    expect(text).toContain('HIGH  evil: waits for its first approval; 1 alert\n');
    expect(text).toContain('HIGH  tool add: tells the model to hide something');
    expect(text).toContain('INFO  calm: waits for its first approval; 1 alert\n');
  });

  it('waits no more once it is compared', () => {
    const [server] = summarise([digestOf(seen('billing')), digestOf(anAlert())], 'late').servers;
    expect(server).toMatchObject({ openCount: 1 });
    expect(server).not.toHaveProperty('newcomer');
  });
});
