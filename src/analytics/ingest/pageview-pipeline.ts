/**
 * From an event's record to its row in the store: checked, brought into range, enriched. Source: docs/reference/enrichment.md.
 * Steps: time → name and properties → path as well-formed text → source → UTM → browser and operating system → screen → location. What an
 * import has resolved already goes before what is found here.
 */
import type { Clock } from '../../core/clock.ts';
import { pagePath } from '../../core/recorded-path.ts';
import { regionCode } from '../../core/region-code.ts';
import { endOfTimeMs, hourMs } from '../../core/time.ts';
import { type PageviewRow, plainPageview } from '../engine/pageview-row.ts';
import type { Location } from '../lookup/location-record.ts';
import { isCountry, regionNameOf } from '../lookup/regions.ts';
import { screenOf } from '../lookup/screen.ts';
import { referralOf, referrerWith } from '../lookup/source.ts';
import type { UserAgent } from '../lookup/user-agent.ts';
import { cleanLabel, utmOf } from '../lookup/utm.ts';
import { EventVariety } from './event-variety.ts';
import type { PageviewRecord, ResolvedPageview } from './pageview-record.ts';

/** Why a record is not stored. */
export type PageviewRefusal = 'time_invalid' | 'event_names_exceeded';

/** `collector`: reported by a page, its time is that of our clock. `import`: history, its time is what a file says. */
export type PageviewOrigin = 'collector' | 'import';

export interface UserAgents {
  find(userAgent: string): UserAgent;
}

export interface Locations {
  find(clientNetwork: string): Location;
}

/** Clocks of other machines may be ahead of ours; more is a mistake in the file, such as another time zone. */
export const importToleranceMs: number = hourMs;
const nothingResolved: ResolvedPageview = {};

export class PageviewPipeline {
  readonly #userAgents: UserAgents;
  readonly #locations: Locations;
  readonly #clock: Clock;
  readonly #variety: EventVariety;

  constructor(
    userAgents: UserAgents,
    locations: Locations,
    clock: Clock,
    variety: EventVariety = new EventVariety(clock),
  ) {
    this.#variety = variety;
    this.#userAgents = userAgents;
    this.#locations = locations;
    this.#clock = clock;
  }

  /** Properties left out since the start, because their domain had too many on that day. */
  get propertiesDropped(): number {
    return this.#variety.propertiesDropped;
  }

  /** Asks for what was missing to judge events; true: the same events have to be judged again. Never rejects. */
  learn(): Promise<boolean> {
    return this.#variety.learn();
  }

  /** Returns the row, or why there is none; `arrival` is the row's. */
  toRow(record: PageviewRecord, origin: PageviewOrigin, arrival: number): PageviewRow | PageviewRefusal {
    const time = Math.trunc(record.receivedAtMs);
    const latest = origin === 'import' ? this.#clock.now() + importToleranceMs : endOfTimeMs - 1;
    if (!(time >= 0 && time <= latest)) return 'time_invalid';
    const details = this.#variety.limit(
      record.domainUuid,
      time,
      record.details ?? plainPageview,
      record.isFromServer,
    );
    if (!details) return 'event_names_exceeded';
    const resolved = record.resolved ?? nothingResolved;
    const utm = utmOf(record.query);
    const referral = referralOf(record.referrer, record.host);
    const agent = this.#userAgents.find(record.userAgent);
    const location = isLocated(resolved)
      ? resolvedLocation(resolved)
      : this.#locations.find(record.clientNetwork);
    return {
      domain: record.domainUuid,
      time,
      arrival,
      visitor: String(record.visitor),
      previous_visitor: String(record.previousVisitor),
      path: pagePath(record.path),
      source: cleanLabel(resolved.source ?? '') || referral.source,
      referrer: referrerWith(referral, record.referrerPath ?? ''),
      utm_source: utm.utm_source,
      utm_medium: utm.utm_medium,
      utm_campaign: utm.utm_campaign,
      utm_term: utm.utm_term,
      utm_content: utm.utm_content,
      browser: cleanLabel(resolved.browser ?? '') || agent.browser,
      operating_system: cleanLabel(resolved.operatingSystem ?? '') || agent.operatingSystem,
      screen: resolved.screen ?? screenOf(record.width),
      country: location.country,
      region: location.region,
      region_name: location.regionName,
      city: location.city,
      name: details.name,
      props: details.props,
      revenue_amount: details.revenue_amount,
      revenue_currency: details.revenue_currency,
    };
  }
}

function isLocated({ country, region, regionName, city }: ResolvedPageview): boolean {
  return Boolean(country || region || regionName || city);
}

/** Only codes that exist; a region's own country wins over another one given. */
function resolvedLocation(resolved: ResolvedPageview): Location {
  const region = regionCode.test(resolved.region ?? '') ? (resolved.region ?? '') : '';
  const country = region === '' ? (resolved.country ?? '') : region.slice(0, 2);
  return {
    country: isCountry(country) ? country : '',
    region: isCountry(country) ? region : '',
    // One name for each code, whatever language a file is in.
    regionName: regionNameOf(region) || cleanLabel(resolved.regionName ?? ''),
    city: cleanLabel(resolved.city ?? ''),
  };
}
