import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { digestOf, summarise } from '../../src/core/summary.ts';
import { makeVisible } from '../../src/core/visible.ts';
import { payloadToFit, slackChannel } from '../../src/notify/slack.ts';
import type { SlackPayload } from '../../src/notify/slack-payload.ts';
import type { Alert } from '../../src/core/alert.ts';
import { aFinding, anAlert, anEdit } from '../support/alerts.ts';
import { alertWith, hostileTexts } from '../support/hostile-texts.ts';
import { startHttpReceiver } from '../support/http-receiver.ts';
import { letters } from '../support/letters.ts';
import { noAbort } from './delivery.ts';

async function delivered(alert: Alert): Promise<SlackPayload> {
  const receiver = await startHttpReceiver();
  const channel = slackChannel({ webhookUrl: `${receiver.url}/services/x` });
  onTestFinished(async () => {
    await channel.close();
    await receiver.close();
  });
  await channel.send(alert, noAbort());
  const request = await receiver.waitForRequest();
  return request.json() as SlackPayload; // what is tested is whether it is one
}

/** Every object with a `type`, at any depth. */
function nodesOf(value: unknown): readonly Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(nodesOf);
  return 'type' in value ? [{ ...value }, ...inner] : inner;
}

function shownText(payload: SlackPayload): string {
  return nodesOf(payload)
    .flatMap((node) => (node['type'] === 'text' ? [String(node['text'])] : []))
    .join('\n');
}

const news = { name: 'email', failingSince: '2026-12-01T10:00:00.000Z', undelivered: 2 };
const manyDigests = Array.from({ length: 300 }, (_, index) =>
  digestOf(anAlert({ server: `${index}${'x'.repeat(60)}`, findings: [aFinding({ name: '漢'.repeat(90) })] })),
);

const ofEverySort: readonly Alert[] = [
  anAlert(),
  anAlert({ reason: 'drift-changed' }),
  anAlert({ reason: 'reverted' }),
  anAlert({ reason: 'approved', by: 'ann', note: 'fine' }),
  anAlert({ reason: 'rejected', by: 'ann' }),
  anAlert({ reason: 'server-blind', findings: [], cause: 'no answer' }),
  anAlert({ reason: 'needs-login', findings: [], cause: 'nobody is logged in: run `tooldrift login billing`' }),
  anAlert({ reason: 'server-back', findings: [] }),
  anAlert({ reason: 'channel-failing', findings: [], cause: 'refused', channel: news }),
  anAlert({ reason: 'channel-back', findings: [], channel: news }),
  anAlert({ reason: 'summary', findings: [], summary: summarise(manyDigests, 'late') }),
  anAlert({ reason: 'test', findings: [] }),
];

