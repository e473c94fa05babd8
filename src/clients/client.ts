import type { AutoApproval, ClientScope } from '../core/found-entry.ts';
import type { Syntax } from './pieces.ts';

export type Format = 'jsonc' | 'toml' | 'yaml' | 'frontmatter' | 'script';
export type System = 'linux' | 'darwin' | 'win32';

/** The machine that is looked at. All of it is handed in, so that each system can be tried on any other. */
export interface Machine {
  readonly system: System;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** What stands before absolute paths; `''` for the machine itself. */
  readonly root: string;
}

/** One server of a file, not looked at yet. */
export interface RawServer {
  readonly name: string;
  readonly raw: unknown;
  readonly scope?: ClientScope;
  /** The project that it is for, where the file names it. */
  readonly project?: string;
  /** Why it is no server. */
  readonly refusal?: string;
}

/** What a file holds: servers, and what stands where servers should. */
export interface Collected {
  readonly servers: readonly RawServer[];
  readonly problems: readonly string[];
}

/** How servers are found in the value of a file. */
export type Collect = (value: unknown) => Collected;

/** A file, or with `*` and `**` files, in which a client keeps servers or settings. */
export interface Place {
  readonly scope: ClientScope;
  /**
   * `~` is the home folder, `{NAME:-default}` an environment variable, `{PROJECT}` each project's folder, `{ANCESTOR}` that and the
   * folders above it in its repository. A place with an unset `{NAME}` does not exist.
   */
  readonly path: string;
  /** Null for all systems. */
  readonly system: System | null;
  readonly format: Format;
  /** Null for the client's usual way. */
  readonly collect: Collect | null;
  /** Where this file differs from the rest of the client. */
  readonly expansion?: readonly Syntax[];
  readonly maxBytes?: number;
}

/** `any` lets tooldrift find out which HTTP transport it is, as the client does. */
export type Transport = 'stdio' | 'http' | 'sse' | 'any' | { readonly unsupported: string };

/** How a client reads one entry. */
export interface EntryRules {
  /** What each `type` means; a type that is not named here is none that the client knows. */
  readonly types: Readonly<Record<string, Transport>>;
  /** What a `url` without `type` is. */
  readonly untypedUrl: Transport;
  /** What counts where there is both a command and a URL, and no type. */
  readonly both: 'command' | 'url' | 'broken';
  readonly expansion: readonly Syntax[];
}

export type RawEntry = Readonly<Record<string, unknown>>;

/** A client as data: where its servers are, and how it reads them. */
export interface Client {
  readonly id: string;
  readonly name: string;
  readonly places: readonly Place[];
  /** Files with switches that decide about entries of other files. */
  readonly settings?: readonly Place[];
  readonly collect: Collect;
  readonly rules: EntryRules;
  /** Brings an entry into the shape that most clients have. */
  readonly standardise?: (raw: RawEntry) => StandardShape;
  readonly isEnabled?: (raw: RawEntry) => boolean;
  /** Adds to an entry what other files of the client say of it. Without it, entries are whole. */
  readonly complete?: Complete;
  /** What the entry itself says; `file` is the value of the whole file. */
  readonly approval?: (raw: RawEntry, name: string, file: unknown) => AutoApproval;
  /** What all files together say of the tools of one server. */
  readonly approvedIn?: ApprovedIn;
  /** Whether the client's settings let a server run. */
  readonly judge?: Judge;
}

/** The entry as the client reads it, or why it is no server; `file` is where it stands. */
export type Complete = (
  raw: unknown,
  file: ClientFile,
  files: readonly ClientFile[],
  machine: Machine,
) => { readonly raw: unknown } | { readonly refusal: string };

/** `files` are those that hold where the server runs, in the order of the client's places. */
export type ApprovedIn = (server: JudgedServer, files: readonly ClientFile[]) => AutoApproval;

/** The value of a file of the client, with servers or settings. */
export interface ClientFile {
  readonly path: string;
  readonly scope: ClientScope;
  readonly project: string | null;
  readonly value: unknown;
}

export interface JudgedServer {
  readonly name: string;
  readonly scope: ClientScope;
  readonly project: string | null;
  readonly raw: unknown;
}

/** False if the settings among `files`, which are all of the client, switch the server off, or do not switch it on where they have to. */
export type Judge = (server: JudgedServer, files: readonly ClientFile[]) => boolean;

/** The keys that most clients have, and what some have beside them. Values are unchecked. */
export interface StandardShape {
  readonly type?: unknown;
  readonly command?: unknown;
  readonly args?: unknown;
  readonly env?: unknown;
  readonly cwd?: unknown;
  readonly url?: unknown;
  readonly headers?: unknown;
  /** Header names, and the environment variable that holds the value of each. */
  readonly headerVariables?: unknown;
  /** Name of the environment variable with the bearer token. */
  readonly bearerVariable?: unknown;
  /** Names of environment variables that are handed on. */
  readonly passedVariables?: unknown;
  /** Environment variables whose values the client keeps elsewhere. */
  readonly keptElsewhere?: unknown;
  /** What a person has to look at: the client does something here that tooldrift does not. */
  readonly remarks?: readonly string[];
  /** Why this is no server. */
  readonly refusal?: string;
}
