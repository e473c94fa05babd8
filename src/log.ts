import { pino } from 'pino';
import { escapeInvisible } from './core/escape-json.ts';
import { guardLine } from './core/visible.ts';
import type { Log } from './monitor/ports-world.ts';

export interface LogOptions {
  /** Lines for people instead of JSON. */
  readonly isPretty: boolean;
  readonly isVerbose: boolean;
  readonly write: (text: string) => void;
}

/** A log of JSON lines, or of plain lines on a terminal. Without `isVerbose`, a terminal sees only what needs a person. */
export function createLog({ isPretty, isVerbose, write }: LogOptions): Log {
  const destination = { write: (line: string) => write(isPretty ? prettyLine(line) : escapeInvisible(line)) };
  const level = isPretty && !isVerbose ? 'warn' : 'info';
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError(isVerbose) } },
    destination,
  );
  return {
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
  };
}

/** Messages of causes stay out: a library may put an address with a password, or a server's words, into them. */
function describeError(isVerbose: boolean): (error: unknown) => unknown {
  return (error) => {
    if (!(error instanceof Error)) return { name: typeof error };
    const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
    return { name: error.name, message: error.message, ...code, ...(isVerbose ? { stack: error.stack } : {}) };
  };
}

const levels: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [30, 'info'],
  [40, 'warning'],
  [50, 'error'],
]);

function prettyLine(line: string): string {
  const { level, time: _time, msg, err, ...fields } = JSON.parse(line) as Readonly<Record<string, unknown>>; // a line that pino wrote
  const error = typeof err === 'object' && err !== null && 'message' in err ? ` (${String(err.message)})` : '';
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`);
  return `${guardLine([`${levels.get(level) ?? 'log'}:`, ...rest, `${String(msg)}${error}`].join(' '))}\n`;
}
