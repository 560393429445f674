/**
 * Takes events from the spool to the analytics store, in the process that owns both. Source: design, "the three
 * trips", 2. Each kind of segment has a lane with one insert under way, so that an import does not hold up what
 * happens now. States: made → shipping → stopping → stopped.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { RequestRow } from '../request-row.ts';
import type { RequestPipeline } from './request-pipeline.ts';
import { decodeRequestRecord } from './request-record.ts';
import {
  type Batch,
  type LineRefusal,
  lineRefusals,
  type ShippingCounts,
  ShippingLane,
} from './shipping-lane.ts';
import type { Spool } from './spool.ts';
import { StoreHealth } from './store-health.ts';

const defaultDeadlineMs = 5_000;

export interface RequestStore {
  /** Stores each batch once, however often it is tried; rejects when they are not known to be stored. */
  insertRequests(...batches: readonly Batch<RequestRow>[]): Promise<void>;
}

/** Totals since the start, and what waits now. */
export type ShipperStatus = {
  readonly rowsShipped: number;
  readonly segmentsShipped: number;
  /** Moved to `refused/`. */
  readonly segmentsRefused: number;
  readonly linesRefused: Readonly<Record<LineRefusal, number>>;
  readonly segmentsWaiting: number;
  readonly bytesWaiting: number;
  readonly oldestAgeSeconds: number;
  readonly isStoreAway: boolean;
};

export class Shipper {
  readonly #spool: Spool;
  readonly #health: StoreHealth;
  readonly #counts: ShippingCounts;
  readonly #lanes: readonly ShippingLane<RequestRow>[];
  #running: Promise<unknown> = Promise.resolve();

  constructor(spool: Spool, store: RequestStore, pipeline: RequestPipeline, logger: Logger) {
    this.#spool = spool;
    this.#health = new StoreHealth(logger);
    this.#counts = { rows: 0, segments: 0, segmentsRefused: 0, linesRefused: noneRefused() };
    const toRow = (line: string): RequestRow | LineRefusal => {
      const record = decodeRequestRecord(line);
      return record ? pipeline.toRow(record) : 'record_invalid';
    };
    const context = { spool, health: this.#health, counts: this.#counts, logger };
    const insert = (batches: readonly Batch<RequestRow>[]) => store.insertRequests(...batches);
    this.#lanes = (['requests', 'import-requests'] as const).map(
      (kind) => new ShippingLane({ kind, toRow, insert }, context),
    );
  }

  start(): void {
    this.#running = Promise.all(this.#lanes.map((lane) => lane.run()));
  }

  /**
   * Ships what is closed and resolves when nothing more is under way, or at the deadline. What is not shipped by then
   * waits for the next start; an insert under way may be stored or not, and is counted once either way.
   */
  async stop(deadlineMs: number = defaultDeadlineMs): Promise<void> {
    await this.#spool.adoptAbandoned();
    for (const lane of this.#lanes) lane.stop(deadlineMs);
    const deadline = new AbortController();
    await Promise.race([this.#running, sleep(deadlineMs, undefined, deadline).catch(() => {})]);
    deadline.abort();
  }

  status(): ShipperStatus {
    const waiting = this.#spool.status();
    return {
      rowsShipped: this.#counts.rows,
      segmentsShipped: this.#counts.segments,
      segmentsRefused: this.#counts.segmentsRefused,
      linesRefused: this.#counts.linesRefused,
      segmentsWaiting: waiting.segments,
      bytesWaiting: waiting.bytes,
      oldestAgeSeconds: waiting.oldestAgeSeconds,
      isStoreAway: !this.#health.isWell,
    };
  }
}

function noneRefused(): Record<LineRefusal, number> {
  const [torn, tooLong, invalid, time] = lineRefusals;
  return { [torn]: 0, [tooLong]: 0, [invalid]: 0, [time]: 0 };
}
