import { createTransport } from 'nodemailer';
import type { EmailConfig } from '../config/config.ts';
import type { Alert } from '../core/alert.ts';
import { composeAlert } from '../core/compose-alert.ts';
import { withHeadline, type Message } from '../core/message.ts';
import { plainPaint, renderText } from '../core/render-text.ts';
import { guardLine } from '../core/visible.ts';
import { DeliveryError } from '../monitor/delivery-error.ts';
import type { Channel } from '../monitor/ports-delivery.ts';
import { renderHtml } from './email-html.ts';
import { foldText } from './fold-text.ts';
import { messageId, threadHeaders } from './mail-thread.ts';
import { partlyRefused, recipientsLeft } from './recipients.ts';
import { smtpError } from './smtp-error.ts';
import { smtpOptions } from './smtp-options.ts';

/** Columns of the text: a terminal has 80, a quoted line needs some. */
const width = 78;

/** Bytes of text and HTML together, as they are sent, that a mail should not exceed. */
const maxMailBytes = 190_000;

/** Mail by SMTP over connections that are kept for the next one. A `Message-ID` of the alert's own tells a repeat as such. */
export function emailChannel(config: EmailConfig): Channel {
  const options = smtpOptions(config.smtp);
  const label = options === null ? 'mail server' : `mail server ${options.host}`;
  const transport = createTransport({ ...options, pool: true });
  return {
    name: 'email',
    async send(alert, signal, earlier) {
      if (options === null) {
        throw new DeliveryError('the SMTP URL in the configuration is not valid', { retryable: false });
      }
      const to = recipientsLeft(config.to, earlier?.receipt ?? null);
      if (to.length === 0) return null;
      const mail = { ...mailOf(alert), from: config.from, to, signal };
      const info = await transport.sendMail(mail).catch((error: unknown) => {
        throw smtpError(label, error, signal);
      });
      if (info.rejected.length > 0) throw partlyRefused(label, info, to.length);
      return null;
    },
    close() {
      transport.close({ force: true });
      return Promise.resolve();
    },
  };
}

function mailOf(alert: Alert) {
  const { message, text, html } = renderToFit(alert);
  return {
    subject: guardLine(message.subject),
    text,
    html,
    messageId: messageId(alert.id),
    ...threadHeaders(alert),
    headers: headersOf(alert),
    // Nothing in a mail may be read from a path or a URL, whatever a text looks like.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** RFC 3834 5: no out-of-office answers. Values that are not plain words are left out rather than encoded. */
function headersOf(alert: Alert): Record<string, string> {
  const server = /^[\w.-]{1,100}$/.test(alert.server) ? { 'X-Tooldrift-Server': alert.server } : {};
  return { 'Auto-Submitted': 'auto-generated', 'X-Tooldrift-Severity': alert.severity, ...server };
}

interface Rendered {
  readonly message: Message;
  readonly text: string;
  readonly html: string;
}

/** Shows as much of an alert as a mail should hold: hostile text can grow sixfold when it is escaped. */
function renderToFit(alert: Alert): Rendered {
  for (const maxCharacters of [40_000, 12_000]) {
    const rendered = render(composeAlert(alert, { maxCharacters }));
    if (encodedSize(rendered.text) + encodedSize(rendered.html) <= maxMailBytes) return rendered;
  }
  return render(composeAlert(alert, { maxCharacters: 3000 }));
}

/** In quoted-printable (RFC 2045 6.7), where each byte outside of ASCII takes three. */
function encodedSize(text: string): number {
  const bytes = Buffer.byteLength(text);
  const ascii = text.length - (text.match(/[^\0-\x7F]/g)?.length ?? 0);
  return ascii + 3 * (bytes - ascii);
}

function render(message: Message): Rendered {
  return {
    message,
    text: foldText(`${guardLine(message.title)}\n\n${renderText(withHeadline(message), plainPaint, width)}`, width),
    html: renderHtml(message),
  };
}
