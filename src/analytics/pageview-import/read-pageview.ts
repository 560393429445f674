/** Makes an event of the cells of a line, or says why it is none. Source: docs/guides/import-pageviews.md. */
import { clientNetworkOf } from '../../core/client-network.ts';
import { parseUrl } from '../../core/url.ts';
import { type EventDetails, plainPageview } from '../engine/pageview-row.ts';
import { parseLogTime } from '../import/import-time.ts';
import { importedHost } from '../import/wanted-host.ts';
import { readDetails } from '../ingest/event-details.ts';
import { parseJson } from '../ingest/json-text.ts';
import { importToleranceMs } from '../ingest/pageview-pipeline.ts';
import type { PageviewRecord, ResolvedPageview } from '../ingest/pageview-record.ts';
import { anyOrigin, referrerPath } from '../ingest/request-source.ts';
import type { BotCheck } from '../lookup/bot-check.ts';
import { isCountry, regionCodeOf } from '../lookup/regions.ts';
import { isScreenClass, screenOf } from '../lookup/screen.ts';
import { namedSource } from '../lookup/source.ts';
import type { Cells } from './columns.ts';
import { exportedBrowser, exportedSource, exportedSystem, exportedText } from './export-names.ts';
import type { PageviewRefusal } from './pageview-line.ts';
import { importedVisitor } from './visitor-id.ts';

/** Country and region as imported lines give them. Source: ISO 3166-1, ISO 3166-2. */
type ImportedPlace = {
  readonly country: string;
  readonly region: string;
  /** Of a region without a code. */
  readonly regionName: string;
};

/** What exports write for no country, besides what they write for nothing. */
const unknownCountries: ReadonlySet<string> = new Set(['', '--', 'XX', 'ZZ', 'T1']);

/**
 * A region without its country's prefix gets it; a region alone says which country. One that only has a name, in whichever
 * column, gets the code of that name. '' is unknown.
 */
function readPlace(
  countryText: string,
  regionText: string,
  regionName: string,
): ImportedPlace | 'country_invalid' | 'region_invalid' {
  const given = exportedText(countryText).toUpperCase();
  const country = unknownCountries.has(given) ? '' : given;
  if (country !== '' && !isCountry(country)) return 'country_invalid';
  const text = exportedText(regionText);
  const region = text === '' ? regionCodeOf(country, regionName) : regionOf(country, text);
  if (region === undefined) return 'region_invalid';
  return region === ''
    ? { country, region, regionName }
    : { country: region.slice(0, 2), region, regionName: '' };
}

/** Undefined when it is neither a code nor a name that is known. */
function regionOf(country: string, text: string): string | undefined {
  const code = text.toUpperCase();
  const full = /^[A-Z]{2}-/.test(code) || country === '' ? code : `${country}-${code}`;
  const [, ofCountry = ''] = /^([A-Z]{2})-[A-Z0-9]{1,3}$/.exec(full) ?? [];
  if (isCountry(ofCountry) && (country === '' || ofCountry === country)) return full;
  return regionCodeOf(country, text) || undefined;
}

/** The page of an imported line, from a URL or a path. Source: docs/guides/import-pageviews.md ("Files"). */
type ImportedPage = {
  /** Lower case, without the port; '' when the line names none. */
  readonly host: string;
  /** Percent-encoded, without query and fragment. */
  readonly path: string;
  readonly query: string;
};

const utmColumns = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** UTM parameters of columns of their own go before those of the query. */
function readPage(cells: Cells): ImportedPage | 'url_missing' | 'url_invalid' {
  const { url = '', path = '', host = '', query = '' } = cells;
  const given = url || path;
  if (given === '') return 'url_missing';
  const parsed = given.startsWith('/') ? parseUrl(`http://x${given}`) : parseWebUrl(given);
  if (!parsed) return 'url_invalid';
  const named = given.startsWith('/') ? host : parsed.hostname;
  return {
    host: importedHost(named),
    path: parsed.pathname,
    query: withUtm(parsed.search === '' ? query : parsed.search, cells),
  };
}

/** Whatever the path is, it stays on its host: `//a` is a path with two slashes. */
function parseWebUrl(text: string): URL | undefined {
  return /^https?:\/\//i.test(text) ? parseUrl(text) : undefined;
}

function withUtm(query: string, cells: Cells): string {
  const given = utmColumns.flatMap((name) => (cells[name] ? [[name, cells[name]] as const] : []));
  if (given.length === 0) return query;
  const params = new URLSearchParams(query);
  for (const [name, value] of given) params.set(name, value);
  return params.toString();
}

export type PageviewReading = {
  readonly domainUuid: string;
  /** Keep the path of referrers. */
  readonly referrerPaths: boolean;
  readonly nowMs: number;
  /** Times without a zone are taken as UTC. */
  readonly assumeUtc: boolean;
};

