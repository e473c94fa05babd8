/** Every way in which tooldrift gives up. `main` maps them to exit codes. */
export type ErrorCode =
  | 'usage'
  | 'config'
  | 'lock'
  | 'database-unavailable'
  | 'database-newer'
  | 'database-foreign'
  | 'refused'
  | 'unverified';

/** An error that a person can act on: its message is one lower-case sentence without secrets or server text. */
export class AppError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
  }
}
