import type { Io } from '../../src/commands/io.ts';

/** What a command printed, and the `Io` that it printed on: no terminal, nobody to ask unless `io` says so. */
export function anIo(cwd: string, io: Partial<Io> = {}) {
  const printed = { out: '', err: '' };
  const all: Io = {
    out: (text) => void (printed.out += text),
    err: (text) => void (printed.err += text),
    cwd,
    env: {},
    color: false,
    width: 100,
    isOutTty: false,
    isErrTty: false,
    ask: null,
    readLine: async () => null,
    readInput: async function* () {},
    script: '/usr/lib/tooldrift/main.js',
    uid: 1000,
    program: 'tooldrift',
    signal: new AbortController().signal,
    onExit: () => undefined,
    onReload: () => undefined,
    ...io,
  };
  return { io: all, printed };
}
