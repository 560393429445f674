import { afterAll, describe, expect, it } from 'vitest';
import { makeAuthority } from '../../../test/support/certificate-maker.ts';
import { TestAuthority } from '../../../test/support/certificates.ts';
import { served } from '../../../test/support/secure-edge.ts';
import type { ClientCa } from '../../core/route.ts';
import type { ServedCertificate } from '../../core/served-certificate.ts';
import { IdentityCache } from './identity-cache.ts';
import { newTicketKeys } from './ticket-keys.ts';

const authority = new TestAuthority();
afterAll(() => authority[Symbol.dispose]());
const certificate = served(authority.issue('DNS:a.example'));

type Setup = {
  cache: IdentityCache;
  asked: string[];
  clock: { ms: number };
  answers: Map<string, readonly ServedCertificate[]>;
  store: { fails: boolean; waits: Promise<void> | null };
};

function setUp(maxBytes?: number): Setup {
  const clock = { ms: Date.now() };
  const asked: string[] = [];
  const answers = new Map<string, readonly ServedCertificate[]>([['a.example', [certificate]]]);
  const store: Setup['store'] = { fails: false, waits: null };
  const ask = async (host: string) => {
    asked.push(host);
    const answer = answers.get(host) ?? [];
    await store.waits;
    if (store.fails) throw new Error('away');
    return answer;
  };
  const cache = new IdentityCache(ask, { now: () => clock.ms }, maxBytes);
  return { cache, asked, clock, answers, store };
}

describe('the identities of hosts', () => {
  it('are asked for once, also where there is none', async () => {
    const { cache, asked } = setUp();
    for (let i = 0; i < 3; i++) {
      expect((await cache.find('a.example'))?.covers('a.example')).toBe(true);
      expect(await cache.find('none.example')).toBeNull();
    }
    expect(cache.peek('none.example')).toBeNull();
    expect(cache.peek('unknown.example')).toBeUndefined();
    expect(asked).toEqual(['a.example', 'none.example']);
  });

  it.each([
    ['a.example', ['a.example'], true],
    ['a.example', ['b.example'], false],
    ['a.example', ['*.a.example'], false],
    ['x.a.example', ['*.a.example'], true],
    ['y.x.a.example', ['*.a.example'], false],
  ])('%s is asked for anew after a change of %s: %s', async (host, names, isForgotten) => {
    const { cache } = setUp();
    await cache.find(host);
    cache.forget(names);
    expect(cache.peek(host) === undefined).toBe(isForgotten);
  });

  it('expire with their certificate, and after ten minutes', async () => {
    const { cache, asked, clock, answers } = setUp();
    answers.set('soon.example', [{ ...certificate, expiresAtMs: clock.ms + 1000 }]);
    await cache.find('a.example');
    await cache.find('soon.example');
    clock.ms += 1000;
    expect(cache.peek('a.example')).toBeDefined();
    expect(cache.peek('soon.example')).toBeUndefined();
    clock.ms += 10 * 60 * 1000;
    expect(cache.peek('a.example')).toBeUndefined();
    await cache.find('a.example');
    expect(asked).toEqual(['a.example', 'soon.example', 'a.example']);
  });

  it('outlive the store while they are valid', async () => {
    const { cache, clock, store } = setUp();
    await cache.find('a.example');
    store.fails = true;
    clock.ms += 11 * 60 * 1000;
    expect(await cache.find('a.example')).not.toBeNull();
    await expect(cache.find('b.example')).rejects.toThrow('away');
    clock.ms = certificate.expiresAtMs;
    await expect(cache.find('a.example')).rejects.toThrow('away');
  });

  it('are never those from before a change', async () => {
    const { cache, asked, answers, store } = setUp();
    let goOn = () => {};
    store.waits = new Promise((resolve) => {
      goOn = resolve;
    });
    const finding = cache.find('a.example');
    // The store has been read, and changes while the answer is on its way.
    answers.set('a.example', []);
    cache.forget(['a.example']);
    goOn();
    expect(await finding).toBeNull();
    expect(cache.peek('a.example')).toBeNull();
    expect(asked).toHaveLength(2);
  });

  it('are bounded: those not wanted for longest go', async () => {
    const { cache } = setUp();
    for (let i = 0; i < 2_000; i++) await cache.find(`h${i}.example`);
    cache.peek('h0.example');
    await cache.find('one-more.example');
    expect(cache.size).toBe(2_000);
    expect(cache.peek('h0.example')).toBeNull();
    expect(cache.peek('h1.example')).toBeUndefined();
  });

  it('are bounded by the memory that their contexts take: 20 authorities of client certificates count as some four hosts', async () => {
    const { cache, answers } = setUp(1024 * 1024);
    const pem = Array.from({ length: 20 }, (_, index) => makeAuthority(`Authority ${index}`).pem).join('');
    const keys = newTicketKeys(null);
    const connect = async (host: string, clientCa?: ClientCa): Promise<void> => {
      answers.set(host, [certificate]);
      const identity = await cache.find(host);
      identity?.contextFor([], keys, { minVersion: 'TLSv1.2', clientCa });
    };
    for (let i = 0; i < 25; i++) await connect(`h${i}.example`);
    expect(cache.size).toBe(25);
    for (let i = 0; i < 25; i++) await connect(`ca${i}.example`, { digest: `${i}`, pem });
    expect(cache.size).toBeGreaterThan(4);
    expect(cache.size).toBeLessThan(12);
    expect(cache.peek('ca24.example')).toBeDefined();
    expect(cache.peek('h24.example')).toBeUndefined();
    // What is forgotten makes room.
    cache.clear();
    for (let i = 0; i < 25; i++) await connect(`h${i}.example`);
    expect(cache.size).toBe(25);
  });
});
