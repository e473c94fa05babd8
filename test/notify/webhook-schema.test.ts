import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Alert } from '../../src/core/alert.ts';
import { definitionKinds } from '../../src/core/definition.ts';
import { isArray, isObject, own, type Json } from '../../src/core/json.ts';
import { digestOf, summarise } from '../../src/core/summary.ts';
import { webhookBody } from '../../src/notify/webhook-body.ts';
import { aFinding, anAlert, anEdit } from '../support/alerts.ts';
import { alertWith, hostileTexts } from '../support/hostile-texts.ts';

const text = readFileSync(new URL('../../config/webhook.schema.json', import.meta.url), 'utf8');
const document = JSON.parse(text) as Parameters<typeof z.fromJSONSchema>[0] & Json; // the published schema
const schema = z.fromJSONSchema(document);

const news = { name: 'email', failingSince: '2026-12-01T10:00:00.000Z', undelivered: 2 };
const whole = aFinding({
  consequences: [{ direction: 'weaker', sentence: 'VS Code no longer asks', clients: ['VS Code'] }],
  goesWith: ['the package changed'],
  silent: 'within ttlMs',
  expected: { from: '2026-12-01T09:00:00.000Z', until: '2026-12-01T11:00:00.000Z', by: 'ann', note: 'an upgrade' },
  mayVary: { pointer: '/description', pattern: '{count}' },
});
const at = '2026-12-01T10:00:00.000Z';
const exposure = { firstBadAt: at, changedAt: at, heldUntil: null };
const drift = { server: 'files', definitions: 2, severity: 'high', since: at, known: 1 } as const;
const digest = {
  ...{ since: null, servers: 3, unapproved: ['notes'], snoozed: [{ server: 'files', at }] },
  ...{ open: [drift], quiet: [drift], unverified: [{ server: 'billing', at: null }] },
  channels: [{ channel: 'email', waiting: 1, failed: 0 }],
  filter: { minSeverity: 'high', servers: ['billing-*'] },
  lesser: 2,
} as const;
const threeAlike = ['a', 'b', 'c'].map((name) => aFinding({ name, edits: [anEdit()] }));

const signal = {
  kind: 'tool',
  name: 'add',
  severity: 'high',
  signal: 'concealment',
  message: 'hides something',
  where: 'at character 1',
  excerpt: 'do not tell',
} as const;
const newcomer = anAlert({
  ...{ reason: 'first-seen', findings: [] },
  newcomer: { items: { tool: 1, 'identity-difference': 0 }, signals: [signal], moreSignals: 2 },
});

const alerts: readonly (readonly [string, Alert])[] = [
  ['drift', anAlert({ findings: [whole], thread: 'one' })],
  ['drift in a group', anAlert({ findings: threeAlike })],
  ['drift that ended', anAlert({ reason: 'reverted', findings: [], reverted: [whole], exposure })],
  ['a digest', anAlert({ reason: 'digest', findings: [], digest })],
  ['an approval', anAlert({ reason: 'approved', by: 'ann', note: 'fine' })],
  ['a blind server', anAlert({ reason: 'server-blind', findings: [], cause: 'no answer' })],
  ['a failing channel', anAlert({ reason: 'channel-failing', findings: [], channel: news })],
  ['a summary', anAlert({ reason: 'summary', findings: [], summary: summarise([digestOf(anAlert())], 'late') })],
  ['a new server', newcomer],
  ['new servers', anAlert({ reason: 'summary', findings: [], summary: summarise([digestOf(newcomer)], 'first-seen') })],
  ['a body that was cut', anAlert({ findings: [aFinding({ edits: [anEdit({ after: 'x'.repeat(600_000) })] })] })],
  ...Object.entries(hostileTexts).map(([name, words]) => [name, alertWith(words)] as const),
];

/** Where `value` holds keys that the schema says nothing of. */
function undocumented(value: Json | undefined, part: Json | undefined, path: string): readonly string[] {
  const reference = own(part, '$ref');
  if (typeof reference === 'string') {
    return undocumented(value, own(own(document, '$defs'), reference.replace('#/$defs/', '')), path);
  }
  if (isArray(value)) return value.flatMap((item) => undocumented(item, own(part, 'items'), `${path}/0`));
  const properties = own(part, 'properties');
  if (!isObject(value) || properties === undefined) return [];
  return Object.keys(value).flatMap((key) => {
    const known = own(properties, key);
    return known === undefined ? [`${path}/${key}`] : undocumented(own(value, key), known, `${path}/${key}`);
  });
}

describe('the schema of the webhook', () => {
  it.each(alerts)('holds for what is posted, and names every property of it: %s', (_name, alert) => {
    const body = JSON.parse(webhookBody(alert)) as Json; // JSON
    expect(schema.safeParse(body)).toMatchObject({ success: true });
    expect(undocumented(body, document, '')).toEqual([]);
  });

  it('knows every kind of definition', () => {
    expect(own(own(own(document, '$defs'), 'kind'), 'enum')).toEqual(definitionKinds);
  });

  it('does not hold for just anything', () => {
    const body = JSON.parse(webhookBody(anAlert())) as Record<string, Json>; // an object
    expect(schema.safeParse({ ...body, schemaVersion: 2 }).success).toBe(false);
    expect(schema.safeParse({ ...body, alert: { ...anAlert(), severity: 'grave' } }).success).toBe(false);
    expect(schema.safeParse({ ...body, alert: {} }).success).toBe(false);
  });
});
