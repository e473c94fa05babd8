import type { AddressInfo, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { simpleParser } from 'mailparser';
import type { ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import { Inbox } from './inbox.ts';

export interface ReceivedMail extends ParsedMail {
  /** As it came over the wire. */
  readonly raw: string;
  readonly recipients: readonly string[];
  /** True if it came over TLS. */
  readonly secure: boolean;
}

export type SmtpStep = 'mail' | 'rcpt' | 'data';

/**
 * How the next transaction fails: a reply at one of its steps, or silence instead of an answer to the message, or the end of
 * the connection.
 */
export type SmtpFailure = { readonly code: number; readonly at?: SmtpStep } | 'hang' | 'drop';

export interface SmtpReceiverOptions {
  /** Asks for this password; the URL contains it. */
  readonly auth?: { readonly user: string; readonly pass: string };
  /** `starttls` offers it, `smtps` speaks TLS from the start; both with a certificate that nobody signed. */
  readonly tls?: 'starttls' | 'smtps';
}

export interface SmtpReceiver {
  /** smtp: or smtps: URL, with credentials if `auth` was given; under TLS it accepts any certificate. */
  readonly url: string;
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  waitForMail(predicate?: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>;
  /** Failures of the next transactions, in order; after them mails are taken again. */
  failNext(...failures: readonly SmtpFailure[]): void;
  /** Resolves once a transaction has hung. */
  waitForHang(): Promise<unknown>;
  /** Connections made so far. */
  connections(): number;
  close(): Promise<void>;
}

/** A real SMTP server on an ephemeral loopback port that parses and keeps what it receives. */
export async function startSmtpReceiver(options: SmtpReceiverOptions = {}): Promise<SmtpReceiver> {
  const inbox = new Inbox<ReceivedMail>();
  const hangs = new Inbox<true>();
  const failures: SmtpFailure[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;

  const failAt = (step: SmtpStep): Error | null => {
    const [next] = failures;
    if (next === undefined || typeof next === 'string' || (next.at ?? 'data') !== step) return null;
    failures.shift();
    return Object.assign(new Error('refused on request'), { responseCode: next.code });
  };

  /** Reads a message to its end and keeps it. Null accepts it. */
  const take = async (
    message: Readable,
    { envelope, secure }: SMTPServerSession,
  ): Promise<Error | 'hang' | 'drop' | null> => {
    const raw = await buffer(message);
    if (failures[0] === 'drop') {
      failures.shift();
      return 'drop';
    }
    if (failures[0] === 'hang') {
      failures.shift();
      hangs.put(true);
      return 'hang';
    }
    const failure = failAt('data');
    if (failure !== null) return failure;
    const recipients = envelope.rcptTo.map(({ address }) => address);
    inbox.put({ ...(await simpleParser(raw)), raw: raw.toString('utf8'), recipients, secure });
    return null;
  };

  const server = new SMTPServer({
    closeTimeout: 500,
    ...tlsOptions(options.tls),
    ...authOptions(options.auth),
    onConnect(_session, callback) {
      connections += 1;
      callback();
    },
    onMailFrom: (_address, _session, callback) => callback(failAt('mail')),
    onRcptTo: (_address, _session, callback) => callback(failAt('rcpt')),
    onData(stream, session, callback) {
      const answer = async (): Promise<void> => {
        const result = await take(stream, session);
        if (result === 'drop') for (const socket of sockets) socket.destroy();
        else if (result !== 'hang') callback(result);
      };
      // The client may go away in the middle of a message.
      answer().catch(callback);
    },
  });
  // A client that goes away in the middle is part of the tests.
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo; // a TCP server that listens has one

  return {
    url: urlOf(port, options),
    port,
    mails: inbox.items,
    waitForMail: (predicate) => inbox.waitFor(predicate),
    failNext(...next) {
      failures.push(...next);
    },
    waitForHang: () => hangs.waitFor(),
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function urlOf(port: number, { auth, tls }: SmtpReceiverOptions): string {
  const scheme = tls === 'smtps' ? 'smtps' : 'smtp';
  const credentials = auth === undefined ? '' : `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}@`;
  return `${scheme}://${credentials}127.0.0.1:${port}${tls === undefined ? '' : '?tls.rejectUnauthorized=false'}`;
}

function tlsOptions(tls: SmtpReceiverOptions['tls']): SMTPServerOptions {
  if (tls === 'smtps') return { secure: true };
  return tls === 'starttls' ? {} : { hideSTARTTLS: true, allowInsecureAuth: true };
}

function authOptions(auth: SmtpReceiverOptions['auth']): SMTPServerOptions {
  if (auth === undefined) return { authOptional: true, disabledCommands: ['AUTH'] };
  return {
    onAuth({ username, password }, _session, callback) {
      if (username === auth.user && password === auth.pass) callback(null, { user: username });
      else callback(new Error('no'));
    },
  };
}
