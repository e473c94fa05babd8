import { fine, noteOf, problemOf, type Examined } from './examined.ts';

/** What an HTTP server says that the time is. */
export interface ToldTime {
  /** Who says it, as a person knows it. */
  readonly by: string;
  /** Its `Date` header (RFC 9110 6.6.1), to the second. */
  readonly date: string;
  /** When it was asked and when it had answered, by the clock of this machine. */
  readonly askedAt: Date;
  readonly answeredAt: Date;
}

const clock = { subject: 'clock', name: null } as const;
/** Above this, tokens are taken for ended, and receivers refuse signed messages. */
const maxErrorMs = 60_000;
const remedy = 'set the clock, and let it follow a time server: `timedatectl set-ntp true` on Linux';

/** Compares the clock of this machine with what a server told. Null: nobody could be asked. */
export function examineClock(told: ToldTime | null): Examined {
  const time = told === null ? Number.NaN : Date.parse(told.date);
  if (told === null || Number.isNaN(time))
    return noteOf(clock, 'no HTTP server or channel of the config told the time to compare with');
  const errorMs = distance(time, told.askedAt.getTime() - 1000, told.answeredAt.getTime());
  if (errorMs <= maxErrorMs) return fine(clock, `agrees with that of ${told.by}`);
  const direction = time < told.askedAt.getTime() ? 'ahead of' : 'behind';
  return problemOf(clock, `${Math.round(errorMs / 1000)} seconds ${direction} that of ${told.by}`, remedy);
}

function distance(time: number, from: number, to: number): number {
  return Math.max(from - time, time - to, 0);
}
