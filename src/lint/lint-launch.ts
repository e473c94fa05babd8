import { visibleName } from '../core/visible-line.ts';
import { makeVisible } from '../core/visible.ts';
import { isLine } from '../pins/judge-launch.ts';
import type { Pin, Verdict, WrittenLaunch } from '../pins/pin.ts';
import { launchPath, type ConfigPath, type LintFinding, type LintServer } from './lint-finding.ts';
import { ruleOf, weighted, type LintRuleName } from './rules.ts';

/** Nothing is to be said of what is pinned by its content. */
const ruleByVerdict: Readonly<Record<Verdict, LintRuleName | null>> = {
  'pinned-digest': null,
  'pinned-version': 'unpinned-dependencies',
  tag: 'movable-tag',
  floating: 'unpinned-launch',
  remote: 'remote-server',
  local: 'local-launch',
  unknown: 'unknown-launch',
};

/** What is to be said of how a server is started: of each thing that it runs, and of what is remarkable about that. */
export function lintLaunch(server: LintServer, pins: readonly Pin[]): readonly LintFinding[] {
  return [...lintLine(server), ...lintPins(server, pins)];
}

function lintLine({ name, launch }: LintServer): readonly LintFinding[] {
  if (launch.kind === 'http' || !isLine(launch)) return [];
  const message = ruleOf('line-as-command').sentence;
  return [{ ...weighted('line-as-command'), item: null, message, paste: null, path: launchPath(name, 'command') }];
}

function lintPins({ name, launch }: LintServer, pins: readonly Pin[]): readonly LintFinding[] {
  return pins.flatMap((pin) => {
    const path = placeOf(name, launch, pin.operand);
    const rule = pin.remarks.some(({ kind }) => kind === 'shell-line') ? null : ruleByVerdict[pin.verdict];
    const remarks = pin.remarks.map(({ kind, about }) => ({
      ...weighted(kind),
      item: null,
      message: `${ruleOf(kind).sentence}: ${makeVisible(about)}${kind === 'known-vulnerable' ? ` in ${named(pin)}` : ''}`,
      paste: null,
      path: placeOf(name, launch, about),
    }));
    return rule === null ? remarks : [verdictFinding(rule, pin, path), ...remarks];
  });
}

function verdictFinding(rule: LintRuleName, pin: Pin, path: ConfigPath): LintFinding {
  const { operand, pinned } = pin;
  const paste = operand === null || pinned === null ? null : { instead: makeVisible(operand), write: pinned };
  const rest = rule === 'unpinned-dependencies' ? ', what it depends on is looked up afresh' : '';
  const message = `${named(pin)}: ${pin.reason}${rest}`;
  return { ...weighted(rule), item: null, message, paste, path };
}

function named({ package: name }: Pin): string {
  return name === null ? 'the launch' : visibleName(name, 120);
}

/** Where a word of the launch stands in the file; an option may stand there with its value. */
export function placeOf(server: string, launch: WrittenLaunch, word: string | null): ConfigPath {
  if (launch.kind === 'http') return launchPath(server, 'url');
  if (word !== null && Object.hasOwn(launch.env, word)) return launchPath(server, 'env', word);
  const at = launch.args.findIndex((arg) => arg === word || (word !== null && arg.startsWith(`${word}=`)));
  const within = at >= 0 || word === null ? at : launch.args.findIndex((arg) => arg.includes(word));
  return within < 0 ? launchPath(server, 'command') : launchPath(server, 'args', within);
}
