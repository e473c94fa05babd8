import { emptyAlert, type AlertDraft } from './alert.ts';

/** A server that could not be verified for a while, before this is told. */
export interface Unverified {
  readonly name: string;
  readonly unverifiedSince: string;
  readonly lastGoodAt: string | null;
  readonly blindAlertedAt: string | null;
  /** Set while people were told that this server wants credentials. */
  readonly loginAlertedAt: string | null;
  /** No messages until then. */
  readonly snoozedUntil: string | null;
}

/** Decides on a server that could not be verified since `unverifiedSince`: an alert once it has lasted. */
export function decideBlindness(
  server: Omit<Unverified, 'loginAlertedAt'>,
  cause: string,
  blindAfterMs: number,
  now: Date,
): AlertDraft | null {
  if (server.blindAlertedAt !== null || isSnoozed(server, now)) return null;
  if (now.getTime() - Date.parse(server.unverifiedSince) < blindAfterMs) return null;
  const { name, lastGoodAt } = server;
  return { ...emptyAlert('server-blind', name, now.toISOString()), severity: 'high', lastGoodAt, cause };
}

/** Decides on a server that wants credentials: an alert at once, and one only until a complete reading succeeds. */
export function decideLogin(server: Unverified, cause: string, now: Date): AlertDraft | null {
  if (server.loginAlertedAt !== null || isSnoozed(server, now)) return null;
  const { name, lastGoodAt } = server;
  return { ...emptyAlert('needs-login', name, now.toISOString()), severity: 'high', lastGoodAt, cause };
}

function isSnoozed({ snoozedUntil }: Pick<Unverified, 'snoozedUntil'>, now: Date): boolean {
  return snoozedUntil !== null && now.toISOString() < snoozedUntil;
}
