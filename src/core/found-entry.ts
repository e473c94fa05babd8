/** Who wrote the file of an entry: this person (`user`, `local`), an administrator, an author of a plugin or of a repository. */
export type ClientScope = 'user' | 'local' | 'managed' | 'plugin' | 'project';

/** A launch as an entry of our own `mcpServers`: what may be a secret, or differs by machine, is a `${NAME}`. */
export type FoundLaunch =
  | {
      readonly command: string;
      readonly args?: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | { readonly type?: 'http' | 'sse'; readonly url: string; readonly headers?: Readonly<Record<string, string>> };

/** Which tools a client runs without asking, as far as its files say. */
export interface AutoApproval {
  /** All tools of the server, also those to come. */
  readonly all: boolean;
  /** Tools whose hints say that they are harmless. */
  readonly byHints: boolean;
  /** Names of tools, or patterns with `*`, as the client has them. */
  readonly tools: readonly string[];
  /** The settings that say so, also by not being set. */
  readonly by: readonly string[];
}

export const noApproval: AutoApproval = { all: false, byHints: false, tools: [], by: [] };

/** One server in a config file of one MCP client. No field holds a secret. */
export interface FoundEntry {
  /** Short name of the client, as `--client` takes it. */
  readonly client: string;
  /** The client's name for people. */
  readonly clientName: string;
  readonly scope: ClientScope;
  /** Absolute path of the file. */
  readonly path: string;
  /** The project's folder that the entry is for, null for all. */
  readonly project: string | null;
  /** Its name in the file, as it stands there. */
  readonly name: string;
  /** Null if it is nothing that tooldrift could launch; then `reason` says why. */
  readonly launch: FoundLaunch | null;
  /** `v1:` + SHA-256 of an entry without `launch`: a change of it is seen, what it holds is not kept. Null with `launch`. */
  readonly fingerprint: string | null;
  /** Why it cannot be taken, or what a person has to look at before. */
  readonly reason: string | null;
  /** How the client's own variables became ours: exactly, or only as far as a person fills in the rest. */
  readonly expansion: 'none' | 'rewritten' | 'needs-input';
  /** Environment variables that the launch refers to and that have no default. */
  readonly variables: readonly string[];
  /** Those of them that stand for something that is written out in the client's file. */
  readonly secrets: readonly string[];
  /** False if the client's files switch it off, or do not switch it on where they have to. */
  readonly enabled: boolean;
  readonly autoApproved: AutoApproval;
}

/** A config file, or an entry without a name, that could not be read. */
export interface FoundProblem {
  readonly client: string;
  readonly scope: ClientScope;
  readonly path: string;
  readonly reason: string;
}

/** All that was found on a machine. */
export interface FoundServers {
  readonly entries: readonly FoundEntry[];
  readonly problems: readonly FoundProblem[];
}
