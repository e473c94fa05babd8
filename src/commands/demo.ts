import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pc from 'picocolors';
import { approveFirstSeen } from './approve.ts';
import { check } from './check.ts';
import { serveNotes } from './demo-server.ts';
import { exitCodes, type CommonOptions, type Io } from './io.ts';

export interface DemoOptions extends CommonOptions {
  readonly serve?: boolean;
}

/** Which face the server shows: it says other things without being started in another way. */
const faceFile = 'face';

/** A real server on this machine pulls the rug, and tooldrift says so. Nothing of yours is read, and nothing is left behind. */
export async function demo(options: DemoOptions, io: Io): Promise<number> {
  if (options.serve === true) {
    const face = await readFile(join(io.cwd, faceFile), 'utf8');
    await serveNotes(face === 'poisoned' ? face : 'honest', io);
    return exitCodes.clean;
  }
  const folder = await mkdtemp(join(tmpdir(), 'tooldrift-demo-'));
  try {
    return await tell(folder, io);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tell(folder: string, io: Io): Promise<number> {
  const server = { command: process.execPath, args: [io.script, 'demo', '--serve'] };
  await writeFile(join(folder, 'tooldrift.jsonc'), JSON.stringify({ mcpServers: { notes: server } }));
  const own = Object.entries(io.env).filter(([name]) => !name.startsWith('TOOLDRIFT_'));
  const there: Io = { ...io, cwd: folder, env: Object.fromEntries(own) };
  const colors = pc.createColors(io.color);
  const say = (text: string): void => io.out(`\n${colors.bold(text)}\n\n`);

  await writeFile(join(folder, faceFile), 'honest');
  say('A server offers two tools to your agents. tooldrift reads what it says of them:');
  await check([], { failOn: 'low' }, there);
  say('You looked at them, and they are fine. You approve what you saw:');
  await approveFirstSeen([], { yes: true }, there);
  await writeFile(join(folder, faceFile), 'poisoned');
  say('Days pass. The same server, started in the same way, says something else under the same name:');
  const code = await check([], { failOn: 'low' }, there);
  say('That stays drift until a person approves or rejects it. Your own servers: tooldrift init');
  return code === exitCodes.drift ? exitCodes.clean : exitCodes.bug;
}
