import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RoutingLog, RoutingPatch, StorePosition } from '../core/route.ts';
import { type FollowingReplica, type RoutingFollower, RoutingPublisher } from './routing-publisher.ts';

class FakeLog implements RoutingLog {
  /** Which server's log it is. */
  mark = 'first';
  revision = 10;
  oldest = 0;
  isAway = false;
  reads = 0;
  hint: (() => void) | undefined;
  delayMs = 0;

  async position(): Promise<StorePosition> {
    this.reads++;
    if (this.isAway) throw new Error('away');
    const { revision, mark } = this;
    if (this.delayMs) await sleep(this.delayMs);
    return { revision, mark };
  }

  async changesAfter({ revision, mark }: StorePosition, limit: number): Promise<RoutingPatch | 'gone'> {
    if (this.isAway) throw new Error('away');
    if (mark !== this.mark || revision < this.oldest || revision > this.revision) return 'gone';
    const toRevision = Math.min(this.revision, revision + limit);
    return { fromRevision: revision, toRevision, mark, hosts: [] };
  }

  async routesAfter(): Promise<never[]> {
    return [];
  }

  forgetSeen(): void {}

  async onRevision(onChange: () => void): Promise<AsyncDisposable> {
    this.hint = onChange;
    return { [Symbol.asyncDispose]: async () => void (this.hint = undefined) };
  }
}

class FakeFollower implements RoutingFollower {
  mark = 'first';
  revision: number;
  reloads = 0;
  patches: RoutingPatch[] = [];
  timesCaughtUp = 0;
  delayMs = 0;
  isDead = false;
  isBusy = false;
  readonly #log: FakeLog;

  constructor(log: FakeLog, revision: number) {
    this.#log = log;
    this.revision = revision;
  }

  async apply(patch: RoutingPatch): Promise<void> {
    await this.#work();
    expect(patch.fromRevision).toBe(this.revision);
    this.patches.push(patch);
    this.revision = patch.toRevision;
    this.mark = patch.mark;
  }

  async reload(): Promise<void> {
    await this.#work();
    this.reloads++;
    this.mark = this.#log.mark;
    this.revision = this.#log.revision;
  }

  async sums(): Promise<number[]> {
    return [];
  }

  caughtUp(): void {
    this.timesCaughtUp++;
  }

  async #work(): Promise<void> {
    // One order at a time.
    expect(this.isBusy).toBe(false);
    this.isBusy = true;
    if (this.delayMs) await sleep(this.delayMs);
    this.isBusy = false;
    if (this.isDead) throw new Error('dead');
  }
}

function setUp(...revisions: number[]): {
  log: FakeLog;
  followers: FakeFollower[];
  publisher: RoutingPublisher;
  logged: string[];
} {
  const log = new FakeLog();
  const followers = revisions.map((revision) => new FakeFollower(log, revision));
  const logged: string[] = [];
  const logger = pino({ base: null }, { write: (line) => void logged.push(line) });
  const publisher = new RoutingPublisher(log, () => followers, logger);
  onTestFinished(() => publisher[Symbol.asyncDispose]());
  return { log, followers, publisher, logged };
}

describe('what a new table needs', () => {
  it('is nothing where it has all that was promised, whether or not the store is there', async () => {
    const { log, publisher } = setUp(10);
    expect(publisher.hasAllPromised({ mark: 'first', revision: 10 })).toBe(false);
    await publisher.catchUp();
    log.isAway = true;
    expect(publisher.hasAllPromised({ mark: 'first', revision: 10 })).toBe(true);
    expect(publisher.hasAllPromised({ mark: 'first', revision: 9 })).toBe(false);
    expect(publisher.hasAllPromised({ mark: 'second', revision: 10 })).toBe(false);
  });

  it('includes a change that other workers are still being told of', async () => {
    const { log, followers, publisher } = setUp(10);
    await publisher.catchUp();
    log.revision = 11;
    const slow = new FakeFollower(log, 10);
    slow.delayMs = 50;
    followers.splice(0, 1, slow);
    const told = publisher.catchUp();
    await sleep(20);
    expect(publisher.hasAllPromised({ mark: 'first', revision: 10 })).toBe(false);
    await told;
  });
});

