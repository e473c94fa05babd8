import { isPlainSetting, looksLikeToken, namesSecret, secretFlag } from '../core/secret-shapes.ts';
import type { References } from './references.ts';

// All functions take and return text in our own notation: a `${...}` in it is a reference and no secret.

const reference = /\$\{([^}:]*)(?::-([^}]*))?\}/g;

/** The value of an environment variable or header. Everything that is written out counts as a secret, but plain settings. */
export function hideValue(text: string, name: string, references: References): string {
  const isWhole = !text.includes('${');
  if (isWhole && (isPlainSetting(name, text) || isMediaType(name, text))) return text;
  const between = text.replaceAll(reference, '');
  const isBenign = !isWhole && /^(?:(?:Bearer|Basic|Token|ApiKey) |[ ,:;/]{0,2})$/i.test(between);
  if (!isBenign) return references.hide(name);
  return text.replaceAll(reference, (match) => hideFallback(match, references, () => true));
}

function isMediaType(name: string, text: string): boolean {
  return /^(?:accept|content-type)$/i.test(name) && /^[a-z]+\/[a-z.+*-]+(?:, ?[a-z]+\/[a-z.+*-]+)*$/.test(text);
}

/** One argument; `previous` is the one before it. */
export function hideArgument(text: string, previous: string, references: References): string {
  if (/^(?:-H|--headers?)$/i.test(previous)) return hideHeader(text, references);
  if (/^(?:-e|--env)$/.test(previous)) return hideAssignment(text, references);
  if (secretFlag.test(previous)) return hideValue(text, previous, references);
  const flagged = /^(-H|--headers?=)(.*)$/is.exec(text);
  if (flagged !== null) return `${flagged[1] ?? ''}${hideHeader(flagged[2] ?? '', references)}`;
  const assigned = /^(-e|--env=)([A-Za-z_]\w*=.*)$/s.exec(text);
  if (assigned !== null) return `${assigned[1] ?? ''}${hideAssignment(assigned[2] ?? '', references)}`;
  return hideWords(text, references);
}

/** `Authorization: Bearer x`. */
function hideHeader(text: string, references: References): string {
  const [, name, gap = '', value = ''] = /^([\w-]+)(:\s*)(.*)$/s.exec(text) ?? [];
  if (name === undefined) return hideValue(text, 'header', references);
  return `${name}${gap}${hideValue(value, name, references)}`;
}

/** `NAME=value`, as containers take it. A name alone hands the variable on. */
function hideAssignment(text: string, references: References): string {
  const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  return name === undefined ? hideWords(text, references) : `${name}=${hideValue(value, name, references)}`;
}

const quoted = String.raw`"[^"]*"|'[^']*'|[^\s"']+`;
const credentials = new RegExp(String.raw`\b(Bearer|Basic)(\s+)(${quoted})`, 'gi');
const assignments = new RegExp(String.raw`(^|[\s"';&|])(-{0,2}[A-Za-z_][\w-]*)([=])(${quoted})`, 'g');
const flags = new RegExp(String.raw`(^|\s)(--?[A-Za-z][\w-]*)(\s+)(${quoted})`, 'g');

/** Free text, such as an argument, a command line or a path: hides what stands where secrets stand, or looks like one. */
export function hideWords(text: string, references: References): string {
  return hideUrls(text, references)
    .replaceAll(credentials, (_all, scheme: string, gap: string, value: string) => {
      return `${scheme}${gap}${hideUnlessReference(value, scheme, references)}`;
    })
    .replaceAll(assignments, (all, before: string, name: string, gap: string, value: string) =>
      namesSecret(name) ? `${before}${name}${gap}${hideValue(value, name, references)}` : all,
    )
    .replaceAll(flags, (all, before: string, name: string, gap: string, value: string) =>
      secretFlag.test(name) ? `${before}${name}${gap}${hideValue(value, name, references)}` : all,
    )
    .replaceAll(/\$\{[^}]*\}|[^\s"'`=,;@?&()[\]{}<>|$]+={0,2}/g, (word) =>
      word.startsWith('${') ? hideFallback(word, references) : hideWord(word, references),
    );
}

function hideWord(word: string, references: References): string {
  const hide = (part: string): string => (looksLikeToken(part) ? references.hide('token') : part);
  if (looksLikeToken(word)) return hide(word);
  // Folders have all sorts of names.
  if (/^(?:[A-Za-z]:)?[\\/.~]/.test(word)) return word;
  // The colon parts image from tag and header from value, but some tokens hold one.
  return word.replaceAll(/[^:./]{12,}/g, hide);
}

function hideUnlessReference(value: string, what: string, references: References): string {
  return /^\$\{[^}]*\}$/.test(value) ? hideFallback(value, references) : references.hide(what);
}

const url = /\b([a-z][a-z0-9+.-]*:\/\/)(?:([^\s/?#"']*)@)?([^\s?#"']*)(\?[^\s#"']*)?(#[^\s"']*)?/gi;

/** User, password, query and fragment of every URL in `text`, and what looks like a token in its path. */
export function hideUrls(text: string, references: References): string {
  return text.replaceAll(url, (_all, scheme: string, user?: string, rest = '', query = '', fragment = '') => {
    const login = user === undefined ? '' : `${hideUnlessReferences(user, references)}@`;
    const path = String(rest)
      .split('/')
      .map((part) => (part.includes('${') ? part : hideWord(part, references)))
      .join('/');
    const anchor = fragment === '' ? '' : String(fragment).replace(/[^#&=]{8,}/g, (part) => hideWord(part, references));
    return `${scheme}${login}${path}${hideQuery(String(query), references)}${anchor}`;
  });
}

function hideUnlessReferences(user: string, references: References): string {
  const isReferred = /^[:]?$/.test(user.replaceAll(reference, ''));
  return isReferred ? hideFallbacks(user, references) : references.hide('login');
}

function hideQuery(query: string, references: References): string {
  return query.replaceAll(/([?&])([^=&]*)=([^&]*)/g, (_all, sign: string, key: string, value: string) => {
    const isList = !namesSecret(key) && /^[a-z_]{1,16}(?:,[a-z_]{1,16})*$/.test(value);
    return `${sign}${key}=${isList ? value : hideValue(value, key, references)}`;
  });
}

function hideFallbacks(text: string, references: References): string {
  return text.replaceAll(reference, (match) => hideFallback(match, references));
}

/** `${TOKEN:-x}` writes a secret out as well. The variable is needed then. */
function hideFallback(text: string, references: References, isSecret = looksSecret): string {
  const [, name = '', fallback] = /^\$\{([^}:]*)(?::-([^}]*))?\}$/.exec(text) ?? [];
  if (fallback === undefined || isPlainSetting(name, fallback) || !isSecret(name, fallback)) return text;
  references.secrets.add(name);
  return references.refer(name);
}

function looksSecret(name: string, value: string): boolean {
  return namesSecret(name) || /:\/\/[^/]*@|\?/.test(value) || value.split(/[\s/=,:]/).some(looksLikeToken);
}
