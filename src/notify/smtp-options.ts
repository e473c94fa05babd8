import { isLoopback } from '../core/loopback.ts';

/** What of an SMTP URL nodemailer gets. The password never leaves this object. */
export interface SmtpOptions {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly requireTLS: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
  readonly connectionTimeout: number;
  readonly greetingTimeout: number;
  readonly socketTimeout: number;
  readonly maxConnections: number;
  readonly maxRequeues: number;
  readonly tls: { readonly rejectUnauthorized: boolean };
}

/**
 * Reads `smtp://user:password@host:587` (STARTTLS when offered) or `smtps://...` (TLS from the start). A password goes to another
 * machine only under TLS: there a server that offers no STARTTLS is refused, unless the URL says `?requireTLS=false`.
 * `?tls.rejectUnauthorized=false` accepts any certificate. Null when it is not such a URL.
 */
export function smtpOptions(smtp: string): SmtpOptions | null {
  if (!URL.canParse(smtp)) return null;
  const url = new URL(smtp);
  const secure = url.protocol === 'smtps:';
  if ((!secure && url.protocol !== 'smtp:') || url.hostname === '') return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const user = decode(url.username);
  const pass = decode(url.password);
  if (user === null || pass === null) return null;
  const secret = pass !== '' && !isLoopback(host);
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && flag(url, 'requireTLS', secret),
    ...(user === '' ? {} : { auth: { user, pass } }),
    connectionTimeout: 30_000,
    greetingTimeout: 30_000,
    socketTimeout: 60_000,
    maxConnections: 2,
    // Once, for a kept connection that the server had closed; every further attempt is the outbox's.
    maxRequeues: 1,
    tls: { rejectUnauthorized: flag(url, 'tls.rejectUnauthorized', true) },
  };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function flag(url: URL, name: string, fallback: boolean): boolean {
  const value = url.searchParams.get(name);
  return value === null ? fallback : value === 'true';
}
