import type { ClientScope } from '../core/found-entry.ts';
import type { ApprovedIn } from './client.ts';
import { lastCounts, rulesOf, type ToolRule } from './tool-rules.ts';
import { at, isObject } from './values.ts';

/** The settings of a later one stand over those of an earlier one. */
const order: readonly ClientScope[] = ['plugin', 'user', 'local', 'project', 'managed'];

/** `permission` of all files: patterns of `server_tool`, of which the last that fits counts; `usual` is what holds before them. */
export function approvedByPermission(usual: 'allow' | 'ask'): ApprovedIn {
  return ({ name }, files) => {
    const sorted = [...files].sort((a, b) => order.indexOf(a.scope) - order.indexOf(b.scope));
    const permissions = sorted.map(({ value }) => at(value, 'permission')).filter((own) => own !== undefined);
    const rules = permissions.flatMap((permission) => rulesIn(permission, name));
    const by = permissions.length === 0 ? 'permission is not set' : 'permission';
    return lastCounts([{ tool: '*', isAllowed: usual === 'allow' }, ...rules], by);
  };
}

function rulesIn(permission: unknown, name: string): readonly ToolRule[] {
  if (typeof permission === 'string') return [{ tool: '*', isAllowed: permission === 'allow' }];
  const prefix = `${name.replaceAll(/[^\w-]/g, '_')}_`;
  return Object.entries(isObject(permission) ? permission : {}).flatMap(([pattern, answer]) =>
    rulesOf([pattern], prefix, answer === 'allow' || at(answer, '*') === 'allow'),
  );
}
