import { createHash, randomUUID, type KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../servers/loopback.ts';
import { verifyAssertion } from './verify-assertion.ts';

export interface OAuthRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | null;
  readonly body: string;
  readonly form: URLSearchParams;
}

export interface OAuthAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface AuthorizationServerOptions {
  /** A client that is known from the start. */
  readonly client?: { readonly id: string; readonly secret?: string; readonly key?: KeyObject };
  /** Added to the metadata, or put in place of what it says. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Lives as long as this many seconds, as it says. */
  readonly expiresIn?: number;
  /** False: no refresh tokens. */
  readonly refreshes?: boolean;
  /** What the person who is asked says. */
  readonly person?: 'agrees' | 'denies';
  /** Asked before anything else. Undefined leaves the request to the server; `endless` never stops to send. */
  readonly intercept?: (
    request: OAuthRequest,
  ) => OAuthAnswer | 'endless' | undefined | Promise<OAuthAnswer | 'endless' | undefined>;
}

/** A real authorization server (OAuth 2.1: metadata, registration, PKCE, rotating refresh tokens) on loopback. */
export interface AuthorizationServer {
  readonly issuer: string;
  readonly requests: readonly OAuthRequest[];
  /** The grant types of all token requests that were granted, in order. */
  readonly grants: readonly string[];
  accepts(token: string | null): boolean;
  /** All access tokens so far are refused from now on. */
  expireAccess(): void;
  /** All refresh tokens so far are refused from now on. */
  endLogins(): void;
  close(): Promise<void>;
}

interface Grant {
  readonly challenge: string;
  readonly redirectUri: string;
  readonly clientId: string;
  readonly resource: string | null;
}

class OAuthRefusal extends Error {
  readonly code: string;
  readonly status: number;
  constructor(code: string, status = 400) {
    super(code);
    this.code = code;
    this.status = status;
  }
}

export async function startAuthorizationServer(options: AuthorizationServerOptions = {}): Promise<AuthorizationServer> {
  const server = new Server(options);
  const loopback = await listenOnLoopback((request, response) => void server.answer(request, response));
  server.issuer = new URL(loopback.url).origin;
  return Object.assign(server, { close: () => loopback.close() });
}

class Server {
  issuer = '';
  readonly requests: OAuthRequest[] = [];
  readonly grants: string[] = [];
  readonly #options: AuthorizationServerOptions;
  readonly #clients = new Map<string, { secret?: string; key?: KeyObject; redirectUris?: readonly string[] }>();
  readonly #codes = new Map<string, Grant>();
  readonly #access = new Set<string>();
  /** Whether each refresh token was used. */
  readonly #refresh = new Map<string, boolean>();

  constructor(options: AuthorizationServerOptions) {
    this.#options = options;
    if (options.client !== undefined) this.#clients.set(options.client.id, options.client);
  }

  accepts(token: string | null): boolean {
    return token !== null && this.#access.has(token);
  }

  expireAccess(): void {
    this.#access.clear();
  }

  endLogins(): void {
    this.#refresh.clear();
  }

