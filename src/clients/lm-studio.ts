import { allIf, inEach, joinApprovals } from './approvals.ts';
import type { Client } from './client.ts';
import { under } from './collect.ts';
import { user } from './places.ts';
import { firstCounts, rulesOf } from './tool-rules.ts';
import { usualRules } from './usual-rules.ts';
import { at, texts } from './values.ts';

export const lmStudio: Client = {
  id: 'lm-studio',
  name: 'LM Studio',
  places: [user('~/.lmstudio/mcp.json')],
  settings: [user('~/.lmstudio/settings.json')],
  collect: under(['mcpServers']),
  rules: usualRules,
  // What its dialog of a tool call writes: `mcp/server:tool`, or `*` for the tool. The file is not documented.
  approvedIn: inEach((value, name) => {
    const patterns = texts(at(value, 'chat', 'skipToolConfirmationPatterns'));
    return joinApprovals([
      firstCounts(rulesOf(patterns, `mcp/${name}:`, true), 'chat.skipToolConfirmationPatterns'),
      allIf(at(value, 'chat', 'neverAskForToolConfirmation') === true, 'chat.neverAskForToolConfirmation'),
    ]);
  }),
};
