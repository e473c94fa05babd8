import type { KeyPair } from './loopback.ts';
import type { ToolDefinition } from './tools.ts';

/** Tools that a server shows to one client alone, by the name that it gives in clientInfo. */
export interface Reserved {
  readonly client: string;
  readonly tools: readonly ToolDefinition[];
  /** In place of what the others see, not beside it. */
  readonly instead?: boolean;
}

/** What a server shows to the client that calls itself `client`. */
export function toolsFor(
  client: string | undefined,
  tools: readonly ToolDefinition[],
  reserved: Reserved | undefined,
): readonly ToolDefinition[] {
  if (reserved === undefined || client !== reserved.client) return tools;
  return reserved.instead === true ? reserved.tools : [...tools, ...reserved.tools];
}

/** What a real HTTP server of either era is started with. */
export interface ToolServerOptions {
  readonly tools: readonly ToolDefinition[];
  readonly instructions?: string;
  readonly reserved?: Reserved;
  /** Sent with every `tools/list` result. Left out: what the SDK of the era does by itself. */
  readonly ttlMs?: number;
  /** False: the server does not promise to announce changes, and does not. Default true. */
  readonly listChanged?: boolean;
  /** False: changes are not announced, whatever was promised. Default: what was promised. */
  readonly notify?: boolean;
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** Over TLS, with these. */
  readonly keys?: KeyPair;
}

/** A running HTTP server whose definitions can be rewritten. */
export interface ToolServer {
  readonly url: string;
  /** How many `tools/list` requests arrived so far. */
  readonly requests: number;
  /** Replaces all tools, and announces it if `notify` (here, else of the start) says so. */
  setTools(tools: readonly ToolDefinition[], options?: { readonly notify?: boolean }): void;
  /** Shows something else to one client from now on, and announces it as `setTools` does. */
  setReserved(reserved: Reserved | undefined, options?: { readonly notify?: boolean }): void;
  /** Replaces the instructions: the modern era serves them at once, a 2025 session keeps those that it began with. */
  setInstructions(instructions: string | undefined): void;
  /** How many notification streams are open now. */
  listeners(): number;
  /** Resolves once at least `count` (default 1) notification streams are open: a change after it is heard. */
  whenListening(count?: number): Promise<void>;
  /** Cuts the connection under every notification stream, as a proxy would. Resolves once the server has noticed. */
  cutStreams(): Promise<void>;
  /** Ends all connections and frees the port. */
  close(): Promise<void>;
}
