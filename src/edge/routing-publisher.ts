/**
 * Keeps the routing tables of all workers at the newest revision of the control store.
 * Source: docs/guides/control-store.md ("The revision log").
 *
 * A run reads the newest revision, then updates every follower that is behind: with patches from the log, or with a
 * reload if the log no longer reaches back far enough or has other revisions. The run lists the followers after it has read
 * the revision, so one that joins before a write commits gets it in the first run that begins after the write. Runs don't
 * overlap: idle → running → (requested again meanwhile) running once more → idle. The next poll retries a failed run.
 */
import type { Logger } from 'pino';
import { isSamePosition, type RoutingLog, type RoutingPatch, type StorePosition } from '../core/route.ts';

/** One worker's routing table at its position, seen from the application process. */
export interface RoutingFollower extends StorePosition {
  /** Resolves when the patch is in; rejects when the worker is gone, or was ended because it did not answer. */
  apply(patch: RoutingPatch): Promise<void>;
  /** Reloads everything; resolves and rejects like `apply`, and rejects when the store cannot be read. */
  reload(): Promise<void>;
  /** Checksums of its table: see RouteSums. */
  sums(): Promise<readonly number[]>;
  /** Called when the table is as new as the store was at the start of the run. */
  caughtUp(): void;
}

/** The copy of the store that workers load from; see ReplicaKeeper. */
export interface FollowingReplica {
  /** False: it can't be written, so workers can't reload. */
  readonly isCurrent: boolean;
  /** Resolves when it is as new as the position, or behind. */
  bringTo(target: StorePosition): Promise<void>;
  /** As the store's log, without asking the store: see RoutingLog. */
  changesAfter: RoutingLog['changesAfter'];
  /** Has the next `bringTo` copy everything. */
  distrust(): void;
}

const pollEveryMs = 250;
const changesPerPatch = 1_000;

export class RoutingPublisher implements AsyncDisposable {
  readonly #log: RoutingLog;
  readonly #followers: () => readonly RoutingFollower[];
  readonly #logger: Logger;
  readonly #replica: FollowingReplica | undefined;
  #running: Promise<void> | null = null;
  #queued: Promise<void> | null = null;
  #isFailing = false;
  /** What the followers were brought to, or are being brought to. */
  #target: StorePosition | undefined;
  #mustReload = false;
  #reloadLogged = '';
  #isStopped = false;
  #poll: NodeJS.Timeout | undefined;
  #subscription: AsyncDisposable | undefined;

  /** `followers` answers the workers there are at the moment of the call, those still catching up included. */
  constructor(
    log: RoutingLog,
    followers: () => readonly RoutingFollower[],
    logger: Logger,
    replica?: FollowingReplica,
  ) {
    this.#replica = replica;
    this.#log = log;
    this.#followers = followers;
    this.#logger = logger;
  }

