import { DeliveryError } from '../monitor/delivery-error.ts';

/** What nodemailer says of a mail that some recipients got. */
interface Partial {
  readonly rejected: readonly (string | { readonly address: string })[];
  readonly rejectedErrors?: readonly unknown[] | undefined;
}

/**
 * Some recipients were refused, the others have the mail. It is tried again if any refusal may pass (RFC 5321 4.2.1: 4yz), and
 * then, or when a person asks for it, only with those who lack it.
 */
export function partlyRefused(label: string, { rejected, rejectedErrors = [] }: Partial, count: number): DeliveryError {
  const mayPass = rejectedErrors.some((error) => replyOf(error) < 500);
  const left = rejected.map((one) => (typeof one === 'string' ? one : one.address));
  const who = `${rejected.length} of ${count} recipients`;
  return new DeliveryError(`${label} took the message but refused ${who}`, {
    retryable: mayPass,
    receipt: JSON.stringify(left),
    isPartlySent: true,
    remedy: 'check the addresses in "to"',
  });
}

/** Those of `to` who have not got the mail yet, by the receipt of an earlier attempt. */
export function recipientsLeft(to: readonly string[], receipt: string | null): string[] {
  const left = receipt === null ? null : (JSON.parse(receipt) as readonly string[]); // what `partlyRefused` wrote
  return to.filter((recipient) => left === null || left.some((address) => isAddressOf(address, recipient)));
}

/** `ann@example.com` is the address of `Ann <ann@example.com>`. */
function isAddressOf(address: string, recipient: string): boolean {
  return recipient === address || recipient.trim().endsWith(`<${address}>`);
}

function replyOf(error: unknown): number {
  const has = typeof error === 'object' && error !== null && 'responseCode' in error;
  return has && typeof error.responseCode === 'number' ? error.responseCode : 599;
}
