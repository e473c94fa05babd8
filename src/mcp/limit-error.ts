/** A server went beyond a limit of ours. The message names the limit. */
export class LimitError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'LimitError';
  }
}

export function tooManyBytes(what: string, maxBytes: number): LimitError {
  return new LimitError(`${what} is longer than limits.maxBytes (${maxBytes} bytes)`);
}
