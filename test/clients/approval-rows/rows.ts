import type { System } from '../../../src/clients/client.ts';
import type { Files } from '../machine.ts';

/**
 * A setting of a client that has the server `notes`, and what it lets run without a question: `*` for all tools, `hints` for what calls
 * itself harmless, names, and which setting says so.
 */
export type Row = readonly [client: string, setting: string, files: Files, approves: string, system?: System];

export const notes = { command: 'npx', args: ['-y', 'notes-mcp@2.1.0'] };
export const notesToml = '[mcp_servers.notes]\ncommand = "npx"\n';
export const goose = (mode: string): string => `${mode}extensions:\n  notes: { type: stdio, cmd: npx }\n`;
const gooseAsks = goose('GOOSE_MODE: approve\n');
export const opencode = { mcp: { notes: { type: 'local', command: ['npx'] } } };
const cursorFile = { 'home/.cursor/mcp.json': { mcpServers: { notes } } };
export const zed = (agent: unknown): Files => ({
  'home/.config/zed/settings.json': { context_servers: { notes }, agent },
});
export const vscodeUser = 'home/.config/Code/User';
export const policy = (rule: string): string => `[[rule]]\n${rule}\npriority = 100\n`;

/** Where a client has the server `notes` for the user. */
export const homes: Readonly<Record<string, Files>> = {
  'claude-code': { 'home/.claude.json': { mcpServers: { notes } } },
  'claude-desktop': { 'home/.config/Claude/claude_desktop_config.json': { mcpServers: { notes } } },
  cursor: cursorFile,
  vscode: { [`${vscodeUser}/mcp.json`]: { servers: { notes } } },
  'copilot-cli': { 'home/.copilot/mcp-config.json': { mcpServers: { notes } } },
  windsurf: { 'home/.codeium/windsurf/mcp_config.json': { mcpServers: { notes } } },
  zed: zed({}),
  codex: { 'home/.codex/config.toml': notesToml },
  'gemini-cli': { 'home/.gemini/settings.json': { mcpServers: { notes } } },
  cline: { 'home/.cline/data/settings/cline_mcp_settings.json': { mcpServers: { notes } } },
  roo: { 'code/shop/.roo/mcp.json': { mcpServers: { notes } } },
  kilo: { 'home/.config/kilo/kilo.json': opencode },
  continue: { 'home/.continue/config.yaml': 'mcpServers:\n  - { name: notes, command: npx }\n' },
  goose: { 'home/.config/goose/config.yaml': gooseAsks },
  'lm-studio': { 'home/.lmstudio/mcp.json': { mcpServers: { notes } } },
  jetbrains: { 'home/.junie/mcp/mcp.json': { mcpServers: { notes } } },
  'amazon-q': { 'home/.aws/amazonq/cli-agents/dev.json': { mcpServers: { notes } } },
  kiro: { 'home/.kiro/settings/mcp.json': { mcpServers: { notes } } },
  opencode: { 'home/.config/opencode/opencode.json': opencode },
  crush: { 'home/.config/crush/crush.json': { mcp: { notes: { type: 'stdio', ...notes } } } },
  warp: { 'home/.warp/.mcp.json': { mcpServers: { notes } } },
  amp: { 'home/.config/amp/settings.json': { 'amp.mcpServers': { notes } } },
  antigravity: { 'home/.gemini/config/mcp_config.json': { mcpServers: { notes } } },
  factory: { 'home/.factory/mcp.json': { mcpServers: { notes } } },
};
