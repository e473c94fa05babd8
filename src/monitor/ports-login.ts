/** What logs in to servers: `mcp` implements it. Types alone. */
import type { WatchedServer } from './ports-watched.ts';

/** Where a person has to go to log in. */
export interface LoginPlace {
  /** Printable ASCII; https:, or a server of this machine. */
  readonly url: string;
  /** Where the browser is sent to afterwards, without what is added to it. */
  readonly redirectUrl: string;
  /** Origin of the authorization server, and of the one before if it is another. */
  readonly at: string;
  readonly formerly: string | null;
}

/** The person who logs in. */
export interface LoginPrompt {
  /** Told once. */
  visit(place: LoginPlace): void;
  /** The next line that the person enters, null once there will be none. */
  readLine(signal: AbortSignal): Promise<string | null>;
  /** Told what is wrong with such a line. */
  explain(reason: string): void;
}

export type LoginResult =
  | {
      readonly kind: 'logged-in';
      readonly issuer: string;
      readonly scope: string | null;
      /** ISO 8601 UTC time at which the access token ends, if that is known; it is renewed then, if it can be. */
      readonly expiresAt: string | null;
      readonly isRenewable: boolean;
    }
  /** One sentence in our own words, no server text, no secret. */
  | { readonly kind: 'failed'; readonly reason: string };

export interface Logins {
  /** Only for a server whose `auth` is `oauth`. */
  login(server: WatchedServer, prompt: LoginPrompt, signal: AbortSignal): Promise<LoginResult>;
  /** Forgets the tokens of a server, and its authorization server. False: there were none. Throws an `AppError`. */
  logout(server: WatchedServer): Promise<boolean>;
  close(): Promise<void>;
}