  async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(incoming.url ?? '', this.issuer);
    const body = await text(incoming);
    const request: OAuthRequest = {
      method: incoming.method ?? '',
      path: pathname,
      query: searchParams,
      authorization: incoming.headers.authorization ?? null,
      body,
      form: new URLSearchParams(body),
    };
    this.requests.push(request);
    const answer = (await this.#options.intercept?.(request)) ?? this.#serve(request);
    if (answer === 'endless') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.on('drain', () => response.write(' '.repeat(65_536)));
      response.write(' '.repeat(1_000_000));
      return;
    }
    response.writeHead(answer.status, answer.headers).end(answer.body ?? '');
  }

  #serve(request: OAuthRequest): OAuthAnswer {
    try {
      switch (request.path) {
        case '/.well-known/oauth-authorization-server':
          return json(200, this.#metadata());
        case '/register':
          return this.#register(request);
        case '/authorize':
          return this.#authorize(request.query);
        case '/token':
          return this.#token(request);
        default:
          return { status: 404 };
      }
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
      return json(error.status, { error: error.code, error_description: 'words of the authorization server' });
    }
  }

  #metadata(): Record<string, unknown> {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      registration_endpoint: `${this.issuer}/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'private_key_jwt'],
      authorization_response_iss_parameter_supported: true,
      ...this.#options.metadata,
    };
  }

  #register({ body }: OAuthRequest): OAuthAnswer {
    const metadata = JSON.parse(body) as { redirect_uris: string[] }; // our own client sends it
    const id = `client-${randomUUID()}`;
    this.#clients.set(id, { redirectUris: metadata.redirect_uris });
    return json(201, { ...metadata, client_id: id });
  }

  /** The person is quick. */
  #authorize(query: URLSearchParams): OAuthAnswer {
    const clientId = query.get('client_id') ?? '';
    const redirectUri = query.get('redirect_uri') ?? '';
    const client = this.#clients.get(clientId);
    const isKnown = client?.redirectUris?.includes(redirectUri) ?? client !== undefined;
    if (!isKnown) throw new OAuthRefusal('invalid_client', 401);
    if (query.get('code_challenge_method') !== 'S256') throw new OAuthRefusal('invalid_request');
    const to = new URL(redirectUri);
    to.searchParams.set('state', query.get('state') ?? '');
    to.searchParams.set('iss', this.issuer);
    if (this.#options.person === 'denies') to.searchParams.set('error', 'access_denied');
    else {
      const code = randomUUID();
      const challenge = query.get('code_challenge') ?? '';
      this.#codes.set(code, { challenge, redirectUri, clientId, resource: query.get('resource') });
      to.searchParams.set('code', code);
    }
    return { status: 302, headers: { location: to.href } };
  }

  #token(request: OAuthRequest): OAuthAnswer {
    const { form } = request;
    const clientId = this.#authenticate(request);
    const type = form.get('grant_type') ?? '';
    if (type === 'authorization_code') this.#redeem(form, clientId);
    else if (type === 'refresh_token') this.#rotate(form.get('refresh_token') ?? '');
    else if (type !== 'client_credentials') throw new OAuthRefusal('unsupported_grant_type');
    this.grants.push(type);
    const access = `access-${randomUUID()}`;
    this.#access.add(access);
    const isLogin = type !== 'client_credentials' && this.#options.refreshes !== false;
    const refresh = `refresh-${randomUUID()}`;
    if (isLogin) this.#refresh.set(refresh, false);
    return json(200, {
      access_token: access,
      token_type: 'Bearer',
      expires_in: this.#options.expiresIn ?? 3600,
      ...(isLogin && { refresh_token: refresh }),
    });
  }

  /** The id of the client that asks, once it has shown who it is. */
  #authenticate({ authorization, form }: OAuthRequest): string {
    const basic = /^Basic (.*)$/.exec(authorization ?? '')?.[1];
    const [basicId = '', basicSecret] = Buffer.from(basic ?? '', 'base64')
      .toString()
      .split(':');
    const assertion = form.get('client_assertion');
    const id = basic === undefined ? (form.get('client_id') ?? this.#options.client?.id ?? '') : basicId;
    const client = this.#clients.get(id);
    const isRight =
      client?.key === undefined
        ? client !== undefined && client.secret === basicSecret
        : assertion !== null && verifyAssertion(assertion, client.key, { id, audience: this.issuer });
    if (!isRight) throw new OAuthRefusal('invalid_client', 401);
    return id;
  }

  #redeem(form: URLSearchParams, clientId: string): void {
    const code = form.get('code') ?? '';
    const grant = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      grant?.challenge === challenge &&
      grant.redirectUri === form.get('redirect_uri') &&
      grant.clientId === clientId &&
      grant.resource === form.get('resource');
    if (!isRight) throw new OAuthRefusal('invalid_grant');
  }

  /** A refresh token that comes twice was stolen: the whole login ends (RFC 9700 4.14). */
  #rotate(token: string): void {
    const wasUsed = this.#refresh.get(token);
    if (wasUsed === true) {
      this.#refresh.clear();
      this.#access.clear();
    }
    if (wasUsed !== false) throw new OAuthRefusal('invalid_grant');
    this.#refresh.set(token, true);
  }
}

export function json(status: number, value: unknown): OAuthAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}
