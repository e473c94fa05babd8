import { parsePeriod } from '../config/quantity.ts';
import { AppError } from '../errors.ts';

/** The time that `--since` means, as ISO 8601 UTC text: a period before `now` (`7d`), or a day or time in UTC. */
export function parseSince(text: string, now: Date): string {
  const periodMs = parsePeriod(text);
  if (periodMs !== null) return new Date(now.getTime() - periodMs).toISOString();
  const [, day, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?: ?UTC|Z)?)?$/.exec(text) ?? [];
  const at = new Date(`${day}T${time}Z`);
  if (!Number.isNaN(at.getTime())) return at.toISOString();
  throw new AppError(
    'usage',
    '--since needs a period such as "7d" or "12h", or a time in UTC such as "2026-12-01 08:00"',
  );
}
