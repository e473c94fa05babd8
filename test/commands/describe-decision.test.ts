import { expect, test } from 'vitest';
import { describeDecision } from '../../src/commands/describe-decision.ts';
import type { JsonObject } from '../../src/core/json.ts';

test.each<readonly [JsonObject, string]>([
  [{ change: 'added', launch: { transport: 'stdio', command: 'npx', args: ['-y', 'a@1'] } }, 'added in /c: npx -y a@1'],
  [{ change: 'changed', launch: { transport: 'http', url: 'https://a.example' } }, 'changed in /c: https://a.example'],
  [{ change: 'added', launch: { files: 'cursor' } }, 'added in /c: the files of cursor'],
  [{ change: 'removed', launch: null }, 'removed from /c'],
])('a change of the config %j', (details, text) => {
  const entry = { type: 'decision', at: '', server: 'a', action: 'config', details: { config: '/c', ...details } };
  expect(describeDecision(entry as unknown as Parameters<typeof describeDecision>[0])).toBe(text); // all that it reads
});
