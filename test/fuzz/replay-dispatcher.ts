import { Dispatcher } from 'undici';

export interface Replayed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: readonly Buffer[];
  /** The connection breaks after the pieces. */
  readonly isCut: boolean;
}

/** Answers every request from memory, with what `next` says: the way of a response without its socket. */
export class ReplayDispatcher extends Dispatcher {
  next: Replayed = { status: 200, headers: {}, pieces: [], isCut: false };

  override dispatch(_options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { status, headers, pieces, isCut } = this.next;
    let isAborted = false;
    const abort = (): void => {
      isAborted = true;
    };
    handler.onConnect?.(abort);
    queueMicrotask(() => {
      if (isAborted) return;
      const raw = Object.entries(headers).flatMap(([name, value]) => [Buffer.from(name), Buffer.from(value)]);
      handler.onHeaders?.(status, raw, () => undefined, '');
      for (const piece of pieces) if (!isAborted) handler.onData?.(piece);
      if (isAborted) return;
      if (isCut) handler.onError?.(new Error('the connection was cut'));
      else handler.onComplete?.([]);
    });
    return true;
  }
}
