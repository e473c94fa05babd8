import type { Alert } from './alert.ts';
import { describeSpan } from './exposure.ts';
import type { Fact } from './message.ts';
import { visibleLine } from './visible-line.ts';

/** Between the last good and the first bad reading, and since then, somebody may have used what nobody approved. */
export function exposureFacts(alert: Alert): readonly Fact[] {
  const { firstBadAt = alert.at, changedAt = alert.at } = alert.exposure ?? {};
  return [
    { label: 'Last good reading', value: lastGood(alert) },
    { label: 'First bad reading', value: time(firstBadAt) },
    ...(changedAt === firstBadAt ? [] : [{ label: 'First reading of this change', value: time(changedAt) }]),
    ...held(alert, 'Clients may still hold the list from before until'),
  ];
}

/** How long it was there. */
export function revertedFacts(alert: Alert): readonly Fact[] {
  const { exposure } = alert;
  if (exposure === null) return [{ label: 'At', value: time(alert.at) }];
  const { firstBadAt, changedAt } = exposure;
  return [
    { label: 'Served for', value: describeSpan(Date.parse(changedAt) - Date.parse(firstBadAt)) },
    { label: 'Last good reading before', value: lastGood(alert) },
    { label: 'First bad reading', value: time(firstBadAt) },
    { label: 'As approved again', value: time(changedAt) },
    ...held(alert, 'Clients may still hold the bad list until'),
  ];
}

function held({ at, exposure }: Alert, label: string): readonly Fact[] {
  const heldUntil = exposure?.heldUntil ?? null;
  return heldUntil === null || heldUntil <= at ? [] : [{ label, value: time(heldUntil) }];
}

export function lastGood({ lastGoodAt }: Alert): string {
  return lastGoodAt === null ? 'none on record' : time(lastGoodAt);
}

/** `2026-12-01T10:00:00.000Z` as `2026-12-01 10:00:00 UTC`. */
export function time(iso: string): string {
  return visibleLine(iso.replace(/^([\d-]{10})T([\d:]{8})(?:\.\d+)?Z$/, '$1 $2 UTC'), 40);
}
