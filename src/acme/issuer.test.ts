import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeCertificate } from '../../test/support/certificate-maker.ts';
import { checkUpload } from '../certificates/check-upload.ts';
import type { AttemptOutcome } from './attempt.ts';
import { Issuer } from './issuer.ts';
import { AcmeError } from './protocol/acme-error.ts';
import type { Failure, Issuance, IssuanceQueue } from './stores.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const start = Date.UTC(2026, 4, 4);

type Row = {
  readonly accountUuid: string;
  dueAt: number;
  failures: number;
  lease: string | null;
  leasedUntil: number;
  failure?: Failure;
};

/** The queue of one node, in memory. */
class MemoryQueue implements IssuanceQueue {
  readonly rows = new Map<string, Row>();
  readonly stored: string[] = [];
  readonly extended: string[] = [];
  readonly queued: string[] = [];
  isAway = false;
  #leases = 0;

  add(...hosts: string[]): this {
    return this.addOf('account', ...hosts);
  }

  addOf(accountUuid: string, ...hosts: string[]): this {
    for (const host of hosts)
      this.rows.set(host, { accountUuid, dueAt: 0, failures: 0, lease: null, leasedUntil: 0 });
    return this;
  }

  async want(host: string): Promise<boolean> {
    if (this.isAway) throw new Error('away');
    if (this.rows.has(host)) return false;
    this.add(host);
    return true;
  }

  #due(now: number) {
    if (this.isAway) throw new Error('away');
    return [...this.rows].filter(
      ([, row]) => row.dueAt <= now && (row.lease === null || row.leasedUntil <= now),
    );
  }

  async accountsDue(now: number): Promise<string[]> {
    return [...new Set(this.#due(now).map(([, { accountUuid }]) => accountUuid))];
  }

  async takeDue(now: number, leaseMs: number, shares: ReadonlyMap<string, number>): Promise<Issuance[]> {
    const due = [...shares].flatMap(([account, limit]) =>
      this.#due(now)
        .filter(([, { accountUuid }]) => accountUuid === account)
        .slice(0, limit),
    );
    return due.map(([host, row]) => {
      row.lease = `lease ${++this.#leases}`;
      row.leasedUntil = now + leaseMs;
      const { accountUuid, failures, lease } = row;
      return {
        host,
        accountUuid,
        failures,
        current: null,
        isAskedFor: false,
        isServed: true,
        coveredUntil: null,
        dnsLabel: null,
        isQueued: false,
        importedAccount: null,
        lease,
      };
    });
  }

  async extend({ host, lease }: Issuance): Promise<boolean> {
    this.extended.push(host);
    return this.rows.get(host)?.lease === lease;
  }

  release(issuance: Issuance) {
    return this.#giveBack(issuance, {});
  }

  putOff(issuance: Issuance, dueAt: number) {
    return this.#giveBack(issuance, { dueAt });
  }

  enqueue(issuance: Issuance, dueAt: number) {
    this.queued.push(issuance.host);
    return this.#giveBack(issuance, { dueAt });
  }

  fail(issuance: Issuance, failure: Failure) {
    return this.#giveBack(issuance, { dueAt: failure.nextAttemptAt, failures: failure.failures, failure });
  }

  async complete(issuance: Issuance, _certificate: unknown, dueAt: number): Promise<boolean> {
    if (this.rows.get(issuance.host)?.lease !== issuance.lease) return false;
    this.stored.push(issuance.host);
    await this.#giveBack(issuance, { dueAt, failures: 0 });
    return true;
  }

  async forget({ host }: Issuance): Promise<void> {
    this.rows.delete(host);
  }

  async #giveBack({ host, lease }: Issuance, change: Partial<Row>): Promise<void> {
    const row = this.rows.get(host);
    if (row?.lease === lease) Object.assign(row, change, { lease: null });
  }
}

const clockAt = (now: number) => ({
  time: now,
  now() {
    return this.time;
  },
});

function issued(): AttemptOutcome {
  const made = makeCertificate({ notBefore: new Date(start), notAfter: new Date(start + 90 * 24 * hourMs) });
  const check = checkUpload(made.pem, made.keyPem, start + 1);
  if (!check.ok) throw new Error(check.reason);
  return { kind: 'issued', certificate: check.certificate, lookAt: start + 60 * 24 * hourMs };
}
const success = issued();
const failed = (type: string, message = 'no', retryAfterMs?: number): AttemptOutcome => ({
  kind: 'failed',
  error: new AcmeError(type, message, retryAfterMs),
});

