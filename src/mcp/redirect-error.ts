import type { HttpAnswer } from './http-send.ts';

const maxTargetLength = 500;

/** An answer that sends the client to another address, where ours does not go. */
export class RedirectError extends Error {
  readonly status: number;
  /** Where to, without what may be a secret: user, query and fragment. */
  readonly target: string;

  constructor(status: number, target: string) {
    super(`redirect (HTTP ${status})`);
    this.status = status;
    this.target = target;
  }

  /** Throws if `answer` is a redirect (RFC 9110 15.4). */
  static check({ status, headers, discard }: HttpAnswer, base: string | URL): void {
    const location = headers.get('location');
    if (status < 300 || status > 399 || location === null) return;
    discard();
    throw new RedirectError(status, describeTarget(location, base));
  }
}

function describeTarget(location: string, base: string | URL): string {
  if (!URL.canParse(location, String(base))) return '(no valid URL)';
  const { protocol, host, pathname, search } = new URL(location, base);
  return `${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`.slice(0, maxTargetLength);
}
