import { X509Certificate } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FakeAuthority } from '../../test/support/fake-authority.ts';
import { renewalDueAt } from '../core/renewal-time.ts';
import { AcmeAccounts } from './accounts.ts';
import { type AttemptOutcome, Attempts, type Elsewhere } from './attempt.ts';
import { certificateId } from './certificate-id.ts';
import { AcmeTransport } from './protocol/transport.ts';
import { Renewals } from './renewals.ts';
import type { Issuance } from './stores.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
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

async function open(profile?: string) {
  const authority = await FakeAuthority.start();
  onTestFinished(() => authority[Symbol.asyncDispose]());
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const clock = {
    time: Date.now(),
    now() {
      return this.time;
    },
  };
  const accounts = {
    findOrMake: async (_directory: string, _external: string, newKeyPem: () => string) => ({
      id: '1',
      privateKeyPem: newKeyPem(),
      url: null,
    }),
    findImported: async () => undefined,
    setUrl: async () => {},
  };
  const { directoryUrl } = authority;
  const who = { directoryUrl, email: undefined, externalAccount: undefined };
  const budget = {
    reserve: vi.fn(async () => ({ id: 'reserved' })),
    release: vi.fn(async (_id: string) => {}),
  };
  const accountBudget = {
    spend: vi.fn(async (): Promise<{ freeAt: number } | undefined> => undefined),
    giveBack: vi.fn(async () => {}),
  };
  const whyElsewhere = vi.fn(async (): Promise<Elsewhere | undefined> => undefined);
  const attempts = new Attempts(
    [
      {
        directoryUrl,
        transport: new AcmeTransport({ directoryUrl, userAgent: 'test/1', deadlineMs: 30_000 }),
        accounts: new AcmeAccounts(accounts, who, logger),
        profile,
      },
    ],
    {
      whyElsewhere,
      whyForbidden: async () => undefined,
      methods: ['http-01'],
      weeklyBudget: 5,
      ordersPerPeriod: 300,
      clock,
      logger,
      budget,
      accountBudget,
      challenges: {
        put: async () => {},
        remove: async () => {},
        find: async () => undefined,
        findForTls: async () => undefined,
        removeExpired: async () => {},
      },
      renewals: new Renewals(clock, logger),
    },
  );
  const run = (issuance: Partial<Issuance> = {}) =>
    attempts.run({ ...wanted, ...issuance }, new AbortController().signal);
  const issue = async () => {
    const outcome = await run();
    return { current: certificateOf(outcome), outcome };
  };
  return { authority, attempts, budget, accountBudget, clock, lines, run, issue, whyElsewhere };
}

function certificateOf(outcome: AttemptOutcome) {
  if (outcome.kind !== 'issued') throw new Error(JSON.stringify(outcome));
  return outcome.certificate;
}

describe('an authority whose answer is lost', () => {
  it('when it was asked to finalize is asked what became of it, and has issued once', async () => {
    const { authority, run, budget } = await open();
    authority.faultOf = (request) => (request.startsWith('finalize') ? 'answer lost' : undefined);
    const outcome = await run();
    expect(outcome).toMatchObject({ kind: 'issued', certificate: { names: [wanted.host] } });
    expect(authority.issued).toBe(1);
    expect(authority.requests.filter((request) => request.startsWith('finalize'))).toHaveLength(1);
    expect(budget.release).not.toHaveBeenCalled();
  });

  it('because it never was asked to finalize is asked again', async () => {
    const { authority, run } = await open();
    let lost = 2;
    authority.faultOf = (request) =>
      request.startsWith('finalize') && lost-- > 0 ? 'request lost' : undefined;
    expect(await run()).toMatchObject({ kind: 'issued' });
    expect(authority.issued).toBe(1);
  });

  it('and that cannot be asked about the order for a moment is asked again', async () => {
    const { authority, run } = await open();
    let away = 0;
    authority.faultOf = (request) => {
      if (request.startsWith('finalize')) {
        away = 2;
        return 'answer lost';
      }
      return request.startsWith('order/') && away-- > 0 ? { status: 503, type: 'serverInternal' } : undefined;
    };
    expect(await run()).toMatchObject({ kind: 'issued' });
    expect(authority.issued).toBe(1);
  });

  it('with the certificate is asked for it again', async () => {
    const { authority, run } = await open();
    let lost = 2;
    authority.faultOf = (request) =>
      request.startsWith('certificate') && lost-- > 0 ? 'answer lost' : undefined;
    expect(await run()).toMatchObject({ kind: 'issued' });
    expect(authority.issued).toBe(1);
  });

  it('for good is given up, and the order stays counted, for there may be a certificate', async () => {
    const { authority, run, budget } = await open();
    authority.faultOf = (request) => (request.startsWith('finalize') ? 'request lost' : undefined);
    expect(await run()).toMatchObject({ kind: 'failed', error: { type: 'unreachable' } });
    expect(authority.requests.filter((request) => request.startsWith('finalize'))).toHaveLength(3);
    expect(budget.release).not.toHaveBeenCalled();
  });
});

