import type { DefinitionKind } from '../core/definition.ts';
import { own, type Json } from '../core/json.ts';

/** A request whose answer is read raw, and where the items are in it. */
export interface RawRead {
  readonly method: string;
  readonly key: string;
  /** A longer item is refused: one by one, items need little memory. */
  readonly maxItemBytes: number;
}

/** A list of a server: how it is asked for, and what its elements are. */
export interface List extends RawRead {
  readonly kind: DefinitionKind;
  /** The key of an element that names it. */
  readonly nameKey: string;
  /** The list in a sentence. */
  readonly noun: string;
}

/** The largest tool that was seen takes 142 kB. */
const maxDefinitionBytes = 1_000_000;

export const toolList: List = {
  method: 'tools/list',
  key: 'tools',
  maxItemBytes: maxDefinitionBytes,
  kind: 'tool',
  nameKey: 'name',
  noun: 'list',
};

export const promptList: List = {
  method: 'prompts/list',
  key: 'prompts',
  maxItemBytes: maxDefinitionBytes,
  kind: 'prompt',
  nameKey: 'name',
  noun: 'list of prompts',
};

export const resourceList: List = {
  method: 'resources/list',
  key: 'resources',
  maxItemBytes: maxDefinitionBytes,
  kind: 'resource',
  nameKey: 'uri',
  noun: 'list of resources',
};

export const templateList: List = {
  method: 'resources/templates/list',
  key: 'resourceTemplates',
  maxItemBytes: maxDefinitionBytes,
  kind: 'resource-template',
  nameKey: 'uriTemplate',
  noun: 'list of resource templates',
};

/** The request for the page behind a tool: an application in one file may be long. */
export const pageRead: RawRead = { method: 'resources/read', key: 'contents', maxItemBytes: 4_000_000 };

/** All requests for lists and pages, by method. */
export const rawReads: ReadonlyMap<string, RawRead> = new Map(
  [toolList, promptList, resourceList, templateList, pageRead].map((read) => [read.method, read]),
);

/** The name under which an element without a usable name is kept. */
const unnamed = '(unnamed)';

export function itemName(element: Json, { nameKey }: Pick<List, 'nameKey'>): string {
  const name = own(element, nameKey);
  return typeof name === 'string' ? name : unnamed;
}
