import type { ItemKey } from '../definition.ts';
import { divider, oncePerDocument } from './document.ts';
import { isDocumentation, registrableDomain } from './domains.ts';
import { fold } from './fold.ts';
import type { Document, SignalContext, SignalRule, Span, Text } from './signal.ts';

const scheme = String.raw`(?<![a-z0-9+.-])(?:https?|wss?|s?ftps?|hxxps?|smb|ldaps?|gopher|dns):[\\/]{2}[^\s"'<>\x60{}|${divider}]+`;
/** Without a scheme only with a path or port behind it: `monday.com` is also the name of a product. */
const bare = String.raw`(?<![\w@/.-])(?:www\.[\w-]{1,63}|(?:[a-z0-9-]{1,63}\.){1,8}(?:com|net|org|io|dev|app|ai|co|me|xyz|info|biz|ru|cn|site|online|top|club|sh|cc|tk|ws|to|link|live|cloud|tech|space|fun|icu|pw|su|zip|mov|example|test|invalid)(?=[/:][\w-]))[^\s"'<>\x60{}|${divider}]*`;
const mail = String.raw`(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}\b`;
const address = new RegExp(`${scheme}|${bare}|${mail}`, 'giu');

/** Few texts have any of it. */
const maybeAddress = /:[\\/]{2}|@|www\.|\.[a-z]{2,7}[:/]/i;

interface Address extends Span {
  readonly domain: string;
}

/** What in `text` names a host, with the domain of its registrant. */
export function addressesIn(text: string): readonly Address[] {
  if (!maybeAddress.test(text)) return [];
  const found: Address[] = [];
  for (const { index, 0: match } of text.matchAll(address)) {
    const host = hostOf(match);
    if (host === null) continue;
    found.push({ start: index, end: index + match.length, domain: registrableDomain(host) });
  }
  return found;
}

const maxAddress = 2_000;

function hostOf(match: string): string | null {
  const short = match.slice(0, maxAddress).replace(/^hxxp/i, 'http');
  const at = /^[\w.+-]+@([^@/]+)$/.exec(short);
  const url =
    at?.[1] === undefined ? (/^[\w+.-]+:[\\/]{2}/.test(short) ? short : `http://${short}`) : `http://${at[1]}`;
  // What no parser accepts is a host of its own: `https://{region}.evil`.
  const host = URL.canParse(url) ? new URL(url).hostname : url.replace(/^[^/\\]*[/\\]+/, '').split(/[/\\?#]/)[0];
  return host === undefined || host === '' ? null : host.toLowerCase();
}

/** Places whose text is an address by its nature, and none that the model is asked to go to. */
const linkKeys = new Set(['src', 'websiteUrl']);
const uriKinds = new Set(['resource', 'resource-template', 'ui-resource']);

function isLink({ path, inKey }: Text, { kind }: ItemKey): boolean {
  const last = path.at(-1) ?? '';
  return !inKey && (linkKeys.has(last) || ((last === 'uri' || last === 'uriTemplate') && uriKinds.has(kind)));
}

/** A dialect and references have a rule of their own. */
const schemaKeys = new Set(['$schema', '$id', '$ref']);

const sending =
  /\b(?:send|post|upload|forward|transmit|report|submit|copy|e?mail|bcc|cc|deliver|push|put|exfiltrate|leak|beacon|ping|pass|fetch|get|load|download|visit|open|navigate|request|call|connect)\w{0,4}\b/;
/** How far from the address the word may stand. */
const reach = 120;
const sentenceEnd = new RegExp(`[.;!?]\\s|${divider}`);

const addressesOf = oncePerDocument(({ text }) => addressesIn(text));

function unknown(document: Document, context: SignalContext): readonly Address[] {
  if (!maybeAddress.test(document.text)) return [];
  return addressesOf(document, context).filter(({ domain }) => !context.knownDomains.has(domain));
}

/** Of domains that somebody could have for the purpose. */
function foreign(document: Document, context: SignalContext): readonly Address[] {
  return unknown(document, context).filter(({ domain }) => !isDocumentation(domain));
}

/** Where the model is meant to read an address. */
function isRead(text: Text, item: ItemKey): boolean {
  return !isLink(text, item) && !isReference(text);
}

function isReference({ path, inKey }: Text): boolean {
  return !inKey && schemaKeys.has(path.at(-1) ?? '');
}

/** Addresses that the approved surface knows nothing of. */
export const addressRules: readonly SignalRule[] = [
  {
    name: 'send-to-new-domain',
    severity: 'critical',
    sentence: 'tells the model to send to, or to fetch from, a domain that the approved surface does not name',
    find: (document, context) => foreign(document, context).filter((address) => isAsked(address, document)),
    countsIn: isRead,
  },
  {
    name: 'new-domain',
    severity: 'high',
    sentence: 'names a domain that the approved surface does not name',
    find: foreign,
    countsIn: isRead,
  },
  {
    name: 'new-link',
    severity: 'medium',
    sentence: 'links to a place that the approved surface does not name',
    find: unknown,
    // Resources are addresses: lists of them churn with the data behind them.
    countsIn: (text, item) => item.kind !== 'resource' && !isReference(text),
  },
];

/** Whether a word of `sending` stands before an address, in the same sentence. */
function isAsked({ start }: Span, { text }: Document): boolean {
  const before =
    text
      .slice(Math.max(0, start - reach), start)
      .split(sentenceEnd)
      .at(-1) ?? '';
  return sending.test(fold(before).text);
}
