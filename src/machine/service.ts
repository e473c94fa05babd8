/** Where a service is to run, and what. All paths are absolute. */
export interface ServiceSite {
  /** As `process.platform` has it. */
  readonly platform: string;
  readonly home: string;
  readonly uid: number;
  /** `XDG_CONFIG_HOME`, where it is set. */
  readonly configHome: string | null;
  /** Where programs are found now: a service is started with hardly any `PATH`. */
  readonly path: string;
  /** What runs the program: Node.js, and the script. */
  readonly program: readonly [node: string, script: string];
  readonly config: string;
  /** Folders that the program writes to. */
  readonly writable: readonly string[];
}

export interface Step {
  readonly command: string;
  readonly args: readonly string[];
}

/** All that has to be known of the service manager of a system. Nothing is done by it. */
export interface Service {
  readonly manager: 'systemd' | 'launchd';
  /** Where the file that describes the service goes. */
  readonly file: string;
  /** Variables that the config names stand there, one `NAME=value` a line. */
  readonly environmentFile: string;
  /** The file, filled in from its template. */
  text(template: string): string;
  /** Its name below `config/service/`. */
  readonly template: string;
  /** Folders that have to be there. */
  readonly folders: readonly string[];
  readonly install: readonly Step[];
  /** Before and after the file is deleted. */
  readonly uninstall: { readonly before: readonly Step[]; readonly after: readonly Step[] };
  readonly status: Step;
  /** What the output of `status` says of a service that runs. */
  readonly running: RegExp;
  /** What it says where this user has no service manager that listens, and what to do then, a sentence. Null: it has one. */
  readonly unheard: { readonly says: RegExp; readonly remedy: string } | null;
  readonly logs: Step;
  /** The newest few lines of it: why a start failed. */
  readonly lastLogs: Step;
  readonly followLogs: Step;
  /** What to do where the log cannot be read, a sentence. */
  readonly logsRemedy: string;
  /** What a person may want to do next, a sentence. Null: nothing. */
  readonly hint: string | null;
}
