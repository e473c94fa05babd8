import type { PackageVersion } from '../core/circumstances.ts';
import type { ItemKey } from '../core/definition.ts';
import type { Severity } from '../core/finding.ts';
import type { Npmrc } from '../core/npmrc.ts';
import type { WrittenLaunch } from '../pins/pin.ts';

/** A place in the config file: `['mcpServers', 'files', 'args', 1]`. */
export type ConfigPath = readonly (string | number)[];

/** What lint says of one thing. Every text is visible text and holds no secret. */
export interface LintFinding {
  /** `tooldrift explain <rule>`. */
  readonly rule: string;
  readonly severity: Severity;
  /** The definition that it is about, as a person names it. Null: the launch. */
  readonly item: string | null;
  /** One sentence without a full stop. */
  readonly message: string;
  /** The word of the launch to replace, and what to write there. Null: nothing can be pasted. */
  readonly paste: { readonly instead: string; readonly write: string } | null;
  readonly path: ConfigPath;
}

/** A definition of a server, as it is recorded. */
export interface RecordedDefinition extends ItemKey {
  /** Canonical JSON. */
  readonly text: string;
  readonly copies: number;
  /** A person saw it, and approved it as it is. */
  readonly isApproved: boolean;
}

/** One server as lint sees it: what the config file says, and what was read last. */
export interface LintServer {
  readonly name: string;
  /** With variables as they are written. */
  readonly launch: WrittenLaunch;
  /** Of a server over HTTP, with variables as they are written. */
  readonly headers: Readonly<Record<string, string>>;
  /** The settings of npm that the launch obeys, those that count first. */
  readonly npmrc: readonly Npmrc[];
  /** What the launch ran last, where that is known. */
  readonly served: PackageVersion | null;
  /** What is recorded of it; several pictures where it is read under several identities. */
  readonly recorded: readonly (readonly RecordedDefinition[])[];
}

export function launchPath(server: string, ...rest: ConfigPath): ConfigPath {
  return ['mcpServers', server, ...rest];
}
