import { join } from 'node:path';
import { environmentFileOf } from './environment-file.ts';
import { assertPlain, fillTemplate } from './fill-template.ts';
import type { Service, ServiceSite } from './service.ts';

const unit = 'tooldrift.service';

/** Where npx and uvx keep what they fetch. They have to be there at the start: nothing else of a home can be made. */
const caches = ['.npm', '.cache', '.local/share/uv'];
/** The same of pnpm, bun, Go and .NET, where somebody uses them. */
const otherCaches = ['.local/share/pnpm', '.bun/install', 'go/pkg', '.nuget/packages'];

/** A unit of the user's own systemd. */
export function systemdService(site: ServiceSite): Service {
  const { home, path, program, config, writable } = site;
  const configHome = site.configHome ?? join(home, '.config');
  const environmentFile = environmentFileOf('linux', home, configHome);
  assertPlain(home, configHome, path, ...program, config, ...writable);
  const systemctl = (...args: readonly string[]) => ({ command: 'systemctl', args: ['--user', ...args] });
  const journal = (...args: readonly string[]) => ({
    command: 'journalctl',
    // Not `--user`: where the journal is kept in memory, users have none of their own.
    args: ['--user-unit', unit, '--output', 'cat', ...args],
  });
  const inHome = (folder: string): string => join(home, folder);
  return {
    manager: 'systemd',
    file: join(configHome, 'systemd', 'user', unit),
    environmentFile,
    template: 'tooldrift-user.service',
    text: (template) =>
      fillTemplate(template, {
        EXEC: [...program, 'run', '--config', config].map(commandWord).join(' '),
        PATH: quoted(`PATH=${path}`),
        // Not quoted: systemd takes the whole rest of the line.
        ENVIRONMENT: `-${escaped(environmentFile)}`,
        WRITABLE: writable.map(quoted).join(' '),
        CACHES: [...caches, ...otherCaches].map((folder) => quoted(`-${inHome(folder)}`)).join(' '),
      }),
    folders: [...writable, ...caches.map(inHome)],
    install: [systemctl('daemon-reload'), systemctl('enable', unit), systemctl('restart', unit)],
    uninstall: { before: [systemctl('disable', '--now', unit)], after: [systemctl('daemon-reload')] },
    status: systemctl('show', unit, '--property', 'LoadState,ActiveState,SubState,MainPID,NRestarts,Result'),
    running: /^ActiveState=active$/m,
    unheard: {
      says: /^Failed to connect to bus/m,
      remedy: `log in as this user itself, not by su or sudo; or let root run \`loginctl enable-linger\` for it, and set XDG_RUNTIME_DIR=/run/user/${site.uid}`,
    },
    logs: journal('--lines', '100', '--no-pager'),
    lastLogs: journal('--lines', '10', '--no-pager'),
    followLogs: journal('--lines', '100', '--follow'),
    logsRemedy:
      'if this user may not read the journal, let root add it to the group systemd-journal, or make /var/log/journal',
    hint: 'it runs while you are logged in; `loginctl enable-linger` lets it run always',
  };
}

/** systemd.unit(5): `%` begins a specifier. */
function escaped(text: string): string {
  return text.replaceAll('%', '%%');
}

/** systemd.syntax(7): a word in double quotes. */
function quoted(text: string): string {
  return `"${escaped(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** systemd.service(5): in a command line `$` begins a variable as well. */
function commandWord(text: string): string {
  return quoted(text).replaceAll('$', '$$$$');
}
