/** How tokens of services that are widely used begin, and a JWT. Bounded, so that each test is linear. */
const shapes: readonly RegExp[] = [
  /^gh[pousr]_\w{20,}/,
  /^github_pat_\w{20,}/,
  /^glpat-[\w-]{16,}/,
  /^sk-[\w-]{16,}/,
  /^sk_(?:live|test)_\w{16,}/,
  /^xox[abeprs]-[\w-]{10,}/,
  /^AKIA[0-9A-Z]{16}/,
  /^AIza[\w-]{30,}/,
  /^lin_api_\w{16,}/,
  /^npm_\w{30,}/,
  /^pypi-[\w-]{16,}/,
  /^sbp_\w{16,}/,
  /^eyJ[\w-]{10,}\.eyJ[\w-]{10,}\./,
];

/** True for a text that is a token by its looks, whatever it is called. */
export function looksLikeToken(text: string): boolean {
  return shapes.some((shape) => shape.test(text));
}

/** True for a part of a path that is as good as a password: long, and no word, number or identifier that people handle. */
export function looksRandom(segment: string): boolean {
  return /^[\w-]{32,}$/.test(segment) && [/[a-z]/, /[A-Z]/, /\d/].every((sort) => sort.test(segment));
}

/** True for an address of a database or the like with a password written out: `postgres://me:password@host/db`. */
export function holdsPassword(text: string): boolean {
  const [, password = ''] = /^(?!https?:|wss?:)[a-z][a-z0-9+.-]*:\/\/[^/?#@:\s]*:([^/?#@\s]+)@/i.exec(text) ?? [];
  return password !== '' && !/^\$\{?\w+\}?$/.test(password);
}

/** True for the value of something that is called a secret, if it is written out: no variable, no path, no mere switch. */
export function isWrittenOut(value: string): boolean {
  const text = value.replace(/^(?:Bearer|Basic|Token|ApiKey)\s+/i, '').trim();
  const bare = text.replace(/\$\{[^}]*:-([^}]*)\}/g, '$1').replace(/\$\{?[A-Za-z_]\w*\}?|%[A-Za-z_]\w*%/g, '');
  // `MAX_TOKENS=200000`, `AUTH=required`.
  if (bare.length < 6 || /^(?:\d{1,11}|true|false|none|null|default|oauth2?|required|disabled|enabled)$/i.test(bare))
    return false;
  return !/^(?:[./~]|[A-Za-z]:\\|https?:\/\/)/.test(bare);
}
