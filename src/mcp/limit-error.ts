/** A server went beyond a limit of ours. The message names the limit. */
export class LimitError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'LimitError';
  }
}
