import { isArray, own, type Json, type JsonObject } from '../core/json.ts';
import { makeVisible } from '../core/visible.ts';
import { shortFingerprint } from '../core/fingerprint.ts';
import type { HistoryEntry } from '../monitor/ports-record.ts';

type Decision = Extract<HistoryEntry, { type: 'decision' }>;

/** What was decided, in one phrase. The names in it may be a server's words. */
export function describeDecision({ action, details }: Decision): string {
  switch (action) {
    case 'reject':
      return `rejected ${describeItem(details)}`;
    case 'reject-ended':
      return `${describeItem(details)} is no longer rejected: ${word(details, 'state')}`;
    case 'config':
      return describeConfig(details);
    default:
      return action;
  }
}

/** As much of a text as one line has room for. */
const maxText = 200;

function word(details: Json | undefined, key: string): string {
  const value = own(details, key);
  return typeof value === 'string' ? makeVisible(value.slice(0, maxText)) : '';
}

function describeItem(details: JsonObject): string {
  const fingerprint = own(details, 'fingerprint');
  const what = typeof fingerprint === 'string' ? shortFingerprint(fingerprint) : 'its absence';
  return [word(details, 'kind'), word(details, 'name'), makeVisible(what)].filter((part) => part !== '').join(' ');
}

function describeConfig(details: JsonObject): string {
  const launch = own(details, 'launch');
  const args = own(launch, 'args');
  const client = word(launch, 'files');
  const files = client === '' ? '' : `the files of ${client}`;
  const how = [files, word(launch, 'url'), word(launch, 'command'), ...(isArray(args) ? args : []).map(argument)];
  const config = word(details, 'config');
  const line = how.filter((part) => part !== '').join(' ');
  const change = word(details, 'change');
  return change === 'removed' ? `removed from ${config}` : `${change} in ${config}: ${line.slice(0, maxText)}`;
}

function argument(arg: Json): string {
  return typeof arg === 'string' ? makeVisible(arg) : '';
}