function open(
  run: (
    issuance: Issuance,
    signal: AbortSignal,
    isUsable?: (authority: number) => boolean,
  ) => Promise<AttemptOutcome>,
  options: { readonly leaseMs?: number; readonly pollMs?: number; readonly authorities?: number } = {},
) {
  const queue = new MemoryQueue();
  const clock = clockAt(start);
  const onIssued = vi.fn(async () => {});
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const attempts = { run: vi.fn(run) };
  const issuer = new Issuer({ queue, attempts, clock, logger, onIssued, random: () => 0.5, ...options });
  onTestFinished(() => issuer[Symbol.asyncDispose]());
  const waits = (host: string) => (queue.rows.get(host)?.dueAt ?? 0) - clock.time;
  return { queue, clock, issuer, onIssued, lines, attempts, waits };
}

/** An attempt that lasts until it is cut off. */
const untilCutOff = (_: Issuance, signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('cut off')), { once: true });
  });

describe('the issuer with two authorities', () => {
  it('leaves each alone on its own account, and pauses when both are', async () => {
    const away = new AcmeError('unreachable', 'away');
    const seen: boolean[][] = [];
    let isSecondAway = false;
    const { queue, clock, issuer } = open(
      async (_issuance, _signal, isUsable = () => true) => {
        seen.push([isUsable(0), isUsable(1)]);
        const first = { authority: 0, error: away };
        if (!isSecondAway) return { ...success, authority: 1, refusals: isUsable(0) ? [first] : [] };
        return { kind: 'failed', error: away, refusals: [{ authority: 1, error: away }] };
      },
      { authorities: 2 },
    );
    const order = async (host: string) => {
      queue.add(host);
      await issuer.runDue();
    };
    await order('a.example.com');
    await order('b.example.com');
    expect(queue.stored).toEqual(['a.example.com', 'b.example.com']);
    expect(seen).toEqual([
      [true, true],
      [false, true],
    ]);
    isSecondAway = true;
    await order('c.example.com');
    await order('d.example.com');
    expect(seen).toHaveLength(3);
    // After a minute both may be asked again.
    clock.time += 61_000;
    await issuer.runDue();
    expect(seen[3]).toEqual([true, true]);
  });
});

