/**
 * Compares all workers' routing tables with the control store every few minutes, to find what the revision log can't
 * show: a store that was restored in place, or a defect. If one table differs, all are reloaded.
 * Source: docs/guides/control-store.md ("The revision log").
 *
 * Both sides are read page by page while routes change. What changed since the check began is in the log, and its groups
 * of hosts are left out; the next check looks at them.
 */
import type { Logger } from 'pino';
import type { RoutingLog, StorePosition } from '../core/route.ts';
import { areSame, sumsOf } from './route-sums.ts';
import type { RoutingFollower } from './routing-publisher.ts';

const changesPerRead = 1_000;
/** With more changes than this hardly a group would be left to compare. */
const maxChanges = 10_000;

/** The copy of the store that workers load from; see ReplicaKeeper. */
type AuditedReplica = {
  readonly isCurrent: boolean;
  sums(): Promise<readonly number[]>;
};

/** Keeps the tables, and the replica, at the newest revision. */
export interface TableKeeper {
  catchUp(): Promise<void>;
  reloadAll(): Promise<void>;
}

export class RoutingAudit {
  readonly #log: RoutingLog;
  readonly #keeper: TableKeeper;
  readonly #followers: () => readonly RoutingFollower[];
  readonly #logger: Logger;
  readonly #replica: AuditedReplica | undefined;

  constructor(
    log: RoutingLog,
    keeper: TableKeeper,
    followers: () => readonly RoutingFollower[],
    logger: Logger,
    replica?: AuditedReplica,
  ) {
    this.#replica = replica;
    this.#log = log;
    this.#keeper = keeper;
    this.#followers = followers;
    this.#logger = logger;
  }

  /** Resolves when the tables are compared, and reloaded if they differed. Rejects when the store is away. */
  async run(): Promise<void> {
    // A machine that serves no visitors has nothing to compare.
    if (this.#followers().length === 0 && !this.#replica) return;
    const began = await this.#log.position();
    const stored = await sumsOf(this.#log);
    // Then what was committed before a page was read is in the tables.
    await this.#keeper.catchUp();
    const tables = await Promise.allSettled(this.#followers().map((follower) => follower.sums()));
    // One that is behind is known to be.
    const replica = this.#replica?.isCurrent ? await this.#replica.sums().catch(() => []) : undefined;
    const changed = await this.#hostsChangedAfter(began);
    if (!changed) return;
    const differing = tables.filter(
      (table) => table.status === 'fulfilled' && !areSame(table.value, stored, changed),
    );
    const isReplicaSame = !replica || areSame(replica, stored, changed);
    if (differing.length === 0 && isReplicaSame) return;
    this.#logger.error(
      { workers: differing.length, replica: isReplicaSame ? 'same' : 'differs' },
      'routing: the workers’ routes differ from the control store; reloading all routes',
    );
    await this.#keeper.reloadAll();
  }

  /** Undefined when there are too many, or the log does not have them. */
  async #hostsChangedAfter(began: StorePosition): Promise<ReadonlySet<string> | undefined> {
    const hosts = new Set<string>();
    for (let reached = began; reached.revision - began.revision <= maxChanges; ) {
      const changes = await this.#log.changesAfter(reached, changesPerRead);
      if (changes === 'gone') return undefined;
      for (const { host } of changes.hosts) hosts.add(host);
      if (changes.toRevision === reached.revision) return hosts;
      reached = { revision: changes.toRevision, mark: changes.mark };
    }
    return undefined;
  }
}
