import type { Alert } from './alert.ts';
import { approveCommand, commandLine, diffCommand, isTypeable } from './approve-command.ts';
import { arrange, composeEntry, countDefinitions } from './arrange.ts';
import { itemName } from './item-name.ts';
import { mostSevereFirst } from './compose-finding.ts';
import { defaultMaxWork } from './edit-script.ts';
import type { Finding } from './finding.ts';
import { itemLabel } from './item-label.ts';
import { sizeOf } from './message.ts';
import type { Block } from './message.ts';

export interface FindingsOptions {
  /** Findings and groups of them to show; the rest is counted. */
  readonly maxFindings?: number;
  /** Visible characters after which the rest is only counted. */
  readonly maxCharacters?: number;
}

/** The findings of an alert as they are arranged, within the limits; what is left out is counted, with the command that shows it. */
export function composeFindings(
  alert: Alert,
  options: FindingsOptions & { readonly commands?: boolean },
): readonly Block[] {
  const { maxFindings = 20, maxCharacters = 60_000, commands = false } = options;
  const entries = arrange(alert.findings);
  const candidates = entries.slice(0, maxFindings);
  const blocks: Block[] = [];
  let shown = 0;
  for (const entry of candidates) {
    const room = maxCharacters - sizeOf(blocks);
    if (room <= 0) break;
    shown += 1;
    blocks.push(
      ...composeEntry(entry, alert.server, {
        maxCharacters: shown === candidates.length ? room : Math.ceil(room / 2),
        maxEdits: 20,
        maxWork: (2 * defaultMaxWork) / candidates.length,
        commands: commands ? { surfaceFingerprint: alert.fingerprint, see: alert.findings.length === 1 } : null,
      }),
    );
  }
  const left = countDefinitions(entries.slice(shown));
  return [
    ...blocks,
    ...countRest(left, commands ? diffCommand(alert.server, null) : historyOf(alert)),
    ...(commands && alert.findings.length > 1 ? closing(alert) : []),
  ];
}

/** The findings of an alert by name alone. */
export function composeTitles(alert: Alert, options: FindingsOptions): readonly Block[] {
  const shown = mostSevereFirst(alert.findings).slice(0, options.maxFindings ?? 20);
  return [...shown.map(titleOnly), ...countRest(alert.findings.length - shown.length, historyOf(alert))];
}

function titleOnly(finding: Finding): Block {
  return { kind: 'finding', severity: finding.severity, title: itemName(finding), lines: [], clients: [] };
}

/** What is over is no difference any more. */
function historyOf({ server }: Alert): string {
  return commandLine('history', [server], []);
}

function countRest(left: number, command: string): readonly Block[] {
  if (left === 0) return [];
  const are = left === 1 ? '1 more finding is' : `${left} more findings are`;
  return [{ kind: 'line', text: `${are} not shown here. All of it: ${command}` }];
}

function closing(alert: Alert): readonly Block[] {
  const names = alert.findings.map(itemLabel);
  const command = approveCommand(alert.server, names, { surfaceFingerprint: alert.fingerprint });
  const label = names.every(isTypeable)
    ? 'Approve all of it, if it is right'
    : 'Approve all that this server serves, if it is right';
  return [
    { kind: 'command', label: 'See all of it', command: diffCommand(alert.server, null) },
    { kind: 'command', label, command },
  ];
}