describe('slackChannel', () => {
  it('tells what changed, and says it in the notification as well', async () => {
    const payload = await delivered(anAlert());
    expect(payload.text).toBe('🔴 [tooldrift] HIGH: billing: the model reads another description of delete_file');
    expect(payload.blocks[0]).toEqual({
      type: 'header',
      text: {
        type: 'plain_text',
        text: '🔴 HIGH: billing: the model reads another description of delete_file',
        emoji: false,
      },
    });
    expect(shownText(payload)).not.toContain('another description');
    expect(shownText(payload)).toContain('Deletes [-a-]{+any+} file.');
    expect(shownText(payload)).toContain('tooldrift approve billing delete_file --expect v1:bbbbbbbbbbbbbbbb');
    expect(payload).toMatchObject({ unfurl_links: false, unfurl_media: false });
  });

  it.each(ofEverySort.map((alert) => [alert.reason, alert] as const))('has blocks for: %s', async (_reason, alert) => {
    expectWithinLimits(await delivered(alert));
  });

  it.each(Object.entries(hostileTexts))('gives Slack nothing to interpret, and shows it: %s', async (_name, text) => {
    const payload = await delivered(alertWith(text, { by: text, note: text }));
    expectWithinLimits(payload);
    const types = new Set(nodesOf(payload).map((node) => node['type']));
    expect(types).toEqual(
      new Set(['header', 'plain_text', 'rich_text', 'rich_text_section', 'text', 'rich_text_preformatted']),
    );
    // The two places that Slack may parse.
    for (const parsed of [
      payload.text,
      ...nodesOf(payload).flatMap((node) => (node['type'] === 'plain_text' ? [String(node['text'])] : [])),
    ]) {
      expect(parsed).toMatch(/^\p{Emoji_Presentation} [\w ,()[\]"'+:.-]+$/u);
      expect(parsed).not.toMatch(/:\S+:|\w\.\w|\b_|_\b/);
    }
    const shown = shownText(payload);
    expect(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/u.test(shown.replaceAll('\n', ''))).toBe(false);
    if (text.length < 1000) expect(letters(shown)).toContain(letters(makeVisible(text)));
    else expect(shown).toContain('characters left out>');
  });

  it('keeps a server with an odd name out of header and notification, and names it below', async () => {
    const payload = await delivered(anAlert({ server: 'a <!channel> b' }));
    expect(payload.text).toBe('🔴 [tooldrift] high alert');
    expect(JSON.stringify(payload.blocks[0])).not.toContain('channel');
    expect(shownText(payload)).toContain('"a <!channel> b": 1 definition is not what was approved');
  });

  it('cuts a long consequence in the header between words, and tells all of it below', async () => {
    const consequence = {
      direction: 'weaker',
      sentence: '',
      clients: ['VS Code', 'Copilot CLI'],
      does: `no longer ask before ${'very '.repeat(16)}often`,
    } as const;
    const findings = [aFinding({ edits: [anEdit({ clients: ['VS Code'] })], consequences: [consequence] })];
    const payload = await delivered(anAlert({ server: 's'.repeat(40), findings }));
    const { text } = payload.blocks[0]?.type === 'header' ? payload.blocks[0].text : { text: '' };
    expect(text).toMatch(/^🔴 HIGH: s+: VS Code and Copilot CLI no longer .*very …$/u);
    expect(text.length).toBeLessThan(150);
    expect(shownText(payload)).toMatch(/^VS Code and Copilot CLI no longer ask before (?:very )+often\.\n/);
  });

  it('leaves out of the notification what Slack could interpret, and no more', async () => {
    const payload = await delivered(anAlert({ findings: [aFinding({ name: 'see evil.example' })] }));
    expect(payload.text).toBe('🔴 [tooldrift] HIGH: billing: 1 definition is not what was approved');
    expect(payload.blocks[0]).toMatchObject({ text: { text: '🔴 billing: 1 definition is not what was approved' } });
    expect(shownText(payload)).toMatch(/^The model reads another description of "see evil.example"\.\n/);
  });

  it('stays within the limits whatever an alert holds', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom(...Object.values(hostileTexts).filter(({ length }) => length < 1000)),
    );
    const edit = fc.record({ pointer: text, before: text, after: text, message: text }).map(anEdit);
    const finding = fc.record({ name: text, edits: fc.array(edit, { maxLength: 25 }) }).map(aFinding);
    const reason = fc.constantFrom(...ofEverySort.map((alert) => alert.reason));
    const alert = fc.record({ reason, server: text, by: text, note: text, cause: text, findings: fc.array(finding) });
    fc.assert(
      fc.property(alert, (parts) => expectWithinLimits(payloadToFit(anAlert(parts)))),
      { numRuns: 40 },
    );
  });

  it('says how much it leaves out of long changes, and which command shows all', () => {
    const after = 'new words '.repeat(2000);
    const findings = Array.from({ length: 30 }, (_, index) =>
      aFinding({ name: `t${index}`, edits: [anEdit({ after })] }),
    );
    const shown = shownText(payloadToFit(anAlert({ findings })));
    expect(shown).toMatch(/characters left out>/);
    expect(shown).toMatch(/\d+ more findings are not shown here/);
    expect(shown).toContain('tooldrift diff billing');
  });

  it('counts the changes of a long text that have no room of their own, with the command that shows them', () => {
    const text = (word: string) =>
      Array.from(
        { length: 400 },
        (_, at) => `${word} ${at} stands among words that stay as they are, and it is ${at}. `,
      ).join('');
    const edits = [anEdit({ before: text('old'), after: text('new') })];
    expect(shownText(payloadToFit(anAlert({ findings: [aFinding({ edits })] })))).toMatch(
      /The last \d+ changes of this text are shown as one, cut\. All of it: tooldrift diff billing delete_file/,
    );
  });

  it.each(['x', '"', '漢', '😀', '\u200B', 'x '])(
    'stays below what Slack takes, with megabytes of %j',
    async (unit) => {
      const after = unit.repeat(500_000);
      const edits = Array.from({ length: 30 }, (_, index) =>
        anEdit({ pointer: `/p${index}${after}`, after, message: after }),
      );
      const findings = Array.from({ length: 30 }, (_, index) => aFinding({ name: `tool ${index} ${after}`, edits }));
      expectWithinLimits(await delivered(anAlert({ findings })));
      expectWithinLimits(await delivered(anAlert({ reason: 'approved', findings, by: after, note: after })));
      expectWithinLimits(await delivered(anAlert({ reason: 'server-blind', cause: after, server: after })));
    },
  );
});

function expectWithinLimits(payload: SlackPayload): void {
  expect(payload.blocks.length).toBeLessThanOrEqual(50);
  const escaped = JSON.stringify(payload.blocks).replaceAll(/[^ -~]/g, '\\uXXXX');
  expect(escaped.length).toBeLessThanOrEqual(12_500);
  for (const node of nodesOf(payload)) {
    if (node['type'] === 'text') {
      expect(String(node['text']).length).toBeGreaterThan(0);
      expect(String(node['text']).length).toBeLessThanOrEqual(3000);
    }
    if (node['type'] === 'plain_text') expect(String(node['text']).length).toBeLessThanOrEqual(150);
    if (String(node['type']).startsWith('rich_text')) expect(node['elements']).not.toEqual([]);
  }
}
