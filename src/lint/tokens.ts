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

/** True for the value of something that is called a secret, if it is written out: no variable, no path, no mere switch. */
export function isWrittenOut(value: string): boolean {
  const text = value.replace(/^(?:Bearer|Basic|Token|ApiKey)\s+/i, '').trim();
  const bare = text.replace(/\$\{[^}]*:-([^}]*)\}/g, '$1').replace(/\$\{?[A-Za-z_]\w*\}?|%[A-Za-z_]\w*%/g, '');
  if (bare.length < 6 || /^(?:true|false|none|null|default|oauth2?)$/i.test(bare)) return false;
  return !/^(?:[./~]|[A-Za-z]:\\|https?:\/\/)/.test(bare);
}
