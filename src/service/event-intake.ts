/**
 * Lets the application process accept tracker events on the API's origin, and provides the salts of visitor hashes to it and to
 * the edge. Source: docs/reference/tracker.md, docs/reference/visitors.md ("Salts").
 */
import { Collector } from '../analytics/ingest/collector.ts';
import { FloodGuard } from '../analytics/ingest/collector-flood-guard.ts';
import type { FullDay } from '../analytics/ingest/full-days.ts';
import { SegmentWriter } from '../analytics/ingest/segment-writer.ts';
import { TrackerScript } from '../analytics/ingest/tracker-script.ts';
import { VisitorHasher } from '../analytics/ingest/visitor-hash.ts';
import type { TrackerParts } from '../api/routes/tracker.ts';
import type { Config } from '../config/config.ts';
import type { VisitorSalts } from '../control/visitor-salts.ts';
import { systemClock } from '../core/clock.ts';
import type { VisitorSalt } from '../core/salt-period.ts';
import { TrustedProxies } from '../edge/trusted-proxies.ts';

export class EventIntake implements AsyncDisposable {
  readonly tracker: TrackerParts;
  /** Has the salts that `renewSalts` read. */
  readonly visitors: VisitorHasher = new VisitorHasher();
  readonly #salts: VisitorSalts;
  readonly #period: Config['visitorSaltPeriod'];
  readonly #writer: SegmentWriter;

  private constructor(config: Config, salts: VisitorSalts, script: TrackerScript) {
    this.#salts = salts;
    this.#period = config.visitorSaltPeriod;
    this.#writer = new SegmentWriter({ directory: config.spool.path, kind: 'pageviews' });
    const trustedProxies = new TrustedProxies(config.edge.trustedProxies, config.edge.clientAddressField);
    const floods = new FloodGuard(config.eventsPerMinute);
    this.tracker = {
      collector: new Collector(this.visitors, this.#writer, floods, systemClock),
      script,
      clientAddressOf: (fields, peerAddress) => trustedProxies.clientAddressOf({ fields }, peerAddress),
    };
  }

  /** Nothing is written before the first event. Rejects when the tracker is not built. */
  static async open(config: Config, salts: VisitorSalts): Promise<EventIntake> {
    return new EventIntake(config, salts, await TrackerScript.load());
  }

  /** Reads the current and the next salts, for itself and for the edge. */
  async renewSalts(): Promise<readonly VisitorSalt[]> {
    const salts = await this.#salts.current(systemClock.now(), this.#period);
    this.visitors.setSalts(salts);
    return salts;
  }

  /** Whether there is a salt for now: not after a step of the clock. */
  get hasSalt(): boolean {
    return this.visitors.covers(systemClock.now());
  }

  /** Destroys expired salts in the store; `renewSalts` removes them from memory. */
  async destroyOldSalts(): Promise<void> {
    await this.#salts.destroyOld(systemClock.now());
  }

  setFullDays(days: readonly FullDay[]): void {
    this.tracker.collector.setFullDays(days);
  }

  setSpoolFull(isFull: boolean): void {
    this.#writer.setFull(isFull);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#writer.close();
  }
}
