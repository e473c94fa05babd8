import type { Io } from './io.ts';

export interface Task<T> {
  readonly name: string;
  readonly run: () => Promise<T>;
}

/** Runs all tasks side by side and returns their results in order; on a terminal, shows which still run. */
export async function showProgress<T>(tasks: readonly Task<T>[], io: Io | null): Promise<readonly T[]> {
  if (io === null || !io.isOutTty) return Promise.all(tasks.map((task) => task.run()));
  const { Listr } = await import('listr2');
  const results: T[] = [];
  const list = new Listr(
    tasks.map((task, index) => ({
      title: task.name,
      task: async () => {
        results[index] = await task.run();
      },
    })),
    {
      concurrent: true,
      renderer: 'default',
      fallbackRenderer: 'silent',
      rendererOptions: { clearOutput: true },
      registerSignalListeners: false,
    },
  );
  await list.run();
  return results;
}
