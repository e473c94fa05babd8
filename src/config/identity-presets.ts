import type { ClientIdentity } from '../monitor/ports-watched.ts';

/**
 * What real clients say of themselves, as it was seen on the wire or in their source. A server that serves its honest list
 * to a watcher alone gets none to tell apart. Versions grow old: write an object instead of a name to say another one.
 */
export const identityPresets = {
  // Handshakes of Claude Code 2.1.268 (2025-11-25) and 2.1.233 (2026-07-28) on record in qodeca/xezar and
  // Aquaticat/Monochromatic. It also sends a title, which has no place here; its User-Agent was not seen.
  'claude-code': {
    name: 'claude-code',
    version: '2.1.268',
    userAgent: null,
    capabilities: { roots: { listChanged: true }, elicitation: {} },
  },
  // Message log of Claude Desktop (2025-06): "Message from client". Later versions may declare more.
  'claude-desktop': { name: 'claude-ai', version: '0.1.0', userAgent: null, capabilities: {} },
  // Handshake of Codex CLI 0.154.0 on record in qodeca/xezar.
  codex: {
    name: 'codex-mcp-client',
    version: '0.154.0',
    userAgent: null,
    capabilities: { experimental: { 'codex/auth-change': {} }, elicitation: { form: {}, url: {} } },
  },
  // Name and version (not the one of the program): live probe of Cursor 3.20.17 in commonmeasure/commonmeasure. Roots and
  // User-Agent: HTTP requests captured in 2025-03 and later.
  cursor: {
    name: 'cursor-vscode',
    version: '1.0.0',
    userAgent: 'node',
    capabilities: { roots: { listChanged: false } },
  },
  // modelcontextprotocol/inspector: client/package.json, client/src/lib/constants.ts (the name without its scope) and
  // client/src/lib/hooks/useConnection.ts (capabilities).
  inspector: {
    name: 'inspector-client',
    version: '0.14.3',
    userAgent: null,
    capabilities: { sampling: {}, elicitation: {}, roots: { listChanged: true } },
  },
  // Handshake of OpenCode 1.18.30 on record in qodeca/xezar; the User-Agent of 1.18.4, in another capture, has this form.
  opencode: {
    name: 'opencode',
    version: '1.18.30',
    userAgent: 'opencode/1.18.30',
    capabilities: { roots: {} },
  },
  // microsoft/vscode, mcpServerRequestHandler.ts: `productService.nameLong` and roots. Sampling and elicitation:
  // apify/mcp-client-capabilities, and the version from a trace log. Its User-Agent was not seen.
  vscode: {
    name: 'Visual Studio Code',
    version: '1.137.0',
    userAgent: null,
    capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: { form: {}, url: {} } },
  },
} as const satisfies Readonly<Record<string, ClientIdentity>>;
