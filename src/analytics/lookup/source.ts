/**
 * Where a visit came from, by the referrer of its page. Source: docs/reference/enrichment.md ("Sources").
 *
 * Steps: the referrer's host → the page's own host counts as none → our table, the longest host that fits → services
 * with an address in each country, whose other hosts have the name of the one under `.com` → the host itself without
 * `www.`.
 */
import { parse } from 'tldts';
import { pagePath } from '../../core/recorded-path.ts';
import { parseUrl } from '../../core/url.ts';
import { RecentMap } from './recent-map.ts';
import { androidApps, searchLabels, sourceCategories, sourceRows } from './source-table.ts';
import { cleanLabel } from './utm.ts';

/** Visits that came from nowhere: typed in, bookmarked, or from a page that does not say so. */
export const directSource = 'Direct';

/** What is kept of a referrer. */
export type Referral = {
  /** Display name of the source. */
  readonly source: string;
  /** The host without `www.` and port. */
  readonly referrer: string;
};

const direct: Referral = { source: directSource, referrer: directSource };
const remembered = 10_000;
/** Only the host is read; longer user information is nothing a browser sends. */
export const maxReferrerLength: number = 2 * 1024;
const maxHostLength = 253;
const maxRecordedReferrer = 500;
/** The suffixes under which a country's address is the service's own: `com`, `de`, `co.uk`, `com.br`, `cat`. */
export const countrySuffix: RegExp = /^(?:com|cat|(?:com?\.)?[a-z]{2})$/;
const androidApp = /^android-app:\/\/([a-z0-9][a-z0-9_-]*(?:\.[a-z0-9_-]+)+)(?:[/?#]|$)/i;
/** What nearly all referrers are; the rest is for the URL parser. */
const plainUrl = /^https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z-]+)(?:[/?#]|$)/;
const bareHost = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i;

const hostNames: ReadonlyMap<string, string> = new Map(
  sourceRows.flatMap(([name, , ...hosts]) => hosts.map((host) => [host, name] as const)),
);
const referrals = new RecentMap<string, Referral>(remembered);
const referralsOfApps: ReadonlyMap<string, Referral> = new Map(
  Object.entries(androidApps).map(([app, source]) => [app, { source, referrer: withoutWww(app) }]),
);

/** What a referrer is for a page on `ownHost`; neither text is empty. */
export function referralOf(referrer: string, ownHost: string): Referral {
  if (referrer === '' || referrer.length > maxReferrerLength) return direct;
  const app = referrer.startsWith('http') ? undefined : androidApp.exec(referrer)?.[1]?.toLowerCase();
  const ofApp = app === undefined ? undefined : referralsOfApps.get(app);
  if (ofApp) return ofApp;
  // Some apps put the page's host in place of a package.
  const host = app === undefined ? hostOf(referrer) : withoutWww(app).slice(0, maxHostLength);
  if (host === '' || host === withoutWww(ownHost.toLowerCase())) return direct;
  const known = referrals.get(host);
  if (known !== undefined) return known;
  const source =
    nameInTable(host) ?? nameByLabel(host) ?? (app === undefined ? undefined : nameOfPackage(app)) ?? host;
  const referral = { source, referrer: host };
  referrals.set(host, referral);
  return referral;
}

/** The display name of a referrer for a page on `ownHost`; never empty. */
export function sourceOf(referrer: string, ownHost: string): string {
  return referralOf(referrer, ownHost).source;
}

/** The referrer with its path, where one is recorded: at most 500 characters of printable ASCII without spaces. */
export function referrerWith({ referrer }: Referral, path: string): string {
  if (path.length < 2 || referrer === directSource) return referrer;
  return referrer + pagePath(path, maxRecordedReferrer - referrer.length);
}

/** A package begins with its maker's host, backwards. */
function nameOfPackage(app: string): string | undefined {
  return nameInTable(app.split('.').toReversed().join('.'));
}

/** Without `www.`; '' when the referrer isn't a web address. Imports also have bare hosts. */
const namesInLowerCase: ReadonlyMap<string, string> = new Map(
  [...sourceCategories.keys()].map((name) => [name.toLowerCase(), name]),
);

/** The display name of what a link's `utm_source` or `ref` says; '' when it says nothing. */
export function campaignSource(value: string): string {
  const label = cleanLabel(formDecoded(value));
  const known = namedSource(label);
  if (known !== undefined || !bareHost.test(label)) return known ?? label;
  return sourceOf(label, '');
}

/** The source of that name, whatever its case. */
export function namedSource(label: string): string | undefined {
  return namesInLowerCase.get(label.toLowerCase());
}

/** Bytes that are not UTF-8 become U+FFFD. */
function formDecoded(value: string): string {
  return value === '' ? '' : (new URLSearchParams(`v=${value}`).get('v') ?? '');
}

function hostOf(referrer: string): string {
  const plain = plainUrl.exec(referrer)?.[1];
  if (plain !== undefined && !plain.includes('xn--'))
    return plain.length > maxHostLength ? '' : withoutWww(plain);
  const text = bareHost.test(referrer) ? `http://${referrer}` : referrer;
  const url = parseUrl(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return '';
  const host = url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname;
  return host.length > maxHostLength ? '' : withoutWww(host);
}

function withoutWww(host: string): string {
  return host.startsWith('www.') && host.length > 4 ? host.slice(4) : host;
}

function nameInTable(host: string): string | undefined {
  for (let part = host; ; ) {
    const name = hostNames.get(part);
    if (name !== undefined) return name;
    const dot = part.indexOf('.');
    if (dot === -1) return undefined;
    part = part.slice(dot + 1);
  }
}

function nameByLabel(host: string): string | undefined {
  const { domainWithoutSuffix, publicSuffix, subdomain } = parse(host);
  if (domainWithoutSuffix === null || !Object.hasOwn(searchLabels, domainWithoutSuffix)) return undefined;
  if (publicSuffix === null || !countrySuffix.test(publicSuffix)) return undefined;
  const service = searchLabels[domainWithoutSuffix];
  if (service?.subdomains.test(subdomain ?? '')) return service.name;
  return nameInTable(`${subdomain}.${domainWithoutSuffix}.com`);
}
