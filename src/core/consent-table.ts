import type { Answer } from './consent-answers.ts';
import { readWord } from './hints.ts';
import { isArray, own, type Json } from './json.ts';

/** What one client does in one mode with a tool, by what the tool says of itself. */
export interface ConsentRow {
  readonly client: string;
  /** As the client calls it; `default` where it has no other. */
  readonly mode: string;
  /** The version of the client from which on this is known. */
  readonly since?: string;
  /** What this rests on. A survey is https://github.com/s1300105/auth_gap, appendix G, by its card. */
  readonly source: string;
  /** When the source was read: `YYYY-MM`. */
  readonly checked: string;
  /** What is still to be verified about it. */
  readonly verify?: string;
  /** The answer by `annotations` and `_meta` as received: absent, null, of wrong types. */
  readonly asks: (annotations: Json | undefined, meta: Json | undefined) => Answer;
}

type Said = Json | undefined;

// How values of a wrong type are read. A literal boolean is what most clients need: their JSON libraries know no other.
const isTrue = (from: Said, key: string): boolean => own(from, key) === true;
const isFalse = (from: Said, key: string): boolean => own(from, key) === false;
const isTruthy = (from: Said, key: string): boolean => Boolean(own(from, key));
const isWordForTrue = (from: Said, key: string): boolean => readWord(own(from, key)) === true;

const runsIf = (runs: boolean): Answer => (runs ? 'runs' : 'asks');

const byReadOnly = (annotations: Said): Answer => runsIf(isTrue(annotations, 'readOnlyHint'));

const destructiveAsks = (annotations: Said): Answer =>
  isTrue(annotations, 'destructiveHint') ? 'asks' : byReadOnly(annotations);

const mustInteract = (meta: Said): boolean => isTrue(meta, 'anthropic/requiresUserInteraction');
const mustConfirm = (annotations: Said): boolean => isTrue(annotations, 'cursor/requiresConfirmation');

/** MCP Apps 2026-01-26: the model is offered a tool unless `_meta.ui.visibility` leaves it out. */
function isForModel(meta: Said): boolean {
  const visibility = own(own(meta, 'ui'), 'visibility');
  return !isArray(visibility) || visibility.includes('model');
}

/**
 * The clients whose answer depends on what the tool says, the most widely used and best documented first. Clients and modes that
 * look at nothing but names have no row, as no definition changes their answer: Cline, Roo, Kilo, opencode, Continue, LibreChat, Open WebUI,
 * Warp, Zed, Junie, Antigravity, Amazon Q CLI, Mistral Vibe, Kimi (survey, G-7); Codex that approves all, Goose in auto mode,
 * Gemini CLI outside of its plan mode.
 */
