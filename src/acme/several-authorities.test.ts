import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FakeAuthority } from '../../test/support/fake-authority.ts';
import { AcmeAccounts } from './accounts.ts';
import { type AttemptOutcome, Attempts } from './attempt.ts';
import { BackOff } from './back-off.ts';
import { certificateId } from './certificate-id.ts';
import { AcmeError } from './protocol/acme-error.ts';
import { AcmeTransport } from './protocol/transport.ts';
import { Renewals } from './renewals.ts';
import type { Issuance } from './stores.ts';

const dayMs = 86_400_000;
const wanted: Issuance = {
  host: 'shop.example.com',
  accountUuid: 'account',
  failures: 0,
  current: null,
  isAskedFor: false,
  isServed: true,
  coveredUntil: null,
  dnsLabel: null,
  isQueued: false,
  importedAccount: null,
  lease: 'lease',
};

async function open() {
  const first = await FakeAuthority.start();
  const second = await FakeAuthority.start();
  for (const each of [first, second]) onTestFinished(() => each[Symbol.asyncDispose]());
  const logger = pino({ level: 'silent' });
  const clock = { time: Date.now(), now: () => clock.time };
  const made: string[] = [];
  const accounts = {
    findOrMake: async (directoryUrl: string, externalKeyId: string, newKeyPem: () => string) => {
      made.push(`${directoryUrl} ${externalKeyId}`);
      return { id: directoryUrl, privateKeyPem: newKeyPem(), url: null };
    },
    findImported: async () => undefined,
    setUrl: async () => {},
  };
  const reserve = vi.fn(
    async (
      _domain: string,
      _host: string,
      _now: number,
      _perWeek: number,
      _directoryUrl: string,
    ): Promise<{ id: string } | { freeAt: number }> => ({ id: 'reserved' }),
  );
  const spend = vi.fn(
    async (_account: string, _now: number): Promise<{ freeAt: number } | undefined> => undefined,
  );
  const authorities = [first, second].map(({ directoryUrl }, place) => ({
    directoryUrl,
    transport: new AcmeTransport({ directoryUrl, userAgent: 'test/1', deadlineMs: 30_000 }),
    accounts: new AcmeAccounts(
      accounts,
      {
        directoryUrl,
        email: undefined,
        externalAccount: place === 0 ? undefined : { keyId: 'kid-2', hmacKey: 'a'.repeat(32) },
      },
      logger,
    ),
  }));
  const forbidden = new Map<string, string>();
  const attempts = new Attempts(authorities, {
    whyElsewhere: async () => undefined,
    whyForbidden: async (_, directoryUrl) => forbidden.get(directoryUrl),
    methods: ['http-01'],
    weeklyBudget: 5,
    ordersPerPeriod: 300,
    clock,
    logger,
    budget: { reserve, release: async () => {} },
    accountBudget: { spend, giveBack: async () => {} },
    challenges: {
      put: async () => {},
      remove: async () => {},
      find: async () => undefined,
      findForTls: async () => undefined,
      removeExpired: async () => {},
    },
    renewals: new Renewals(clock, logger),
  });
  const run = (issuance: Partial<Issuance> = {}, isUsable?: (place: number) => boolean) =>
    attempts.run({ ...wanted, ...issuance }, new AbortController().signal, isUsable);
  const refuseAll = (authority: FakeAuthority, type: string) => {
    authority.faultOf = (request) => (request === 'orders' ? { status: 403, type } : undefined);
  };
  return { first, second, clock, made, reserve, spend, run, refuseAll, forbidden };
}

/** What was issued, as it is stored. */
function currentOf(outcome: AttemptOutcome) {
  if (outcome.kind !== 'issued') throw new Error(JSON.stringify(outcome));
  return { ...outcome.certificate, directoryUrl: outcome.directoryUrl ?? null };
}

