import { namesSecret, secretAssignment, secretWord, takesSecret } from '../core/secret-shapes.ts';
import { hideUrls } from './hide-urls.ts';
import { hideFallback, hideUnlessReferences, hideValue, hideWord } from './hide-value.ts';
import type { References } from './references.ts';

/** The arguments of a program, in our own notation. */
export function hideArguments(args: readonly string[], references: References): readonly string[] {
  const hasUser = args.some((arg) => userFlag.test(arg));
  return args.map((text, index) => {
    const previous = args[index - 1] ?? '';
    // Elsewhere, `-p` is a port, a package or a path.
    const isLogin = (hasUser && previous === '-p') || (userFlag.test(previous) && login.test(text));
    return isLogin ? hideValue(text, 'login', references) : hideArgument(text, previous, references);
  });
}

const userFlag = /^(?:-[uU]|--user(?:name)?)$/;
/** A name and a password; two numbers are ids of a user and a group. */
const login = /^(?!\d+:\d+$)[^:]*:./s;

/** One argument; `previous` is the one before it. */
function hideArgument(text: string, previous: string, references: References): string {
  if (/^(?:-H|--headers?)$/i.test(previous)) return hideHeader(text, references);
  if (/^(?:-e|--env)$/.test(previous)) return hideAssignment(text, references);
  if (takesSecret(previous)) return hideValue(text, previous, references);
  const flagged = /^(-H|--headers?=)(.*)$/is.exec(text);
  if (flagged !== null) return `${flagged[1] ?? ''}${hideHeader(flagged[2] ?? '', references)}`;
  const assigned = /^(-e|--env=)([A-Za-z_]\w*=.*)$/s.exec(text);
  if (assigned !== null) return `${assigned[1] ?? ''}${hideAssignment(assigned[2] ?? '', references)}`;
  // A password with blanks in it would be taken for the end of the address.
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/\s]*:[^/]*\s[^/]*@/i.test(text)) return references.hide('address');
  const [, name = '', value = ''] = secretAssignment.exec(text) ?? [];
  if (name !== '' && !isCommandLine(text, previous) && takesSecret(name.startsWith('-') ? name : `--${name}`))
    return `${name}=${hideValue(value, name, references)}`;
  return hideWords(text, references);
}

/** Shells take a whole command line as one argument: only a part of it is the value. */
function isCommandLine(text: string, previous: string): boolean {
  return /\s/.test(text) && /^(?:-\w*c|\/c|-Command|--stdio)$/i.test(previous);
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
const unquoted = String.raw`"[^"]*"|'[^']*'|[^\s"';&]+`;
const credentials = new RegExp(String.raw`\b(Bearer|Basic)(\s+)(${quoted})`, 'gi');
const assignments = new RegExp(String.raw`(^|[\s"';&|])(-{0,2}[A-Za-z_][\w.-]*)([=])(${unquoted})`, 'g');
/** `Name: value`, to the end of the text or line, as in headers and settings. */
const headers = new RegExp(String.raw`(^|[\s"'])([\w-]*(?:${secretWord})[\w-]*)(:[ \t]+)([^"'\n]+)`, 'gi');
const pairs =
  /(^|[\s"'])((?:x-)?(?:api[-_]?key|(?:access|auth)[-_]?token|token|secret|password|passwd|pwd))(:)([^\s"':/]+)/gi;
/** `-u name:password`, and a login before a host where no scheme says that it is an address. */
const logins = /(^|[\s"'])(-u\s+|--user(?:\s+|=))((?!\d+:\d+(?:\s|$))[^\s"':]*:[^\s"']+)/g;
const beforeHosts = /(^|[\s"'=])([\w.%+-]+:[^\s@/:"']+)(?=@(?:(?:tcp|unix)\(|(?:[\w-]+\.)+[\w-]+[:/]|localhost[:/]))/g;
const flags = new RegExp(String.raw`(^|\s)(--?[A-Za-z][\w-]*)(\s+)(${quoted})`, 'g');
const members = /(\\?"([\w-]+)\\?"\s*:\s*\\?")([^"\\]+)/g;
const words = /\$\{[^}]*\}|[^\s"'`=,;#@?&()[\]{}<>|$]+={0,2}/g;

/** Free text, such as an argument, a command line or a path: hides what stands where secrets stand, or looks like one. */
export function hideWords(text: string, references: References): string {
  return hideUrls(text, references)
    .replaceAll(headers, (_all, before: string, name: string, gap: string, value: string) => {
      return `${before}${name}${gap}${hideValue(value, name, references)}`;
    })
    .replaceAll(logins, (_all, before: string, flag: string, value: string) => {
      return `${before}${flag}${hideUnlessReferences(value, 'login', references)}`;
    })
    .replaceAll(beforeHosts, (_all, before: string, value: string) => {
      return `${before}${hideUnlessReferences(value, 'login', references)}`;
    })
    .replaceAll(credentials, (_all, scheme: string, gap: string, value: string) => {
      return `${scheme}${gap}${hideUnlessReferences(value, scheme, references)}`;
    })
    .replaceAll(pairs, (_all, before: string, name: string, gap: string, value: string) => {
      return `${before}${name}${gap}${hideValue(value, name, references)}`;
    })
    .replaceAll(assignments, (all, before: string, name: string, gap: string, value: string) =>
      namesSecret(name) ? `${before}${name}${gap}${hideValue(value, name, references)}` : all,
    )
    .replaceAll(flags, (all, before: string, name: string, gap: string, value: string) =>
      takesSecret(name) ? `${before}${name}${gap}${hideValue(value, name, references)}` : all,
    )
    .replaceAll(members, (all, before: string, name: string, value: string) =>
      namesSecret(name) ? `${before}${hideValue(value, name, references)}` : all,
    )
    .replaceAll(words, (word, at: number, all: string) =>
      word.startsWith('${') ? hideFallback(word, references) : hideWord(word, all[at - 1] ?? '', references),
    );
}
