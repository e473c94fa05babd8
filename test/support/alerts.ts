import { emptyAlert, type Alert } from '../../src/core/alert.ts';
import type { ClassifiedEdit, Finding } from '../../src/core/finding.ts';

/** A fingerprint that consists of one hex digit, to be told from others at a glance. */
export function aFingerprint(digit = 'a'): string {
  return `v1:${digit.repeat(64)}`;
}

export function anEdit(edit: Partial<ClassifiedEdit> = {}): ClassifiedEdit {
  const sides = 'before' in edit || 'after' in edit ? {} : { before: 'Deletes a file.', after: 'Deletes any file.' };
  return {
    pointer: '/description',
    rule: 'description-changed',
    severity: 'high',
    message: 'the description that the model reads as instructions changed',
    clients: [],
    ...sides,
    ...edit,
  };
}

export function aFinding(finding: Partial<Finding> = {}): Finding {
  return {
    kind: 'tool',
    name: 'delete_file',
    change: 'changed',
    severity: 'high',
    fingerprint: aFingerprint('b'),
    approvedFingerprint: aFingerprint('a'),
    edits: [anEdit()],
    ...finding,
  };
}

export function anAlert(alert: Partial<Alert> = {}): Alert {
  return {
    ...emptyAlert('first-drift', 'billing', '2026-12-01T10:00:00.000Z'),
    id: '2b1c7c2e-8a1e-4a50-9c53-0d4c6c7a1c11',
    severity: 'high',
    findings: [aFinding()],
    fingerprint: aFingerprint('d'),
    approvedFingerprint: aFingerprint('c'),
    lastGoodAt: '2026-12-01T09:55:00.000Z',
    ...alert,
  };
}
