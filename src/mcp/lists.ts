import type { DefinitionKind } from '../core/definition.ts';

/** A list of a server: how it is asked for, and what its elements are. */
export interface List {
  readonly method: string;
  /** Where the elements are in a page. */
  readonly key: string;
  readonly kind: DefinitionKind;
  /** The key of an element that names it. */
  readonly nameKey: string;
  /** The list in a sentence. */
  readonly noun: string;
}

export const toolList: List = { method: 'tools/list', key: 'tools', kind: 'tool', nameKey: 'name', noun: 'list' };

export const promptList: List = {
  method: 'prompts/list',
  key: 'prompts',
  kind: 'prompt',
  nameKey: 'name',
  noun: 'list of prompts',
};

export const resourceList: List = {
  method: 'resources/list',
  key: 'resources',
  kind: 'resource',
  nameKey: 'uri',
  noun: 'list of resources',
};

export const templateList: List = {
  method: 'resources/templates/list',
  key: 'resourceTemplates',
  kind: 'resource-template',
  nameKey: 'uriTemplate',
  noun: 'list of resource templates',
};

/** The request for the page behind a tool, and where its contents are in the answer. */
export const pageRead = { method: 'resources/read', key: 'contents' } as const;

/** Where the items are in an answer to each method that is read raw. */
export const itemKeys: ReadonlyMap<string, string> = new Map(
  [toolList, promptList, resourceList, templateList, pageRead].map(({ method, key }) => [method, key]),
);
