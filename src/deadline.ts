/** A signal that aborts with another one, or when its time is up. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Lets go of the timer. */
  done(): void;
}

/**
 * `signal`, or `ms` milliseconds, whichever comes first. `AbortSignal.any` with `AbortSignal.timeout` would forget the
 * time: in Node 20 the inner signal is collected as garbage and then never fires.
 */
export function deadline(signal: AbortSignal, ms: number): Deadline {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException('the time is up', 'TimeoutError')), ms);
  return { signal: AbortSignal.any([signal, late.signal]), done: () => clearTimeout(timer) };
}
