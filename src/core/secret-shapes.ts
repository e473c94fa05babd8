const secretFlag = /^--?[\w-]*(?:token|key|secret|passw(?:or)?d|auth|authorization|credential|header|cookie)s?$/i;

/** True for a command line flag whose value is a secret: `--api-key`, `--header`. */
export function isSecretFlag(word: string): boolean {
  return secretFlag.test(word);
}

/** A flag or variable with its value: `--api-key=x`, `API_KEY=x`. */
export const secretAssignment = /^(--?[\w-]+|[A-Z_][A-Z0-9_]*)=(.*)$/s;

/** True for a flag whose value is a secret, also under names that are rarer. */
export function takesSecret(flag: string): boolean {
  return secretFlag.test(flag) || /^--?[\w-]*(?:pwd|pass|passphrase|pat|dsn|session|signature|bearer|jwt)$/i.test(flag);
}

/** What names hold under which secrets are kept, as a part of a pattern that does not tell case apart. */
export const secretWord = String.raw`token|key|secret|passw|passphrase|(?:^|[-_.])pass$|pwd|auth(?!or|source|mechanism)|authori[sz]|credential|cookie|session|signature|\bsig\b|\bpat\b|_pat$|dsn`;
const secretWords = new RegExp(secretWord, 'i');

/** True for a name under which secrets are kept: `GITHUB_TOKEN`, `x-api-key`, `password`. */
export function namesSecret(name: string): boolean {
  return secretWords.test(name);
}

/** How tokens of well-known services begin. */
const prefixes =
  /^(?:gh[opsur]_|github_pat_|glpat-|[spr]k[-_]|xox[a-z]-|xapp-|AKIA|ASIA|AIza|ya29\.|eyJ|npm_|pypi-|hf_|lin_api_|ntn_|secret_|sntry[a-z]_|dop_v1_|shp[a-z]{2}_|SG\.|figd_|ATATT|PMAK-|dapi|r8_|whsec_|tvly-|pat[-_A-Z]|sbp_|rnd_|fc-|bb_|apify_api_)/;

/** Tokens that no other word looks like, whatever they are made of. */
const tokens: readonly RegExp[] = [
  /^(?:gh[opsur]_|glpat-|xox[a-z]-|xapp-|npm_|pypi-|lin_api_|shp[a-z]{2}_)[\w-]{16,}/,
  /^(?:github_pat_|sk-(?:ant|proj|or|svcacct)-|sk_(?:live|test)_)[\w-]{8,}/,
  /^sk-[A-Za-z0-9]{20,}$/,
  /^(?:AKIA|ASIA)[A-Z0-9]{16}$/,
  /^AIza[\w-]{30,}$/,
  /^eyJ[\w-]{12,}/,
];

/**
 * True for a word without white space that looks drawn at random. Errs on the side of yes: a word that is hidden for nothing
 * costs a variable, one that is shown may cost an account.
 */
export function looksLikeToken(word: string): boolean {
  if (tokens.some((shape) => shape.test(word))) return true;
  if (prefixes.test(word) && word.length >= 12 && /\d/.test(word)) return true;
  if (/^[0-9a-f]{32,}$/i.test(word) || /^\d{6,}:[\w-]{30,}$/.test(word)) return true;
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word)) return true;
  const isRandomText = /^[\w+=-]{16,}$/.test(word) || /^[\w+/-]{20,}={1,2}$/.test(word) || /^[\w+/]{40}$/.test(word);
  return isRandomText && /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word);
}

/** Words that settings hold and secrets do not. */
const settings =
  /^(?:|true|false|yes|no|on|off|all|none|auto|default|trace|debug|info|warn|warning|error|silent|development|production|staging|test|local|stdio|http|sse|json|text|utf-?8|en|en_US\.UTF-8|C\.UTF-8|\d{1,5})$/i;

/** True for the value of a setting, such as `true`, `debug` or a port, unless its name says that it is a secret. */
export function isPlainSetting(name: string, value: string): boolean {
  return settings.test(value) && (value === '' || !namesSecret(name));
}
