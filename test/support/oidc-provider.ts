/** An OpenID provider for tests: signs whoever it is told to in at once, and can be made to err. Source: OpenID Connect Core 1.0. */
import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Claims = Readonly<Record<string, unknown>>;
type Grant = { readonly nonce: string; readonly challenge: string; readonly redirectUri: string };
type Key = { readonly id: string; readonly privateKey: KeyObject; readonly publicKey: KeyObject };

export class TestOidcProvider implements AsyncDisposable {
  readonly clientId = 'nameplate';
  readonly clientSecret = 'hidden-client-secret';
  /** Who signs in next. */
  person: Claims = { sub: 'ada-1', email: 'ada@example.com', email_verified: true, name: 'Ada' };
  /** Claims of the ID token that replace the right ones; undefined ones are left out. */
  forged: Claims = {};
  /** The same for the ID token's head. */
  head: Claims = {};
  signs: 'right' | 'altered' | 'not at all' | 'with the client secret' = 'right';
  /** What is published in place of its keys. */
  keys: ((own: Claims) => readonly Claims[]) | undefined;
  /** Claims that are only told at the UserInfo endpoint, which there is none of by default. */
  userInfo: Claims | undefined;
  /** Members of its document that replace the right ones. */
  document: Claims = {};
  /** Parameters that the browser comes back with in place of the right ones. */
  callback: Readonly<Record<string, string | undefined>> = {};
  /** What the token endpoint answers in place of the right answer; functions get that one. */
  tokenAnswer: { readonly status: number; readonly body: unknown } | ((right: Claims) => unknown) | undefined;
  /** Answers nothing but 503. */
  isAway = false;
  /** Signs with a key that it doesn't publish. */
  hidesKey = false;
  readonly #server: http.Server;
  readonly #grants = new Map<string, Grant>();
  #key: Key = newKey();

  private constructor() {
    this.#server = http.createServer((request, response) => {
      void this.#answer(request, response);
    });
  }

  static async start(): Promise<TestOidcProvider> {
    const provider = new TestOidcProvider();
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get issuer(): string {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has such an address
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get settings(): { issuer: string; clientId: string; clientSecret: string } {
    return { issuer: this.issuer, clientId: this.clientId, clientSecret: this.clientSecret };
  }

  /** Makes it right again in everything. */
  behave(): void {
    Object.assign(this, { forged: {}, head: {}, signs: 'right', document: {}, callback: {} });
    Object.assign(this, { keys: undefined, userInfo: undefined, tokenAnswer: undefined });
    Object.assign(this, { isAway: false, hidesKey: false });
  }

  rotateKey(): void {
    this.#key = newKey();
  }

  /** What a browser does with the provider's page: the query that it comes back with. */
  async signIn(authorizationUrl: string): Promise<string> {
    const answer = await fetch(authorizationUrl, { redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? '').search.slice(1);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.issuer);
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (this.isAway) return void json(503, {});
    if (url.pathname === '/.well-known/openid-configuration') return void json(200, this.#document());
    if (url.pathname === '/keys') {
      const own = { ...jwkOf(this.#key), kid: this.#key.id, use: 'sig', alg: 'RS256' };
      return void json(200, { keys: this.keys?.(own) ?? [own] });
    }
    if (url.pathname === '/userinfo')
      return void json(request.headers.authorization === 'Bearer a' ? 200 : 401, this.userInfo);
    if (url.pathname === '/authorize') {
      response.writeHead(302, { location: this.#authorize(url.searchParams) }).end();
      return;
    }
    const form = new URLSearchParams(await text(request));
    const grant = this.#grants.get(form.get('code') ?? '');
    this.#grants.delete(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    // Both parts are form-encoded (RFC 6749 section 2.3.1).
    const credentials = Buffer.from(request.headers.authorization?.slice('Basic '.length) ?? '', 'base64');
    if (decodeURIComponent(credentials.toString()) !== `${this.clientId}:${this.clientSecret}`)
      return void json(401, { error: 'invalid_client' });
    if (grant?.challenge !== verifier || grant.redirectUri !== form.get('redirect_uri'))
      return void json(400, { error: 'invalid_grant' });
    const right = { access_token: 'a', token_type: 'bearer', id_token: this.#idToken(grant.nonce) };
    if (typeof this.tokenAnswer === 'function') return void json(200, this.tokenAnswer(right));
    if (this.tokenAnswer) return void json(this.tokenAnswer.status, this.tokenAnswer.body);
    json(200, right);
  }

  #document(): unknown {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...(this.userInfo && { userinfo_endpoint: `${this.issuer}/userinfo` }),
      ...this.document,
    };
  }

  #authorize(query: URLSearchParams): string {
    const code = randomUUID();
    const redirectUri = query.get('redirect_uri') ?? '';
    const callback = new URL(redirectUri);
    this.#grants.set(code, {
      nonce: query.get('nonce') ?? '',
      challenge: query.get('code_challenge') ?? '',
      redirectUri,
    });
    for (const [name, value] of Object.entries({ code, state: query.get('state') ?? '', ...this.callback }))
      if (value !== undefined) callback.searchParams.set(name, value);
    return callback.href;
  }

  #idToken(nonce: string): string {
    const nowSeconds = Math.floor(Date.now() / 1000);
    const key = this.hidesKey ? { ...newKey(), id: this.#key.id } : this.#key;
    const algs = {
      right: 'RS256',
      altered: 'RS256',
      'not at all': 'none',
      'with the client secret': 'HS256',
    };
    const head = { alg: algs[this.signs], kid: key.id, ...this.head };
    const claims = {
      iss: this.issuer,
      aud: this.clientId,
      iat: nowSeconds,
      exp: nowSeconds + 300,
      nonce,
      ...this.person,
      ...(this.userInfo && { email: undefined, email_verified: undefined }),
      ...this.forged,
    };
    const signed = [head, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${signed}.${this.#signature(signed, key).toString('base64url')}`;
  }

  #signature(signed: string, { privateKey }: Key): Buffer {
    if (this.signs === 'not at all') return Buffer.alloc(0);
    if (this.signs === 'with the client secret')
      return createHmac('sha256', this.clientSecret).update(signed).digest();
    return sign('sha256', Buffer.from(this.signs === 'altered' ? `${signed} ` : signed), privateKey);
  }
}

function newKey(): Key {
  return { id: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) };
}

function jwkOf({ publicKey }: Key): Claims {
  return { ...publicKey.export({ format: 'jwk' }) };
}
