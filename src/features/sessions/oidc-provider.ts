/**
 * The identity provider: authorization code flow with PKCE, state and nonce, by openid-client, which is loaded for the first
 * sign-in. The provider's document and keys are read for each sign-in, so a changed key works at once. Source: OpenID Connect
 * Core 1.0, RFC 9700, docs/reference/openid-connect.md.
 */
import type * as OpenidClient from 'openid-client';
import type { Logger } from 'pino';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { HostNames } from '../../core/host-names.ts';
import { sendRequest, toResponse } from '../../core/outgoing-request.ts';
import { secondMs } from '../../core/time.ts';
import { signInExpired } from './sealed-cookie.ts';

export type OidcSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What shows that an address is verified where the provider doesn't say `email_verified`. */
  readonly emailVerifiedBy?:
    | { readonly claims: readonly string[]; readonly domains: readonly string[] }
    | undefined;
};

/** A sign-in under way, which only its own browser may finish. */
export type OidcAttempt = {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
};

/** What the provider says of the person. */
export type OidcIdentity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  readonly name: string | undefined;
};

type Claims = Readonly<Record<string, unknown>>;

/** Of a claim that the operator named: Entra ID's is a number or a text, too. */
const verifiedValues: ReadonlySet<unknown> = new Set([true, 'true', 1, '1']);
const timeoutSeconds = 10;
/** Providers list hundreds of keys and scopes at most. */
const maxAnswerBytes = 1024 * 1024;
/** Library errors that mean that the provider doesn't work, not that it said no. */
const awayCodes: ReadonlySet<string | undefined> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
]);

export class OidcProvider {
  /** What people know it by: the issuer's host. */
  readonly name: string;
  readonly #settings: OidcSettings;
  readonly #logger: Logger;
  readonly #names = new HostNames();

  constructor(settings: OidcSettings, logger: Logger) {
    this.#settings = settings;
    this.#logger = logger;
    this.name = new URL(settings.issuer).host;
  }

