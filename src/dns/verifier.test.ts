import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import type { CheckedInDns, CheckOutcome } from './check.ts';
import type { Verdict } from './host-answer.ts';
import { type CheckedDomain, type CheckQueue, type CheckResult, DomainVerifier } from './verifier.ts';

const minuteMs = 60_000;

type Stored = CheckedDomain & { nextCheckAt: number; readonly results: CheckResult[] };

/** A store that several verifiers share. */
class MemoryQueue implements CheckQueue<Stored> {
  readonly domains = new Map<string, Stored>();
  readonly unproven = new Set<string>();
  isAway = false;
  takes = 0;

  add(
    host: string,
    status: CheckedDomain['status'] = 'pending_check',
    nextCheckAt = 0,
    accountUuid = 'account',
  ): void {
    this.domains.set(host, {
      uuid: host,
      accountUuid,
      host,
      redirectToWww: false,
      challengeType: 'http01',
      status,
      dns: { failures: 0 },
      nextCheckAt,
      results: [],
    });
  }

  get(host: string): Stored {
    const domain = this.domains.get(host);
    if (!domain) throw new Error(`no ${host}`);
    return domain;
  }

  async accountsDue(now: number): Promise<readonly string[]> {
    this.#answerIfThere();
    this.takes += 1;
    const due = [...this.domains.values()].filter((domain) => domain.nextCheckAt <= now);
    return [...new Set(due.map(({ accountUuid }) => accountUuid))];
  }

  async takeDue(
    now: number,
    leaseMs: number,
    shares: ReadonlyMap<string, number>,
  ): Promise<readonly Stored[]> {
    this.#answerIfThere();
    const due = [...shares].flatMap(([accountUuid, limit]) =>
      [...this.domains.values()]
        .filter((domain) => domain.accountUuid === accountUuid && domain.nextCheckAt <= now)
        .toSorted((a, b) => a.nextCheckAt - b.nextCheckAt)
        .slice(0, limit),
    );
    for (const domain of due) domain.nextCheckAt = now + leaseMs;
    return due;
  }

  async findAnywhere(uuid: string): Promise<Stored | undefined> {
    this.#answerIfThere();
    return this.domains.get(uuid);
  }

  async needsProof(domain: Stored): Promise<boolean> {
    return this.unproven.has(domain.host);
  }

  async isProxied(): Promise<boolean> {
    return false;
  }

  async recordCheck(checked: Stored, result: CheckResult): Promise<Stored | undefined> {
    this.#answerIfThere();
    const before = this.domains.get(checked.uuid);
    if (!before) return undefined;
    before.results.push(result);
    const { status, failures, nextCheckAt } = result;
    const domain = { ...before, status, dns: { failures }, nextCheckAt };
    this.domains.set(checked.uuid, domain);
    return domain;
  }

  #answerIfThere(): void {
    if (this.isAway) throw new Error('the store is away');
  }
}

/** Answers what a test says, and counts. */
class ScriptedCheck {
  readonly runs: string[] = [];
  verdict: Verdict = 'found';
  delegation: CheckOutcome['delegation'] = { verdict: 'found', hosts: [] };
  proof: Verdict = 'not_found';
  underWay = 0;
  mostUnderWay = 0;
  /** How long a check takes; undefined: until it is cut off. */
  takesMs: number | undefined = 0;

  async run({ host, needsProof }: CheckedInDns, signal: AbortSignal): Promise<CheckOutcome> {
    this.runs.push(host);
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
      if (this.takesMs !== undefined) setTimeout(resolve, this.takesMs);
    });
    this.underWay -= 1;
    const { verdict, delegation } = this;
    const proof = needsProof ? this.proof : undefined;
    const findings = { found: [], problems: [`${verdict}.`] };
    return { verdict, delegation, proof, caa: { state: 'ok' }, reach: [], findings };
  }
}

function set(queue = new MemoryQueue(), check = new ScriptedCheck()) {
  const clock = { time: 1_000_000, now: () => clock.time };
  const warnings: unknown[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line)) });
  const verifier = new DomainVerifier(queue, check, { clock, logger, pollMs: 10, random: () => 0.5 });
  return { queue, check, clock, warnings, verifier };
}