const maxTextLength = 300;
const unfitText = new RegExp(`[\\u0000-\\u001f\\u007f\\p{Surrogate}]|^.{${maxTextLength + 1}}`, 'u');
const pageviewNames = /^(?:\$?page[_ -]?views?|1)$/i;
/** Of Umami: 2. */
const customTypes = /^(?:2|event|custom(?:[_ -]?event)?)$/i;
/** GA4's and Plausible's, of the state of a visit, and the name that is taken by reports. */
const ignoredEvents = /^(?:session_start|first_visit|user_engagement|engagement|vitals)$/;
const withoutZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?$/;
const direct = /^(?:\(?direct\)?(?: ?\/ ?(?:\(?none\)?))?|\(none\))$/i;
const hostName = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i;
/** A host, and maybe a path. */
const schemeless = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?(?:[/?#]|$)/i;

export function readPageview(
  cells: Cells,
  reading: PageviewReading,
  bots: BotCheck,
): PageviewRecord | PageviewRefusal {
  const details = readEvent(cells);
  if (typeof details === 'string') return details;
  const receivedAtMs = readTime(cells.time ?? '', reading.assumeUtc);
  if (receivedAtMs === undefined) return 'time_invalid';
  if (receivedAtMs > reading.nowMs + importToleranceMs) return 'time_in_future';
  if (cells.visitor === undefined) return 'visitor_missing';
  const page = readPage(cells);
  if (typeof page === 'string') return page;
  const userAgent = cells.user_agent ?? '';
  if (userAgent !== '' && bots.isBot(userAgent)) return 'bot';
  const screen = readScreen(cells);
  if (typeof screen === 'string') return screen;
  const place = readPlace(cells.country ?? '', cells.region ?? '', exportedText(cells.region_name));
  if (typeof place === 'string') return place;
  const { source, ...from } = readReferrer(cells);
  const resolved: ResolvedPageview = {
    ...fieldOf('source', source),
    ...fieldOf('browser', exportedBrowser(cells.browser)),
    ...fieldOf('operatingSystem', exportedSystem(cells.operating_system)),
    ...(screen.class && { screen: screen.class }),
    ...fieldOf('country', place.country),
    ...fieldOf('region', place.region),
    ...fieldOf('regionName', place.regionName),
    ...fieldOf('city', exportedText(cells.city)),
  };
  const texts = [...Object.values(resolved), cells.utm_source, cells.utm_medium, cells.utm_campaign];
  if ([...texts, cells.utm_term, cells.utm_content].some((text) => text && unfitText.test(text))) {
    return 'text_invalid';
  }
  return {
    domainUuid: reading.domainUuid,
    receivedAtMs,
    visitor: importedVisitor(reading.domainUuid, cells.visitor),
    previousVisitor: 0n,
    ...page,
    referrer: from.referrer,
    ...(reading.referrerPaths && { referrerPath: from.path }),
    width: screen.width,
    userAgent,
    clientNetwork: clientNetworkOf(cells.ip ?? ''),
    ...(Object.keys(resolved).length > 0 && { resolved }),
    details,
  };
}

/** A pageview unless the line names another event. */
function readEvent(cells: Cells): EventDetails | PageviewRefusal {
  const { event = '', event_type: type = '', props = '' } = cells;
  const isPageview = pageviewNames.test(type || event) || (type === '' && event === '');
  if (!isPageview && (ignoredEvents.test(event) || !(type === '' || customTypes.test(type)))) {
    return 'event_ignored';
  }
  const parsed = props === '' ? undefined : parseJson(props);
  const revenue = readRevenue(cells);
  if (isPageview && parsed === undefined && props === '' && revenue === undefined) return plainPageview;
  return readDetails(isPageview ? undefined : event, props === '' ? undefined : (parsed ?? null), revenue);
}

/** An amount of 0 isn't revenue; digits after the third decimal have to be zeros. */
function readRevenue({ revenue_amount: amount = '', revenue_currency: currency }: Cells): object | undefined {
  if (amount === '' || (Number(amount) === 0 && currency === undefined)) return undefined;
  return { amount: amount.replace(/(\.\d{3})0+$/, '$1'), currency };
}

function readTime(text: string, assumeUtc: boolean): number | undefined {
  return parseLogTime(assumeUtc && withoutZone.test(text) ? `${text}Z` : text);
}

function readScreen({
  screen = '',
  width = '',
}: Cells):
  | { readonly class: ResolvedPageview['screen']; readonly width: number }
  | 'screen_invalid'
  | 'width_invalid' {
  const [, ofSize] = /^(\d{1,6})(?: ?[x×] ?\d{1,6})?$/.exec(screen) ?? [];
  const name = screen.toLowerCase();
  if (screen !== '' && ofSize === undefined && !isScreenClass(name)) return 'screen_invalid';
  const pixels = Number(width || ofSize || '0');
  if (pixels !== 0 && screenOf(pixels) === '') return 'width_invalid';
  return { class: isScreenClass(name) ? name : undefined, width: Math.round(pixels) };
}

/**
 * A source that is a host is a referrer, so that it is grouped with those of the same name. Umami has the path of the
 * referrer in a column of its own, Plausible has no scheme in front of the host.
 */
function readReferrer(cells: Cells): { source: string; referrer: string; path: string } {
  const { source = '', referrer = '', referrer_path: path = '' } = cells;
  if (direct.test(source)) return { source: 'Direct', referrer: '', path: '' };
  const isHost = referrer === '' && namedSource(source) === undefined && hostName.test(source);
  const found = (isHost ? source : referrer).trim();
  const named = hostName.test(found) ? `${found}/${path.replace(/^\//, '')}` : found;
  const url = schemeless.test(named) ? `https://${named}` : named;
  return {
    source: isHost ? '' : exportedSource(source),
    referrer: anyOrigin(url),
    path: referrerPath(url),
  };
}

function fieldOf<Name extends string>(name: Name, text: string): { [N in Name]?: string } {
  const field: { [N in Name]?: string } = {};
  if (text !== '') field[name] = text;
  return field;
}
