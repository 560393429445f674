/**
 * Holds the right to keep analytics embedded while the control store is shared: see control/analytics-lease.ts.
 *
 * States: not needed (permanently: the control store is embedded too, or analytics are on a server), or unclaimed → held ⇄
 * lost (another process holds it; tried again) → released.
 */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { AnalyticsLease, LeaseHolder } from '../control/analytics-lease.ts';
import { newUuid } from '../core/ids.ts';
import { readNodeId } from './node-id.ts';

/** Three attempts within one lease may fail. */
export const renewAnalyticsLeaseEveryMs = 15_000;

const elsewhere =
  'another Nameplate on this PostgreSQL keeps its analytics elsewhere, embedded or on a ClickHouse server, and each of the two would report only what it has served';

export class EmbeddedAnalytics {
  readonly #lease: AnalyticsLease;
  readonly #config: Config;
  readonly #logger: Logger;
  #holder: LeaseHolder | undefined;
  #isLost = false;
  /** With a server, the lease is of the one node that derives visits; this process's id for it, and whether it holds it. */
  #deriver: LeaseHolder | undefined;
  #mayDerive = false;

  constructor(lease: AnalyticsLease, config: Config, logger: Logger) {
    this.#lease = lease;
    this.#config = config;
    this.#logger = logger;
  }

  /** What is wrong, for operators; undefined when nothing is. */
  get problem(): string | undefined {
    return this.#isLost ? elsewhere : undefined;
  }

  /** Takes or keeps the lease on deriving visits from what all nodes have shipped; where there is one node, it has it. */
  async mayDerive(): Promise<boolean> {
    const { control, analytics } = this.#config;
    if (control.kind === 'sqlite' || analytics.location.kind === 'chdb') return true;
    this.#deriver ??= { node: newUuid(), run: newUuid() };
    await this.renew();
    return this.#mayDerive;
  }

  /** Call it only in the process that has the data directory's spool open. Rejects with one line. */
  async claim(): Promise<void> {
    const { control, analytics } = this.#config;
    if (control.kind === 'sqlite' || analytics.location.kind !== 'chdb') return;
    const holder = {
      node: await readNodeId(join(analytics.location.path, 'nameplate-node-id')),
      run: newUuid(),
    };
    if (!(await this.#lease.take(holder))) {
      throw new Error(
        `${elsewhere}: set NAMEPLATE_CLICKHOUSE_URL to the same ClickHouse server on all machines, or stop the others (after a crash a claim ends within a minute)`,
      );
    }
    this.#holder = holder;
  }

  /** Rejects when the control store is away: the claim is kept then, since no other node can take it. */
  async renew(): Promise<void> {
    if (this.#deriver) this.#mayDerive = await this.#lease.renew(this.#deriver);
    if (!this.#holder) return;
    const isLost = !(await this.#lease.renew(this.#holder));
    if (isLost && !this.#isLost)
      this.#logger.error(
        `${elsewhere}: set NAMEPLATE_CLICKHOUSE_URL to the same ClickHouse server on all machines`,
      );
    if (!isLost && this.#isLost) this.#logger.info('no other node keeps its analytics elsewhere any more');
    this.#isLost = isLost;
  }

  /** Lets another node start at once. */
  async release(): Promise<void> {
    const holder = this.#holder ?? this.#deriver;
    if (!holder) return;
    this.#holder = undefined;
    this.#deriver = undefined;
    await this.#lease.release(holder).catch((error: unknown) => {
      this.#logger.warn({ err: error }, 'releasing the claim on analytics failed; it expires by itself');
    });
  }
}
