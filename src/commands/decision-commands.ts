import type { Command } from 'commander';
import type { ApproveOptions } from './approve.ts';
import type { AckOptions, ForOptions } from './attention.ts';
import type { CommonOptions, Io } from './io.ts';
import type { RejectOptions } from './reject.ts';
import type { AddOptions, DecisionOptions } from './volatile.ts';

type MakeCommand = (usage: string, description: string, example: string, parent: Command) => Command;

/** Adds what people decide to `program`. `command` makes one with the options that all have. */
export function addDecisionCommands(
  program: Command,
  command: MakeCommand,
  io: Io,
  onExit: (code: number) => void,
): void {
  command(
    'approve [server] [items...]',
    'make what a server shows the baseline',
    'tooldrift approve billing delete_invoice --expect v1:0123456789abcdef',
    program,
  )
    .option('--expect <fingerprint>', 'approve only if this is what the server shows: `v1:` and at least 12 hex digits')
    .option('--first-seen', 'approve the recorded surfaces of servers that never had a baseline')
    .option('--yes', 'with --first-seen: do not ask')
    .option('--note <text>', 'why')
    .option('--by <who>', 'who approves (default: user@host)')
    .action(async (server: string | undefined, items: string[], options: ApproveOptions, self: Command) => {
      const { approve, approveFirstSeen } = await import('./approve.ts');
      if (options.firstSeen === true)
        return onExit(await approveFirstSeen(server === undefined ? [] : [server, ...items], options, io));
      if (server === undefined) self.error("error: missing required argument 'server'");
      return onExit(await approve(server, items, options, io));
    });
  command(
    'reject <server> <item>',
    'keep a change as known and bad: never baseline, not told again',
    'tooldrift reject billing delete_invoice --note "asked the vendor"',
    program,
  )
    .option('--note <text>', 'why')
    .option('--by <who>', 'who rejects (default: user@host)')
    .action(async (server: string, item: string, options: RejectOptions) =>
      onExit(await (await import('./reject.ts')).reject(server, item, options, io)),
    );
  addAttentionCommands(program, command, io, onExit);
  addVolatileCommands(program, command, io, onExit);
}

function addAttentionCommands(program: Command, command: MakeCommand, io: Io, onExit: (code: number) => void): void {
  command(
    'ack <server> [item]',
    'say that open drift was seen: no reminders of it as it is now',
    'tooldrift ack billing delete_invoice',
    program,
  )
    .option('--note <text>', 'why')
    .option('--by <who>', 'who has seen it (default: user@host)')
    .action(async (server: string, item: string | undefined, options: AckOptions) =>
      onExit(await (await import('./attention.ts')).ack(server, item, options, io)),
    );
  command(
    'snooze <server>',
    'no messages about a server for a while, then one with what is open',
    'tooldrift snooze billing --for 2h',
    program,
  )
    .requiredOption('--for <time>', 'how long: 30m, 2h, 1d')
    .option('--note <text>', 'why')
    .option('--by <who>', 'who decides (default: user@host)')
    .action(async (server: string, options: ForOptions) =>
      onExit(await (await import('./attention.ts')).snooze(server, options, io)),
    );
  command(
    'expect <server>',
    'mark what a server changes within a while as expected; it is told all the same, and never approved by itself',
    'tooldrift expect billing --for 30m --note "upgrading to 2.1"',
    program,
  )
    .requiredOption('--for <time>', 'how long: 30m, 2h, 1d')
    .option('--note <text>', 'why')
    .option('--by <who>', 'who decides (default: user@host)')
    .action(async (server: string, options: ForOptions) =>
      onExit(await (await import('./attention.ts')).expect(server, options, io)),
    );
}

function addVolatileCommands(program: Command, command: MakeCommand, io: Io, onExit: (code: number) => void): void {
  const volatile = program
    .command('volatile')
    .description('parts of texts that may vary: a path, a user, a time zone, a count, a list')
    .addHelpText('after', '\nExample:\n  tooldrift volatile list\n');
  command(
    'add <server> <item> <pointer>',
    'let a narrow part of one approved text vary, and pin the rest',
    "tooldrift volatile add files read_file /description --pattern 'Works in {path:80}.'",
    volatile,
  )
    .requiredOption(
      '--pattern <text>',
      'text with {count}, {timezone}, {user}, {path} or {list}, and bounds: {path:80}',
    )
    .option('--note <text>', 'why')
    .option('--by <who>', 'who approves (default: user@host)')
    .action(async (server: string, item: string, pointer: string, options: AddOptions) =>
      onExit(await (await import('./volatile.ts')).volatileAdd(server, item, pointer, options, io)),
    );
  command('list [server]', 'say what may vary', 'tooldrift volatile list files', volatile).action(
    async (server: string | undefined, options: CommonOptions) =>
      onExit(await (await import('./volatile.ts')).volatileList(server, options, io)),
  );
  command(
    'remove <server> <item> <pointer>',
    'take back that a part of a text may vary',
    'tooldrift volatile remove files read_file /description',
    volatile,
  )
    .option('--note <text>', 'why')
    .option('--by <who>', 'who decides (default: user@host)')
    .action(async (server: string, item: string, pointer: string, options: DecisionOptions) =>
      onExit(await (await import('./volatile.ts')).volatileRemove(server, item, pointer, options, io)),
    );
}
