import { describe, expect, it } from 'vitest';
import { AddressPolicy } from '../core/address-policy.ts';
import { HostNames } from '../core/host-names.ts';
import { PolicyUpstreamCheck } from './upstream-check.ts';

type LookUpAll = HostNames['addressesOf'];
const account = 'a1';

function checkWith(lookUp: LookUpAll, allow: readonly string[] = []): PolicyUpstreamCheck {
  return new PolicyUpstreamCheck(new AddressPolicy(allow, [3000]), { addressesOf: lookUp }, 100);
}

function resolvingTo(...addresses: string[]): LookUpAll {
  return async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

const neverAsked: LookUpAll = async (host) => {
  throw new Error(`looked up ${host}`);
};

const unlessAllowed = 'refused unless NAMEPLATE_UPSTREAM_ALLOW covers it';
/** What an internal name resolves to is nobody's business. */
const notPublic = `it resolves to an address that is not public, ${unlessAllowed}`;

describe('PolicyUpstreamCheck', () => {
  it.each([
    ['10.0.0.1', `10.0.0.1 is a private address, ${unlessAllowed}`],
    ['::1', `::1 is a loopback address, ${unlessAllowed}`],
    ['8.8.8.8', undefined],
    ['2606:4700:4700::1111', undefined],
  ])('judges the address %s itself', async (host, refusal) => {
    expect(await checkWith(neverAsked).refusal(account, host, 443)).toBe(refusal);
  });

  it.each([
    [['127.0.0.1'], notPublic],
    // Any of them may be connected to.
    [['8.8.8.8', '169.254.169.254'], notPublic],
    [['8.8.8.8', 'fd00::1'], notPublic],
    [['8.8.8.8', '2606:4700:4700::1111'], undefined],
  ])('judges a name by all of %j', async (addresses, refusal) => {
    expect(await checkWith(resolvingTo(...addresses)).refusal(account, 'app.example.com', 443)).toBe(refusal);
  });

  it('lets pass what is allowed, but never the ports of this service', async () => {
    const check = checkWith(resolvingTo('127.0.0.1'), ['127.0.0.0/8']);
    expect(await check.refusal(account, 'localhost', 8000)).toBeUndefined();
    expect(await check.refusal(account, 'localhost', 3000)).toBe(notPublic);
  });

  it('lets a name pass that does not resolve, or not in time', async () => {
    expect(await checkWith(neverAsked).refusal(account, 'nowhere.example.com', 443)).toBeUndefined();
    const silent: LookUpAll = () => new Promise(() => undefined);
    expect(await checkWith(silent).refusal(account, 'slow.example.com', 443)).toBeUndefined();
  });

  it("asks the system's resolver unless told otherwise", async () => {
    const check = new PolicyUpstreamCheck(new AddressPolicy([], []), new HostNames());
    expect(await check.refusal(account, 'localhost', 443)).toBe(notPublic);
  });
});
