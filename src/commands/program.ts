import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { severities, type Severity } from '../core/finding.ts';
import type { VerifyOptions } from './audit.ts';
import type { CheckOptions } from './check.ts';
import type { ExportOptions } from './export.ts';
import { addDecisionCommands } from './decision-commands.ts';
import type { DemoOptions } from './demo.ts';
import type { HistoryOptions } from './history.ts';
import type { ImportOptions } from './import.ts';
import type { InitOptions } from './init.ts';
import type { CommonOptions, Io } from './io.ts';
import type { LintOptions } from './lint.ts';
import type { LoginOptions } from './login.ts';
import { addServiceCommands } from './service-commands.ts';

/** The command line. Each command loads its own code when it is called, so that no other pays for it. */
export function createProgram(io: Io, version: string, onExit: (code: number) => void): Command {
  const program = new Command('tooldrift')
    .description(
      'Watches the tool definitions that MCP servers serve, and tells you when one is no longer what you approved.',
    )
    .version(version, '-V, --version', 'print the version')
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .showSuggestionAfterError()
    .addHelpText(
      'after',
      '\nExit codes: 0 clean, 1 drift or unapproved, 2 usage or config, 3 something could not be verified, 70 a bug.\n',
    );

  const command = (usage: string, description: string, example: string, parent = program): Command =>
    parent
      .command(usage)
      .description(description)
      .option('--config <file>', 'use this config file')
      .option('--json', 'print one JSON document on standard output, and nothing else')
      .option('--no-color', 'print without colours')
      .option('--verbose', 'log more')
      .addHelpText('after', `\nExample:\n  ${example}\n`);

  command(
    'init [server...]',
    'find the servers that the MCP clients of this machine use, and write the chosen ones into a config',
    'tooldrift init --client claude-code --client cursor',
  )
    .option('--yes', 'do not ask: take all that need no question')
    .option('--client <id>', 'look only at the files of this client; repeat it for more', collect)
    .option(
      '--project <folder>',
      'look at the files of this project alone, not of those that clients were used in; repeat it for more',
      collect,
    )
    .option('--dry-run', 'write nothing, show what would be written')
    .option('--output <file>', 'write to this file (default: the config that is here, else tooldrift.jsonc)')
    .action(async (servers: string[], options: InitOptions) =>
      onExit(await (await import('./init.ts')).init(servers, options, io)),
    );
  command(
    'run',
    'watch all servers and deliver alerts, until stopped',
    'tooldrift run --config /etc/tooldrift.jsonc',
  ).action(async (options: CommonOptions) => onExit(await (await import('./run.ts')).run(options, io)));
  command(
    'check [server...]',
    'read each server once and say what differs from the approved',
    'tooldrift check files billing --json',
  )
    .option('--lock <file>', 'compare with what `tooldrift export` wrote, and use no database; `-` is standard input')
    .option('--sarif <file>', 'also write a SARIF 2.1.0 log; `-` is standard output, and nothing else on it')
    .option('--junit <file>', 'also write a JUnit report; `-` is standard output, and nothing else on it')
    .option('--fail-on <severity>', 'count drift from this severity on', parseSeverity, 'low')
    .action(async (servers: string[], options: CheckOptions) =>
      onExit(await (await import('./check.ts')).check(servers, options, io)),
    );
  command('status', 'say what is known of each server, without reading any', 'tooldrift status').action(
    async (options: CommonOptions) => onExit(await (await import('./status.ts')).status(options, io)),
  );
  command(
    'diff [server] [item]',
    'show approved against served, word by word',
    'tooldrift diff billing delete_invoice',
  ).action(async (server: string | undefined, item: string | undefined, options: CommonOptions) =>
    onExit(await (await import('./diff.ts')).diff(server, item, options, io)),
  );
  command('show <server> [item]', 'show definitions as they were recorded', 'tooldrift show files read_file').action(
    async (server: string, item: string | undefined, options: CommonOptions) =>
      onExit(await (await import('./show.ts')).show(server, item, options, io)),
  );
  command(
    'lint [servers...]',
    'say what is wrong with launches, addresses and recorded definitions, without starting or asking any server',
    'tooldrift lint --fail-on medium',
  )
    .option('--sarif', 'print a SARIF 2.1.0 log on standard output, and nothing else')
    .option('--fail-on <severity>', 'exit with 1 from this severity on', parseSeverity, 'high')
    .action(async (servers: string[], options: LintOptions) =>
      onExit(await (await import('./lint.ts')).lint(servers, options, io)),
    );
  command(
    'export [server...]',
    'write what is approved as a lock file, for a repository and for `check --lock`',
    'tooldrift export --output tooldrift.lock.json',
  )
    .option('--output <file>', 'where to; `-` is standard output', '-')
    .action(async (servers: string[], options: ExportOptions) =>
      onExit(await (await import('./export.ts')).exportLock(servers, options, io)),
    );
  command(
    'import <file> [server...]',
    'take what a lock file says as approvals; `-` is standard input',
    'tooldrift import tooldrift.lock.json',
  )
    .option('--yes', 'do not ask')
    .option('--replace-newer', 'also where something else was approved here later')
    .option('--by <who>', 'who takes it in (default: user@host)')
    .action(async (file: string, servers: string[], options: ImportOptions) =>
      onExit(await (await import('./import.ts')).importLock(file, servers, options, io)),
    );
  command(
    'explain [rule]',
    'say why a rule matters and what to do, or which rules there are',
    'tooldrift explain description-changed',
  ).action(async (rule: string | undefined, options: CommonOptions) =>
    onExit((await import('./explain.ts')).explain(rule, options, io)),
  );
  addDecisionCommands(program, command, io, onExit);
  command(
    'login <server>',
    'log in to a server that wants it, with a browser, and keep the tokens for the readings',
    'tooldrift login billing',
  )
    .option('--no-browser', 'only print the address')
    .action(async (server: string, options: LoginOptions) =>
      onExit(await (await import('./login.ts')).login(server, options, io)),
    );
  command('logout <server>', 'delete the tokens of a server', 'tooldrift logout billing').action(
    async (server: string, options: CommonOptions) =>
      onExit(await (await import('./logout.ts')).logout(server, options, io)),
  );
  command(
    'history [server] [item]',
    'snapshots, drift, decisions and alerts in time order: what, when, by whom, from where, why',
    'tooldrift history billing --since 7d',
  )
    .option('--limit <n>', 'the newest so many entries', parseCount)
    .option('--since <time>', 'what began since then: a period (7d) or a time in UTC (2026-12-01 08:00)')
    .option('--item <name>', 'what is about definitions of this name')
    .action(async (server: string | undefined, item: string | undefined, options: HistoryOptions) =>
      onExit(await (await import('./history.ts')).history(server, item, options, io)),
    );
  const alerts = program
    .command('alerts')
    .description('the channels that alerts go to')
    .addHelpText('after', '\nExample:\n  tooldrift alerts test\n');
  command('test [channel]', 'send one test message on each channel, or on one', 'tooldrift alerts test', alerts).action(
    async (channel: string | undefined, options: CommonOptions) =>
      onExit(await (await import('./alerts-test.ts')).alertsTest(channel, options, io)),
  );
  command(
    'retry [channel]',
    'deliver now what was given up, or waits for another attempt',
    'tooldrift alerts retry email',
    alerts,
  ).action(async (channel: string | undefined, options: CommonOptions) =>
    onExit(await (await import('./alerts-retry.ts')).alertsRetry(channel, options, io)),
  );
  const audit = program
    .command('audit')
    .description('the log of all decisions, in which each row carries the hash of the one before')
    .addHelpText('after', '\nExample:\n  tooldrift audit verify\n');
  command(
    'verify',
    'say whether the log, and what it attests, is what was written; exit code 1 if not',
    'tooldrift audit verify --expect v1:0123456789abcdef',
    audit,
  )
    .option('--expect <hash>', 'a hash that was printed before: its row has to be in the log')
    .action(async (options: VerifyOptions) => onExit(await (await import('./audit.ts')).auditVerify(options, io)));
  command('export', 'print the log, a JSON object a line', 'tooldrift audit export > decisions.jsonl', audit).action(
    async (options: CommonOptions) => onExit(await (await import('./audit.ts')).auditExport(options, io)),
  );
  command('demo', 'see a rug pull caught, by a server that lives as long as this command', 'tooldrift demo')
    .addOption(new Option('--serve', 'be that server').hideHelp())
    .action(async (options: DemoOptions) => onExit(await (await import('./demo.ts')).demo(options, io)));
  addServiceCommands(program, command, io, onExit);
  command(
    'doctor',
    'look at the config, the database, files, servers, channels and the clock, and say what to do; records and sends nothing',
    'tooldrift doctor',
  ).action(async (options: CommonOptions) => onExit(await (await import('./doctor.ts')).doctor(options, io)));
  program
    .command('completions')
    .description('print a completion script for a shell, or the servers of the config')
    .addArgument(new Argument('<shell>', 'for which shell').choices(['bash', 'zsh', 'fish', 'servers']))
    .option('--config <file>', 'use this config file')
    .addHelpText('after', '\nExample:\n  source <(tooldrift completions bash)\n')
    .action(async (shell: string, options: CommonOptions) =>
      onExit(await (await import('./completions.ts')).completions(shell, program, options, io)),
    );
  command('migrate', 'bring the database up to date, as every start does', 'tooldrift migrate').action(
    async (options: CommonOptions) => onExit(await (await import('./migrate.ts')).migrate(options, io)),
  );
  return program;
}

function parseSeverity(text: string): Severity {
  const severity = severities.find((one) => one === text);
  if (severity === undefined) throw new InvalidArgumentError(`It must be one of ${severities.join(', ')}.`);
  return severity;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new InvalidArgumentError('It must be a whole number above 0.');
  return count;
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