  /** Begins to follow the log: by its hints, and by a poll every 250 ms for what no hint tells. */
  async start(): Promise<void> {
    this.#poll = setInterval(() => {
      if (!this.#running) this.#catchUpQuietly();
    }, pollEveryMs);
    this.#poll.unref();
    this.#subscription = await this.#log.onRevision(() => this.#catchUpQuietly());
  }

  /**
   * Resolves when everything committed before the call is in the table of every live worker. Rejects when the store
   * cannot be read; the poll keeps trying.
   */
  catchUp(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    if (!this.#running && !this.#queued) return this.#startRun();
    // The run in progress may have read the revision before the caller's commit; all who wait share the next one.
    this.#queued ??= this.#runAfter(this.#running);
    return this.#queued;
  }

  /** Whether a table has just what a caller of `catchUp` was, or is about to be, told is served. */
  hasAllPromised({ revision, mark }: StorePosition): boolean {
    return revision === this.#target?.revision && mark === this.#target.mark;
  }

  /** As `catchUp`, but every table is reloaded, and other followers of the log forget what they have. */
  reloadAll(): Promise<void> {
    this.#mustReload = true;
    this.#replica?.distrust();
    this.#log.forgetSeen();
    return this.catchUp();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#poll);
    await this.#subscription?.[Symbol.asyncDispose]();
    await this.#running?.catch(() => {});
  }

  async #runAfter(running: Promise<void> | null): Promise<void> {
    await running?.catch(() => {});
    this.#queued = null;
    if (!this.#isStopped) await this.#startRun();
  }

  #startRun(): Promise<void> {
    const run = this.#run().finally(() => {
      this.#running = null;
    });
    this.#running = run;
    return run;
  }

  #catchUpQuietly(): void {
    // Already logged, once for each time the store goes away.
    this.catchUp().catch(() => {});
  }

  async #run(): Promise<void> {
    try {
      const target = await this.#log.position();
      // First: what a worker that learns of a change reads again has to be as new.
      await this.#replica?.bringTo(target);
      // In one step with the listing: a worker that is not in it compares itself with this.
      this.#target = target;
      await this.#bringTo(target, this.#followers());
      if (this.#isFailing) this.#logger.info('routing: the control store is readable again');
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing)
        this.#logger.error({ err: error }, 'routing: reading the control store failed; retrying');
      this.#isFailing = true;
      throw error;
    }
  }

  /** Workers at one position share one reading of the log: in the usual case that is all of them. */
  async #bringTo(target: StorePosition, all: readonly RoutingFollower[]): Promise<void> {
    const followers = this.#mustReload ? await this.#reloadEach(all) : all;
    this.#mustReload = false;
    const byPosition = new Map<string, RoutingFollower[]>();
    for (const follower of followers) {
      const position = positionText(follower);
      byPosition.set(position, [...(byPosition.get(position) ?? []), follower]);
    }
    await Promise.all([...byPosition.values()].map((group) => this.#bringGroupTo(target, group)));
  }

  async #bringGroupTo(target: StorePosition, group: readonly RoutingFollower[]): Promise<void> {
    let members = group;
    const [first] = group;
    if (!first) return;
    // A table ahead of the target was loaded after the target was read, unless the store was put back to an older
    // backup: the log knows which.
    for (let reached: StorePosition = first; !isSamePosition(reached, target); ) {
      const changes = await this.#changesAfter(reached);
      if (changes === 'gone') {
        this.#logReload(target, members.length);
        members = await this.#reloadEach(members);
        break;
      }
      if (changes.toRevision === reached.revision) break;
      reached = { revision: changes.toRevision, mark: changes.mark };
      members = await settleAll(members, async (member) => {
        await member.apply(changes);
        if (member.revision < changes.toRevision) await this.#reload(member);
      });
      if (reached.revision > target.revision) break;
    }
    for (const member of members) member.caughtUp();
  }

  /** From the replica, as the store may be far. The replica's log may reach back less. */
  async #changesAfter(position: StorePosition): Promise<RoutingPatch | 'gone'> {
    if (this.#replica?.isCurrent) {
      const changes = await this.#replica
        .changesAfter(position, changesPerPatch)
        .catch(() => 'gone' as const);
      if (changes !== 'gone') return changes;
    }
    return await this.#log.changesAfter(position, changesPerPatch);
  }

  /** Once for each position: a reload that fails is tried again with every poll. */
  #logReload(target: StorePosition, workers: number): void {
    const position = positionText(target);
    if (position === this.#reloadLogged) return;
    this.#reloadLogged = position;
    this.#logger.warn(
      { workers },
      'routing: the control store no longer has the revisions that workers know; reloading all routes',
    );
  }

  #reloadEach(followers: readonly RoutingFollower[]): Promise<RoutingFollower[]> {
    return settleAll(followers, (follower) => this.#reload(follower));
  }

  /** Not from a file that is behind: the table would be as old, and reloaded again and again. */
  async #reload(follower: RoutingFollower): Promise<void> {
    if (this.#replica && !this.#replica.isCurrent) throw new Error('the replica is behind');
    await follower.reload();
  }
}

function positionText({ revision, mark }: StorePosition): string {
  return `${revision} ${mark}`;
}

/**
 * Runs the action for all members and returns those that succeeded. The others were replaced, or try again next time.
 */
async function settleAll(
  members: readonly RoutingFollower[],
  action: (member: RoutingFollower) => Promise<void>,
): Promise<RoutingFollower[]> {
  const outcomes = await Promise.allSettled(members.map(action));
  return members.filter((_, index) => outcomes[index]?.status === 'fulfilled');
}