export const consentTable: readonly ConsentRow[] = [
  {
    client: 'VS Code',
    mode: 'default',
    source: 'microsoft/vscode src/vs/workbench/contrib/mcp/common/mcpLanguageModelToolContribution.ts',
    checked: '2026-12',
    verify: 'whether the harness of November 2026 keeps this',
    asks: (annotations, meta) => (isForModel(meta) ? runsIf(isTruthy(annotations, 'readOnlyHint')) : 'hidden'),
  },
  {
    client: 'VS Code',
    mode: 'results',
    source: 'microsoft/vscode src/vs/workbench/contrib/mcp/common/mcpLanguageModelToolContribution.ts',
    checked: '2026-12',
    verify: 'whether the harness of November 2026 keeps this',
    asks: (annotations) => (isTruthy(annotations, 'openWorldHint') ? 'reviews' : 'runs'),
  },
  {
    client: 'Copilot CLI',
    mode: 'default',
    since: '1.0.63',
    source: 'survey, G2CCM-09 to 11',
    checked: '2026-10',
    verify: 'newer native builds; its documents say that all tools ask',
    asks: byReadOnly,
  },
  {
    client: 'Codex',
    mode: 'auto',
    since: '2026-03-23',
    // Its documents let readOnlyHint win; the code lets destructiveHint win.
    source: 'openai/codex pull request 15519; survey, C05-29 to 45',
    checked: '2026-10',
    asks: (annotations) => {
      const isClosed = isFalse(annotations, 'destructiveHint') && isFalse(annotations, 'openWorldHint');
      return isClosed ? 'runs' : destructiveAsks(annotations);
    },
  },
  {
    client: 'Codex',
    mode: 'writes',
    since: '2026-03-23',
    source: 'openai/codex pull request 15519; survey, C05-29 to 45',
    checked: '2026-10',
    asks: byReadOnly,
  },
  {
    client: 'ChatGPT',
    mode: 'default',
    source: 'survey, C05-01 to 24',
    checked: '2026-10',
    verify: 'openai/visibility: the page of OpenAI was not to be had',
    asks: (annotations, meta) => (own(meta, 'openai/visibility') === 'private' ? 'hidden' : byReadOnly(annotations)),
  },
  {
    client: 'OpenAI Responses API',
    mode: 'read_only filter',
    source: 'survey, C05-23 and 24',
    checked: '2026-10',
    asks: byReadOnly,
  },
  {
    client: 'Claude apps',
    mode: 'default',
    source: 'survey, C04',
    checked: '2026-10',
    asks: destructiveAsks,
  },
  {
    // With an allow rule for the tool, in any mode: nothing but this key makes it ask.
    client: 'Claude Code',
    mode: 'allowed tools',
    since: '2.1.199',
    source: 'code.claude.com/docs/en/mcp, /hooks',
    checked: '2026-08',
    asks: (_annotations, meta) => runsIf(!mustInteract(meta)),
  },
  {
    client: 'Claude Code',
    mode: 'plan',
    since: '2.1.287',
    source: 'survey, G2CCM-01 to 08',
    checked: '2026-10',
    verify: 'read from the binary',
    asks: (annotations, meta) => (mustInteract(meta) ? 'asks' : byReadOnly(annotations)),
  },
  {
    // Where a rule for the whole server says to ask. An absent hint counts as false, whatever the specification says.
    client: 'Claude Code',
    mode: 'auto',
    since: '2.1.287',
    source: 'survey, G2CCM-34',
    checked: '2026-10',
    verify: 'read from the binary',
    asks: (annotations, meta) => runsIf(!mustInteract(meta) && !isTrue(annotations, 'destructiveHint')),
  },
  {
    client: 'Claude Code',
    mode: 'parallel calls',
    source: 'code.claude.com/docs/en/agent-sdk/custom-tools',
    checked: '2026-08',
    asks: (annotations) => (isTrue(annotations, 'readOnlyHint') ? 'parallel' : 'runs'),
  },
  {
    client: 'Claude Code',
    mode: 'dropped connections',
    source: 'code.claude.com/docs/en/mcp, of 2026-10-28',
    checked: '2026-12',
    verify: 'read in an account of the page',
    asks: (annotations) =>
      isTrue(annotations, 'idempotentHint') || isTrue(annotations, 'readOnlyHint') ? 'replays' : 'runs',
  },
  {
    client: 'Cursor',
    mode: 'reads',
    since: '3.23.12',
    source: 'survey, G2CCM-12 to 16, 35',
    checked: '2026-10',
    verify: 'read from the binary',
    asks: (annotations) => (mustConfirm(annotations) ? 'asks' : destructiveAsks(annotations)),
  },
  {
    client: 'Cursor',
    mode: 'allowed tools',
    since: '3.23.12',
    source: 'survey, G2CCM-12 to 16, 35',
    checked: '2026-10',
    verify: 'read from the binary',
    asks: (annotations) => runsIf(!mustConfirm(annotations)),
  },
  {
    client: 'Cursor',
    mode: 'smart',
    since: '3.23.12',
    source: 'survey, G2CCM-12 to 16, 35',
    checked: '2026-10',
    verify: 'read from the binary',
    asks: (annotations) => (mustConfirm(annotations) ? 'asks' : 'judges'),
  },
  {
    client: 'Goose',
    mode: 'smart approve',
    source: 'survey, C07',
    checked: '2026-10',
    asks: (annotations) => (isFalse(annotations, 'readOnlyHint') ? 'asks' : judgesUnlessReadOnly(annotations)),
  },
  {
    client: 'Gemini CLI',
    mode: 'plan',
    source: 'google-gemini/gemini-cli packages/core/src/policy/policies/plan.toml',
    checked: '2026-08',
    asks: (annotations) => (isTrue(annotations, 'readOnlyHint') ? 'asks' : 'hidden'),
  },
  {
    client: 'GitHub Copilot',
    mode: 'code review',
    source: 'survey, G',
    checked: '2026-10',
    asks: (annotations) => (isTrue(annotations, 'readOnlyHint') ? 'runs' : 'hidden'),
  },
  {
    client: 'Microsoft 365 Copilot',
    mode: 'default',
    source: 'survey, G',
    checked: '2026-10',
    asks: byReadOnly,
  },
  {
    client: 'Gemini Enterprise',
    mode: 'default',
    source: 'survey, C06-19 and 20',
    checked: '2026-10',
    asks: byReadOnly,
  },
  {
    client: 'Docker Agent',
    mode: 'balanced',
    source: 'survey, G',
    checked: '2026-10',
    asks: destructiveAsks,
  },
  {
    client: 'n8n',
    mode: 'Instance AI',
    source: 'survey, G',
    checked: '2026-10',
    asks: destructiveAsks,
  },
  {
    client: 'Devin CLI',
    mode: 'restricted',
    source: 'survey, G',
    checked: '2026-10',
    asks: byReadOnly,
  },
  {
    // In Python: pydantic reads the hint before it does.
    client: 'AgentScope',
    mode: 'default',
    source: 'survey, G',
    checked: '2026-10',
    asks: (annotations) => runsIf(isWordForTrue(annotations, 'readOnlyHint')),
  },
  {
    client: 'Qwen Code',
    mode: 'dropped connections',
    source: 'survey, G',
    checked: '2026-10',
    asks: (annotations) =>
      isTrue(annotations, 'idempotentHint') || isTrue(annotations, 'readOnlyHint') ? 'replays' : 'runs',
  },
  {
    client: 'any MCP Apps host',
    mode: 'default',
    source: 'ext-apps specification 2026-01-26',
    checked: '2026-12',
    asks: (_annotations, meta) => (isForModel(meta) ? 'asks' : 'hidden'),
  },
];

function judgesUnlessReadOnly(annotations: Said): Answer {
  return isTrue(annotations, 'readOnlyHint') ? 'runs' : 'judges';
}
