import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AuthError } from './auth-error.ts';
import { readAnswer, type LoginAnswer, type OwnAnswer } from './login-answer.ts';

/** Waits on this machine for a browser that comes back from the authorization server (RFC 8252 7.3). */
export interface LoginReceiver {
  readonly redirectUrl: string;
  /** Resolves with the first answer to the login of this `state`. */
  readonly answered: Promise<OwnAnswer>;
  close(): Promise<void>;
}

const path = '/callback';

/** `port` 0 takes any free one. Throws an `AuthError` for one that is taken. */
export async function openReceiver(port: number, state: string): Promise<LoginReceiver> {
  let answer: (answer: OwnAnswer) => void = () => undefined; // set by the promise at once
  const answered = new Promise<OwnAnswer>((resolve) => {
    answer = resolve;
  });
  const server = createServer((request, response) => {
    const found = request.method === 'GET' ? answerIn(request, state) : null;
    respond(response, found);
    if (found !== null && found.kind !== 'foreign') answer(found);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new AuthError('refused', `port ${port} of this machine cannot be listened on (${cause.code ?? ''})`, { cause }),
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    redirectUrl: `http://127.0.0.1:${address.port}${path}`,
    answered,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Null for any other address than ours. */
function answerIn({ url = '' }: IncomingMessage, state: string): LoginAnswer | null {
  const base = 'http://127.0.0.1';
  if (!URL.canParse(url, base)) return null;
  const { pathname, searchParams } = new URL(url, base);
  return pathname === path ? readAnswer(searchParams, state) : null;
}

/** One of three fixed pages: nothing of the request is in them. */
function respond(response: ServerResponse, answer: LoginAnswer | null): void {
  const [status, sentence] =
    answer === null
      ? [404, 'There is nothing here.']
      : answer.kind === 'foreign'
        ? [400, 'This is not the answer to the login that tooldrift waits for.']
        : [200, 'tooldrift has got the answer. Close this page and go back to the terminal.'];
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>tooldrift</title></head><body><p>${sentence}</p></body></html>\n`,
  );
}
