/**
 * Takes events of trackers and servers: checks them, computes the visitor, stores the event. Used by the edge's
 * workers and by the API's process. Source: docs/reference/tracker.md, docs/reference/visitors.md.
 *
 * Steps: signals → user agent → bot → flood → body → site → visitor → line in the spool. Each step may end it with a
 * reason. An event is accepted once the file system has it.
 */
import { clientNetworkOf } from '../../core/client-network.ts';
import type { Clock } from '../../core/clock.ts';
import { type ReportSwitches, reportNameOf, reportScripts } from '../../core/report-scripts.ts';
import { plainPageview } from '../engine/pageview-row.ts';
import { BotCheck } from '../lookup/bot-check.ts';
import { type EventSender, type PageEvent, readEvent } from './collector-event.ts';
import type { FloodGuard } from './collector-flood-guard.ts';
import { type CollectCounts, type CollectRefusal, collectRefusals } from './collector-refusals.ts';
import { refusalBySignals } from './collector-signals.ts';
import { type FullDay, FullDays } from './full-days.ts';
import { encodePageviewRecord } from './pageview-codec.ts';
import type { VisitorHashes } from './visitor-hash.ts';

export type CollectOutcome = 'accepted' | CollectRefusal;

/** The custom domain that the page belongs to. */
export type Site = ReportSwitches & {
  readonly domainUuid: string;
  /** Whether it records the path of referrers. */
  readonly referrerPaths: boolean;
};

/** The domain, or why the event can't be counted. */
export type SiteOutcome = Site | CollectRefusal;

export interface PageviewSink {
  /** Resolves when the file system has the line; rejects when it is not stored. */
  appendDurably(line: string): Promise<void>;
}

const awayRetrySeconds = 1;

export class Collector {
  readonly #visitors: VisitorHashes;
  readonly #sink: PageviewSink;
  readonly #floods: FloodGuard;
  readonly #clock: Clock;
  readonly #bots = new BotCheck();
  readonly #fullDays = new FullDays();
  #accepted = 0;
  readonly #refused: Record<string, number> = {};

  constructor(visitors: VisitorHashes, sink: PageviewSink, floods: FloodGuard, clock: Clock) {
    this.#visitors = visitors;
    this.#sink = sink;
    this.#floods = floods;
    this.#clock = clock;
  }

  get counts(): CollectCounts {
    return { accepted: this.#accepted, refused: { ...this.#refused } };
  }

  /** The domains that take no further event names; they replace those before. */
  setFullDays(days: readonly FullDay[]): void {
    this.#fullDays.set(days);
  }

  /** When a refused client may retry; 0: retrying won't help. */
  retryAfterSecondsOf(reason: CollectRefusal): number {
    if (reason === 'flood') return this.#floods.retryAfterSeconds;
    return collectRefusals[reason].status === 503 ? awayRetrySeconds : 0;
  }

  /** Checks the head alone, before a body is read; refusals are counted. */
  admit(sender: EventSender): CollectRefusal | undefined {
    const refusal = this.#refusalOf(sender);
    return refusal && this.refuse(refusal);
  }

  /** Counts an attempt with an unverified token against the client's address. */
  mayTryToken(clientAddress: string): boolean {
    return this.#floods.takes(clientAddress, performance.now());
  }

  /** Counts a refusal. */
  refuse(reason: CollectRefusal): CollectRefusal {
    this.#refused[reason] = (this.#refused[reason] ?? 0) + 1;
    return reason;
  }

  /** Takes the body of an event whose sender was admitted. Never rejects, unless `siteOf` does. */
  async collect(
    sender: EventSender,
    body: Buffer,
    siteOf: (event: PageEvent) => SiteOutcome | Promise<SiteOutcome>,
  ): Promise<CollectOutcome> {
    const event = readEvent(body);
    if (typeof event === 'string') return this.refuse(event);
    const found = siteOf(event);
    const site = found instanceof Promise ? await found : found;
    if (typeof site === 'string') return this.refuse(site);
    const { name } = event.details;
    const report = reportNameOf(name);
    // The page had its script before the switch was turned off: nothing is wrong.
    if (report && !site[reportScripts[report].attribute]) return 'accepted';
    if (!report && !sender.isServer && this.#isDropped(site.domainUuid, name))
      return this.refuse('event_names_exceeded');
    const line = this.#lineOf(event, site, sender);
    if (line === undefined) return this.refuse('salt_missing');
    try {
      await this.#sink.appendDurably(line);
    } catch {
      return this.refuse('not_stored');
    }
    if (!report) this.#accepted++;
    return 'accepted';
  }

  #isDropped(domainUuid: string, name: string): boolean {
    return name !== plainPageview.name && this.#fullDays.drops(domainUuid, this.#clock.now(), name);
  }

  #refusalOf({ fields, userAgent, clientAddress }: EventSender): CollectRefusal | undefined {
    const refusal = refusalBySignals(fields);
    if (refusal) return refusal;
    if (userAgent.trim() === '') return 'user_agent_missing';
    if (this.#bots.isBot(userAgent)) return 'bot';
    return this.#floods.takes(clientAddress, performance.now()) ? undefined : 'flood';
  }

  #lineOf(event: PageEvent, { domainUuid, referrerPaths }: Site, sender: EventSender): string | undefined {
    const { clientAddress, userAgent } = sender;
    const receivedAtMs = this.#clock.now();
    const visit = this.#visitors.hash(domainUuid, clientAddress, userAgent, receivedAtMs);
    if (!visit) return undefined;
    return encodePageviewRecord({
      domainUuid,
      receivedAtMs,
      visitor: visit.visitor,
      previousVisitor: visit.previous,
      host: event.host,
      path: event.path,
      query: event.query,
      referrer: event.referrer,
      ...(referrerPaths && { referrerPath: event.referrerPath }),
      width: event.width,
      userAgent,
      clientNetwork: clientNetworkOf(clientAddress),
      details: event.details,
      ...(sender.isServer && { isFromServer: true }),
    });
  }
}
