import { noApproval, type AutoApproval } from '../core/found-entry.ts';
import { approvalOf, inEach, joinApprovals } from './approvals.ts';
import { rulesOf } from './tool-rules.ts';
import { at, list, texts } from './values.ts';

/**
 * Tools that Gemini CLI runs without asking: `tools.allowed` of its settings, and rules of its policy files
 * (google-gemini/gemini-cli, docs/reference/policy-engine.md). Which of several rules wins is not worked out.
 */
export const approvedInGemini = inEach((value, name) => {
  const rules = list(at(value, 'rule')).filter((rule) => at(rule, 'decision') === 'allow' && isForAllCalls(rule));
  return joinApprovals([
    approvalOf(namedIn(texts(at(value, 'tools', 'allowed')), name), 'tools.allowed'),
    ...rules.map((rule) => approvedBy(rule, name)),
  ]);
});

/** What a rule asks of the arguments, or in a mode that only the command line sets, is no approval of the tool. */
function isForAllCalls(rule: unknown): boolean {
  const modes = texts(at(rule, 'modes'));
  const isUsual = modes.length === 0 || modes.some((mode) => mode !== 'yolo' && mode !== 'plan');
  const narrows = ['argsPattern', 'commandPrefix', 'commandRegex'].some((key) => at(rule, key) !== undefined);
  return isUsual && !narrows;
}

function approvedBy(rule: unknown, name: string): AutoApproval {
  const [server, tool = '*'] = [at(rule, 'mcpName'), at(rule, 'toolName')];
  const names = typeof tool === 'string' ? [tool] : texts(tool);
  const isOwn = server === name || server === '*';
  const tools = isOwn ? names : server === undefined ? namedIn(names, name) : [];
  if (tools.length === 0) return noApproval;
  if (at(rule, 'toolAnnotations') === undefined) return approvalOf(tools, 'policies');
  return { ...noApproval, byHints: true, by: ['policies'] };
}

/** `mcp_server_tool`, and `server__tool` as it was before. */
function namedIn(names: readonly string[], server: string): readonly string[] {
  return [`mcp_${server}_`, `${server}__`].flatMap((prefix) => rulesOf(names, prefix, true).map(({ tool }) => tool));
}
