/**
 * Composes the path of events from the edge's spool to the analytics store. Source: docs/reference/spool.md.
 *
 * States: opened (the spool is locked and the segments of dead processes are adopted; the store may be unavailable) →
 * shipping (once the lookup tables are loaded; visits are derived in parallel) → stopped (closed segments are shipped as
 * far as possible). A process that started beside its predecessor opens spool and embedded store once that one has
 * released them; until then records wait in the spool, and queries wait for the store.
 */
import type { Logger } from 'pino';
import { EventVariety, type VarietySource } from '../analytics/ingest/event-variety.ts';
import type { FullDay } from '../analytics/ingest/full-days.ts';
import { PageviewPipeline } from '../analytics/ingest/pageview-pipeline.ts';
import { RequestPipeline } from '../analytics/ingest/request-pipeline.ts';
import { Shipper } from '../analytics/ingest/shipper.ts';
import { Spool } from '../analytics/ingest/spool.ts';
import type { VisitorHashes } from '../analytics/ingest/visitor-hash.ts';
import { BotLookup } from '../analytics/lookup/bot.ts';
import { confirmedHosts } from '../analytics/lookup/confirmed-hosts.ts';
import { CrawlerJudge } from '../analytics/lookup/crawler-judge.ts';
import { DatacenterLookup } from '../analytics/lookup/datacenter.ts';
import { HostLookUps } from '../analytics/lookup/host-look-ups.ts';
import { LocationLookup } from '../analytics/lookup/location.ts';
import { NetworkDatabase } from '../analytics/lookup/network-database.ts';
import { UserAgentLookup } from '../analytics/lookup/user-agent.ts';
import { DataFileError, type OnReplaced } from '../analytics/lookup/watched-file.ts';
import { eventNamesOn } from '../analytics/reports/event-variety.ts';
import { AnalyticsStore } from '../analytics/store/analytics-store.ts';
import { PartWatch } from '../analytics/store/part-watch.ts';
import { VisitDeriver } from '../analytics/visits/deriver.ts';
import type { Config } from '../config/config.ts';
import { definitionOf, type VariableName } from '../config/variables.ts';
import { systemClock } from '../core/clock.ts';
import type { SpoolTotals } from '../telemetry/metrics.ts';

/** Time to ship closed segments when the service stops; the rest waits for the next start. */
const stopDeadlineMs = 5_000;

export type EventShippingOptions = {
  /** Whether an older schema of a ClickHouse server may be migrated. */
  readonly migrate: boolean;
  /** Whether this process is the one that derives visits now; undefined if it never does. */
  readonly mayDerive: (() => Promise<boolean>) | undefined;
  /** Has salts before `start` is called. */
  readonly visitors: VisitorHashes;
  readonly onFullChanged: (isFull: boolean) => void;
  readonly varietyRulesOf: VarietySource['rulesOf'];
  /** Gets all domains that take no further event names, whenever they change. */
  readonly onFullDays: (days: readonly FullDay[]) => void;
  /** Called once this process has locked the spool, before the store is opened; a rejection ends the start. */
  readonly claimStore: () => Promise<void>;
  /** Resolves when the process before this one has released spool and store; undefined without such a process. */
  readonly predecessorGone: Promise<void> | undefined;
  /** Called when they can't be opened then. */
  readonly onTakeOverFailed: (error: unknown) => void;
};

type Parts = {
  readonly store: AnalyticsStore;
  readonly locations: LocationLookup;
  /** Undefined: the ranges that come with the program are used. */
  readonly networks: NetworkDatabase | undefined;
  readonly bots: BotLookup;
  readonly crawlers: CrawlerJudge;
  readonly hosts: HostLookUps;
  readonly logger: Logger;
  readonly options: EventShippingOptions;
  readonly openSpool: () => Promise<Spool>;
  /** Lets the store be opened. */
  readonly allowStore: () => void;
};