describe('a certificate', () => {
  it('of an authority that suggests nothing is renewed by its lifetime', async () => {
    const { clock, run, issue } = await open();
    const { current, outcome } = await issue();
    const renewAt = outcome.kind === 'issued' ? outcome.lookAt : 0;
    const lifetime = current.expiresAt - current.notBefore;
    expect(current.expiresAt - renewAt).toBeGreaterThanOrEqual(Math.floor(lifetime / 3));
    expect(current.expiresAt - renewAt).toBeLessThanOrEqual(lifetime / 3 + lifetime / 20 + 1);
    expect(await run({ current })).toEqual({ kind: 'not_due', until: renewAt, renewAt });
    clock.time = renewAt;
    expect(await run({ current })).toMatchObject({ kind: 'issued' });
  });

  it('is renewed when its authority suggests, which is asked as often as it wants, and told what is replaced', async () => {
    const { authority, clock, run, issue, whyElsewhere } = await open();
    const start = clock.time + 20 * dayMs;
    authority.renewal = { start, end: start + 2 * dayMs, retryAfterSeconds: 4 * 3_600 };
    const { current, outcome } = await issue();
    expect(outcome).toMatchObject({ lookAt: clock.time });
    const next = await run({ current });
    const renewAt = next.kind === 'not_due' ? next.renewAt : 0;
    expect(next).toEqual({ kind: 'not_due', until: clock.time + 4 * hourMs, renewAt });
    expect(renewAt).toBeGreaterThanOrEqual(start);
    expect(renewAt).toBeLessThan(start + 2 * dayMs);
    expect(authority.requests.at(-1)).toBe(`renewal/${certificateId(current.chainPem)}`);
    expect(whyElsewhere).toHaveBeenCalledTimes(1);
    clock.time = renewAt - 1;
    expect(await run({ current })).toEqual({ kind: 'not_due', until: renewAt, renewAt });
    clock.time = renewAt;
    expect(await run({ current })).toMatchObject({ kind: 'issued' });
    expect(authority.replaced).toEqual([undefined, certificateId(current.chainPem)]);
  });

  it('that its authority has to revoke is renewed at once, and the reason told', async () => {
    const { authority, clock, lines, run, issue } = await open();
    authority.renewal = { start: clock.time + 60 * dayMs, end: clock.time + 61 * dayMs };
    const { current } = await issue();
    authority.renewal = {
      start: clock.time - 2 * hourMs,
      end: clock.time - hourMs,
      explanation: 'https://ca.example/incident',
    };
    expect(await run({ current })).toMatchObject({ kind: 'issued' });
    expect(lines.join('')).toContain('https://ca.example/incident');
  });

  it('that was just issued is kept for six hours, whatever its authority suggests', async () => {
    const { authority, clock, lines, run, issue } = await open();
    authority.renewal = { start: clock.time - 2 * hourMs, end: clock.time - hourMs };
    const { current: issued } = await issue();
    const current = { ...issued, orderedAt: clock.time };
    const renewAt = clock.time + 6 * hourMs;
    expect(await run({ current })).toEqual({ kind: 'not_due', until: renewAt, renewAt });
    expect(lines.join('')).not.toContain('early renewal');
    clock.time = renewAt;
    expect(await run({ current })).toMatchObject({ kind: 'issued' });
    expect(lines.join('')).toContain('early renewal');
  });

  it.each([
    ['a minute', 60, hourMs],
    ['a week', 7 * 86_400, dayMs],
    ['nobody knows when', undefined, 6 * hourMs],
  ])(
    'whose authority wants to be asked again in %s is looked at within bounds',
    async (_, seconds, waitMs) => {
      const { authority, clock, run, issue } = await open();
      const window = { start: clock.time + 50 * dayMs, end: clock.time + 51 * dayMs };
      authority.renewal = { ...window, ...(seconds !== undefined && { retryAfterSeconds: seconds }) };
      const { current } = await issue();
      expect(await run({ current })).toMatchObject({ kind: 'not_due', until: clock.time + waitMs });
    },
  );

  it.each([
    ['fails', { status: 500, type: 'serverInternal' }],
    ['does not know it', { status: 404, type: 'malformed' }],
    ['does not answer', 'request lost'],
  ] as const)('whose authority %s when asked is renewed by its lifetime', async (_, fault) => {
    const { authority, clock, run, issue } = await open();
    authority.renewal = { start: 0, end: clock.time };
    const { current } = await issue();
    authority.faultOf = (request) => (request.startsWith('renewal') ? fault : undefined);
    const renewAt = renewalDueAt(current);
    expect(await run({ current })).toEqual({ kind: 'not_due', until: clock.time + 6 * hourMs, renewAt });
    clock.time += 61 * dayMs;
    expect(await run({ current })).toMatchObject({ kind: 'issued' });
  });

  it.each([
    ['ends before it starts', 0, -1],
    ['ended before the certificate was issued', -3 * dayMs, -2 * dayMs],
    ['is years ago', -3_650 * dayMs, -3_649 * dayMs],
  ])('whose suggested time %s is renewed by its lifetime', async (_, start, end) => {
    const { authority, clock, run, issue } = await open();
    authority.renewal = { start: clock.time + start, end: clock.time + end };
    const { current } = await issue();
    const renewAt = renewalDueAt(current);
    expect(await run({ current })).toEqual({ kind: 'not_due', until: clock.time + 6 * hourMs, renewAt });
  });

  it('whose suggested time is ten years ahead is renewed before a tenth of its lifetime is left', async () => {
    const { authority, clock, run, issue } = await open();
    const start = clock.time + 3_650 * dayMs;
    authority.renewal = { start, end: start + dayMs, retryAfterSeconds: 365 * 86_400 };
    const { current } = await issue();
    const renewAt = current.expiresAt - (current.expiresAt - current.notBefore) / 10;
    expect(await run({ current })).toEqual({ kind: 'not_due', until: clock.time + dayMs, renewAt });
  });

  it('is ordered although it could wait when somebody asks for it, or an attempt has failed', async () => {
    const { authority, run, issue, clock } = await open();
    authority.renewal = { start: clock.time + 50 * dayMs, end: clock.time + 51 * dayMs };
    const { current } = await issue();
    expect(await run({ current, isAskedFor: true })).toMatchObject({ kind: 'issued' });
    expect(await run({ current, failures: 1 })).toMatchObject({ kind: 'issued' });
  });

  it.each([
    ['has replaced the one before already', { status: 409, type: 'alreadyReplaced' }],
    ['does not know the one before', { status: 404, type: 'malformed' }],
    ['says so as pebble does', { status: 500, type: 'serverInternal' }],
  ])('is ordered all the same when the authority %s', async (_, fault) => {
    const { authority, run, issue, clock } = await open();
    authority.renewal = { start: 0, end: clock.time };
    const { current } = await issue();
    let refusals = 1;
    authority.faultOf = (request) => (request === 'orders' && refusals-- > 0 ? fault : undefined);
    expect(await run({ current })).toMatchObject({ kind: 'issued' });
    expect(authority.replaced.at(-1)).toBeUndefined();
  });

  it('is ordered all the same when another account has the one before, as after this one was lost', async () => {
    const { authority, run, issue, clock } = await open();
    authority.checksReplaced = true;
    authority.renewal = { start: 0, end: clock.time };
    const { current } = await issue();
    let refusals = 1;
    authority.faultOf = (request) =>
      request === 'orders' && refusals-- > 0 ? { status: 400, type: 'accountDoesNotExist' } : undefined;
    expect(await run({ current })).toMatchObject({ kind: 'issued' });
    const id = certificateId(current.chainPem);
    expect(authority.replaced).toEqual([undefined, id, undefined]);
    expect(new Set(authority.orderedBy).size).toBe(2);
  });
});

