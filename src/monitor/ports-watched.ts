/** What is watched, as the config says. Types alone. */
import type { Severity } from '../core/finding.ts';
import type { JsonObject } from '../core/json.ts';
import type { LegacyProtocol } from '../core/protocols.ts';
import type { ChannelFilter } from '../core/route.ts';

/** How a server is reached. Values of `env` and `headers` are secrets: never stored, logged or printed. */
export type Launch =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string;
    }
  | {
      readonly kind: 'http';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** `sse`: HTTP+SSE of protocol 2024-11-05. Absent: Streamable HTTP first, and HTTP+SSE where that is refused. */
      readonly transport?: 'streamable-http' | 'sse';
    }
  /** No server: the files of an MCP client, by its short name. */
  | { readonly kind: 'files'; readonly client: string };

/** When to read a server. All times in milliseconds. */
export interface WatchPolicy {
  readonly intervalMs: number;
  readonly minIntervalMs: number;
  readonly maxIntervalMs: number;
  /** Hold a stdio child open between readings, to hear its notifications. HTTP servers are always held. */
  readonly keepAlive: boolean;
  /** The least severity of a finding about a resource. */
  readonly resources: Severity;
}

export interface WatchedServer {
  readonly name: string;
  readonly launch: Launch;
  /** The launch as it is approved with the definitions: no secrets, variables by name. */
  readonly launchDefinition: JsonObject;
  /** By which it is found in files of clients (`launch-key.ts`). Absent: it is in none. */
  readonly launchKey?: string;
  readonly policy: WatchPolicy;
  /** Who the server is told that it talks to. Null: our own name and version. */
  readonly identity: ClientIdentity | null;
  /** Set where one server is watched under several identities: this is what one of them sees. */
  readonly view?: ServerView;
  /** How to get an access token. Absent: none is ever sent. */
  readonly auth?: Auth;
}

export interface ServerView {
  /** The name of the server in the config; the view itself is called `server@as`. */
  readonly server: string;
  /** The identity by its short name. */
  readonly as: string;
  /** The names of the other views of this server. */
  readonly siblings: readonly string[];
}

/**
 * How to get access to a server over HTTP (OAuth 2.1, MCP authorization). `issuer` is the one authorization server that may
 * see the credentials; null: the one that the server names at first. Client secrets are never stored, logged or printed.
 */
export type Auth =
  | {
      readonly kind: 'client-credentials';
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scope: string | null;
      readonly issuer: string | null;
    }
  | {
      readonly kind: 'private-key-jwt';
      readonly clientId: string;
      /** Absolute path of a PEM or JWK file. */
      readonly privateKeyFile: string;
      /** JWS algorithm (RFC 7518 3.1). */
      readonly algorithm: string;
      readonly scope: string | null;
      readonly issuer: string | null;
    }
  | {
      /** A person logs in. */
      readonly kind: 'oauth';
      /** False: until somebody logs in, the server is read as anybody may read it. */
      readonly isRequired: boolean;
      /** Null: we register ourselves (RFC 7591). */
      readonly clientId: string | null;
      readonly clientSecret: string | null;
      readonly scope: string | null;
      readonly issuer: string | null;
      /** Null: any free port. */
      readonly redirectPort: number | null;
    };

/** What a client says of itself. Nothing is ever done for the capabilities that it declares. */
export interface ClientIdentity {
  readonly name: string;
  readonly version: string;
  /** The User-Agent header; null makes one of name and version. */
  readonly userAgent: string | null;
  readonly capabilities: JsonObject;
  /** The version of the protocol that it offers, as a client of that age would. Absent: the newest that the server speaks. */
  readonly protocol?: LegacyProtocol;
}

/** Limits on everything that a server sends. */
export interface Limits {
  readonly maxBytes: number;
  readonly maxPages: number;
  readonly maxItems: number;
  readonly maxDepth: number;
  readonly readTimeoutMs: number;
  readonly startTimeoutMs: number;
}

export interface AlertPolicy {
  readonly minSeverity: Severity;
  readonly blindAfterMs: number;
  /** After a message about drift, what the same server adds within this time waits for the next one. */
  readonly gatherForMs: number;
  /** How long the message that a server is new waits for those about others. Absent: not at all. */
  readonly gatherNewForMs?: number;
  /** How often open drift is told again. */
  readonly remindEveryMs: number;
  /** Names of the configured channels. */
  readonly channels: readonly string[];
  /** What single channels want to hear; absent: everything. */
  readonly filters?: Readonly<Record<string, ChannelFilter>>;
}
