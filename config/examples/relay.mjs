// Takes what the webhook channel posts and hands it on to PagerDuty (Events API v2) and to Microsoft Teams (a workflow that
// begins with "When a Teams webhook request is received"). Needs Node.js alone:
//
//   HOOK_SECRET=... PAGERDUTY_ROUTING_KEY=... TEAMS_URL=... node relay.mjs
//
// and in tooldrift.jsonc: "webhook": { "url": "http://127.0.0.1:8787/", "secret": "${HOOK_SECRET}" }
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { HOOK_SECRET = '', PAGERDUTY_ROUTING_KEY = '', TEAMS_URL = '', PORT = '8787' } = process.env;
// Of accounts in the EU: https://events.eu.pagerduty.com/v2/enqueue
const { PAGERDUTY_URL = 'https://events.pagerduty.com/v2/enqueue' } = process.env;
if (HOOK_SECRET === '') throw new Error('set HOOK_SECRET to the "secret" of the webhook channel');

/** Signed by the secret, and not older than five minutes. */
function isGenuine(headers, body) {
  const { 'x-tooldrift-timestamp': timestamp = '', 'x-tooldrift-signature': signature = '' } = headers;
  const expected = `v1=${createHmac('sha256', HOOK_SECRET).update(`${timestamp}.${body}`).digest('hex')}`;
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
  return (
    isFresh && signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
  );
}

const severities = { critical: 'critical', high: 'error', medium: 'warning', low: 'info', info: 'info' };
const troubles = new Set(['server-blind', 'needs-login', 'server-back', 'channel-failing', 'channel-back', 'summary']);

/** One incident for the drift of a server, one for its being blind, one for a channel. Null: nothing to tell. */
function pagerDutyEvent({ alert, message, approveCommand }) {
  const { reason, server, channel, fingerprint, approvedFingerprint } = alert;
  const about = troubles.has(reason) ? (channel === undefined ? 'blind' : `channel-${channel.name}`) : 'drift';
  const key = { routing_key: PAGERDUTY_ROUTING_KEY, dedup_key: `tooldrift/${server}/${about}`.slice(0, 255) };
  const isSettled = ['reverted', 'approved', 'rejected'].includes(reason);
  const isOver = isSettled && fingerprint !== null && fingerprint === approvedFingerprint;
  if (isOver || reason === 'server-back' || reason === 'channel-back') return { ...key, event_action: 'resolve' };
  if (isSettled || reason === 'test') return null;
  const severity = severities[alert.severity];
  // Nobody is woken because there is a new server, unless something in it speaks for an attack.
  const isNew = reason === 'first-seen' || alert.summary?.cause === 'first-seen';
  if (isNew && !['critical', 'error'].includes(severity)) return null;
  const custom_details = { id: alert.id, reason, findings: alert.findings.length, approveCommand };
  const payload = { summary: message.subject.slice(0, 1024), source: server, severity, custom_details };
  const dedup_key = reason === 'summary' ? alert.id : key.dedup_key;
  return { ...key, dedup_key, event_action: 'trigger', payload };
}

/** Text runs, because text blocks of Adaptive Cards make links and more of what looks like Markdown; both read `{{DATE(...)}}`. */
function teamsMessage({ message, approveCommand }) {
  const line = (words, style) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: words.replaceAll('{{', '{ {'), ...style }],
  });
  const body = [line(message.subject, { weight: 'Bolder' })];
  if (approveCommand !== null)
    body.push(line('Approve it, if it is right:'), line(approveCommand, { fontType: 'Monospace' }));
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body,
  };
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }] };
}

async function post(url, body) {
  const headers = { 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(4000);
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal, redirect: 'error' });
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
}

/** What went through already, so that a repeat is not told twice. */
const done = new Set();

async function once(key, url, body) {
  if (url === '' || body === null || done.has(key)) return;
  await post(url, body);
  done.add(key);
  if (done.size > 10_000) done.delete(done.values().next().value);
}

async function handle(request) {
  const body = await text(request);
  if (!isGenuine(request.headers, body)) return 401;
  const told = JSON.parse(body);
  const pagerDuty = PAGERDUTY_ROUTING_KEY === '' ? null : pagerDutyEvent(told);
  const hops = [
    once(`pagerduty ${told.alert.id}`, PAGERDUTY_URL, pagerDuty),
    once(`teams ${told.alert.id}`, TEAMS_URL, teamsMessage(told)),
  ];
  const ends = await Promise.allSettled(hops);
  // tooldrift tries again after 502.
  return ends.every(({ status }) => status === 'fulfilled') ? 202 : 502;
}

const server = createServer((request, response) => {
  const answer = (status) => response.writeHead(status).end();
  handle(request).then(answer, () => answer(400));
});
server.listen(Number(PORT), '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/\n`));
