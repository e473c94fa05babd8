import { namesSecret } from '../core/secret-shapes.ts';
import { hideFallbacks, hideUnlessReferences, hideValue, hideWord } from './hide-value.ts';
import type { References } from './references.ts';

/** A user part ends at the first `@`; a password with a `/` of its own makes that the last one. */
const user = String.raw`[^\s/?#"'@]*@|[^\s/?#"'@:]+:(?!\d*(?:[/?#]|$))[^\s"']*@`;
const url = new RegExp(String.raw`\b([a-z][a-z0-9+.-]*:\/\/)(${user})?([^\s?#"']*)([?#][^\s"']*)?`, 'gi');

/** User, password, query and fragment of every URL in `text`, and what looks like a token in its path. */
export function hideUrls(text: string, references: References): string {
  // First, so that nothing is found within a default.
  return hideFallbacks(text, references).replaceAll(url, (_all, scheme: string, user = '', rest = '', query = '') => {
    const login = user === '' ? '' : `${hideUnlessReferences(String(user).slice(0, -1), 'login', references)}@`;
    const path = String(rest)
      .split('/')
      .map((part) => (part.includes('${') ? part : hideWord(part, '', references)))
      .join('/');
    return `${scheme}${login}${path}${hideQuery(String(query), references)}`;
  });
}

/** Query and fragment. */
function hideQuery(query: string, references: References): string {
  return query.replaceAll(/([?&#])([^=&#]*)(?:=([^&#]*))?/g, (_all, sign: string, key: string, value?: string) => {
    if (value === undefined) return `${sign}${hideWord(key, sign, references)}`;
    const isList = !namesSecret(key) && /^[a-z_]{1,16}(?:,[a-z_]{1,16})*$/.test(value);
    return `${sign}${key}=${isList ? value : hideValue(value, key, references)}`;
  });
}
