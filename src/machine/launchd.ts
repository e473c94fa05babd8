import { join } from 'node:path';
import { environmentFileOf } from './environment-file.ts';
import { assertPlain, fillTemplate } from './fill-template.ts';
import type { Service, ServiceSite } from './service.ts';

const label = 'dev.tooldrift';

/** An agent of the user who is logged in. */
export function launchdService({ home, uid, path, program, config, writable }: ServiceSite): Service {
  const file = join(home, 'Library', 'LaunchAgents', `${label}.plist`);
  const environmentFile = environmentFileOf('darwin', home, null);
  const logFolder = join(home, 'Library', 'Logs', 'tooldrift');
  const log = join(logFolder, 'tooldrift.log');
  assertPlain(home, path, ...program, config, ...writable);
  const launchctl = (...args: readonly string[]) => ({ command: 'launchctl', args });
  const words = [environmentFile, ...program, 'run', '--config', config];
  return {
    manager: 'launchd',
    file,
    environmentFile,
    template: `${label}.plist`,
    text: (template) =>
      fillTemplate(template, {
        ARGUMENTS: words.map((word) => `      <string>${escaped(word)}</string>`).join('\n'),
        PATH: escaped(path),
        LOG: escaped(log),
      }),
    folders: [...writable, logFolder],
    install: [launchctl('bootstrap', `gui/${uid}`, file)],
    uninstall: { before: [launchctl('bootout', `gui/${uid}/${label}`)], after: [] },
    status: launchctl('print', `gui/${uid}/${label}`),
    running: /^\s*state = running$/m,
    unheard: null,
    logs: { command: 'tail', args: ['-n', '100', log] },
    lastLogs: { command: 'tail', args: ['-n', '10', log] },
    followLogs: { command: 'tail', args: ['-n', '100', '-F', log] },
    logsRemedy: 'the service has written nothing yet: see whether it runs with tooldrift service status',
    hint: null,
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
