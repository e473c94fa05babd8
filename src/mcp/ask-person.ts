import { OAuthErrorCode, validateAuthorizationResponseIssuer } from '@modelcontextprotocol/client';
import { deadline, linked } from '../linked-signal.ts';
import type { LoginPrompt } from '../monitor/ports-login.ts';
import { AuthError } from './auth-error.ts';
import type { AuthServer } from './auth-server.ts';
import { readPasted, type OwnAnswer } from './login-answer.ts';
import type { LoginReceiver } from './login-receiver.ts';

interface Code {
  readonly code: string;
  readonly iss: string | undefined;
}

/**
 * Waits for the browser or for what the person pastes, whichever comes first, at most `personMs`. Throws an `AuthError`, or what
 * the SDK throws for an answer of another authorization server.
 */
export async function askPerson(
  receiver: LoginReceiver,
  state: string,
  server: AuthServer,
  prompt: LoginPrompt,
  personMs: number,
  signal: AbortSignal,
): Promise<Code> {
  const patience = deadline(signal, personMs);
  const over = new AbortController();
  const reading = linked(patience.signal, over.signal);
  try {
    const pasted = readLines(prompt, state, reading.signal);
    const answer = await Promise.race([receiver.answered, pasted, whenOver(patience.signal, personMs)]);
    return codeIn(answer, server);
  } finally {
    over.abort();
    reading.done();
    patience.done();
  }
}

async function readLines(prompt: LoginPrompt, state: string, signal: AbortSignal): Promise<OwnAnswer> {
  for (;;) {
    const line = await prompt.readLine(signal);
    // Nobody will paste anything: the browser may still come.
    if (line === null || signal.aborted) return new Promise(() => undefined);
    if (line.trim() === '') continue;
    const answer = readPasted(line, state);
    if (answer.kind !== 'foreign') return answer;
    prompt.explain('that is not the address that the browser was sent to after this login; paste all of it');
  }
}

function whenOver(signal: AbortSignal, personMs: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    const minutes = Number((personMs / 60_000).toFixed(1));
    const stop = (): void => reject(new AuthError('unreachable', `nobody logged in within ${minutes} minutes`));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** Whose answer it is comes before what it says (RFC 9207 2.4). */
function codeIn(answer: OwnAnswer, { metadata }: AuthServer): Code {
  if (answer.kind === 'code') return answer;
  validateAuthorizationResponseIssuer({
    iss: answer.iss,
    expectedIssuer: metadata?.issuer,
    issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
  });
  const isDenied = answer.error === OAuthErrorCode.AccessDenied;
  throw new AuthError(
    'auth-required',
    isDenied ? 'the login was denied' : 'the authorization server did not log you in, for a reason of its own',
  );
}
