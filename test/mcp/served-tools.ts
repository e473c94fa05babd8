import { isArray, own, type Json } from '../../src/core/json.ts';
import { fillText } from '../support/servers/script-player.mjs';
import type { Script } from '../support/servers/script.ts';

/** Every tool that a walk over all pages of `script` is sent, parsed from its text as any client would. */
export function servedTools(script: Script): readonly Json[] {
  const replies = script.answers['tools/list']?.replies ?? [];
  const tools: Json[] = [];
  for (const [index, reply] of replies.entries()) {
    if (reply.kind !== 'message') throw new Error('this script does not answer every page');
    const answer = JSON.parse(fillText(reply.text, 1, index)) as Json; // JSON.parse returns nothing but JSON values
    const list = own(own(answer, 'result'), 'tools');
    if (!isArray(list)) throw new Error('this script serves no list');
    tools.push(...list);
  }
  return tools;
}