describe('what is stored', () => {
  it('hands on which hosts can be validated, and looks for a missing record as often as for any', async () => {
    const { queue, check, clock, verifier } = set();
    queue.add('a.example');
    check.delegation = { verdict: 'not_found', hosts: ['www.a.example'] };
    await verifier.verify('a.example');
    const { nextCheckAt, results } = queue.get('a.example');
    expect(results).toMatchObject([
      { status: 'dns_records_found', failures: 1, delegatedHosts: ['www.a.example'] },
    ]);
    expect(nextCheckAt).toBe(clock.time + minuteMs);
  });

  it('looks for the proof of a domain that needs one, and hands on whether it is there', async () => {
    const { queue, check, clock, verifier } = set();
    queue.add('a.example');
    queue.unproven.add('a.example');
    await verifier.verify('a.example');
    expect(queue.get('a.example').nextCheckAt).toBe(clock.time + minuteMs);
    check.proof = 'undecided';
    await verifier.verify('a.example');
    check.proof = 'found';
    await verifier.verify('a.example');
    expect(queue.get('a.example').nextCheckAt).toBe(clock.time + 60_000);
    queue.unproven.clear();
    await verifier.verify('a.example');
    const proven = queue.get('a.example').results.map(({ isProven }) => isProven);
    expect(proven).toEqual([false, false, true, undefined]);
  });

  it.each([
    ['found', 'pending_check', 'dns_records_found', 24 * 60, 0],
    ['not_found', 'pending_check', 'dns_records_not_found', 1, 1],
    ['not_found', 'dns_records_found', 'dns_records_not_found', 1, 1],
    // What could not be looked up leaves what was known, and is tried again soon.
    ['undecided', 'pending_check', 'pending_check', 1, 1],
    ['undecided', 'dns_records_found', 'dns_records_found', 1, 1],
    ['undecided', 'dns_records_not_found', 'dns_records_not_found', 1, 1],
  ] as const)('%s makes %s %s', async (verdict, before, after, minutes, failures) => {
    const { queue, check, clock, verifier } = set();
    queue.add('a.example', before);
    check.verdict = verdict;
    await verifier.runDue();
    expect(queue.get('a.example').results).toEqual([
      {
        status: after,
        report: { found: [], problems: [`${verdict}.`] },
        checkedAt: clock.time,
        nextCheckAt: clock.time + minutes * minuteMs,
        failures,
        delegatedHosts: [],
        reach: [],
        isDelegated: false,
      },
    ]);
  });

  it('backs off while records are not found, until they are', async () => {
    const { queue, check, clock, verifier } = set();
    queue.add('a.example');
    check.verdict = 'not_found';
    const waits: number[] = [];
    for (let round = 0; round < 11; round++) {
      await verifier.runDue();
      const { nextCheckAt } = queue.get('a.example');
      waits.push((nextCheckAt - clock.time) / minuteMs);
      clock.time = nextCheckAt;
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
    check.verdict = 'found';
    await verifier.runDue();
    expect(queue.get('a.example')).toMatchObject({ status: 'dns_records_found', dns: { failures: 0 } });
  });
});

describe('the background', () => {
  it('checks all that are due, 63 of an account at a time, each once', async () => {
    const { queue, check, clock, verifier } = set();
    for (let number = 0; number < 200; number++) queue.add(`${number}.example`);
    queue.add('later.example', 'pending_check', clock.time + 1);
    check.takesMs = 2;
    await verifier.runDue();
    expect(check.runs.toSorted()).toEqual(
      Array.from({ length: 200 }, (_, number) => `${number}.example`).toSorted(),
    );
    expect(check.mostUnderWay).toBe(63);
  });

  it('does not wait for slow ones before it takes more', async () => {
    const { queue, check, verifier } = set();
    for (let number = 0; number < 40; number++) queue.add(`${number}.example`);
    const run = check.run.bind(check);
    let end = () => {};
    const mayEnd = new Promise<void>((resolve) => (end = resolve));
    const slow = vi.spyOn(check, 'run').mockImplementation(async (domain, ...rest) => {
      if (domain.host === '0.example') await mayEnd;
      return await run(domain, ...rest);
    });
    const done = verifier.runDue();
    await expect.poll(() => check.runs).toHaveLength(39);
    expect(queue.get('0.example').results).toHaveLength(0);
    end();
    await done;
    expect(slow).toHaveBeenCalledTimes(40);
  });

  it('shares the work with other nodes: nothing is checked twice', async () => {
    const queue = new MemoryQueue();
    const check = new ScriptedCheck();
    check.takesMs = 1;
    for (let number = 0; number < 40; number++) queue.add(`${number}.example`);
    const nodes = [set(queue, check), set(queue, check), set(queue, check)];
    await Promise.all(nodes.map(({ verifier }) => verifier.runDue()));
    expect(check.runs).toHaveLength(40);
    expect(new Set(check.runs).size).toBe(40);
  });

  it('leaves what a node that died had taken to another, after the lease', async () => {
    const queue = new MemoryQueue();
    queue.add('a.example');
    const dying = set(queue);
    dying.check.takesMs = undefined;
    const cutOff = dying.verifier.runDue();
    await vi.waitFor(() => expect(dying.check.underWay).toBe(1), { interval: 1, timeout: 50_000 });
    await dying.verifier[Symbol.asyncDispose]();
    await cutOff;
    expect(queue.get('a.example').results).toEqual([]);

    const other = set(queue);
    await other.verifier.runDue();
    expect(other.check.runs).toEqual([]);
    other.clock.time += 2 * minuteMs;
    await other.verifier.runDue();
    expect(queue.get('a.example').status).toBe('dns_records_found');
  });

  it('goes on by itself, and through a store that is away, with one warning', async () => {
    const { queue, check, warnings, verifier } = set();
    verifier.start();
    queue.add('a.example');
    await expect.poll(() => check.runs).toEqual(['a.example']);
    queue.isAway = true;
    await new Promise((resolve) => setTimeout(resolve, 100));
    queue.add('b.example');
    queue.isAway = false;
    await expect.poll(() => check.runs).toEqual(['a.example', 'b.example']);
    expect(warnings).toEqual([expect.objectContaining({ msg: 'DNS checks wait for the control store' })]);
    await verifier[Symbol.asyncDispose]();
    const { takes } = queue;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(queue.takes).toBe(takes);
  });

  it('survives a store that goes away during a check', async () => {
    const { queue, check, clock, warnings, verifier } = set();
    queue.add('a.example');
    check.takesMs = 20;
    const done = verifier.runDue();
    await vi.waitFor(() => expect(check.underWay).toBe(1), { interval: 1, timeout: 50_000 });
    queue.isAway = true;
    await done;
    expect(warnings).toHaveLength(1);
    queue.isAway = false;
    clock.time += 2 * minuteMs;
    await verifier.runDue();
    expect(queue.get('a.example').status).toBe('dns_records_found');
  });
});

describe('verify', () => {
  it('checks one now, due or not, and answers it as it is then', async () => {
    const { queue, clock, verifier } = set();
    queue.add('a.example', 'dns_records_not_found', clock.time + minuteMs);
    expect(await verifier.verify('a.example')).toMatchObject({ status: 'dns_records_found' });
    expect(queue.get('a.example').results).toHaveLength(1);
  });

  it('starts the back-off anew', async () => {
    const { queue, check, clock, verifier } = set();
    queue.add('a.example');
    queue.domains.set('a.example', { ...queue.get('a.example'), dns: { failures: 9 } });
    check.verdict = 'not_found';
    await verifier.verify('a.example');
    expect(queue.get('a.example')).toMatchObject({
      dns: { failures: 1 },
      nextCheckAt: clock.time + minuteMs,
    });
  });

  it('shares a check under way', async () => {
    const { queue, check, verifier } = set();
    queue.add('a.example');
    check.takesMs = 10;
    await Promise.all([verifier.verify('a.example'), verifier.verify('a.example'), verifier.runDue()]);
    expect(check.runs).toEqual(['a.example']);
  });

  it('checks at most 24 at a time; the others wait', async () => {
    const { queue, check, verifier } = set();
    check.takesMs = 5;
    const hosts = Array.from({ length: 60 }, (_, number) => `${number}.example`);
    for (const host of hosts) queue.add(host, 'pending_check', 0, host);
    await Promise.all(hosts.map((host) => verifier.verify(host)));
    expect(check.runs).toHaveLength(60);
    expect(check.mostUnderWay).toBe(24);
  });

  it('checks of an account leave a place for others, however often they are asked for', async () => {
    const { queue, check, verifier } = set();
    check.takesMs = 5;
    const hosts = Array.from({ length: 30 }, (_, number) => `${number}.example`);
    for (const host of hosts) queue.add(host);
    queue.add('other.example', 'pending_check', 0, 'another account');
    const asked = [...hosts, ...hosts, 'other.example'];
    await Promise.all(asked.map((host) => verifier.verify(host)));
    expect(check.runs).toHaveLength(31);
    expect(check.runs.indexOf('other.example')).toBe(23);
    expect(check.mostUnderWay).toBe(24);
  });

  it('answers undefined for none, and rejects when the store is away', async () => {
    const { queue, verifier } = set();
    expect(await verifier.verify('none.example')).toBeUndefined();
    queue.isAway = true;
    await expect(verifier.verify('none.example')).rejects.toThrow('away');
  });
});
