import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { signToken } from '../../test/support/signed-token.ts';
import { isSignedTokenShaped, isSignedWith, readClaims, readSignedToken } from './signed-token.ts';

const iss = '01890000-0000-7000-8000-000000000001';
const domain = '01890000-0000-7000-8000-000000000002';
const secret = 'npsk_secret';
const nowMs = 1_790_000_000_000;
const now = nowMs / 1_000;
const good = { iss, exp: now + 60, external_id: 'a' };

function outcomeOf(token: string): unknown {
  const signed = readSignedToken(token);
  if (!signed || !isSignedWith(signed, secret)) return 'refused';
  return readClaims(signed, nowMs);
}

const sign = (payload: object | string, header?: object | string) => signToken(secret, payload, header);

test.each([
  [good, { externalId: 'a' }],
  [{ iss: iss.toUpperCase(), exp: now + 60, external_id: 'ü "x": 1, {}' }, { externalId: 'ü "x": 1, {}' }],
  [{ ...good, external_id: ' a ' }, { externalId: 'a' }],
  [{ iss, exp: now + 86_400, custom_domain_uuid: domain }, { customDomainUuid: domain }],
  [{ ...good, iat: now + 60, nbf: now + 60 }, { externalId: 'a' }],
  [{ ...good, iat: 0, exp: now + 0.5 }, { externalId: 'a' }],
])('takes %j', (claims, signedFor) => {
  expect(outcomeOf(sign(claims))).toEqual({ signedFor, expiresAt: claims.exp * 1_000 });
  expect(outcomeOf(sign(claims, { alg: 'HS256', typ: 'JWT', kid: 'x' }))).toMatchObject({ signedFor });
});

test.each([
  { iss, external_id: 'a' },
  { ...good, exp: now },
  { ...good, exp: now + 86_401 },
  { ...good, exp: now + 365 * 86_400 },
  { ...good, exp: String(now + 60) },
  { ...good, exp: null },
  { ...good, iat: now + 61 },
  { ...good, nbf: now + 61 },
  { ...good, nbf: String(now) },
  { ...good, iat: null },
  { iss, exp: now + 60 },
  { ...good, custom_domain_uuid: domain },
  { ...good, external_id: '' },
  { ...good, external_id: 1 },
  { ...good, external_id: null },
  { ...good, external_id: 'x'.repeat(256) },
  { ...good, external_id: '  ' },
  { ...good, external_id: 'a\u0000b' },
  { ...good, external_id: 'a\nb' },
  { ...good, external_id: '\ud800' },
  { iss, exp: now + 60, custom_domain_uuid: 'x' },
  { ...good, sub: 'x' },
  { ...good, aud: 'x' },
  { ...good, __proto__x: 1 },
])('refuses the claims %j', (claims) => {
  expect(outcomeOf(sign(claims))).toEqual({ problem: expect.any(String) });
});

const body = JSON.stringify(good).slice(1, -1);

test.each([
  ['a key twice', sign(`{${body},"external_id":"b"}`)],
  ['a key twice, escaped', sign(`{${body},"external\\u005fid":"b"}`)],
  ['a key twice in the header', sign(good, '{"alg":"none","alg":"HS256"}')],
  ['a nested claim', sign({ ...good, external_id: ['a'] })],
  ['a nested object', sign({ ...good, external_id: { a: 1 } })],
  ['an infinite expiry', sign(`{"iss":"${iss}","exp":1e999,"external_id":"a"}`)],
  ['no issuer', sign({ exp: now + 60, external_id: 'a' })],
  ['an issuer that is no uuid', sign({ ...good, iss: 'x' })],
  ['an issuer that is a number', sign({ ...good, iss: 1 })],
  ['an array', sign('[]')],
  ['no JSON', sign('{')],
  ['a byte order mark', sign(`\uFEFF{${body}}`)],
  ['alg none', sign(good, { alg: 'none' })],
  ['alg NONE', sign(good, { alg: 'NONE' })],
  ['alg HS512', sign(good, { alg: 'HS512' })],
  ['alg RS256', sign(good, { alg: 'RS256' })],
  ['no alg', sign(good, {})],
  ['a critical extension', sign(good, { alg: 'HS256', crit: ['exp'] })],
  ['a critical extension that is no list', sign(good, { alg: 'HS256', crit: 'exp' })],
  ['a payload that is not encoded', sign(good, { alg: 'HS256', b64: false })],
  ['another secret', signToken('other', good)],
  ['an empty secret', signToken('', good)],
  ['no signature', sign(good).replace(/[^.]*$/, '')],
  ['a short signature', sign(good).slice(0, -4)],
  ['a padded signature', `${sign(good)}=`],
  ['a fourth part', `${sign(good)}.x`],
  ['two parts', sign(good).split('.').slice(0, 2).join('.')],
  ['an encrypted token', 'a.b.c.d.e'],
  ['white space', ` ${sign(good)}`],
  ['a huge token', sign({ ...good, external_id: 'x'.repeat(10_000) })],
])('refuses %s', (_name, token) => {
  const outcome = outcomeOf(token);
  if (outcome !== 'refused') expect(outcome).toEqual({ problem: expect.any(String) });
});

test('refuses a changed payload, and a signature by a public key', () => {
  const [header, , signature] = sign(good).split('.');
  const changed = Buffer.from(JSON.stringify({ ...good, external_id: 'b' })).toString('base64url');
  expect(outcomeOf(`${header}.${changed}.${signature}`)).toBe('refused');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const head = Buffer.from('{"alg":"RS256"}').toString('base64url');
  const signed = createSign('RSA-SHA256').update(`${head}.${changed}`).sign(privateKey, 'base64url');
  expect(outcomeOf(`${head}.${changed}.${signed}`)).toBe('refused');
});

test('the key is the text of the secret in UTF-8', () => {
  const utf8 = 'ключ';
  const signed = readSignedToken(signToken(utf8, good));
  expect(signed && isSignedWith(signed, utf8)).toBe(true);
  const bytes = createHmac('sha256', Buffer.from(utf8, 'utf8'))
    .update(signed?.signed ?? '')
    .digest();
  expect(signed?.signature).toEqual(bytes);
});

test('access tokens do not look like signed ones', () => {
  expect(isSignedTokenShaped(`np_${'x'.repeat(43)}`)).toBe(false);
  expect(isSignedTokenShaped('np_a.b.c')).toBe(false);
  expect(isSignedTokenShaped('a.b.c')).toBe(true);
});
