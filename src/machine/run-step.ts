import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { AppError } from '../errors.ts';
import type { Step } from './service.ts';

const maxOutput = 64_000;

/** Runs a program of the system and gives its exit code and what it printed, both streams. Throws an `AppError` where it is missing. */
export async function runStep(
  { command, args }: Step,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output = `${output}${String(chunk)}`.slice(0, maxOutput)));
  await ended(child, command);
  return { code: child.exitCode ?? 1, output };
}

/** Runs one whose output goes where ours goes, until it ends or `signal` aborts. */
export async function passStep({ command, args }: Step, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<number> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const stop = (): void => void child.kill();
  signal.addEventListener('abort', stop, { once: true });
  await ended(child, command).finally(() => signal.removeEventListener('abort', stop));
  return child.exitCode ?? 0;
}

async function ended(child: ReturnType<typeof spawn>, command: string): Promise<void> {
  await once(child, 'close').catch((cause: unknown) => {
    throw new AppError('usage', `cannot run ${command}: this system has no such service manager`, { cause });
  });
}
