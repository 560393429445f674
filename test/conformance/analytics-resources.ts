/** Custom domains with requests of known content, for the rows about proxy analytics. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { placeSegment } from '../../src/analytics/ingest/place-segment.ts';
import { encodeRequestRecord } from '../../src/analytics/ingest/request-codec.ts';
import { noDetails, type RequestRecord } from '../../src/analytics/ingest/request-record.ts';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import { createDomain, createUpstream, newOwner, type Owner } from './domain-resources.ts';

/** The reports of proxy analytics, in the order of docs/reference/proxy-analytics.md. */
export const countNames: readonly string[] = [
  'request_count',
  'total_data_transfer',
  'average_response_time',
];
export const seriesNames: readonly string[] = [
  'request_counts_by_date',
  'data_transfer_by_date',
  'average_response_time_by_date',
];
export const listNames: readonly string[] = [
  'files',
  'response_codes',
  'bot_requests',
  'datacenter_requests',
];
export const reportNames: readonly string[] = [
  ...countNames,
  ...seriesNames,
  'response_time_distribution',
  ...listNames,
];

/** In Amazon's and Hetzner's networks, and in one of an access provider (Deutsche Telekom). */
export const amazonAddress = '3.5.140.2';
export const hetznerAddress = '95.216.1.1';
export const homeAddress = '84.128.1.1';
export const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
export const bingbot = 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)';
export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

export type MeasuredDomain = {
  readonly uuid: string;
  readonly host: string;
  readonly owner: Owner;
  /** Where the domain itself is in the API. */
  readonly path: string;
  /** What the paths of its reports begin with. */
  readonly reports: string;
};

/** A custom domain of an account of the row's own; no request has been recorded for it. */
export async function newDomain(service: ServiceClient): Promise<MeasuredDomain> {
  const owner = await newOwner(service);
  const { uuid, host, path } = await createDomain(service, owner, await createUpstream(service, owner));
  return { uuid, host, owner, path, reports: reportsOf(uuid) };
}

export function reportsOf(domainUuid: string): string {
  return `/api/v1/analytics/custom_domains/${domainUuid}`;
}

export type FedRequest = Partial<Omit<RequestRecord, 'startedAtMs' | 'domainUuid'>> & {
  /** `YYYY-MM-DD`, or with a time of day as Date.parse takes it. */
  readonly at: string;
};

/**
 * Has requests recorded as if the edge had answered them: a segment in the spool, which the service ships. Resolves
 * when reports have them.
 */
export async function feedRequests(
  service: ServiceClient,
  domain: MeasuredDomain,
  requests: readonly FedRequest[],
): Promise<void> {
  const before = await countOf(service, domain);
  await placeRequests(service, domain, requests);
  await expectCount(service, domain, before + requests.length);
}

/** Puts requests into the spool; under the same name twice, they are counted once. */
export async function placeRequests(
  service: ServiceClient,
  domain: Pick<MeasuredDomain, 'uuid'>,
  requests: readonly FedRequest[],
  name: string = randomBytes(16).toString('hex'),
): Promise<void> {
  const lines = requests
    .map(({ at, ...request }) =>
      encodeRequestRecord({ ...ordinary, ...request, domainUuid: domain.uuid, startedAtMs: Date.parse(at) }),
    )
    .join('');
  const spool = join(service.env.NAMEPLATE_DATA_DIR ?? '', 'spool');
  await placeSegment(spool, { kind: 'import-requests', digest: name, number: 0, lines });
}

const ordinary = {
  ...noDetails,
  durationUs: 50_000,
  bytesIn: 400,
  bytesOut: 4_000,
  status: 200,
  method: 'GET',
  path: '/',
  clientAddress: homeAddress,
  userAgent: firefox,
};

/** The widest range there may be around the days that rows use. */
const always = 'from=2020-01-01&to=2029-12-31';
export const arriveWithinMs = 60_000;

/** Waits until as many requests are reported as there have to be, and sees to it that there are no more. */
export async function expectCount(
  service: ServiceClient,
  domain: MeasuredDomain,
  count: number,
): Promise<void> {
  const giveUpAt = performance.now() + arriveWithinMs;
  while ((await countOf(service, domain)) < count && performance.now() < giveUpAt) await delay(50);
  expect(await countOf(service, domain)).toBe(count);
}

async function countOf(service: ServiceClient, domain: MeasuredDomain): Promise<number> {
  return (await dataOf(service, domain, `request_count?${always}`)).count;
}

/** Asks for a report with the token of the domain's account. */
export function askReport(
  service: ServiceClient,
  { reports, owner }: Pick<MeasuredDomain, 'reports' | 'owner'>,
  report: string,
): Promise<ApiAnswer> {
  return service.api(`${reports}/${report}`, { token: owner.token });
}

/** The body of a report; fails when it is refused. */
export async function dataOf(
  service: ServiceClient,
  domain: Pick<MeasuredDomain, 'reports' | 'owner'>,
  report: string,
): Promise<ApiAnswer['body']> {
  const answer = await askReport(service, domain, report);
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  return answer.body;
}

/** The day so many days before today, UTC. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
