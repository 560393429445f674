/** Source: RFC 8037 appendix A.3, draft-ietf-webbotauth-httpsig-protocol ("Directory Format"). */
import { expect, test } from 'vitest';
import { BotSigner } from '../../../test/support/bot-signer.ts';
import { readDirectoryKeys } from './directory-keys.ts';

const idsOf = (...keys: readonly unknown[]) => [
  ...(readDirectoryKeys(JSON.stringify({ keys }))?.keys() ?? []),
];

test('a key is known by its thumbprint, whatever it is called', () => {
  const signer = new BotSigner();
  expect(idsOf({ ...signer.jwk, kid: 'other' })).toEqual([signer.keyId]);
  const rfcKey = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };
  expect(idsOf(rfcKey)).toEqual(['kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k']);
});

test('keys of other kinds, and malformed ones, are left out', () => {
  const { jwk, x, keyId } = new BotSigner();
  const others = [
    null,
    'key',
    [],
    {},
    { ...jwk, kty: 'EC' },
    { ...jwk, crv: 'X25519' },
    { ...jwk, use: 'enc' },
    { ...jwk, x: 7 },
    { ...jwk, x: x.slice(1) },
    { ...jwk, x: `${x}A` },
    // The last two bits of 32 bytes are zero.
    { ...jwk, x: `${x.slice(0, -1)}B` },
  ];
  expect(idsOf(...others, jwk)).toEqual([keyId]);
});

test('a key holds from nbf until exp, in seconds or milliseconds', () => {
  const { jwk, keyId } = new BotSigner();
  const isValidAt = (times: object, nowMs: number) =>
    readDirectoryKeys(JSON.stringify({ keys: [{ ...jwk, ...times }] }))
      ?.get(keyId)
      ?.isValidAt(nowMs);
  for (const factor of [1, 1_000]) {
    const times = { nbf: 1_700_000_000 * factor, exp: 1_800_000_000 * factor };
    expect(
      [1_699_999_999_999, 1_700_000_000_000, 1_799_999_999_999, 1_800_000_000_000].map((nowMs) =>
        isValidAt(times, nowMs),
      ),
    ).toEqual([false, true, true, false]);
  }
  expect(isValidAt({ exp: 'never' }, 1.7e12)).toBe(true);
});

test.each([
  ['', 'nothing'],
  ['<html>', 'a page'],
  ['[]', 'a list'],
  ['{"keys":{}}', 'no list of keys'],
  ['['.repeat(60_000), 'very deep'],
  [JSON.stringify({ keys: Array.from({ length: 10_000 }, () => ({})) }), '10,000 keys'],
])('%#: no key set: %s', (text) => {
  expect(readDirectoryKeys(text)).toBeUndefined();
});
