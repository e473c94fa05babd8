import { proseIn, textsIn } from './prose.ts';
import type { PlacedEdit, Rule } from './rules.ts';
import { widensGrants } from './ui-grants.ts';

/** What an edit means in what is neither a tool nor instructions. The first rule that matches counts. */
export const surfaceRules: readonly Rule[] = [
  {
    name: 'prompt-text-changed',
    severity: 'medium',
    sentence: 'text of the prompt that people and the model read changed',
    matches: (edit) => edit.kind === 'prompt' && changesPromptText(edit),
  },
  {
    name: 'prompt-changed',
    severity: 'medium',
    sentence: 'the prompt changed',
    matches: ({ kind, path }) => kind === 'prompt' && path.length > 0,
  },
  {
    name: 'resource-changed',
    severity: 'info',
    sentence: 'the resource is described in another way',
    matches: ({ kind }) => kind === 'resource',
  },
  {
    name: 'resource-template-changed',
    severity: 'medium',
    sentence: 'the resource template changed',
    matches: ({ kind }) => kind === 'resource-template',
  },
  {
    name: 'ui-permissions-widened',
    severity: 'high',
    sentence: 'the page behind the tool asks for more: permissions, or hosts that it may reach',
    matches: (edit) => edit.kind === 'ui-resource' && widensGrants(edit),
  },
  {
    name: 'ui-resource-volatile',
    severity: 'high',
    sentence: 'the page behind the tool is another one each time that it is read: it cannot be pinned',
    matches: ({ kind, path, after }) => kind === 'ui-resource' && path.at(-1) === 'volatile' && after === true,
  },
  {
    name: 'ui-resource-changed',
    severity: 'medium',
    sentence: 'the page behind the tool changed',
    matches: ({ kind }) => kind === 'ui-resource',
  },
  {
    name: 'identity-difference-changed',
    severity: 'high',
    sentence: 'what differs between the clients is no longer what was approved',
    matches: ({ kind }) => kind === 'identity-difference',
  },
  {
    name: 'era-difference-changed',
    severity: 'high',
    sentence: 'what differs between clients of both protocols is no longer what was approved',
    matches: ({ kind }) => kind === 'era-difference',
  },
  {
    name: 'cache-hints-changed',
    severity: 'medium',
    sentence: 'the cache hints are odd in another way: clients that go by them may keep an old list',
    matches: ({ kind }) => kind === 'cache-hints',
  },
  {
    name: 'server-text-changed',
    severity: 'medium',
    sentence: 'what the server says about itself to people and the model changed',
    matches: (edit) => edit.kind === 'server-info' && edit.path.length > 0 && changesServerText(edit),
  },
  {
    name: 'server-version-changed',
    severity: 'info',
    sentence: 'the server names another version; the same one would prove nothing',
    matches: ({ kind, path }) => kind === 'server-info' && path.length === 1 && path[0] === 'version',
  },
  {
    name: 'server-info-changed',
    severity: 'low',
    sentence: 'what the server says about itself changed',
    matches: ({ kind, path }) => kind === 'server-info' && path.length > 0,
  },
  {
    name: 'capability-notation',
    severity: 'info',
    sentence: 'whether the server announces changes of a list changed; it is read all the same',
    matches: (edit) => edit.kind === 'capabilities' && isAnnouncement(edit),
  },
  {
    name: 'capability-added',
    severity: 'medium',
    sentence: 'the server says that it can do more',
    matches: ({ kind, path, before, after }) =>
      kind === 'capabilities' && path.length > 0 && (before === undefined || (before === false && after === true)),
  },
  {
    name: 'capability-withdrawn',
    severity: 'medium',
    sentence: 'the server no longer says that it can do this',
    matches: ({ kind, path, before, after }) =>
      kind === 'capabilities' && path.length > 0 && (after === undefined || (before === true && after === false)),
  },
  {
    name: 'capability-changed',
    severity: 'medium',
    sentence: 'what the server says that it can do changed',
    matches: ({ kind, path }) => kind === 'capabilities' && path.length > 0,
  },
];

/** Texts of the prompt itself and of its arguments, also of arguments that come or go as a whole. */
function changesPromptText({ path, before, after }: PlacedEdit): boolean {
  const [place, , key] = path;
  if (place === 'description' || place === 'title') return true;
  if (place !== 'arguments') return false;
  if (path.length === 3 && (key === 'description' || key === 'title')) return true;
  // Sentences may also stand where a name should.
  return differ(textsIn(before), textsIn(after)) || differ(proseIn(before), proseIn(after));
}

const serverTexts = new Set(['title', 'description', 'websiteUrl', 'icons']);

/** Words for the model may stand under any key. */
function changesServerText({ path, before, after }: PlacedEdit): boolean {
  return serverTexts.has(path[0] ?? '') || differ(proseIn(before), proseIn(after));
}

function differ(before: ReadonlySet<string>, after: ReadonlySet<string>): boolean {
  return before.size !== after.size || [...after].some((text) => !before.has(text));
}

const listNames = new Set(['tools', 'prompts', 'resources']);

/** `listChanged` of a list, as long as it is what the specification says. */
function isAnnouncement({ path, before, after }: PlacedEdit): boolean {
  const isPlain = [before, after].every((side) => side === undefined || typeof side === 'boolean');
  return path.length === 2 && listNames.has(path[0] ?? '') && path[1] === 'listChanged' && isPlain;
}
