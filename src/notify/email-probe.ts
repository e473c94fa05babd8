import { createTransport } from 'nodemailer';
import type { EmailConfig } from '../config/config.ts';
import { DeliveryError } from '../monitor/delivery-error.ts';
import type { ChannelProbe } from '../monitor/ports-delivery.ts';
import { smtpError } from './smtp-error.ts';
import { smtpOptions } from './smtp-options.ts';

/** Connects, agrees on TLS and logs in as a delivery does, and leaves before any message. */
export function emailProbe({ smtp }: EmailConfig, timeoutMs: number): ChannelProbe {
  return {
    name: 'email',
    async probe(signal) {
      const options = smtpOptions(smtp);
      if (options === null) throw new DeliveryError('the SMTP URL is not valid', { retryable: false });
      const times = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
      const label = `mail server ${options.host}`;
      // `verify` knows no signal, but its time is short.
      await createTransport({ ...options, ...times })
        .verify()
        .catch((error: unknown) => {
          throw smtpError(label, error, signal);
        });
      const login = options.auth === undefined ? 'takes connections without a login' : 'takes the login';
      return { seen: `${label} ${login}`, date: null };
    },
    close: () => Promise.resolve(),
  };
}