describe('of two authorities', () => {
  it('the first one issues, and the second one is not even asked', async () => {
    const { first, second, run, made } = await open();
    expect(await run()).toMatchObject({
      kind: 'issued',
      authority: 0,
      directoryUrl: first.directoryUrl,
      refusals: [],
    });
    expect(second.requests).toEqual([]);
    expect(made).toEqual([`${first.directoryUrl} `]);
  });

  it.each(['serverInternal', 'rateLimited', 'caa', 'rejectedIdentifier'])(
    'the second one issues after %s, with an account of its own',
    async (type) => {
      const { first, second, run, refuseAll, made } = await open();
      refuseAll(first, type);
      expect(await run()).toMatchObject({
        kind: 'issued',
        authority: 1,
        directoryUrl: second.directoryUrl,
        refusals: [{ authority: 0, error: { type } }],
      });
      expect(made).toEqual([`${first.directoryUrl} `, `${second.directoryUrl} kid-2`]);
    },
  );

  it('none is asked for an order while neither may be, but still when to renew', async () => {
    const { first, run, clock } = await open();
    first.renewal = { start: clock.time + 50 * dayMs, end: clock.time + 51 * dayMs };
    const current = currentOf(await run());
    const before = first.requests.length;
    expect(await run({}, () => false)).toEqual({ kind: 'limited' });
    expect(await run({ current, isAskedFor: true }, () => false)).toEqual({ kind: 'limited' });
    expect(first.requests).toHaveLength(before);
    expect(await run({ current }, () => false)).toMatchObject({ kind: 'not_due' });
    expect(first.requests.slice(before)).toEqual([`renewal/${certificateId(current.chainPem)}`]);
  });

  it('one that CAA records forbid to issue is not asked', async () => {
    const { first, second, run, forbidden, reserve } = await open();
    forbidden.set(first.directoryUrl, 'The CAA records forbid it.');
    expect(await run()).toMatchObject({ kind: 'issued', authority: 1, refusals: [] });
    expect(first.requests).toEqual([]);
    forbidden.set(second.directoryUrl, 'The CAA records forbid that one, too.');
    const asked = second.requests.length;
    expect(await run()).toEqual({
      kind: 'elsewhere',
      reason: 'The CAA records forbid it.',
      code: 'caa_forbids',
    });
    expect([first.requests.length, second.requests.length, reserve.mock.calls.length]).toEqual([0, asked, 1]);
  });

  it('neither is asked twice for what the host itself got wrong', async () => {
    const { first, second, run, refuseAll } = await open();
    refuseAll(first, 'unauthorized');
    expect(await run()).toMatchObject({
      kind: 'failed',
      error: { type: 'unauthorized' },
      refusals: [{ authority: 0 }],
    });
    expect(second.requests).toEqual([]);
  });

  it('the second one has a budget of its own', async () => {
    const { first, second, clock, run, reserve } = await open();
    const until = clock.time + dayMs;
    reserve.mockImplementation(async (_domain, _host, _now, _perWeek, directoryUrl) =>
      directoryUrl === first.directoryUrl ? { freeAt: until } : { id: 'reserved' },
    );
    expect(await run()).toMatchObject({ kind: 'issued', authority: 1 });
    expect(first.issued).toBe(0);
    reserve.mockImplementation(async (_domain, _host, _now, _perWeek, directoryUrl) =>
      directoryUrl === second.directoryUrl ? { freeAt: until } : { freeAt: until + dayMs },
    );
    expect(await run()).toMatchObject({ kind: 'over_budget', until });
  });

  it('the second one issues while the first one’s account may order nothing; the one that may again first is waited for', async () => {
    const { first, second, clock, run, spend } = await open();
    spend.mockImplementation(async (account) =>
      account === first.directoryUrl ? { freeAt: clock.time + 36_000 } : undefined,
    );
    expect(await run()).toMatchObject({ kind: 'issued', authority: 1 });
    spend.mockImplementation(async (account) => ({
      freeAt: clock.time + (account === second.directoryUrl ? 20_000 : 36_000),
    }));
    expect(await run()).toEqual({ kind: 'queued', until: clock.time + 20_000 });
  });

  it('the reasons of both are told', async () => {
    const { first, second, run, refuseAll } = await open();
    refuseAll(first, 'rateLimited');
    refuseAll(second, 'unauthorized');
    const outcome = await run();
    expect(outcome).toMatchObject({ kind: 'failed', error: { type: 'unauthorized' } });
    const { message } = outcome.kind === 'failed' ? outcome.error : { message: '' };
    expect(message).toBe(
      `${new URL(first.directoryUrl).host}: a fault; ${new URL(second.directoryUrl).host}: a fault`,
    );
  });

  it('one that is left alone is passed over', async () => {
    const { first, run } = await open();
    expect(await run({}, (place) => place === 1)).toMatchObject({ kind: 'issued', authority: 1 });
    expect(first.requests).toEqual([]);
  });

  it('the one that issued a certificate is asked when to renew it, and told what is replaced', async () => {
    const { first, second, clock, run, refuseAll } = await open();
    second.renewal = { start: clock.time - dayMs, end: clock.time - 1 };
    first.renewal = { start: clock.time + 50 * dayMs, end: clock.time + 51 * dayMs };
    refuseAll(first, 'serverInternal');
    const current = currentOf(await run());
    expect(current.directoryUrl).toBe(second.directoryUrl);
    // The second one wants it renewed now; the first one, which is asked to, has never seen it.
    first.faultOf = () => undefined;
    const renewed = await run({ current });
    expect(renewed).toMatchObject({ kind: 'issued', authority: 0 });
    expect(first.replaced.at(-1)).toBeUndefined();
    refuseAll(first, 'serverInternal');
    expect(await run({ current })).toMatchObject({ kind: 'issued', authority: 1 });
    expect(second.replaced.at(-1)).toBeDefined();
    // Of an authority that is no longer configured, the lifetime decides.
    const orphan = { ...current, directoryUrl: 'https://gone.example/dir' };
    expect(await run({ current: orphan })).toMatchObject({ kind: 'not_due' });
  });
});