describe('catching up', () => {
  it('brings every follower to the newest revision, in patches', async () => {
    const { log, followers, publisher } = setUp(10, 7, 3);
    log.revision = 2_500;
    await publisher.catchUp();
    expect(followers.map((follower) => follower.revision)).toEqual([2_500, 2_500, 2_500]);
    expect(followers[0]?.patches).toHaveLength(3);
    expect(followers.map((follower) => follower.timesCaughtUp)).toEqual([1, 1, 1]);
  });

  it('reads nothing but the revision when there is nothing to do', async () => {
    const { followers, publisher } = setUp(10);
    await publisher.catchUp();
    expect(followers[0]).toMatchObject({ patches: [], timesCaughtUp: 1 });
  });

  it('reloads where the log does not reach back, and after the store was put back to an older one', async () => {
    const { log, followers, publisher } = setUp(3, 10, 12);
    log.oldest = 5;
    await publisher.catchUp();
    expect(followers.map((follower) => follower.reloads)).toEqual([1, 0, 1]);
    expect(followers.map((follower) => follower.revision)).toEqual([10, 10, 10]);
  });

  it('reloads every follower of another log, at whatever revision, once', async () => {
    const { log, followers, publisher, logged } = setUp(10, 8, 12);
    log.mark = 'second';
    await publisher.catchUp();
    expect(followers.map((follower) => follower.reloads)).toEqual([1, 1, 1]);
    expect(followers.map((follower) => follower.timesCaughtUp)).toEqual([1, 1, 1]);
    expect(logged.join('')).toContain('reloading all routes');
    await publisher.catchUp();
    expect(followers.map((follower) => follower.reloads)).toEqual([1, 1, 1]);
  });

  it('leaves alone a follower that loaded after the revision was read', async () => {
    const { log, followers, publisher } = setUp();
    log.delayMs = 20;
    const done = publisher.catchUp();
    log.revision = 11;
    followers.push(new FakeFollower(log, 11));
    await done;
    expect(followers[0]).toMatchObject({ revision: 11, reloads: 0, timesCaughtUp: 1 });
  });

  it('asks for a reload when a patch leaves a gap', async () => {
    const { log, followers, publisher } = setUp(10);
    const [follower] = followers;
    if (!follower) throw new Error('no follower');
    follower.apply = async () => {};
    log.revision = 11;
    await publisher.catchUp();
    expect(follower).toMatchObject({ revision: 11, reloads: 1, timesCaughtUp: 1 });
  });

  it('goes on without a follower that dies', async () => {
    const { log, followers, publisher } = setUp(10, 10);
    log.revision = 3_000;
    const [first, second] = followers;
    if (first) first.isDead = true;
    await publisher.catchUp();
    expect(first?.timesCaughtUp).toBe(0);
    expect(second).toMatchObject({ revision: 3_000, timesCaughtUp: 1 });
  });

  it('never misses a write, with any number of callers at once and few runs', async () => {
    const { log, followers, publisher } = setUp(10, 10);
    for (const follower of followers) follower.delayMs = 3;
    log.delayMs = 2;
    const writes: Promise<void>[] = [];
    for (let i = 0; i < 200; i++) {
      const revision = ++log.revision;
      const write = async (): Promise<void> => {
        await publisher.catchUp();
        for (const follower of followers) expect(follower.revision).toBeGreaterThanOrEqual(revision);
      };
      writes.push(write());
      if (i % 10 === 0) await sleep(1);
    }
    await Promise.all(writes);
    expect(log.reads).toBeLessThan(30);
  });

  it('gives a follower that joins during a run every later write', async () => {
    const { log, followers, publisher } = setUp(10);
    log.delayMs = 5;
    log.revision = 11;
    const first = publisher.catchUp();
    await sleep(1);
    log.revision = 12;
    const second = publisher.catchUp();
    followers.push(new FakeFollower(log, 9));
    await Promise.all([first, second]);
    expect(followers.map((follower) => follower.revision)).toEqual([12, 12]);
  });
});

describe('following', () => {
  it('notices writes of others by the hint and by the poll', async () => {
    const { log, followers, publisher } = setUp(10);
    await publisher.start();
    log.revision = 11;
    log.hint?.();
    // In turns of the event loop, of which a poll takes many.
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(followers[0]?.revision).toBe(11);
    log.revision = 12;
    await expect.poll(() => followers[0]?.revision).toBe(12);
  });

  it('survives the store being away: says so once, rejects callers, comes back', async () => {
    const { log, followers, publisher, logged } = setUp(10);
    log.isAway = true;
    await publisher.start();
    await expect(publisher.catchUp()).rejects.toThrow('away');
    await expect.poll(() => log.reads).toBeGreaterThanOrEqual(4);
    expect(logged).toHaveLength(1);
    log.isAway = false;
    log.revision = 11;
    await expect.poll(() => followers[0]?.revision).toBe(11);
    expect(logged).toHaveLength(2);
  });

  it('stops', async () => {
    const { log, publisher } = setUp(10);
    await publisher.start();
    await publisher[Symbol.asyncDispose]();
    const { reads } = log;
    await sleep(300);
    expect(log.reads).toBe(reads);
    expect(log.hint).toBeUndefined();
    await publisher.catchUp();
  });
});

describe('with a replica', () => {
  function setUpReplica() {
    const log = new FakeLog();
    const follower = new FakeFollower(log, 10);
    const order: string[] = [];
    const replica: FollowingReplica & { isCurrent: boolean; isDistrusted: boolean } = {
      isCurrent: true,
      isDistrusted: false,
      bringTo: async ({ revision }: StorePosition) => void order.push(`replica ${revision}`),
      changesAfter: async () => 'gone' as const,
      distrust() {
        this.isDistrusted = true;
      },
    };
    const apply = follower.apply.bind(follower);
    follower.apply = (patch) => {
      order.push(`worker ${patch.toRevision}`);
      return apply(patch);
    };
    const publisher = new RoutingPublisher(log, () => [follower], pino({ level: 'silent' }), replica);
    onTestFinished(() => publisher[Symbol.asyncDispose]());
    return { log, follower, order, replica, publisher };
  }

  it('has a change in it before a worker learns of it', async () => {
    const { log, order, publisher } = setUpReplica();
    log.revision = 11;
    await publisher.catchUp();
    expect(order).toEqual(['replica 11', 'worker 11']);
  });

  it('lets no worker reload from one that is behind, and patches it all the same', async () => {
    const { log, follower, replica, publisher } = setUpReplica();
    replica.isCurrent = false;
    log.revision = 11;
    await publisher.catchUp();
    expect(follower.revision).toBe(11);
    log.mark = 'second';
    await publisher.catchUp();
    expect([follower.reloads, follower.mark]).toEqual([0, 'first']);
    replica.isCurrent = true;
    await publisher.catchUp();
    expect([follower.reloads, follower.mark]).toEqual([1, 'second']);
  });

  it('copies it anew when everything is reloaded', async () => {
    const { follower, replica, publisher } = setUpReplica();
    await publisher.reloadAll();
    expect([replica.isDistrusted, follower.reloads]).toEqual([true, 1]);
  });
});
