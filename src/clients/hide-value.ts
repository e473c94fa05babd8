import { isPlainSetting, looksLikeToken, namesSecret } from '../core/secret-shapes.ts';
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

/** Digests and commits pin what is started. */
const digest = /^(?:sha256:[0-9a-f]{64}|[0-9a-f]{40})$/;

/** A word that looks like a token; `before` is the character before it. */
export function hideWord(word: string, before: string, references: References): string {
  if ((before === '@' || before === '#') && digest.test(word)) return word;
  const hide = (part: string): string => (looksLikeToken(part) ? references.hide('token') : part);
  if (looksLikeToken(word)) return hide(word);
  // Folders have all sorts of names.
  if (/^(?:[A-Za-z]:)?[\\/.~]/.test(word)) return word;
  // The colon parts image from tag and header from value, but some tokens hold one.
  return word.replaceAll(/[^:./]{12,}/g, hide);
}

/** A secret, such as a login, unless references make all of it. */
export function hideUnlessReferences(text: string, what: string, references: References): string {
  const isReferred = text !== '' && /^:?$/.test(text.replaceAll(reference, ''));
  return isReferred ? hideFallbacks(text, references) : references.hide(what);
}

export function hideFallbacks(text: string, references: References): string {
  return text.replaceAll(reference, (match) => hideFallback(match, references));
}

/** `${TOKEN:-x}` writes a secret out as well. The variable is needed then. */
export function hideFallback(text: string, references: References, isSecret = looksSecret): string {
  const [, name = '', fallback] = /^\$\{([^}:]*)(?::-([^}]*))?\}$/.exec(text) ?? [];
  if (fallback === undefined || isPlainSetting(name, fallback) || !isSecret(name, fallback)) return text;
  references.secrets.add(name);
  return references.refer(name);
}

function looksSecret(name: string, value: string): boolean {
  return namesSecret(name) || /:\/\/[^/]*@|[?="'\s]/.test(value) || value.split(/[\s/=,:]/).some(looksLikeToken);
}
