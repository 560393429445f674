import { createHmac, createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newAccountKeyPem, readAccountKey } from '../../certificates/account-key.ts';
import { bindAccount, signRequest } from './json-web-signature.ts';

const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());

/** RFC 7515 appendix A.3, whose thumbprint others compute likewise. */
const knownKey = {
  crv: 'P-256',
  kty: 'EC',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI',
};

describe('the signature of a request', () => {
  it('is one that others verify, over the payload and who asks', async () => {
    const key = readAccountKey(newAccountKeyPem());
    const header = { url: 'https://ca.example/order', nonce: 'n-1', accountUrl: 'https://ca.example/acct/1' };
    const signed = JSON.parse(await signRequest(key, header, { a: 1 }));
    expect(decode(signed.protected)).toEqual({
      alg: 'ES256',
      nonce: 'n-1',
      url: header.url,
      kid: header.accountUrl,
    });
    expect(decode(signed.payload)).toEqual({ a: 1 });
    const input = Buffer.from(`${signed.protected}.${signed.payload}`);
    const publicKey = createPublicKey({ key: { ...key.jwk }, format: 'jwk' });
    const signature = Buffer.from(signed.signature, 'base64url');
    expect(signature).toHaveLength(64);
    expect(verify('sha256', input, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
  });

  it('carries the key itself before there is an account, and nothing at all for a POST-as-GET', async () => {
    const key = readAccountKey(newAccountKeyPem());
    const header = { url: 'https://ca.example/new', nonce: 'n', accountUrl: undefined };
    const signed = JSON.parse(await signRequest(key, header, undefined));
    expect(decode(signed.protected).jwk).toEqual(key.jwk);
    expect(decode(signed.protected)).not.toHaveProperty('kid');
    expect(signed.payload).toBe('');
  });

  it('binds an external account by its HMAC key', async () => {
    const key = readAccountKey(newAccountKeyPem());
    const hmacKey = 'zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W';
    const bound = await bindAccount({ keyId: 'kid-1', hmacKey }, 'https://ca.example/new', key);
    expect(decode(bound.protected ?? '')).toEqual({
      alg: 'HS256',
      kid: 'kid-1',
      url: 'https://ca.example/new',
    });
    expect(decode(bound.payload)).toEqual(key.jwk);
    const mac = createHmac('sha256', Buffer.from(hmacKey, 'base64url'));
    expect(bound.signature).toBe(mac.update(`${bound.protected}.${bound.payload}`).digest('base64url'));
  });

  it('has the thumbprint of RFC 7638', async () => {
    const { createPrivateKey } = await import('node:crypto');
    const pem = createPrivateKey({ key: knownKey, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' });
    expect(readAccountKey(pem.toString()).thumbprint).toBe('oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U');
  });

  it('is not made with keys of other kinds', async () => {
    const { generateKeyPairSync } = await import('node:crypto');
    const { privateKey } = generateKeyPairSync('ed25519');
    expect(() => readAccountKey(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).toThrow(
      'neither an EC key on P-256 or P-384 nor an RSA key',
    );
  });
});