describe('the order budget', () => {
  it('is spent by an order, and not by a renewal that says what it replaces', async () => {
    const { authority, accountBudget, clock, issue, run } = await open();
    authority.renewal = { start: 0, end: clock.time };
    const { current } = await issue();
    expect(accountBudget.spend).toHaveBeenCalledExactlyOnceWith('1', clock.time, 300, false);
    expect(await run({ current })).toMatchObject({ kind: 'issued' });
    expect(accountBudget.spend).toHaveBeenCalledTimes(1);
  });

  it('is spent by a renewal whose predecessor the authority has replaced already', async () => {
    const { authority, accountBudget, clock, issue, run } = await open();
    authority.suggestsByLifetime = true;
    authority.checksReplaced = true;
    authority.now = () => clock.time;
    const { current } = await issue();
    for (const spent of [1, 2]) {
      expect(await run({ current, isAskedFor: true })).toMatchObject({ kind: 'issued' });
      expect(accountBudget.spend).toHaveBeenCalledTimes(spent);
    }
    expect(authority.replaced.map((replaced) => replaced !== undefined)).toEqual([false, true, true, false]);
  });

  it('that is empty has the order wait, and counts nothing against the registered domain', async () => {
    const { authority, accountBudget, budget, clock, run } = await open();
    accountBudget.spend.mockResolvedValue({ freeAt: clock.time + 36_000 });
    expect(await run({ isQueued: true })).toEqual({ kind: 'queued', until: clock.time + 36_000 });
    expect(accountBudget.spend).toHaveBeenCalledExactlyOnceWith('1', clock.time, 300, true);
    expect(authority.requests).not.toContain('orders');
    expect(budget.release).toHaveBeenCalledExactlyOnceWith('reserved');
  });

  it.each([
    [{ status: 403, type: 'rejectedIdentifier' }, 1],
    [{ status: 429, type: 'rateLimited' }, 0],
    ['answer lost', 0],
  ] as const)('gets the order back after %j: %i', async (fault, times) => {
    const { authority, accountBudget, run } = await open();
    authority.faultOf = (request) => (request === 'orders' ? fault : undefined);
    expect(await run()).toMatchObject({ kind: 'failed' });
    expect(accountBudget.giveBack).toHaveBeenCalledTimes(times);
  });

  it('beyond the authority’s own limit waits as long as that says', async () => {
    const { authority, run } = await open();
    authority.limit = { orders: 1, everyMs: 36_000 };
    expect(await run()).toMatchObject({ kind: 'issued' });
    const outcome = await run({ host: 'other.example.com' });
    expect(outcome).toMatchObject({ kind: 'failed', error: { type: 'rateLimited' } });
    expect(outcome.kind === 'failed' && outcome.error.retryAfterMs).toBeGreaterThan(30_000);
  });
});

