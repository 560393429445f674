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
  lease: 'lease',
};

async function open() {
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
    setUrl: async () => {},
  };
  const { directoryUrl } = authority;
  const who = { directoryUrl, email: undefined, externalAccount: undefined };
  const budget = {
    reserve: vi.fn(async () => ({ id: 'reserved' })),
    release: vi.fn(async (_id: string) => {}),
  };
  const whyElsewhere = vi.fn(async (): Promise<Elsewhere | undefined> => undefined);
  const attempts = new Attempts(
    [
      {
        directoryUrl,
        transport: new AcmeTransport({ directoryUrl, userAgent: 'test/1', deadlineMs: 30_000 }),
        accounts: new AcmeAccounts(accounts, who, logger),
      },
    ],
    {
      whyElsewhere,
      whyForbidden: async () => undefined,
      methods: ['http-01'],
      weeklyBudget: 5,
      clock,
      budget,
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
  return { authority, attempts, budget, clock, lines, run, issue, whyElsewhere };
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
    expect(outcome).toMatchObject({ lookAt: clock.time + 6 * hourMs });
    clock.time += 6 * hourMs;
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

  it('whose suggested time is none is renewed by its lifetime', async () => {
    const { authority, clock, run, issue } = await open();
    authority.renewal = { start: clock.time, end: clock.time - 1 };
    const { current } = await issue();
    expect(await run({ current })).toMatchObject({ kind: 'not_due' });
  });

  it('is ordered although it could wait when somebody asks for it, or an attempt has failed', async () => {
    const { authority, run, issue, clock } = await open();
    authority.renewal = { start: clock.time + 50 * dayMs, end: clock.time + 51 * dayMs };
    const { current } = await issue();
    expect(await run({ current, isAskedFor: true })).toMatchObject({ kind: 'issued' });
    expect(await run({ current, failures: 1 })).toMatchObject({ kind: 'issued' });
  });

  it('is ordered all the same when the authority has replaced the one before already', async () => {
    const { authority, run, issue, clock } = await open();
    authority.renewal = { start: 0, end: clock.time };
    const { current } = await issue();
    let refusals = 1;
    authority.faultOf = (request) =>
      request === 'orders' && refusals-- > 0 ? { status: 409, type: 'alreadyReplaced' } : undefined;
    expect(await run({ current })).toMatchObject({ kind: 'issued' });
    expect(authority.replaced.at(-1)).toBeUndefined();
  });
});
