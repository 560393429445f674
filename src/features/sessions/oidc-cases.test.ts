/** What an identity provider may answer, and what becomes of it. Source: OpenID Connect Core 1.0, docs/reference/openid-connect.md. */
import { expect, onTestFinished, test } from 'vitest';
import { startApi } from '../../../test/support/api-server.ts';
import { TestOidcProvider } from '../../../test/support/oidc-provider.ts';
import { newUser } from '../../../test/support/people.ts';

type Case = readonly [name: string, change: (provider: TestOidcProvider) => void, ...outcome: Outcome];
type Outcome = readonly [status: number, code?: string, message?: string];

const accepted: Outcome = [201];
const refused = (message: string): Outcome => [401, 'identity_refused', message];
const away: Outcome = [503, 'identity_provider_away'];
const seconds = () => Math.floor(Date.now() / 1000);
const otherKey = { kty: 'RSA', kid: 'other', use: 'sig', alg: 'RS256', e: 'AQAB', n: 'x'.repeat(342) };

const cases: readonly Case[] = [
  ['a right answer', () => {}, ...accepted],

  // The ID token's signature.
  ['a signature of something else', (it) => (it.signs = 'altered'), ...refused('signature')],
  ['a signature of a key that is not published', (it) => (it.hidesKey = true), ...refused('signature')],
  ['alg none', (it) => (it.signs = 'not at all'), ...refused('alg')],
  [
    'RS256 without a signature',
    (it) => set(it, { signs: 'not at all', head: { alg: 'RS256' } }),
    ...refused('signature'),
  ],
  ['HS256 with the client secret', (it) => (it.signs = 'with the client secret'), ...refused('alg')],
  [
    'RS256 with the client secret',
    (it) => set(it, { signs: 'with the client secret', head: { alg: 'RS256' } }),
    ...refused('signature'),
  ],
  ['an algorithm that the provider does not list', (it) => (it.head = { alg: 'ES256' }), ...refused('alg')],
  ['a new key', (it) => it.rotateKey(), ...accepted],
  ['no kid, one key', (it) => (it.head = { kid: undefined }), ...accepted],
  [
    'no kid, one key without one',
    (it) => set(it, { head: { kid: undefined }, keys: (own) => [{ ...own, kid: undefined }] }),
    ...accepted,
  ],
  [
    'no kid, one key that signs and one that encrypts',
    (it) => set(it, { head: { kid: undefined }, keys: (own) => [{ ...otherKey, use: 'enc' }, own] }),
    ...accepted,
  ],
  [
    'no kid, several keys',
    (it) => set(it, { head: { kid: undefined }, keys: (own) => [otherKey, own] }),
    ...refused('kid'),
  ],
  ['a kid, several keys', (it) => (it.keys = (own) => [otherKey, own]), ...accepted],
  ['an unknown kid', (it) => (it.head = { kid: 'unknown' }), ...refused('key')],
  ['no keys', (it) => (it.keys = () => []), ...refused('key')],
  [
    'a critical head member that is not understood',
    (it) => (it.head = { crit: ['b64'], b64: true }),
    ...refused('crit'),
  ],

  // Its claims.
  ['another issuer', (it) => (it.forged = { iss: 'https://id.example' }), ...refused('iss')],
  ['no issuer', (it) => (it.forged = { iss: undefined }), ...refused('iss')],
  ['another audience', (it) => (it.forged = { aud: 'somebody-else' }), ...refused('aud')],
  ['no audience', (it) => (it.forged = { aud: undefined }), ...refused('aud')],
  ['the audience as a list', (it) => (it.forged = { aud: [it.clientId] }), ...accepted],
  [
    'several audiences, for this client',
    (it) => (it.forged = { aud: [it.clientId, 'x'], azp: it.clientId }),
    ...accepted,
  ],
  [
    'several audiences, for whom is not said',
    (it) => (it.forged = { aud: [it.clientId, 'x'] }),
    ...refused('aud'),
  ],
  [
    'several audiences, for another client',
    (it) => (it.forged = { aud: [it.clientId, 'x'], azp: 'x' }),
    ...refused('azp'),
  ],
  ['one audience, for another client', (it) => (it.forged = { azp: 'x' }), ...refused('azp')],
  ['no subject', (it) => (it.forged = { sub: undefined }), ...refused('sub')],
  ['an empty subject', (it) => (it.forged = { sub: '' }), ...refused('sub')],
  ['a subject that is a number', (it) => (it.forged = { sub: 7 }), ...refused('sub')],
  ['no time of issue', (it) => (it.forged = { iat: undefined }), ...refused('iat')],
  ['no end', (it) => (it.forged = { exp: undefined }), ...refused('exp')],
  ['an end in the past', (it) => (it.forged = { exp: seconds() - 60 }), ...refused('exp')],
  [
    'an end a moment ago, by a clock that is a little ahead',
    (it) => (it.forged = { exp: seconds() - 5 }),
    ...accepted,
  ],
  ['a beginning in the future', (it) => (it.forged = { nbf: seconds() + 3600 }), ...refused('nbf')],
  ['another nonce', (it) => (it.forged = { nonce: 'another' }), ...refused('nonce')],
  ['no nonce', (it) => (it.forged = { nonce: undefined }), ...refused('nonce')],

  // The UserInfo endpoint.
  ['claims at the UserInfo endpoint', (it) => (it.userInfo = it.person), ...accepted],
  [
    'claims of another subject there',
    (it) => (it.userInfo = { ...it.person, sub: 'eve-1' }),
    ...refused('sub'),
  ],
  ['claims of no subject there', (it) => (it.userInfo = { ...it.person, sub: undefined }), ...refused('sub')],

  // The provider's document.
  ['a document of another issuer', (it) => (it.document = { issuer: 'https://id.example' }), ...away],
  ['a document without an issuer', (it) => (it.document = { issuer: undefined }), ...away],
  ['a document without a token endpoint', (it) => (it.document = { token_endpoint: undefined }), ...away],
  ['a document without keys', (it) => (it.document = { jwks_uri: undefined }), ...away],

  // What the browser comes back with.
  ['another state', (it) => (it.callback = { state: 'another' }), 400, 'sign_in_expired'],
  ['no state', (it) => (it.callback = { state: undefined }), 400, 'sign_in_expired'],
  ['no code', (it) => (it.callback = { code: undefined }), ...refused('code')],
  ['an unknown code', (it) => (it.callback = { code: 'x' }), ...refused('invalid_grant')],
  ['its issuer', (it) => (it.callback = { iss: it.issuer }), ...accepted],
  ['an issuer that is another', (it) => (it.callback = { iss: 'https://id.example' }), ...refused('iss')],
  [
    'no issuer from a provider that names itself',
    (it) => (it.document = { authorization_response_iss_parameter_supported: true }),
    ...refused('iss'),
  ],
  [
    'a person who says no',
    (it) => (it.callback = { code: undefined, error: 'access_denied' }),
    ...refused('access_denied'),
  ],
  [
    'a provider that fails',
    (it) => (it.callback = { code: undefined, error: 'server_error', error_description: 'x' }),
    ...refused('server_error'),
  ],

  // The token endpoint.
  [
    'a client secret that is wrong',
    (it) => (it.tokenAnswer = { status: 401, body: { error: 'invalid_client' } }),
    ...refused('invalid_client'),
  ],
  ['an error of its own', (it) => (it.tokenAnswer = { status: 500, body: 'oh' }), ...away],
  [
    'no ID token',
    (it) => (it.tokenAnswer = (right) => ({ ...right, id_token: undefined })),
    ...refused('id_token'),
  ],
  [
    'an ID token that is none',
    (it) => (it.tokenAnswer = (right) => ({ ...right, id_token: 'x.y' })),
    ...refused(''),
  ],
  [
    'an ID token that is encrypted',
    (it) => (it.tokenAnswer = (right) => ({ ...right, id_token: 'a.b.c.d.e' })),
    ...refused(''),
  ],
  [
    'an empty refresh token',
    (it) => (it.tokenAnswer = (right) => ({ ...right, refresh_token: '' })),
    ...accepted,
  ],
  [
    'null as refresh token',
    (it) => (it.tokenAnswer = (right) => ({ ...right, refresh_token: null })),
    ...accepted,
  ],
  [
    'a number as refresh token',
    (it) => (it.tokenAnswer = (right) => ({ ...right, refresh_token: 7 })),
    ...refused('refresh_token'),
  ],
  [
    'no access token',
    (it) => (it.tokenAnswer = (right) => ({ ...right, access_token: undefined })),
    ...refused('access_token'),
  ],
];

function set(provider: TestOidcProvider, changes: Partial<TestOidcProvider>): void {
  Object.assign(provider, changes);
}

test('every answer is accepted or refused as it should be', async () => {
  const provider = await TestOidcProvider.start();
  onTestFinished(() => provider[Symbol.asyncDispose]());
  const api = await startApi({ oidc: provider.settings });
  await newUser(api.store, 'ada@example.com');
  for (const [name, change, status, code, message = ''] of cases) {
    provider.behave();
    change(provider);
    const begun = await api.ask('/session/oidc', { json: {} });
    const cookie = (begun.headers['set-cookie'] ?? []).map((field) => field.split(';', 1)[0]).join('; ');
    const answer =
      begun.status === 201
        ? await api.ask('/session/oidc/callback', {
            headers: { cookie },
            json: { query_string: await provider.signIn(begun.body.authorization_url) },
          })
        : begun;
    const { error_code, error = '' } = answer.body;
    expect.soft({ status: answer.status, code: error_code }, `${name}: ${error}`).toEqual({ status, code });
    expect.soft(error, name).toContain(message);
  }
});
