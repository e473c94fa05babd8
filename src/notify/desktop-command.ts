import type { Severity } from '../core/finding.ts';

/** A program to start without a shell. Text is only ever an argument, or a variable in the environment of the program. */
export interface DesktopCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Note {
  readonly title: string;
  readonly body: string;
  readonly severity: Severity;
}

/** What shows a note on the desktop of this platform; title and body begin with no dash. Null: nothing that is known. */
export function desktopCommand(platform: string, { title, body, severity }: Note): DesktopCommand | null {
  switch (platform) {
    case 'linux':
    case 'freebsd':
    case 'openbsd':
      return {
        file: 'notify-send',
        args: ['--app-name=tooldrift', `--urgency=${urgencies[severity]}`, '--', title, escapeBody(body)],
        env: {},
      };
    case 'darwin':
      return { file: 'osascript', args: [...appleScript.flatMap((line) => ['-e', line]), title, body], env: {} };
    case 'win32':
      return {
        file: 'powershell.exe',
        args: ['-NoProfile', '-NonInteractive', '-Command', toast],
        // Arguments behind `-Command` would be read as program text.
        env: { TOOLDRIFT_TITLE: title, TOOLDRIFT_BODY: body },
      };
    default:
      return null;
  }
}

const urgencies: Readonly<Record<Severity, string>> = {
  critical: 'critical',
  high: 'critical',
  medium: 'normal',
  low: 'low',
  info: 'low',
};

/**
 * The body is markup to notification servers (Desktop Notifications Specification, "Markup"), and notify-send reads escapes with
 * a backslash in it (`g_strcompress`).
 */
function escapeBody(body: string): string {
  return body.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\\', '\\\\');
}

const appleScript = ['on run argv', 'display notification (item 2 of argv) with title (item 1 of argv)', 'end run'];

const toast = [
  '$m = [Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]',
  '$x = $m::GetTemplateContent([Windows.UI.Notifications.ToastTemplateType]::ToastText02)',
  "$t = $x.GetElementsByTagName('text')",
  '[void]$t.Item(0).AppendChild($x.CreateTextNode($env:TOOLDRIFT_TITLE))',
  '[void]$t.Item(1).AppendChild($x.CreateTextNode($env:TOOLDRIFT_BODY))',
  // The name under which Windows lets PowerShell show notes.
  "$id = '{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe'",
  '$m::CreateToastNotifier($id).Show([Windows.UI.Notifications.ToastNotification]::new($x))',
].join('; ');