describe('an address', () => {
  it.each(['203.0.113.7', '2001:db8::7'])('%s is ordered as one', async (host) => {
    const { authority, run } = await open();
    const outcome = await run({ host, accountUuid: '' });
    expect(outcome).toMatchObject({ kind: 'issued', certificate: { names: [host], sans: [] } });
    expect(authority.ordered).toMatchObject([{ host, type: 'ip' }]);
    const { chainPem } = certificateOf(outcome);
    expect(new X509Certificate(chainPem).subjectAltName).toMatch(/^IP Address:[0-9A-F.:]+$/);
    expect(new X509Certificate(chainPem).checkIP(host)).toBe(host);
  });

  it('that the authority issues nothing for says so in its words', async () => {
    const { authority, run } = await open();
    authority.faultOf = (request) =>
      request === 'orders'
        ? {
            status: 400,
            type: 'rejectedIdentifier',
            detail: 'Profile "classic" does not permit ip type identifiers',
          }
        : undefined;
    expect(await run({ host: '203.0.113.7' })).toMatchObject({
      kind: 'failed',
      error: { message: 'Profile "classic" does not permit ip type identifiers' },
    });
  });
});

describe('a profile', () => {
  it('is named in orders if the directory has it, and a lifetime under ten days renewed at its half', async () => {
    const { authority, issue, run, clock, lines } = await open('shortlived');
    authority.profiles = { classic: 90 * dayMs, shortlived: 6 * dayMs };
    authority.suggestsByLifetime = true;
    const { current } = await issue();
    expect(authority.ordered.map(({ profile }) => profile)).toEqual(['shortlived']);
    const half = (current.notBefore + current.expiresAt) / 2;
    clock.time = half;
    expect(await run({ current })).toMatchObject({ kind: 'issued' });
    expect(lines.join('')).not.toContain('profile');
  });

  it('that the directory doesn’t have is not asked for, which is logged once', async () => {
    const { authority, run, lines } = await open('short');
    for (const profiles of [undefined, { classic: 90 * dayMs }]) {
      authority.profiles = profiles;
      expect(await run()).toMatchObject({ kind: 'issued' });
    }
    expect(authority.ordered.map(({ profile }) => profile)).toEqual([undefined, undefined]);
    expect(lines.filter((line) => line.includes('does not offer the profile'))).toHaveLength(1);
  });

  it.each(['orders', 'finalize'])(
    'that is withdrawn at %s is left out, which is logged once',
    async (when) => {
      const { authority, run, lines } = await open('shortlived');
      authority.profiles = { classic: 90 * dayMs, shortlived: 6 * dayMs };
      expect(await run()).toMatchObject({ kind: 'issued' });
      // The directory is known for an hour.
      authority.faultOf = (request) => {
        if (request.startsWith(when)) authority.profiles = { classic: 90 * dayMs };
        return undefined;
      };
      for (let i = 0; i < 2; i++) expect(await run()).toMatchObject({ kind: 'issued' });
      expect(authority.ordered.map(({ profile }) => profile)).toEqual([
        'shortlived',
        'shortlived',
        undefined,
        undefined,
      ]);
      expect(lines.filter((line) => line.includes('does not offer the profile'))).toHaveLength(1);
      authority.profiles = { shortlived: 6 * dayMs };
    },
  );

  it('that is withdrawn at the end of a renewal is left out, also where the order before counts as the replacement', async () => {
    const { authority, issue, run, clock } = await open('shortlived');
    authority.profiles = { shortlived: 6 * dayMs };
    authority.checksReplaced = true;
    authority.renewal = { start: 0, end: clock.time };
    const { current } = await issue();
    authority.faultOf = (request) => {
      if (request.startsWith('finalize')) authority.profiles = { classic: 90 * dayMs };
      return undefined;
    };
    expect(await run({ current })).toMatchObject({ kind: 'issued' });
    const id = certificateId(current.chainPem);
    expect(authority.replaced).toEqual([undefined, id, id, undefined]);
    expect(authority.ordered.map(({ profile }) => profile)).toEqual([
      'shortlived',
      'shortlived',
      undefined,
      undefined,
    ]);
  });
});
