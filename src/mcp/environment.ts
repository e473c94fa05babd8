/** What a program of this operating system needs to start at all, and nothing that holds a secret. */
const posix = [
  'HOME',
  'LOGNAME',
  'PATH',
  'SHELL',
  'TERM',
  'USER',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'LC_MESSAGES',
  'TZ',
  'TMPDIR',
];
const windows = [
  'ALLUSERSPROFILE',
  'APPDATA',
  'COMMONPROGRAMFILES',
  'COMMONPROGRAMFILES(X86)',
  'COMMONPROGRAMW6432',
  'COMPUTERNAME',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'NUMBER_OF_PROCESSORS',
  'OS',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROGRAMW6432',
  'PUBLIC',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERDOMAIN',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];

/** The environment of a watched child: the minimum of the system, then what the config names. */
export function childEnvironment(
  parent: Readonly<Record<string, string | undefined>>,
  named: Readonly<Record<string, string>>,
  platform: NodeJS.Platform,
): Record<string, string> {
  // Windows names are case-insensitive: of `Path` and `PATH` a program there gets one, and which is not ours to choose.
  const keyOf = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name);
  const kept = new Set(platform === 'win32' ? windows : posix);
  for (const name of Object.keys(named)) kept.delete(keyOf(name));
  const minimal = Object.entries(parent).filter(
    (entry): entry is [string, string] =>
      // A value that begins with `()` is an exported shell function: code.
      entry[1] !== undefined && !entry[1].startsWith('()') && kept.has(keyOf(entry[0])),
  );
  return { ...Object.fromEntries(minimal), ...named };
}
