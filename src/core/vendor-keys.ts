import type { Direction } from './consent-answers.ts';
import type { DefinitionKind } from './definition.ts';
import { isArray, isObject, own, type Json } from './json.ts';
import { itemsIn } from './prose.ts';

/** A key of one vendor that allows a client, a page or a server more or less. */
export interface VendorKey {
  readonly kind: DefinitionKind;
  readonly client: string;
  /** Where it stands in the definition. */
  readonly place: readonly string[];
  /** True if `after`, the value at this place, allows more than `before` in any respect. */
  readonly widens: (before: Json | undefined, after: Json | undefined) => boolean;
  /** What the client does now, for `phrase` in `consequences.ts`. */
  readonly wider: string;
  readonly narrower: string;
}

type Widens = VendorKey['widens'];

/** By what the value allows, each named: more is whatever was not among it. */
function moreOf(grantsOf: (value: Json | undefined) => Iterable<string>): Widens {
  return (before, after) => {
    const had = new Set(grantsOf(before));
    return [...grantsOf(after)].some((grant) => !had.has(grant));
  };
}

const turnsOn: Widens = (before, after) => Boolean(after) && !before;

const appears: Widens = (before, after) => after !== undefined && before === undefined;

/** For a switch that only JSON `true` turns on. */
const turnsTrue: Widens = (before, after) => after === true && before !== true;

/** All texts in the value: hosts, URIs, names of fields. */
const moreTexts = moreOf(function* (value) {
  for (const { item } of itemsIn(value)) if (typeof item === 'string') yield item;
});

/** MCP Apps 2026-01-26: pages may call a tool unless its visibility leaves them out. */
const opensToPages: Widens = (before, after) => {
  const isOpen = (visibility: Json | undefined): boolean => !isArray(visibility) || visibility.includes('app');
  return isOpen(after) && !isOpen(before);
};

const loginsIn = (value: Json | undefined): readonly Json[] => (isArray(value) ? value.filter(isObject) : []);
const dropsLogin = moreOf((value) =>
  loginsIn(value).some((scheme) => own(scheme, 'type') === 'noauth') ? ['noauth'] : [],
);
const moreScopes = moreOf(function* (value) {
  for (const scheme of loginsIn(value)) {
    const scopes = own(scheme, 'scopes');
    if (isArray(scopes)) yield* scopes.filter((scope) => typeof scope === 'string');
  }
});

/** Claude Code takes no more than this (code.claude.com/docs/en/mcp). */
const maxResultCeiling = 500_000;
const raisesLimit: Widens = (before, after) => {
  const limitOf = (value: Json | undefined): number =>
    typeof value === 'number' ? Math.min(value, maxResultCeiling) : 0;
  return limitOf(after) > limitOf(before);
};

const shownPage = {
  widens: moreTexts,
  wider: 'now show[s] another page with the results of {tool}',
  narrower: 'no longer show[s] a page with the results of {tool}',
};
const noLogin = {
  client: 'ChatGPT',
  widens: dropsLogin,
  wider: 'may now call {tool} without a login',
  narrower: 'no longer call[s] {tool} without a login',
};
const scopes = {
  client: 'ChatGPT',
  widens: moreScopes,
  wider: 'now ask[s] for more access when a person logs in for {tool}',
  narrower: 'now ask[s] for less access when a person logs in for {tool}',
};

/**
 * Sources: code.claude.com/docs/en/mcp (2026-08) for Claude Code; the ext-apps specification of 2026-01-26 for MCP Apps; samples of
 * OpenAI for ChatGPT (2026-10), to be verified, as its own page was not to be had. A CSP and permissions in `_meta.ui` stand on
 * the page, not on the tool: `ui-grants.ts`.
 */
const vendorKeys: readonly VendorKey[] = [
  {
    kind: 'tool',
    client: 'any MCP Apps host',
    place: ['_meta', 'ui', 'visibility'],
    widens: opensToPages,
    wider: 'now let[s] pages of the server call {tool}',
    narrower: 'no longer let[s] pages of the server call {tool}',
  },
  { kind: 'tool', client: 'any MCP Apps host', place: ['_meta', 'ui', 'resourceUri'], ...shownPage },
  { kind: 'tool', client: 'any MCP Apps host', place: ['_meta', 'ui/resourceUri'], ...shownPage },
  { kind: 'tool', client: 'ChatGPT', place: ['_meta', 'openai/outputTemplate'], ...shownPage },
  {
    kind: 'tool',
    client: 'ChatGPT',
    place: ['_meta', 'openai/widgetAccessible'],
    widens: turnsOn,
    wider: 'now let[s] the page behind {tool} call it',
    narrower: 'no longer let[s] the page behind {tool} call it',
  },
  {
    kind: 'tool',
    client: 'ChatGPT',
    place: ['_meta', 'openai/widgetCSP'],
    widens: moreTexts,
    wider: 'now let[s] the page behind {tool} reach more hosts',
    narrower: 'now let[s] the page behind {tool} reach fewer hosts',
  },
  {
    kind: 'tool',
    client: 'ChatGPT',
    place: ['_meta', 'openai/fileParams'],
    widens: moreTexts,
    wider: "now hand[s] more of a person's files to {tool}",
    narrower: "now hand[s] fewer of a person's files to {tool}",
  },
  { kind: 'tool', place: ['securitySchemes'], ...noLogin },
  { kind: 'tool', place: ['_meta', 'securitySchemes'], ...noLogin },
  { kind: 'tool', place: ['securitySchemes'], ...scopes },
  { kind: 'tool', place: ['_meta', 'securitySchemes'], ...scopes },
  {
    kind: 'tool',
    client: 'Claude Code',
    place: ['_meta', 'anthropic/maxResultSizeChars'],
    widens: raisesLimit,
    wider: 'now take[s] longer results of {tool} into the conversation',
    narrower: 'now take[s] only shorter results of {tool} into the conversation',
  },
  {
    kind: 'tool',
    client: 'Claude Code',
    place: ['_meta', 'anthropic/alwaysLoad'],
    widens: turnsTrue,
    wider: 'now always show[s] {tool} to the model',
    narrower: 'now show[s] {tool} to the model only when it looks for it',
  },
  {
    kind: 'capabilities',
    client: 'Claude Code',
    place: ['experimental', 'claude/channel'],
    widens: appears,
    wider: 'may now take messages that the server pushes into a conversation',
    narrower: 'no longer take[s] messages that the server pushes into a conversation',
  },
];

export interface VendorChange {
  readonly key: VendorKey;
  readonly direction: Direction;
}

/** What vendors' keys allow now and did not, or the other way round. */
export function compareVendorKeys(kind: DefinitionKind, before: Json | null, after: Json): readonly VendorChange[] {
  return vendorKeys.flatMap((key): readonly VendorChange[] => {
    if (key.kind !== kind) return [];
    const [was, is] = [valueAt(before, key.place), valueAt(after, key.place)];
    if (was === is) return [];
    if (key.widens(was, is)) return [{ key, direction: 'weaker' }];
    return key.widens(is, was) ? [{ key, direction: 'safer' }] : [];
  });
}

function valueAt(value: Json | undefined, place: readonly string[]): Json | undefined {
  return place.reduce<Json | undefined>((inner, key) => own(inner, key), value);
}
