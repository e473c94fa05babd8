import pc from 'picocolors';
import { suggestion } from '../config/nearest.ts';
import type { Explanation } from '../core/explanation.ts';
import { plainPaint, renderText } from '../core/render-text.ts';
import { AppError } from '../errors.ts';
import { allExplanations } from '../lint/rules.ts';
import { verdictRules } from '../report/verdict-rules.ts';
import { words } from './explain-words.ts';
import { exitCodes, printJson, type CommonOptions, type Io } from './io.ts';

/** All that a report, an alert or JSON may call something by, in order of name. */
export const explained: ReadonlyMap<string, Explanation> = new Map(
  [...allExplanations, ...Object.entries<Explanation>(verdictRules), ...Object.entries(words)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  ),
);

/** Says why a rule matters and what to do, or without a rule which ones there are. Needs no config. */
export function explain(rule: string | undefined, options: CommonOptions, io: Io): number {
  const chosen = [...explained].filter(([name]) => rule === undefined || name === rule);
  if (chosen.length === 0 && rule !== undefined)
    throw new AppError('usage', `there is no rule "${rule}"${suggestion(rule, [...explained.keys()])}`);
  if (options.json === true) {
    const rules = chosen.map(([name, { why, whatToDo }]) => ({ rule: name, why, whatToDo }));
    printJson(io, { schemaVersion: 1, rules });
    return exitCodes.clean;
  }
  const colors = pc.createColors(io.color);
  for (const [name, { why, whatToDo }] of chosen) {
    if (rule === undefined) io.out(`${name}\n`);
    else io.out(`${colors.bold(name)}\n\n${paragraph(why, io)}\n${paragraph(`What to do: ${whatToDo}`, io)}`);
  }
  return exitCodes.clean;
}

function paragraph(text: string, io: Io): string {
  return renderText([{ kind: 'line', text }], plainPaint, io.width);
}