describe('the issuer', () => {
  it('stores what is issued, has it served, and comes back when it was told to', async () => {
    const { queue, issuer, onIssued, waits } = open(async () => success);
    queue.add('a.example.com', 'b.example.com');
    await issuer.runDue();
    expect(queue.stored).toEqual(['a.example.com', 'b.example.com']);
    expect(onIssued).toHaveBeenCalledTimes(2);
    expect(waits('a.example.com')).toBe(60 * 24 * hourMs);
    expect(issuer.counts).toEqual({ issued: 2 });
  });

  it('goes through all that are due, a few at a time', async () => {
    let underWay = 0;
    let most = 0;
    const { queue, issuer } = open(async () => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setTimeout(resolve, 1));
      underWay -= 1;
      return success;
    });
    queue.add(...Array.from({ length: 100 }, (_, i) => `h${i}.example${i}.com`));
    await issuer.runDue();
    expect(queue.stored).toHaveLength(100);
    // One stays free for accounts that have none.
    expect(most).toBe(7);
  });

  it('has an account’s first order begin while 2,000 of another one hang', async () => {
    const begun: string[] = [];
    const { queue, issuer } = open(
      (issuance, signal) => {
        begun.push(issuance.host);
        return issuance.accountUuid === 'victim' ? Promise.resolve(success) : untilCutOff(issuance, signal);
      },
      { pollMs: 5 },
    );
    queue.addOf('attacker', ...Array.from({ length: 2_000 }, (_, i) => `h${i}.example${i}.com`));
    issuer.start();
    await expect.poll(() => begun).toHaveLength(7);
    queue.addOf('victim', 'shop.example.org', 'www.example.org');
    await expect.poll(() => queue.stored).toEqual(['shop.example.org', 'www.example.org']);
    expect(begun).toHaveLength(9);
  });

  it('has accounts take turns while all orders fail', async () => {
    const begun: string[] = [];
    const { queue, issuer } = open(async ({ accountUuid }) => {
      begun.push(accountUuid);
      return failed('dns');
    });
    queue.addOf('attacker', ...Array.from({ length: 200 }, (_, i) => `h${i}.example${i}.com`));
    for (const account of ['one', 'two', 'three']) queue.addOf(account, `${account}.example.org`);
    await issuer.runDue();
    expect(begun).toHaveLength(203);
    for (const account of ['one', 'two', 'three']) expect(begun.indexOf(account)).toBeLessThan(8);
  });

  it('does not hold an order that is never decided against the authority', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { queue, issuer, lines } = open((issuance, signal) =>
      issuance.host === 'a.example.com' ? untilCutOff(issuance, signal) : Promise.resolve(success),
    );
    queue.add('a.example.com');
    const cut = issuer.runDue();
    await vi.advanceTimersByTimeAsync(5 * minuteMs);
    await cut;
    expect(issuer.pausedUntil).toEqual([0]);
    queue.addOf('victim', 'shop.example.org');
    await issuer.runDue();
    expect(queue.stored).toEqual(['shop.example.org']);
    expect(lines.join('')).toContain('longer than 5 minutes');
  });

  it('waits longer after each failure, and says why', async () => {
    const { queue, clock, issuer, waits, lines } = open(async () => failed('caa', 'CAA forbids it'));
    queue.add('a.example.com');
    const minutes: number[] = [];
    for (let i = 0; i < 8; i++) {
      await issuer.runDue();
      minutes.push(waits('a.example.com') / minuteMs);
      clock.time += waits('a.example.com');
    }
    expect(minutes).toEqual([1, 3, 9, 27, 81, 243, 360, 360]);
    expect(queue.rows.get('a.example.com')?.failure).toMatchObject({ failures: 8, reason: 'CAA forbids it' });
    expect(lines.filter((line) => line.includes('CAA forbids it'))).toHaveLength(8);
  });

  it('leaves a domain alone for as long as the authority limits it, with all its hosts', async () => {
    const limit = failed('rateLimited', 'too many certificates', 40 * hourMs);
    const { queue, clock, issuer, waits } = open(async ({ host }, _signal, isUsable = () => true) => {
      if (host.startsWith('valid')) return { kind: 'not_due', until: start + 50 * hourMs, renewAt: 0 };
      if (!isUsable(0)) return { kind: 'limited' };
      return host.endsWith('example.com') ? limit : success;
    });
    queue.add('a.example.com');
    await issuer.runDue();
    expect(waits('a.example.com')).toBe(40 * hourMs);
    clock.time += minuteMs;
    queue.add('b.example.com', 'c.example.co.uk', 'valid.example.com');
    await issuer.runDue();
    expect(issuer.counts).toEqual({ failed: 1, issued: 1, not_due: 1 });
    expect(queue.stored).toEqual(['c.example.co.uk']);
    expect(queue.rows.get('valid.example.com')).toMatchObject({ dueAt: start + 50 * hourMs, failures: 0 });
    expect(waits('b.example.com')).toBe(40 * hourMs - minuteMs + 30_000);
    expect(queue.rows.get('b.example.com')?.failure?.reason).toContain('example.com');
  });

  it('waits an hour when a limit has no end', async () => {
    const { queue, issuer, waits } = open(async () => failed('rateLimited'));
    queue.add('a.example.com');
    await issuer.runDue();
    expect(waits('a.example.com')).toBe(hourMs);
  });

  it.each(['unreachable', 'timeout', 'unavailable', 'serverInternal', 'account'])(
    'asks nobody more of an authority that is %s, until some time later',
    async (type) => {
      let isBack = false;
      const { queue, clock, issuer, attempts } = open(async () => (isBack ? success : failed(type)));
      queue.add(...Array.from({ length: 50 }, (_, i) => `h${i}.example${i}.com`));
      await issuer.runDue();
      expect(attempts.run.mock.calls.length).toBeLessThanOrEqual(7);
      const asked = attempts.run.mock.calls.length;
      clock.time += 30_000;
      await issuer.runDue();
      expect(attempts.run).toHaveBeenCalledTimes(asked);
      isBack = true;
      clock.time += 6 * hourMs;
      await issuer.runDue();
      expect(queue.stored).toHaveLength(50);
    },
  );

  it('counts a failure of the authority once for all orders under way, and then tries one', async () => {
    let isBack = false;
    const { queue, clock, issuer, attempts } = open(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      // Each of them ends a little later.
      if (!isBack) clock.time += 1_000;
      return isBack ? success : failed('timeout');
    });
    queue.add(...Array.from({ length: 20 }, (_, i) => `h${i}.example${i}.com`));
    await issuer.runDue();
    expect(attempts.run).toHaveBeenCalledTimes(7);
    clock.time += minuteMs;
    await issuer.runDue();
    expect(attempts.run).toHaveBeenCalledTimes(8);
    isBack = true;
    clock.time += 3 * minuteMs;
    await issuer.runDue();
    expect(queue.stored).toHaveLength(20);
  });

  it('looks again later at hosts that can wait, are covered, lead elsewhere or have no budget, and forgets those that are gone', async () => {
    const outcomes: Record<string, AttemptOutcome> = {
      'early.example.com': { kind: 'not_due', until: start + 6 * hourMs, renewAt: start + 60 * 24 * hourMs },
      'covered.example.com': { kind: 'covered' },
      'elsewhere.example.com': { kind: 'elsewhere', reason: 'it leads elsewhere', code: 'records_elsewhere' },
      'budget.example.com': { kind: 'over_budget', reason: 'used up', until: start + 50 * hourMs },
      'queued.example.com': { kind: 'queued', until: start + minuteMs },
      'gone.example.com': { kind: 'unserved' },
    };
    const { queue, issuer, waits } = open(async ({ host }) => outcomes[host] ?? success);
    queue.add(...Object.keys(outcomes));
    await issuer.runDue();
    expect(waits('early.example.com')).toBe(6 * hourMs);
    expect(waits('covered.example.com')).toBe(24 * hourMs);
    expect(waits('elsewhere.example.com')).toBe(minuteMs);
    expect(waits('budget.example.com')).toBe(50 * hourMs + 300_000);
    expect(queue.rows.get('budget.example.com')?.failure).toMatchObject({ failures: 1, askedAt: null });
    expect(queue.queued).toEqual(['queued.example.com']);
    expect(queue.rows.has('gone.example.com')).toBe(false);
    expect(issuer.counts).toEqual({
      not_due: 1,
      covered: 1,
      elsewhere: 1,
      over_budget: 1,
      queued: 1,
      unserved: 1,
    });
  });

  it('orders at once for a host that a handshake wants, once', async () => {
    const { queue, issuer, attempts } = open(async () => success);
    await Promise.all([issuer.wanted('a.example.com'), issuer.wanted('a.example.com')]);
    await issuer.runDue();
    expect(attempts.run).toHaveBeenCalledTimes(1);
    expect(queue.stored).toEqual(['a.example.com']);
  });

  it('keeps its lease while an order lasts, and gives up what somebody else has taken', async () => {
    const { queue, issuer } = open(untilCutOff, { leaseMs: 60 });
    queue.add('a.example.com');
    const running = issuer.runDue();
    await expect.poll(() => queue.extended.length).toBeGreaterThan(2);
    const row = queue.rows.get('a.example.com');
    if (row) row.lease = 'of another node';
    await running;
    expect(queue.rows.get('a.example.com')).toMatchObject({ lease: 'of another node', failures: 0 });
    expect(issuer.counts).toEqual({});
  });

  it('cuts off what is under way when it stops, and gives the leases back', async () => {
    const { queue, issuer, attempts } = open(untilCutOff, { pollMs: 5 });
    queue.add('a.example.com', 'b.example.com');
    issuer.start();
    await expect.poll(() => attempts.run).toHaveBeenCalledTimes(2);
    await issuer[Symbol.asyncDispose]();
    expect([...queue.rows.values()]).toMatchObject([
      { lease: null, dueAt: 0, failures: 0 },
      { lease: null, dueAt: 0, failures: 0 },
    ]);
    await issuer.wanted('c.example.com');
    expect(queue.rows.has('c.example.com')).toBe(false);
  });

  it('waits like after any failure when something of its own breaks, and keeps to itself what', async () => {
    const { queue, issuer, lines, waits } = open(async () => {
      throw new Error('the secret key is not there');
    });
    queue.add('a.example.com');
    await issuer.runDue();
    expect(waits('a.example.com')).toBe(minuteMs);
    expect(queue.rows.get('a.example.com')?.failure?.reason).not.toContain('secret');
    expect(lines.join('')).toContain('the secret key is not there');
  });

  it('waits for a store that is away, and says so once', async () => {
    const { queue, issuer, lines } = open(async () => success, { pollMs: 5 });
    queue.add('a.example.com');
    queue.isAway = true;
    issuer.start();
    await issuer.wanted('b.example.com');
    await new Promise((resolve) => setTimeout(resolve, 50));
    queue.isAway = false;
    await expect.poll(() => queue.stored).toEqual(['a.example.com']);
    expect(lines.filter((line) => line.includes('control store'))).toHaveLength(1);
  });
});