describe('an authority is left alone', () => {
  const host = 'a.example.com';

  it('for a registered domain whose rate it limits, and ten seconds for all', () => {
    const backOff = new BackOff();
    backOff.refused(host, new AcmeError('rateLimited', 'too many', 3_600_000), 1_000, 1_000, 0.5);
    expect(backOff.usableAt('b.example.com')).toBe(3_601_000);
    expect(backOff.usableAt('a.example.org')).toBe(11_000);
    expect([backOff.isPaused(10_999), backOff.isPaused(11_000)]).toEqual([true, false]);
  });

  it('longer and longer for all while it limits the rate of one domain after the other', () => {
    const backOff = new BackOff();
    let now = 0;
    const secondsAfterLimit = (): number => {
      const begunAt = now;
      now += 1_000;
      const limited = new AcmeError('rateLimited', 'too many orders', 3_600_000);
      for (const each of ['a', 'b']) backOff.refused(`${each}${now}.example`, limited, begunAt, now, 0.5);
      const waitMs = backOff.pausedUntil - now;
      now += waitMs;
      return waitMs / 1000;
    };
    expect([1, 2, 3, 4, 5, 6, 7, 8].map(secondsAfterLimit)).toEqual([10, 20, 40, 80, 160, 320, 600, 600]);
    backOff.succeeded();
    expect(secondsAfterLimit()).toBe(10);
  });

  it('longer and longer while it fails', () => {
    const backOff = new BackOff();
    const away = new AcmeError('unreachable', 'away');
    let now = 0;
    const minutesAfterFailure = (): number => {
      const begunAt = now;
      now += 30_000;
      expect(backOff.refused(host, away, begunAt, now, 0.5)).toBe(true);
      // Another order, which was under way with it.
      expect(backOff.refused(host, away, begunAt, now + 1, 0.5)).toBe(false);
      const waitMs = backOff.usableAt(host) - now;
      now += waitMs;
      return waitMs / 60_000;
    };
    expect([1, 2, 3].map(minutesAfterFailure)).toEqual([1, 3, 9]);
    backOff.succeeded();
    expect(minutesAfterFailure()).toBe(1);
  });
});
