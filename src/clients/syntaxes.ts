import { variableName, type Folders, type Piece, type Syntax } from './pieces.ts';

const name = '[A-Za-z_][A-Za-z0-9_]*';

/** `${NAME}` and `${NAME:-default}`. */
export const braces: Syntax = {
  pattern: String.raw`\$\{${name}(?::-[^}]*)?\}`,
  read: (match) => {
    const [, variable = '', fallback] = /^\$\{([^:}]+)(?::-(.*))?\}$/s.exec(match) ?? [];
    return { kind: 'variable', name: variable, fallback: fallback ?? null };
  },
};

/** `${NAME}` alone. */
export const plainBraces: Syntax = { ...braces, pattern: String.raw`\$\{${name}\}` };

/** `$NAME`. */
export const dollar: Syntax = { pattern: String.raw`\$${name}`, read: (match) => variable(match.slice(1)) };

/** `%NAME%`. */
export const percent: Syntax = { pattern: `%${name}%`, read: (match) => variable(match.slice(1, -1)) };

/** `${env:NAME}`. */
export const envPrefix: Syntax = {
  pattern: String.raw`\$\{env:[^}]*\}`,
  read: (match) => named(match.slice('${env:'.length, -1)),
};

/** `{env:NAME}`. */
export const curlyEnv: Syntax = {
  pattern: String.raw`\{env:[^}]*\}`,
  read: (match) => named(match.slice('{env:'.length, -1)),
};

/** `{file:path}`: the client reads a file. */
export const curlyFile: Syntax = {
  pattern: String.raw`\{file:[^}]*\}`,
  read: (match) => ask(match, 'takes a value from a file'),
};

/** `${{ secrets.NAME }}`. */
export const template: Syntax = {
  pattern: String.raw`\$\{\{[^}]*\}\}`,
  read: (match) => ask(match, 'takes a value from a store of the client'),
};

/** `${input:id}`: the client asks for it and keeps it. */
export const input: Syntax = {
  pattern: String.raw`\$\{(?:prompt)?[iI]nput:[^}]*\}`,
  read: (match) => ask(match, 'takes a value that the client asks for and keeps to itself'),
};

/** `$(command)` and `` `command` ``: the client runs it. */
export const command: Syntax = {
  pattern: String.raw`\$\([^)]*\)|\x60[^\x60]*\x60`,
  read: () => ({ kind: 'ask', name: null, why: 'runs a command for a value' }),
};

/** `${userHome}`, `${workspaceFolder}` and their kin. */
export const folderNames: Syntax = {
  pattern: String.raw`\$\{(?:userHome|workspaceFolder|workspaceRoot|workspaceFolderBasename|pathSeparator|/)\}`,
  read: (match, folders) => known(match, folderValue(match.slice(2, -1), folders)),
};

/** `${HOME}`, where the client puts the home folder for it by itself. */
export const homeFolder: Syntax = {
  pattern: String.raw`\$\{HOME\}`,
  read: (match, { home }) => known(match, home),
};

/** The folder of a plugin or extension, under the name that the client gives it. */
export function pluginFolder(variableName: string): Syntax {
  return { pattern: String.raw`\$\{${variableName}\}`, read: (match, { plugin }) => known(match, plugin) };
}

/** The project's folder, under the name that the client gives it. */
export function projectFolder(variableName: string): Syntax {
  return { pattern: String.raw`\$\{${variableName}\}`, read: (match, { project }) => known(match, project) };
}

/** What is left of `${` would be read by tooldrift, so it cannot be written as it stands. */
export const leftOver: Syntax = {
  pattern: String.raw`\$\{[^}]*\}?`,
  read: (match) => {
    const why = 'holds a "${...}" that only the client, or its server, understands';
    // Anything else may be a part of a secret.
    return /^\$\{(?:\w+[.:])?[A-Z_][A-Z0-9_]*\}$/.test(match) ? ask(match, why) : { kind: 'ask', name: null, why };
  },
};

function variable(variableName: string): Piece {
  return { kind: 'variable', name: variableName, fallback: null };
}

function named(text: string): Piece {
  if (new RegExp(`^${name}$`).test(text)) return variable(text);
  return { kind: 'ask', name: null, why: 'names an environment variable in an odd way' };
}

function known(match: string, value: string | null): Piece {
  // A folder's own name could hold what tooldrift expands.
  if (value === null || value.includes('${')) return ask(match, 'names a folder that only the client knows');
  return { kind: 'text', text: value };
}

/** What only a person, or the client, knows; its name is taken from `match`. */
export function ask(match: string, why: string): Piece {
  const words = match.replace(/^\W*(?:\w+[:.])?/, '').replace(/:-.*$/s, '');
  return { kind: 'ask', name: variableName(words), why };
}

function folderValue(word: string, { home, project, separator }: Folders): string | null {
  switch (word) {
    case 'userHome':
      return home;
    case 'pathSeparator':
    case '/':
      return separator;
    case 'workspaceFolderBasename':
      return project?.split(/[/\\]/).at(-1) ?? null;
    default:
      return project;
  }
}
