/** Custom domains with pageviews of known content, for the rows about web analytics. */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { encodePageviewRecord } from '../../src/analytics/ingest/pageview-codec.ts';
import type { PageviewRecord } from '../../src/analytics/ingest/pageview-record.ts';
import { placeSegment } from '../../src/analytics/ingest/place-segment.ts';
import type { ServiceClient } from '../support/service-client.ts';
import { arriveWithinMs, dataOf, type MeasuredDomain, reportsOf } from './analytics-resources.ts';
import { createDomain, createUpstream, newOwner } from './domain-resources.ts';

export const webCountNames: readonly string[] = [
  'unique_visitors_count',
  'total_pageviews_count',
  'total_visits_count',
];
export const webSeriesNames: readonly string[] = [
  'unique_visitors_by_date',
  'pageviews_by_date',
  'visits_by_date',
  'pageviews_per_visit_by_date',
];
/** The series that follow from whole visits. */
export const furtherSeriesNames: readonly string[] = [
  'bounce_rate_by_date',
  'average_visit_duration_by_date',
];
/** With the parameters that they need. */
export const webListNames: readonly string[] = [
  'sources?',
  'utm_params?utm_param=utm_source&',
  'pages?',
  'locations?',
];
/** The first twelve reports of web analytics; each takes a further parameter behind it. */
export const webReportNames: readonly string[] = [
  ...webCountNames.map((name) => `${name}?`),
  ...webSeriesNames.map((name) => `${name}?`),
  ...webListNames,
  'devices?',
];

export type FedView = Partial<
  Omit<PageviewRecord, 'receivedAtMs' | 'domainUuid' | 'visitor' | 'previousVisitor'>
> & {
  /** As Date.parse takes it. */
  readonly at: string;
  /** Any text; the same one is the same visitor. */
  readonly visitor?: string;
};

/** Pageviews that one row or several are about, by the name of the domain that gets them. */
export type WebFixture<Name extends string> = Readonly<Record<Name, MeasuredDomain>>;

/**
 * Makes a domain for each list of pageviews and has all of them recorded at once, as an import would. Made once for a
 * service, however many rows ask for it.
 */
export function webFixture<Name extends string>(
  lists: () => Readonly<Record<Name, readonly FedView[]>>,
): (service: ServiceClient) => Promise<WebFixture<Name>> {
  const made = new WeakMap<ServiceClient, Promise<WebFixture<Name>>>();
  return (service) => {
    let fixture = made.get(service);
    if (!fixture) {
      fixture = makeFixture(service, lists());
      made.set(service, fixture);
    }
    return fixture;
  };
}

async function makeFixture<Name extends string>(
  service: ServiceClient,
  lists: Readonly<Record<Name, readonly FedView[]>>,
): Promise<WebFixture<Name>> {
  const owner = await newOwner(service);
  const upstream = await createUpstream(service, owner);
  const entries: [string, MeasuredDomain][] = [];
  const fed: [MeasuredDomain, readonly FedView[]][] = [];
  for (const [name, views] of Object.entries<readonly FedView[]>(lists)) {
    const { uuid, host, path } = await createDomain(service, owner, upstream);
    const domain = { uuid, host, owner, path, reports: reportsOf(uuid) };
    entries.push([name, domain]);
    fed.push([domain, views]);
  }
  await placeViews(service, fed);
  for (const [domain, views] of fed) await expectViews(service, domain, views.length);
  // The names are those of the lists.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(entries) as WebFixture<Name>;
}

/** Puts pageviews into the spool as one segment; under the same name twice, they are counted once. */
export async function placeViews(
  service: ServiceClient,
  fed: readonly (readonly [Pick<MeasuredDomain, 'uuid' | 'host'>, readonly FedView[]])[],
  name: string = randomBytes(16).toString('hex'),
): Promise<void> {
  const lines = fed.flatMap(([domain, views]) => views.map((view) => lineOf(domain, view))).join('');
  const spool = join(service.env.NAMEPLATE_DATA_DIR ?? '', 'spool');
  await placeSegment(spool, { kind: 'import-pageviews', digest: name, number: 0, lines });
}

function lineOf(
  { uuid, host }: Pick<MeasuredDomain, 'uuid' | 'host'>,
  { at, visitor = 'ada', ...view }: FedView,
): string {
  return encodePageviewRecord({
    host,
    path: '/',
    query: '',
    referrer: '',
    width: 0,
    userAgent: '',
    clientNetwork: '',
    ...view,
    domainUuid: uuid,
    receivedAtMs: Date.parse(at),
    visitor: createHash('sha256').update(visitor).digest().readBigUInt64BE(),
    previousVisitor: 0n,
  });
}

/** The widest range there may be around the days that rows use. */
export const always = 'from=2020-01-01&to=2029-12-31';

/** Waits until as many pageviews are reported as there have to be, and sees to it that there are no more. */
export async function expectViews(
  service: ServiceClient,
  domain: MeasuredDomain,
  count: number,
): Promise<void> {
  const countViews = async () => (await dataOf(service, domain, `total_pageviews_count?${always}`)).count;
  const giveUpAt = performance.now() + arriveWithinMs;
  while ((await countViews()) < count && performance.now() < giveUpAt) await delay(50);
  expect(await countViews()).toBe(count);
}