export class EventShipping implements AsyncDisposable {
  readonly store: AnalyticsStore;
  readonly #options: EventShippingOptions;
  readonly #openSpool: () => Promise<Spool>;
  readonly #allowStore: () => void;
  #spool: Spool | undefined;
  readonly #locations: LocationLookup;
  readonly #networks: NetworkDatabase | undefined;
  readonly #bots: BotLookup;
  readonly #crawlers: CrawlerJudge;
  readonly #hosts: HostLookUps;
  readonly #logger: Logger;
  readonly #deriver: VisitDeriver;
  readonly #parts: PartWatch;
  #shipper: Shipper | undefined;
  #started: Promise<void> | undefined;
  readonly #stopping = new AbortController();

  private constructor(
    { store, locations, networks, bots, crawlers, hosts, logger, options, openSpool, allowStore }: Parts,
    spool: Spool | undefined,
  ) {
    this.store = store;
    this.#options = options;
    this.#openSpool = openSpool;
    this.#allowStore = allowStore;
    this.#spool = spool;
    this.#locations = locations;
    this.#networks = networks;
    this.#bots = bots;
    this.#crawlers = crawlers;
    this.#hosts = hosts;
    this.#logger = logger;
    this.#parts = new PartWatch(store, logger);
    const { mayDerive } = options;
    this.#deriver = new VisitDeriver(store, { clock: systemClock, logger, ...(mayDerive && { mayDerive }) });
  }

