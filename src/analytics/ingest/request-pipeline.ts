/**
 * From a request's record to its row in the store: checked, brought into range, enriched. Source:
 * docs/reference/proxy-analytics.md ("Requests"). Steps: time → numbers → texts, well-formed → name, class and verdict of the bot → browser,
 * operating system and device → country and hosting network → source → visitor of a click or page load.
 */
import type { CrawlerVerdict, SignatureVerdict } from '../../core/bot-verified.ts';
import { cacheOutcomes } from '../../core/cache-outcome.ts';
import { methodPattern } from '../../core/http-methods.ts';
import { parseUuid } from '../../core/ids.ts';
import { isPageLoad } from '../../core/page-load.ts';
import { recordedPath } from '../../core/recorded-path.ts';
import { endOfTimeMs } from '../../core/time.ts';
import type { RequestRow } from '../engine/request-row.ts';
import { botClassOf } from '../lookup/bot-class.ts';
import { RecentMap } from '../lookup/recent-map.ts';
import { campaignSource, directSource, referralOf, referrerWith } from '../lookup/source.ts';
import { cleanLabel } from '../lookup/utm.ts';
import type { UserAgents } from './pageview-pipeline.ts';
import type { RequestRecord } from './request-record.ts';
import type { VisitorHashes } from './visitor-hash.ts';

/** Why a record is not stored. */
export type RequestRefusal = 'time_invalid';

export interface BotNames {
  /** Name of the crawler that sends this user agent; '' when it is none known. */
  nameOf(userAgent: string): string;
}

export interface CrawlerVerdicts {
  /** Whether the crawler is who it says it is; `bot` is '' for what is none. Look-ups are shared fairly among accounts. */
  verdictOf(
    bot: string,
    clientAddress: string,
    account?: string,
    signature?: SignatureVerdict,
  ): CrawlerVerdict;
}

export interface DatacenterSlugs {
  /** Slug of the hosting network that has this address; '' when it is none known. */
  slugOf(clientAddress: string): string;
}

export interface Countries {
  /** ISO 3166-1 alpha-2 of the country that the client's network is in; '' when it is not known. */
  countryOf(clientAddress: string): string;
}

/** What requests are enriched from. */
export type RequestLookups = {
  readonly bots: BotNames;
  readonly crawlers: CrawlerVerdicts;
  readonly datacenters: DatacenterSlugs;
  readonly userAgents: UserAgents;
  readonly countries: Countries;
  readonly visitors: VisitorHashes;
};

/** A connection upgraded for longer than this is counted as this long. */
const maxDurationUs = 31 * 86_400 * 1_000_000;
const maxStatus = 999;
/** RFC 9110 section 5.6.2 (token). */

const rememberedSources = 10_000;
const protocols: ReadonlyMap<string, string> = new Map(
  ['1.0', '1.1', '2', '3'].map((version) => [version, `HTTP/${version}`]),
);
const tlsVersion = /^TLSv1(?:\.[0-3])?$/;
const failureName = /^[a-z][a-z0-9_]{0,40}$/;
const maxHostLength = 253;
/** With the port. */
const maxUpstreamLength = maxHostLength + 6;
const outcomes: ReadonlySet<string> = new Set(cacheOutcomes);
/** Three centuries. */
const maxCacheAgeSeconds = 1e10;

export class RequestPipeline {
  readonly #lookups: RequestLookups;
  /** By what a link says. */
  readonly #sources = new RecentMap<string, string>(rememberedSources);

  constructor(lookups: RequestLookups) {
    this.#lookups = lookups;
  }

  /** Returns the row, or why there is none. */
  toRow(record: RequestRecord): RequestRow | RequestRefusal {
    const time = Math.trunc(record.startedAtMs);
    if (!(time >= 0 && time < endOfTimeMs)) return 'time_invalid';
    const { bots, crawlers, datacenters, userAgents, countries } = this.#lookups;
    const { clientAddress, userAgent } = record;
    const bot = bots.nameOf(userAgent);
    // Addresses of what is imported may have been others' then; and a site stands for its account here.
    const lookUpsOf = record.requestId === '' ? undefined : record.domainUuid;
    const signature = record.isSigned ? 'verified' : 'claimed';
    const verdict = crawlers.verdictOf(bot, clientAddress, lookUpsOf, signature);
    const agent = userAgents.find(userAgent);
    const redirect = record.redirectUuid === '' ? '' : (parseUuid(record.redirectUuid) ?? '');
    const pageLoad = isPageLoad(record.pageLoad) ? record.pageLoad : '';
    const referral = referralOf(record.referrer, record.host);
    // A visitor counts for a redirect, or for a custom domain.
    const counted = redirect === '' && pageLoad !== '' ? record.domainUuid : redirect;
    return {
      domain: record.domainUuid,
      time,
      duration_us: clamp(record.durationUs, maxDurationUs),
      bytes_in: clamp(record.bytesIn, Number.MAX_SAFE_INTEGER),
      bytes_out: clamp(record.bytesOut, Number.MAX_SAFE_INTEGER),
      status: clamp(record.status, maxStatus),
      method: methodPattern.test(record.method) ? record.method : '',
      path: recordedPath(record.path),
      bot,
      datacenter: datacenters.slugOf(clientAddress),
      host: cleanLabel(record.host).slice(0, maxHostLength),
      protocol: protocols.get(record.httpVersion) ?? '',
      tls_version: record.tlsVersion === '' || tlsVersion.test(record.tlsVersion) ? record.tlsVersion : '',
      country: countries.countryOf(clientAddress),
      source: this.#sourceOf(referral.source, record.campaignSource),
      referrer:
        record.referrerPath === ''
          ? referral.referrer
          : referrerWith(referral, recordedPath(record.referrerPath)),
      browser: agent.browser,
      operating_system: agent.operatingSystem,
      device: agent.device,
      bot_class: botClassOf(bot),
      redirect,
      visitor: bot === '' && counted !== '' ? this.#visitorOf(counted, record, time) : '0',
      rule: cleanLabel(record.rule),
      target: recordedPath(record.target),
      upstream_us: clamp(record.upstreamUs, maxDurationUs),
      request_id: record.requestId === '' ? '' : (parseUuid(record.requestId) ?? ''),
      upstream: cleanLabel(record.upstream).slice(0, maxUpstreamLength),
      upstream_location: recordedPath(record.upstreamLocation),
      cache: outcomes.has(record.cache) ? record.cache : '',
      cache_age: clamp(record.cacheAgeSeconds, maxCacheAgeSeconds),
      bot_verified: verdict === 'pending' ? 'claimed' : verdict,
      page_load: pageLoad,
      failure: record.failure === '' || failureName.test(record.failure) ? record.failure : '',
    };
  }

  /** A referrer says it best; many apps send none, so links say where they stand. */
  #sourceOf(source: string, said: string): string {
    if (said === '' || source !== directSource) return source;
    const known = this.#sources.get(said);
    if (known !== undefined) return known;
    const name = campaignSource(said) || directSource;
    this.#sources.set(said, name);
    return name;
  }

  #visitorOf(counted: string, { clientAddress, userAgent }: RequestRecord, time: number): string {
    return String(this.#lookups.visitors.hash(counted, clientAddress, userAgent, time)?.visitor ?? 0n);
  }
}

/** A whole number from 0; a clock that stepped backwards makes negative durations, which count as none. */
function clamp(value: number, max: number): number {
  if (!(value > 0)) return 0;
  return value < max ? Math.trunc(value) : max;
}
