import { spawn } from 'node:child_process';
import { composeAlert } from '../core/compose-alert.ts';
import type { Alert } from '../core/alert.ts';
import { guardLine } from '../core/visible.ts';
import { DeliveryError } from '../monitor/delivery-error.ts';
import type { Channel } from '../monitor/ports-delivery.ts';
import { desktopCommand, type DesktopCommand, type Note } from './desktop-command.ts';

export interface Desktop {
  /** As `process.platform` names it. */
  readonly platform: string;
  /** What a program needs to find the desktop: the session's own variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Notes on the desktop of the person who runs tooldrift. */
export function desktopChannel({ platform, env }: Desktop): Channel {
  return {
    name: 'desktop',
    async send(alert, signal) {
      const command = desktopCommand(platform, noteOf(alert));
      if (command === null)
        throw new DeliveryError(`desktop notes are not known for this system (${platform})`, { retryable: false });
      await run(command, env, signal);
      return null;
    },
    close: () => Promise.resolve(),
  };
}

/** What programs need to find the desktop of a session, and nothing of what else stands there: it may be a secret. */
const passedOn = [
  ...[
    'PATH',
    'HOME',
    'LANG',
    'DISPLAY',
    'WAYLAND_DISPLAY',
    'XAUTHORITY',
    'XDG_RUNTIME_DIR',
    'DBUS_SESSION_BUS_ADDRESS',
  ],
  ...['SystemRoot', 'PATHEXT', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'TEMP', 'TMP'],
];

const maxLine = 250;

/** The body begins with our own words: no text of a server begins an argument. */
function noteOf(alert: Alert): Note {
  const { subject, title, severity } = composeAlert(alert, { maxFindings: 1, maxCharacters: 500 });
  const see = alert.findings.length > 0 ? 'See `tooldrift diff`.' : 'See `tooldrift status`.';
  return {
    title: guardLine(subject).slice(0, maxLine),
    body: `${see} ${guardLine(title).slice(0, maxLine)}`,
    severity,
  };
}

function sessionOf(env: Desktop['env']): Record<string, string> {
  return Object.fromEntries(passedOn.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

function run(command: DesktopCommand, env: Desktop['env'], signal: AbortSignal): Promise<void> {
  const { file, args } = command;
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      env: { ...sessionOf(env), ...command.env },
      signal,
      stdio: 'ignore',
      windowsHide: true,
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT')
        reject(new DeliveryError(`${file} is not installed`, { retryable: false, remedy: 'install it' }));
      else if (signal.aborted) reject(new DeliveryError(`${file} did not end in time`, { retryable: true }));
      else reject(new DeliveryError(`${file} could not be started`, { retryable: true, cause: error }));
    });
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new DeliveryError(`${file} found no desktop (exit code ${code ?? 'none'})`, {
            retryable: true,
            remedy: 'run tooldrift as the person who sits there',
          }),
        );
    });
  });
}
