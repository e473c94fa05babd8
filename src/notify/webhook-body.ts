import { awaitsDecision, type Alert } from '../core/alert.ts';
import { approveCommand, approveFirstSeen } from '../core/approve-command.ts';
import { mostSevereFirst } from '../core/compose-finding.ts';
import type { ClassifiedEdit, Finding } from '../core/finding.ts';
import { groupFindings } from '../core/group.ts';
import { subjectOf } from '../core/headline.ts';
import { itemLabel } from '../core/item-label.ts';
import type { Json } from '../core/json.ts';

/** Many receivers refuse longer bodies, and the alert would be lost. */
const maxLength = 500_000;
const maxValueLength = 4000;

/**
 * The public form of an alert: `{schemaVersion: 1, alert, groups, message: {subject}, approveCommand, truncated}`. The alert holds the raw
 * words of the server, but the text is pure ASCII: no log or viewer of it meets a control or hidden character. From an alert that
 * is too large, long values are left out of edits, then the least severe findings; it says `truncated: true`.
 */
export function webhookBody(alert: Alert): string {
  const body = write(alert, alert.findings, false);
  if (body.length <= maxLength) return body;
  const findings = mostSevereFirst(alert.findings).map(shorten);
  for (let count = findings.length; count > 0; count = Math.floor(count / 2)) {
    const shorter = write(alert, findings.slice(0, count), true);
    if (shorter.length <= maxLength) return shorter;
  }
  return write(alert, [], true);
}

function write(alert: Alert, findings: readonly Finding[], truncated: boolean): string {
  const text = JSON.stringify({
    schemaVersion: 1,
    alert: { ...alert, findings, reverted: truncated ? alert.reverted.slice(0, 50) : alert.reverted },
    groups: groupFindings(findings).groups,
    message: { subject: subjectOf(alert) },
    approveCommand: commandFor(alert),
    truncated,
  });
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Null unless there is something to approve. */
function commandFor(alert: Alert): string | null {
  if (alert.summary?.cause === 'first-seen') return approveFirstSeen;
  if (!awaitsDecision(alert)) return null;
  const names = alert.findings.map(itemLabel);
  const itemFingerprint = alert.findings[0]?.fingerprint ?? null;
  return approveCommand(alert.server, names, { itemFingerprint, surfaceFingerprint: alert.fingerprint });
}

function shorten(finding: Finding): Finding {
  return { ...finding, edits: mostSevereFirst(finding.edits).slice(0, 50).map(withoutLongValues) };
}

function withoutLongValues({ before, after, ...rest }: ClassifiedEdit): ClassifiedEdit {
  return {
    ...rest,
    ...(isShort(before) ? { before } : {}),
    ...(isShort(after) ? { after } : {}),
  };
}

function isShort(value: Json | undefined): value is Json {
  return value !== undefined && JSON.stringify(value).length <= maxValueLength;
}
