import type { Command } from 'commander';
import type { CommonOptions, Io } from './io.ts';
import type { InstallOptions } from './service-install.ts';
import type { LogsOptions } from './service.ts';

/** Adds `tooldrift service ...` to `program`. `command` makes one with the options that all have. */
export function addServiceCommands(
  program: Command,
  command: (usage: string, description: string, example: string, parent: Command) => Command,
  io: Io,
  onExit: (code: number) => void,
): void {
  const service = program
    .command('service')
    .description('the daemon as a service of this user: systemd on Linux, launchd on macOS')
    .addHelpText('after', '\nExample:\n  tooldrift service install\n');
  command('install', 'write the file of the service, and start it', 'tooldrift service install --dry-run', service)
    .option('--dry-run', 'write nothing, print the file')
    .action(async (options: InstallOptions) =>
      onExit(await (await import('./service-install.ts')).serviceInstall(options, io)),
    );
  command('uninstall', 'stop the service and delete its file', 'tooldrift service uninstall', service).action(
    async (options: CommonOptions) => onExit(await (await import('./service.ts')).serviceUninstall(options, io)),
  );
  command('status', 'say whether the service runs', 'tooldrift service status', service).action(
    async (options: CommonOptions) => onExit(await (await import('./service.ts')).serviceStatus(options, io)),
  );
  command('logs', 'print the newest lines of its log', 'tooldrift service logs --follow', service)
    .option('--follow', 'go on with new ones')
    .action(async (options: LogsOptions) => onExit(await (await import('./service.ts')).serviceLogs(options, io)));
}
