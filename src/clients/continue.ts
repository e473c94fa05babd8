import type { Client, RawEntry, StandardShape } from './client.ts';
import { under } from './collect.ts';
import { approvedInContinue } from './continue-approvals.ts';
import { template } from './syntaxes.ts';
import { project, user } from './places.ts';
import { usualRules } from './usual-rules.ts';
import { at, isObject } from './values.ts';

const endings = ['yaml', 'yml', 'json'];

export const continueDev: Client = {
  id: 'continue',
  name: 'Continue',
  places: [
    user('~/.continue/config.yaml'),
    ...endings.flatMap((ending) => [
      user(`~/.continue/mcpServers/*.${ending}`),
      project(`.continue/mcpServers/*.${ending}`),
    ]),
  ],
  settings: [user('~/.continue/permissions.yaml')],
  collect: under(['mcpServers']),
  rules: { ...usualRules, expansion: [template] },
  standardise,
  approvedIn: approvedInContinue,
};

/** Headers stand among the options of requests, and a key becomes one. */
function standardise(raw: RawEntry): StandardShape {
  const { apiKey } = raw;
  const own = raw['headers'] ?? at(raw, 'requestOptions', 'headers');
  const key = typeof apiKey === 'string' ? { Authorization: `Bearer ${apiKey}` } : {};
  return { ...raw, headers: own === undefined || isObject(own) ? { ...own, ...key } : own };
}
