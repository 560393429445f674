/** Signing in with an identity provider that other people wrote. Source: docs/reference/openid-connect.md. */
import { generateKeyPairSync } from 'node:crypto';
import type { JWK } from 'oidc-provider';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startApi } from '../../../test/support/api-server.ts';
import { KeptOidcProvider, type KeptProviderSettings } from '../../../test/support/kept-oidc-provider.ts';
import { newUser } from '../../../test/support/people.ts';

const people = {
  'ada-1': { email: 'ada@example.com', email_verified: true, name: 'Ada' },
  'bob-1': { email: 'bob@example.com', email_verified: false, name: 'Bob' },
  'eve-1': { email: 'eve@example.com', email_verified: true, name: 'Eve' },
};

function newKey(kid: string, type: 'rsa' | 'p256' | 'ed25519' = 'rsa'): JWK {
  const { privateKey } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : type === 'p256'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : generateKeyPairSync('ed25519');
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig' };
}

const rsaKey = newKey('rsa');

// The provider warns that it keeps everything in memory.
beforeEach(() => {
  const warning = vi.spyOn(console, 'warn').mockReturnValue();
  return () => warning.mockRestore();
});

async function setUp(changed: Partial<KeptProviderSettings> = {}) {
  const placeholder = 'http://127.0.0.1/sign-in/callback';
  const provider = await KeptOidcProvider.start({ people, redirectUri: placeholder, keys: [rsaKey] });
  onTestFinished(() => provider[Symbol.asyncDispose]());
  const api = await startApi({ oidc: provider.settings });
  const redirectUri = `http://127.0.0.1:${api.port}/sign-in/callback`;
  const restart = (next: Partial<KeptProviderSettings>) =>
    provider.use({ people, redirectUri, keys: [rsaKey], ...changed, ...next });
  restart({});
  await newUser(api.store, 'ada@example.com');
  await newUser(api.store, 'bob@example.com');
  const begin = () => api.ask('/session/oidc', { json: {} });
  const finish = (headers: Readonly<Record<string, string>>, queryString: string) =>
    api.ask('/session/oidc/callback', { headers, json: { query_string: queryString } });
  const signIn = async () => {
    const begun = await begin();
    const cookie = (begun.headers['set-cookie'] ?? []).map((field) => field.split(';', 1)[0]).join('; ');
    const query = await provider.signIn(begun.body.authorization_url, redirectUri);
    return { answer: await finish({ cookie }, query), repeat: () => finish({ cookie }, query), query };
  };
  return { provider, api, restart, signIn };
}

const client = (metadata: KeptProviderSettings['client']) => ({ client: { ...metadata } });
const accepted: readonly [string, Partial<KeptProviderSettings>][] = [
  ['as it is by default, with the address at the UserInfo endpoint', {}],
  ['claims in the ID token', { configuration: { conformIdTokenClaims: false } }],
  [
    'client_secret_post only',
    {
      ...client({ token_endpoint_auth_method: 'client_secret_post' }),
      configuration: { clientAuthMethods: ['client_secret_post'] },
    },
  ],
  [
    'tokens signed with ES256',
    { keys: [newKey('ec', 'p256')], ...client({ id_token_signed_response_alg: 'ES256' }) },
  ],
  ['tokens signed with PS256', client({ id_token_signed_response_alg: 'PS256' })],
  [
    'tokens signed with EdDSA',
    {
      keys: [newKey('ed', 'ed25519')],
      ...client({ id_token_signed_response_alg: 'EdDSA' }),
      configuration: { enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] } },
    },
  ],
  ['several keys', { keys: [newKey('old'), rsaKey, newKey('ec', 'p256')] }],
  ['PKCE required', { configuration: { pkce: { required: () => true } } }],
];

test.each(accepted)('a person signs in: %s', async (_, settings) => {
  const { signIn } = await setUp(settings);
  const { answer, query } = await signIn();
  expect(answer.body).toMatchObject({ user: { email: 'ada@example.com' } });
  expect(answer.status).toBe(201);
  // RFC 9207: the answer names its issuer, and the client has checked it.
  expect(new URLSearchParams(query).has('iss')).toBe(true);
});

test('a code that is sent again is refused', async () => {
  const { signIn } = await setUp();
  const { answer, repeat } = await signIn();
  expect(answer.status).toBe(201);
  expect(await repeat()).toMatchObject({ status: 401, body: { error_code: 'identity_refused' } });
});

test('changed keys work at once', async () => {
  const { restart, signIn } = await setUp();
  expect((await signIn()).answer.status).toBe(201);
  restart({ keys: [newKey('new')] });
  expect((await signIn()).answer.status).toBe(201);
});

test('a client secret that the provider no longer takes is refused', async () => {
  const { restart, signIn } = await setUp();
  restart({ client: { client_secret: 'another one of the same length' } });
  expect((await signIn()).answer).toMatchObject({
    status: 401,
    body: { error_code: 'identity_refused', error: expect.stringContaining('invalid_client') },
  });
});

test.each([
  ['who cancels', undefined, 401, 'identity_refused'],
  ['whose address is not verified', 'bob-1', 403, 'email_unverified'],
  ['who is no user', 'eve-1', 403, 'not_a_user'],
])('a person %s is not let in', async (_, subject, status, code) => {
  const { provider, signIn } = await setUp();
  provider.subject = subject;
  expect((await signIn()).answer).toMatchObject({ status, body: { error_code: code } });
});
