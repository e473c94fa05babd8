import { parseCanonical } from '../core/compare.ts';
import { itemLabel } from '../core/item-label.ts';
import { isArray, type Json } from '../core/json.ts';
import type { OtherTool } from '../core/name-index.ts';
import { signalContext } from '../core/signals/context.ts';
import { signalsIn } from '../core/signals/raise.ts';
import type { Signal } from '../core/signals/signal.ts';
import { visibleLine } from '../core/visible-line.ts';
import { launchPath, type LintFinding, type LintServer, type RecordedDefinition } from './lint-finding.ts';
import { lintTool, type ToolFinding } from './lint-tool.ts';

/** What is to be said of what a server was seen to serve: of its hints, and of what in its texts speaks for an attack. */
export function lintRecorded(server: LintServer, elsewhere: readonly OtherTool[]): readonly LintFinding[] {
  const found = server.recorded.flatMap((definitions) => lintSurface(server.name, definitions, elsewhere));
  // Several identities are mostly shown the same.
  return [...new Map(found.map((one) => [JSON.stringify([one.rule, one.item, one.message]), one])).values()];
}

function lintSurface(
  server: string,
  definitions: readonly RecordedDefinition[],
  elsewhere: readonly OtherTool[],
): readonly LintFinding[] {
  const textsOf = (kind: string): readonly string[] =>
    definitions.flatMap((one) => (one.kind === kind ? [one.text] : []));
  const tools = definitions.filter(({ kind }) => kind === 'tool').map(({ name }) => name);
  const context = signalContext(textsOf('launch'), tools, elsewhere);
  const isFirst = definitions.every(({ isApproved }) => !isApproved);
  return definitions.flatMap((definition) => {
    const value = parseCanonical(definition.text);
    // Who approved it was shown them.
    const signals = definition.isApproved ? [] : signalsIn(definition, value, context, isFirst).map(fromSignal);
    const claims =
      definition.kind === 'tool' ? copiesOf(definition, value).flatMap((copy) => lintTool(definition.name, copy)) : [];
    const item = visibleLine(itemLabel(definition), 200);
    return [...signals, ...claims].map((one) => ({ ...one, item, paste: null, path: launchPath(server) }));
  });
}

function copiesOf({ copies }: RecordedDefinition, value: Json): readonly Json[] {
  return copies > 1 && isArray(value) ? value : [value];
}

function fromSignal({ name, severity, message, where, excerpt }: Signal): ToolFinding {
  const quoted = excerpt === '' ? '' : `: "${excerpt.replace(/["\\]/g, String.raw`\$&`)}"`;
  return { rule: name, severity, message: `${message}, ${where}${quoted}` };
}