  /**
   * Opens spool and store. Rejects with DataFileError, SpoolError, AnalyticsUnsupportedError or
   * AnalyticsSchemaError.
   */
  static async open(config: Config, logger: Logger, options: EventShippingOptions): Promise<EventShipping> {
    const { migrate, onFullChanged, claimStore, predecessorGone } = options;
    const onReplaced: OnReplaced = (file, problem) => {
      if (problem === undefined) logger.info({ file }, 'a newer file of data is in use');
      else logger.error({ file, problem }, 'a new file of data cannot be used; the one before it still is');
    };
    const { places, networks: networkFile, crawlers: crawlerList, ranges } = config.lookupData;
    const locations = openLookup('NAMEPLATE_GEOIP_DATABASE', () => new LocationLookup(places, onReplaced));
    const networks = openLookup(
      'NAMEPLATE_NETWORK_DATABASE',
      () => networkFile && new NetworkDatabase(networkFile, onReplaced),
    );
    const bots = openLookup('NAMEPLATE_CRAWLER_LIST', () => new BotLookup(crawlerList, onReplaced));
    const hosts = new HostLookUps(confirmedHosts(config.dnsServers), systemClock);
    const crawlers = openLookup(
      'NAMEPLATE_CRAWLER_RANGES',
      () => new CrawlerJudge(ranges, onReplaced, hosts),
    );
    const { path, budgetBytes } = config.spool;
    const openSpool = async (): Promise<Spool> => {
      const spool = await Spool.open(path, { budgetBytes, clock: systemClock, logger, onFullChanged });
      try {
        await claimStore();
        return spool;
      } catch (error) {
        await spool[Symbol.asyncDispose]();
        throw error;
      }
    };
    const { location, retentionDays } = config.analytics;
    let allowStore: () => void = doNothing;
    const mayOpen = new Promise<void>((resolve) => {
      allowStore = resolve;
    });
    const spool = predecessorGone ? undefined : await openSpool();
    try {
      const store = await AnalyticsStore.open(location, {
        logger,
        retentionDays,
        clock: systemClock,
        retriesOpening: true,
        migrate,
        // Each makes a part of the table, on every machine that ships.
        ...(location.kind === 'clickhouse' ? { insertEveryMs: 1_000 } : {}),
        ...(predecessorGone && location.kind === 'chdb' ? { mayOpen } : {}),
      });
      const parts = {
        store,
        locations,
        networks,
        bots,
        crawlers,
        hosts,
        logger,
        options,
        openSpool,
        allowStore,
      };
      return new EventShipping(parts, spool);
    } catch (error) {
      await spool?.[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Starts shipping once the lookup tables are loaded; until then events wait in the spool. */
  start(): void {
    this.#started = this.#start().catch((error: unknown) => {
      this.#logger.error({ err: error }, 'events cannot be shipped: loading the lookup tables failed');
    });
  }

  /** Looks for broken parts in the store; call it periodically. */
  checkParts(): Promise<void> {
    return this.#parts.check();
  }

  /** Closes the open segments of a worker that died. */
  adoptAbandoned(): void {
    void this.#spool?.adoptAbandoned();
  }

  get isSpoolFull(): boolean {
    return this.#spool?.isFull ?? false;
  }

  totals(): SpoolTotals {
    const waiting = this.#spool?.status() ?? { segments: 0, bytes: 0, oldestAgeSeconds: 0 };
    const status = this.#shipper?.status();
    return {
      segmentsWaiting: waiting.segments,
      bytesWaiting: waiting.bytes,
      oldestAgeSeconds: waiting.oldestAgeSeconds,
      rowsShipped: status?.rowsShipped ?? 0,
      linesRefused: Object.values(status?.linesRefused ?? {}).reduce((sum, count) => sum + count, 0),
      propertiesDropped: status?.propertiesDropped ?? 0,
      segmentsRefused: status?.segmentsRefused ?? 0,
      isStoreAway: this.store.isAway || (status?.isStoreAway ?? false),
      // A damaged one that a query met is at least one more, which the engine hasn't put aside.
      brokenParts: this.store.damage === undefined ? this.#parts.count : (this.#parts.count ?? 0) + 1,
    };
  }

  /** What is not shipped within `deadlineMs` waits in the spool. May be called again. */
  async stop(deadlineMs: number): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    await this.#started;
    await Promise.all([this.#shipper?.stop(deadlineMs), this.#deriver.stop()]);
    await this.#spool?.[Symbol.asyncDispose]();
    await this.store[Symbol.asyncDispose]();
    this.#locations[Symbol.dispose]();
    this.#networks?.[Symbol.dispose]();
    this.#hosts[Symbol.dispose]();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop(stopDeadlineMs);
  }

  #varietyOf(): EventVariety {
    const { varietyRulesOf, onFullDays } = this.#options;
    const namesOn = (domainUuid: string, fromMs: number) => eventNamesOn(this.store, domainUuid, fromMs);
    return new EventVariety(systemClock, { rulesOf: varietyRulesOf, namesOn }, onFullDays);
  }

  /** Answers the spool, or undefined when this is to stop before there is one. */
  async #takeOver(): Promise<Spool | undefined> {
    const { signal } = this.#stopping;
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    await Promise.race([this.#options.predecessorGone, stopped]);
    if (signal.aborted) return undefined;
    try {
      this.#spool = await this.#openSpool();
      this.#allowStore();
      return this.#spool;
    } catch (error) {
      this.#options.onTakeOverFailed(error);
      return undefined;
    }
  }

  async #start(): Promise<void> {
    const spool = this.#spool ?? (await this.#takeOver());
    if (!spool) return;
    const packaged = new DatacenterLookup();
    const networks = this.#networks;
    const datacenters = networks
      ? { slugOf: (address: string) => networks.slugOf(address) ?? packaged.slugOf(address) }
      : packaged;
    if (this.#stopping.signal.aborted) return;
    const userAgents = new UserAgentLookup();
    this.#shipper = new Shipper(
      spool,
      this.store,
      {
        requests: new RequestPipeline({
          bots: this.#bots,
          crawlers: this.#crawlers,
          datacenters,
          userAgents,
          countries: this.#locations,
          visitors: this.#options.visitors,
        }),
        pageviews: new PageviewPipeline(userAgents, this.#locations, systemClock, this.#varietyOf()),
      },
      this.#logger,
    );
    this.#shipper.start();
    if (this.#options.mayDerive) this.#deriver.start();
  }
}

function doNothing(): void {}

/** `variable`: what names the operator's file. */
function openLookup<T>(variable: VariableName, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof DataFileError)) throw error;
    throw new DataFileError(`${variable} ${error.message}; allowed: ${definitionOf(variable).allowed}`);
  }
}
