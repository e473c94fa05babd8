import { isSecretFlag } from '../core/secret-shapes.ts';
import { visibleName } from '../core/visible-line.ts';
import { isLine } from '../pins/judge-launch.ts';
import { shellWords } from '../pins/shell-words.ts';
import { launchPath, type ConfigPath, type LintFinding, type LintServer } from './lint-finding.ts';
import { ruleOf, weighted } from './rules.ts';
import { holdsPassword, isWrittenOut, looksLikeToken } from './tokens.ts';

interface Named {
  readonly name: string;
  readonly value: string;
  readonly path: ConfigPath;
}

/** Secrets that are written out in headers, variables and arguments. They are told by name. */
export function lintSecrets(server: LintServer): readonly LintFinding[] {
  return namedValues(server)
    .filter(isSecret)
    .map(({ name, path }) => ({
      ...weighted('literal-secret'),
      item: null,
      message: `${ruleOf('literal-secret').sentence}: ${name === '' ? 'an argument' : visibleName(name, 80)}`,
      paste: null,
      path,
    }));
}

/** What `lintSecrets` tells of, and what nobody may see. */
export function secretValues(server: LintServer): readonly string[] {
  return namedValues(server)
    .filter(isSecret)
    .map(({ value }) => value);
}

function namedValues({ name: server, launch, headers }: LintServer): readonly Named[] {
  if (launch.kind === 'http')
    return Object.entries(headers).map(([name, value]) => ({ name, value, path: launchPath(server, 'headers', name) }));
  const env = Object.entries(launch.env).map(([name, value]) => ({
    name,
    value,
    path: launchPath(server, 'env', name),
  }));
  const line = isLine(launch) ? (shellWords(launch.command) ?? launch.command.split(/\s+/)) : [launch.command];
  const words = [...line, ...launch.args];
  const args = words.flatMap((word, at) => {
    const place = at < line.length ? ['command'] : ['args', at - line.length];
    return argument(word, words[at - 1]).map((one) => ({ ...one, path: launchPath(server, ...place) }));
  });
  return [...env, ...args];
}

/** `--token value`, `--token=value`, `KEY=value`, `Authorization: Bearer value`. */
function argument(arg: string, before = ''): readonly Omit<Named, 'path'>[] {
  const [, header, headerValue] = /^([A-Za-z][\w-]*):\s*(\S.*)$/s.exec(arg) ?? [];
  if (header !== undefined && headerValue !== undefined && !headerValue.startsWith('//'))
    return [{ name: header, value: headerValue }];
  const [, name, value] = /^(?:-e|--env=)?(--?[\w-]+|[A-Za-z_]\w*)=(.*)$/s.exec(arg) ?? [];
  if (name !== undefined && value !== undefined) return [{ name, value }];
  if (isOption(before) && !/header$/i.test(before) && !arg.startsWith('-')) return [{ name: before, value: arg }];
  return [{ name: '', value: looksLikeToken(arg) || holdsPassword(arg) ? arg : '' }];
}

/** A name alone: `-pS3cret` and `--key=S3cret` hold a value, which is never shown. */
function isOption(word: string): boolean {
  return /^(?:--[A-Za-z][\w-]*|-[A-Za-z])$/.test(word) || (/^-[a-z][a-z-]*$/.test(word) && isSecretName(word));
}

function isSecret({ name, value }: Named): boolean {
  return (isSecretName(name) && isWrittenOut(value)) || looksLikeToken(bearer(value)) || holdsPassword(value);
}

function isSecretName(name: string): boolean {
  return isSecretFlag(`--${name.replace(/^-+/, '')}`) && !/public/i.test(name);
}

function bearer(value: string): string {
  return value.replace(/^(?:Bearer|Token)\s+/i, '');
}
