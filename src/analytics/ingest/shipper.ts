/**
 * Ships records from the spool to the analytics store, in the process that owns both. Source: docs/reference/spool.md.
 * Each kind of segment has a lane with one insert at a time, so that an import doesn't delay
 * live records. States: created → shipping → stopping → stopped.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { HandshakeRow } from '../engine/handshake-row.ts';
import type { PageviewRow } from '../engine/pageview-row.ts';
import type { RequestRow } from '../engine/request-row.ts';
import { handshakeRowOf } from './handshake-codec.ts';
import { decodePageviewRecord } from './pageview-codec.ts';
import type { PageviewOrigin, PageviewPipeline } from './pageview-pipeline.ts';
import { decodeRequestRecord } from './request-codec.ts';
import type { RequestPipeline } from './request-pipeline.ts';
import type { RecordKind } from './segment-name.ts';
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

/** Each insert stores each batch once, however often it is tried; it rejects when they are not known to be stored. */
export interface EventStore {
  insertRequests(...batches: readonly Batch<RequestRow>[]): Promise<void>;
  insertPageviews(...batches: readonly Batch<PageviewRow>[]): Promise<void>;
  insertHandshakes(...batches: readonly Batch<HandshakeRow>[]): Promise<void>;
}

export type Pipelines = { readonly requests: RequestPipeline; readonly pageviews: PageviewPipeline };

/** Totals since the start, and what waits now. */
export type ShipperStatus = {
  readonly rowsShipped: number;
  /** The same by kind, those of imports included. */
  readonly rowsShippedOf: Readonly<Record<RecordKind, number>>;
  readonly segmentsShipped: number;
  /** Moved to `refused/`. */
  readonly segmentsRefused: number;
  readonly linesRefused: Readonly<Record<LineRefusal, number>>;
  /** See EventVariety. */
  readonly propertiesDropped: number;
  readonly segmentsWaiting: number;
  readonly bytesWaiting: number;
  readonly oldestAgeSeconds: number;
  readonly isStoreAway: boolean;
};

export class Shipper {
  readonly #spool: Spool;
  readonly #health: StoreHealth;
  readonly #pipelines: Pipelines;
  readonly #counts: ShippingCounts;
  readonly #lanes: readonly Pick<ShippingLane<object>, 'run' | 'stop'>[];
  #running: Promise<unknown> = Promise.resolve();

  constructor(spool: Spool, store: EventStore, pipelines: Pipelines, logger: Logger) {
    this.#spool = spool;
    this.#health = new StoreHealth(logger);
    this.#pipelines = pipelines;
    this.#counts = {
      rows: { requests: 0, pageviews: 0, handshakes: 0 },
      segments: 0,
      segmentsRefused: 0,
      linesRefused: noneRefused(),
    };
    const context = { spool, health: this.#health, counts: this.#counts, logger };
    const toRequest = (line: string): RequestRow | LineRefusal => {
      const record = decodeRequestRecord(line);
      return record ? pipelines.requests.toRow(record) : 'record_invalid';
    };
    const insertRequests = (batches: readonly Batch<RequestRow>[]) => store.insertRequests(...batches);
    const toPageview =
      (origin: PageviewOrigin) =>
      (line: string, arrival: number): PageviewRow | LineRefusal => {
        const record = decodePageviewRecord(line);
        return record ? pipelines.pageviews.toRow(record, origin, arrival) : 'record_invalid';
      };
    const learn = () => pipelines.pageviews.learn();
    const insertPageviews = (batches: readonly Batch<PageviewRow>[]) => store.insertPageviews(...batches);
    const insertHandshakes = (batches: readonly Batch<HandshakeRow>[]) => store.insertHandshakes(...batches);
    this.#lanes = [
      new ShippingLane({ kind: 'requests', toRow: toRequest, insert: insertRequests }, context),
      new ShippingLane({ kind: 'import-requests', toRow: toRequest, insert: insertRequests }, context),
      new ShippingLane(
        { kind: 'pageviews', toRow: toPageview('collector'), insert: insertPageviews, learn },
        context,
      ),
      new ShippingLane(
        { kind: 'import-pageviews', toRow: toPageview('import'), insert: insertPageviews, learn },
        context,
      ),
      new ShippingLane({ kind: 'handshakes', toRow: handshakeRowOf, insert: insertHandshakes }, context),
    ];
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
    const { rows } = this.#counts;
    return {
      rowsShipped: rows.requests + rows.pageviews + rows.handshakes,
      rowsShippedOf: { ...rows },
      segmentsShipped: this.#counts.segments,
      segmentsRefused: this.#counts.segmentsRefused,
      linesRefused: this.#counts.linesRefused,
      propertiesDropped: this.#pipelines.pageviews.propertiesDropped,
      segmentsWaiting: waiting.segments,
      bytesWaiting: waiting.bytes,
      oldestAgeSeconds: waiting.oldestAgeSeconds,
      isStoreAway: !this.#health.isWell,
    };
  }
}

function noneRefused(): Record<LineRefusal, number> {
  const [torn, tooLong, invalid, time, names] = lineRefusals;
  return { [torn]: 0, [tooLong]: 0, [invalid]: 0, [time]: 0, [names]: 0 };
}
