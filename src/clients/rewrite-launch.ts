import { win32 } from 'node:path';
import type { FoundLaunch } from '../core/found-entry.ts';
import type { Transport } from './client.ts';
import { takeApart } from './take-apart.ts';
import type { Folders, Syntax } from './pieces.ts';
import { hideArguments, hideWords } from './hide-argument.ts';
import { hideUrls } from './hide-urls.ts';
import { hideValue } from './hide-value.ts';
import type { References } from './references.ts';
import type { StandardEntry } from './standard-entry.ts';

export interface RewriteContext {
  readonly expansion: readonly Syntax[];
  readonly folders: Folders;
  readonly references: References;
}

/** The launch in our own notation, without secrets. What a person has to look at is in `references.remarks`. */
export function rewriteLaunch(
  entry: StandardEntry,
  transport: Exclude<Transport, object>,
  context: RewriteContext,
): FoundLaunch {
  return transport === 'stdio' ? rewriteStdio(entry, context) : rewriteHttp(entry, transport, context);
}

function rewriteStdio(entry: StandardEntry, context: RewriteContext): FoundLaunch {
  const { references } = context;
  const write = (text: string): string => ours(text, context);
  const args = (entry.args ?? []).map(write);
  const env = rewriteEnv(entry, context);
  const cwd = rewriteCwd(entry.cwd ?? null, context);
  return {
    command: hideWords(write(entry.command ?? ''), references),
    ...(args.length > 0 && { args: hideArguments(args, references) }),
    ...(Object.keys(env).length > 0 && { env }),
    ...(cwd !== null && { cwd }),
  };
}

function rewriteEnv(entry: StandardEntry, context: RewriteContext): Readonly<Record<string, string>> {
  const { references } = context;
  const written = Object.entries(entry.env ?? {}).flatMap(([name, value]) =>
    value === null ? [] : [[name, hideValue(ours(value, context), name, references)] as const],
  );
  const passed = (entry.passedVariables ?? []).map((name) => [name, reference(name, context)] as const);
  const kept = (entry.keptElsewhere ?? []).map((name) => {
    references.remarks.add('has values in a store of the client');
    return [name, reference(name, context)] as const;
  });
  return Object.fromEntries([...written, ...passed, ...kept]);
}

/** Without a folder of its own, a server of a project is started in the project. */
function rewriteCwd(cwd: string | null, context: RewriteContext): string | null {
  const { folders, references } = context;
  if (cwd === null || cwd === '') return plainFolder(folders.project, context);
  const text = hideWords(ours(cwd, context), references);
  if (text.startsWith('/') || text.startsWith('${') || win32.isAbsolute(text)) return text;
  const isHome = text === '~' || /^~[/\\]/.test(text);
  const base = plainFolder(isHome ? folders.home : folders.project, context);
  if (base === null) references.remarks.add('has a relative folder, and the client does not say to what');
  return base === null
    ? text
    : [base, ...text.replace(/^(?:~|\.)(?:[/\\]|$)/, '').split(/[/\\]/)].join(folders.separator);
}

/** A folder's own name could hold what tooldrift expands. */
function plainFolder(folder: string | null, { references }: RewriteContext): string | null {
  if (folder?.includes('${') !== true) return folder;
  references.remarks.add('is for a folder whose name holds "${"');
  return null;
}

function rewriteHttp(
  entry: StandardEntry,
  transport: Exclude<Transport, object | 'stdio'>,
  context: RewriteContext,
): FoundLaunch {
  const headers = rewriteHeaders(entry, context);
  return {
    ...(transport !== 'any' && { type: transport }),
    url: hideUrls(ours(entry.url ?? '', context), context.references),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

function rewriteHeaders(entry: StandardEntry, context: RewriteContext): Readonly<Record<string, string>> {
  const { headers, headerVariables, bearerVariable } = entry;
  const written = Object.entries(headers ?? {}).map(
    ([name, value]) => [name, hideValue(ours(value, context), name, context.references)] as const,
  );
  const named = Object.entries(headerVariables ?? {}).map(
    ([name, variable]) => [name, reference(variable, context)] as const,
  );
  const bearer = bearerVariable ? { Authorization: `Bearer ${reference(bearerVariable, context)}` } : {};
  return { ...Object.fromEntries([...written, ...named]), ...bearer };
}

function reference(variable: string, { references }: RewriteContext): string {
  if (/^[A-Za-z_]\w*$/.test(variable)) return references.refer(variable);
  references.remarks.add('names an environment variable in an odd way');
  return references.hide('value');
}

function ours(text: string, { expansion, folders, references }: RewriteContext): string {
  return references.join(takeApart(text, expansion, folders));
}
