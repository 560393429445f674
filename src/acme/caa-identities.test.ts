/** What an authority's directory says of its name in CAA records. */
import { expect, onTestFinished, test } from 'vitest';
import { FakeAuthority } from '../../test/support/fake-authority.ts';
import { caaIdentitiesOf } from './caa-identities.ts';
import { AcmeTransport } from './protocol/transport.ts';

async function open() {
  const authority = await FakeAuthority.start();
  onTestFinished(() => authority[Symbol.asyncDispose]());
  const { directoryUrl } = authority;
  const identities = caaIdentitiesOf(new AcmeTransport({ directoryUrl, userAgent: 'test/1' }));
  return { authority, identities };
}

test.each<[unknown, readonly string[]]>([
  [
    ['CA.example', 'other.example'],
    ['ca.example', 'other.example'],
  ],
  [['', 5, null, 'ca.example'], ['ca.example']],
  ['ca.example', []],
  [undefined, []],
])('caaIdentities %j', async (caaIdentities, expected) => {
  const { authority, identities } = await open();
  authority.meta = { caaIdentities };
  expect(await identities()).toEqual(expected);
});

test('a directory that fails is not asked for each host', async () => {
  const { authority, identities } = await open();
  authority.faultOf = () => 'request lost';
  expect(await Promise.all([identities(), identities()])).toEqual([[], []]);
  expect(await identities()).toEqual([]);
  expect(authority.requests).toHaveLength(1);
});
