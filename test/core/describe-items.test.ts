import { expect, test } from 'vitest';
import { describeItems } from '../../src/core/describe-items.ts';

test.each([
  [{}, 'no tools'],
  [{ tool: 1, launch: 1, 'server-info': 1, capabilities: 1 }, '1 tool'],
  [{ tool: 13, prompt: 4, resource: 7, instructions: 1 }, '13 tools, 4 prompts, 7 resources, instructions'],
  [{ tool: 2, 'cache-hints': 1 }, '2 tools, odd cache hints'],
  [
    { prompt: 1, resource: 1, 'resource-template': 2, 'ui-resource': 1 },
    'no tools, 1 prompt, 1 resource, 2 resource templates, 1 page',
  ],
  [{ 'identity-difference': 0 }, 'the same to all identities'],
  [{ 'identity-difference': 1 }, '1 difference between identities'],
])('describes %o as "%s"', (items, text) => {
  expect(describeItems(items, 'files')).toBe(text);
});