  /** Begins a sign-in: the provider's page, and what {@link finish} needs. Errors: `identity_provider_away`. */
  async begin(redirectUri: string): Promise<{ url: string; attempt: OidcAttempt }> {
    const client = await import('openid-client');
    const attempt = {
      redirectUri,
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(await this.#discover(client), {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, attempt };
  }

  /**
   * Finishes a sign-in with the query that the provider has sent the browser back with. Errors: `sign_in_expired`,
   * `identity_refused`, `identity_provider_away`.
   */
  async finish(attempt: OidcAttempt, query: string): Promise<OidcIdentity> {
    const client = await import('openid-client');
    const callback = new URL(attempt.redirectUri);
    callback.search = query;
    // Of an older sign-in in the same browser, or begun by somebody else.
    if (callback.searchParams.get('state') !== attempt.state) throw signInExpired();
    const configuration = await this.#discover(client);
    try {
      const tokens = await client.authorizationCodeGrant(configuration, callback, {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw refused('it sent no ID token');
      // What the library leaves to the caller (OpenID Connect Core 1.0 sections 2 and 3.1.3.7).
      if (claims.sub === '') throw refused('the ID token has an empty "sub"');
      if (claims.azp !== undefined && claims.azp !== this.#settings.clientId)
        throw refused('the ID token is for another client, by its "azp"');
      // Some providers tell the address, or that it is verified, only there.
      const isToldThere =
        (claims['email'] === undefined || this.#isVerified(claims) === undefined) &&
        configuration.serverMetadata().userinfo_endpoint !== undefined;
      const info: Claims = isToldThere
        ? await client
            .fetchUserInfo(configuration, tokens.access_token, claims.sub)
            .catch((error: unknown) => this.#withoutInfo(client, claims, error))
        : {};
      const told = claims['email'] === undefined && isToldThere ? info : claims;
      const isVerified =
        this.#isVerified(told) ?? (info['email'] === told['email'] ? this.#isVerified(info) : undefined);
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: textOf(told['email']),
        isEmailVerified: isVerified ?? false,
        name: textOf(told['name']),
      };
    } catch (error) {
      throw this.#toServiceError(client, error);
    }
  }

  /** A person who is known by the ID token needs no UserInfo endpoint that works; one that tells of somebody else is refused. */
  #withoutInfo(client: typeof OpenidClient, claims: Claims, error: unknown): Claims {
    const isWrong = error instanceof client.ClientError && !awayCodes.has(error.code);
    if (claims['email'] === undefined || isWrong) throw error;
    this.#away(error);
    return {};
  }

  /** Whether the address of these claims is verified; undefined if they don't tell. */
  #isVerified(claims: Claims): boolean | undefined {
    const said = claims['email_verified'];
    // As text from Amazon Cognito and Apple.
    if (said !== undefined) return said === true || said === 'true';
    const { claims: names = [], domains = [] } = this.#settings.emailVerifiedBy ?? {};
    const isProven = names.some((name) => verifiedValues.has(claims[name]));
    const host = textOf(claims['email'])?.split('@').at(-1)?.toLowerCase();
    return isProven || (host !== undefined && domains.includes(host)) ? true : undefined;
  }

  async #discover(client: typeof OpenidClient): Promise<OpenidClient.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const url = new URL(issuer);
    const byPost = client.ClientSecretPost(clientSecret);
    const authenticate: OpenidClient.ClientAuth = (server, ...rest) => {
      // What clients use that register no other method, and providers that list none take (OpenID Connect Discovery section 3).
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      if (!methods.includes('client_secret_basic') && methods.includes('client_secret_post'))
        return byPost(server, ...rest);
      const headers = rest[2];
      // The library also encodes "-", "_", "." and "~", which providers that decode nothing would take literally.
      const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':');
      headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
    };
    try {
      return await client.discovery(url, clientId, undefined, authenticate, {
        timeout: timeoutSeconds,
        [client.customFetch]: fetchWithoutEmptyToken(this.#names),
        execute: [
          // The ID token's signature counts, too, and not only the connection that it came by.
          client.enableNonRepudiationChecks,
          // Only loopback addresses may do without TLS; the settings are checked for that.
          ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
        ],
      });
    } catch (error) {
      throw this.#away(error);
    }
  }

  #toServiceError(client: typeof OpenidClient, error: unknown): ServiceError {
    if (error instanceof ServiceError) return error;
    if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError)
      return refused(`it says ${quoteValue(error.error)}`);
    // RFC 6749 section 5.2: a client that authenticated with Basic is refused with a challenge.
    if (error instanceof client.WWWAuthenticateChallengeError)
      return refused(`it says ${quoteValue(error.cause[0]?.parameters.error ?? String(error.status))}`);
    if (error instanceof client.ClientError && !awayCodes.has(error.code)) return refused(reasonOf(error));
    return this.#away(error);
  }

  #away(error: unknown): ServiceError {
    // Not the error itself: it may have the answer, and with it tokens.
    this.#logger.warn({ issuer: this.#settings.issuer, reason: reasonOf(error) }, 'identity provider away');
    return new ServiceError(
      'identity_provider_away',
      'the identity provider does not answer as it should; try again later',
    );
  }
}

/** Some providers send an empty refresh token in place of none, which the library would refuse. */
function fetchWithoutEmptyToken(names: HostNames): OpenidClient.CustomFetch {
  return async (url, { body, ...others }) => {
    const request = new Request(url, body === undefined ? others : { ...others, body });
    const sent = await sendRequest(new URL(url), {
      names,
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(request.body && { body: new Uint8Array(await request.arrayBuffer()) }),
      timeoutMs: timeoutSeconds * secondMs,
      maxBytes: maxAnswerBytes,
      signal: request.signal,
    });
    const answer = toResponse(sent);
    if (request.method !== 'POST' || !answer.ok) return answer;
    const text = await answer.text();
    const { status, headers } = answer;
    const { refresh_token: token, ...right } = membersOf(text);
    return new Response(token === '' || token === null ? JSON.stringify(right) : text, { status, headers });
  };
}

function membersOf(text: string): Claims {
  try {
    return { ...JSON.parse(text) };
  } catch {
    return {};
  }
}

/** The library's own words for what it found; they have no values of the answer. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function refused(reason: string): ServiceError {
  return new ServiceError('identity_refused', `the identity provider did not sign you in: ${reason}`);
}
