/** Fills empty stores with the demo: resources first, then the traffic of one site after the other. */
import type { AnalyticsStore } from '../analytics/analytics-store.ts';
import type { PageviewRow } from '../analytics/pageview-row.ts';
import type { RequestRow } from '../analytics/request-row.ts';
import type { ControlStore } from '../control/store.ts';
import { defaultTimeZone } from '../core/time-zone.ts';
import { goalsOf } from './actions.ts';
import { addCertificates } from './certificates.ts';
import { type Site, sites } from './sites.ts';
import { type TrafficOptions, trafficOf } from './traffic.ts';

export type DemoTotals = {
  readonly domains: readonly { readonly host: string; readonly uuid: string }[];
  readonly redirects: number;
  readonly certificates: number;
  readonly pageviews: number;
  readonly events: number;
  readonly requests: number;
};

/** Few and large inserts: each is a part that the store has to merge. */
const requestsPerInsert = 60_000;
/** Where the demo's DNS records are said to lead. */
const edgeHostname = 'edge.nameplate.example';
const checkPostponedMs = 10 * 365 * 86_400_000;

/** Steps that `onStep` is called after. */
export function stepsOf(days: number): number {
  return sites.length * days;
}

/** Errors: those of the stores, and SecretKeyError when the secret key cannot be made; what was stored until then stays. */
export async function fillDemo(
  control: ControlStore,
  analytics: AnalyticsStore,
  accountUuid: string,
  options: TrafficOptions,
  onStep: () => void,
): Promise<DemoTotals> {
  await control.secretKeys.prepare();
  const domains: { host: string; uuid: string }[] = [];
  let redirects = 0;
  let [pageviews, events, requests] = [0, 0, 0];
  for (const site of sites) {
    const uuid = await addDomain(control, accountUuid, site, options.nowMs);
    domains.push({ host: site.host, uuid });
    for (const goal of goalsOf(site.host)) await control.goals.create(uuid, goal);
    redirects += await addRedirects(control, accountUuid, site);
    const gathered = new Gathered(analytics, uuid);
    for (const day of trafficOf(site, uuid, options)) {
      await gathered.add([...day.pageviews, ...day.events], day.requests);
      pageviews += day.pageviews.length;
      events += day.events.length;
      requests += day.requests.length;
      onStep();
    }
    await gathered.end();
  }
  const hosts = domains.map(({ host }) => host);
  const certificates = await addCertificates(control, accountUuid, hosts, options.nowMs);
  return { domains, redirects, certificates, pageviews, events, requests };
}

async function addDomain(
  control: ControlStore,
  accountUuid: string,
  { host }: Site,
  nowMs: number,
): Promise<string> {
  const upstream = await control.upstreams.create(accountUuid, {
    host: `origin.${host}`,
    port: 443,
    tls: true,
    authToken: undefined,
  });
  const domain = await control.customDomains.create(accountUuid, upstream.uuid, {
    host,
    challengeType: 'http01',
    redirectToWww: false,
    webAnalytics: 'inject',
    hstsMaxAge: 0,
    timeZone: defaultTimeZone,
  });
  if (!domain) throw new Error('the upstream was gone before its custom domain was made');
  // Nobody can register the hosts, so a real check would find nothing; it isn't due while anybody looks at the demo.
  await control.customDomains.recordCheck(domain, {
    status: 'dns_records_found',
    report: { found: [{ type: 'CNAME', name: host, value: edgeHostname }], problems: [] },
    checkedAt: nowMs,
    nextCheckAt: nowMs + checkPostponedMs,
    failures: 0,
  });
  return domain.uuid;
}

async function addRedirects(
  control: ControlStore,
  accountUuid: string,
  { host, movedPath, redirectHosts }: Site,
): Promise<number> {
  const common = { preservePath: true, preserveQueryString: true, active: true };
  const redirects = [
    {
      ...common,
      sourceHost: host,
      matchPath: movedPath,
      destinationUrl: `https://archive.${host}`,
      redirectType: 'permanent' as const,
    },
    ...redirectHosts.map((sourceHost, index) => ({
      ...common,
      sourceHost,
      matchPath: '*',
      destinationUrl: `https://${host}`,
      redirectType: index === 0 ? ('permanent' as const) : ('found' as const),
    })),
  ];
  return (await control.redirects.createMany(accountUuid, redirects)).length;
}

/** Rows of one domain that wait to be stored together. */
class Gathered {
  readonly #analytics: AnalyticsStore;
  readonly #name: string;
  #pageviews: PageviewRow[] = [];
  #requests: RequestRow[] = [];
  #batches = 0;
  #storing: Promise<void> = Promise.resolve();

  constructor(analytics: AnalyticsStore, domainUuid: string) {
    this.#analytics = analytics;
    this.#name = `demo.${domainUuid}`;
  }

  async add(pageviews: readonly PageviewRow[], requests: readonly RequestRow[]): Promise<void> {
    for (const row of pageviews) this.#pageviews.push(row);
    for (const row of requests) this.#requests.push(row);
    if (this.#requests.length >= requestsPerInsert) await this.#store();
  }

  /** Stores what is left; resolves when all is stored. */
  async end(): Promise<void> {
    await this.#store();
    await this.#storing;
  }

  /** Resolves when the rows before are stored: these are on their way while the next are made. */
  async #store(): Promise<void> {
    await this.#storing;
    this.#batches += 1;
    this.#storing = this.#insert(`${this.#name}.${this.#batches}`, this.#pageviews, this.#requests);
    // It is waited for above and in `end`; until then its failure is unhandled.
    this.#storing.catch(() => {});
    this.#pageviews = [];
    this.#requests = [];
  }

  async #insert(name: string, pageviews: PageviewRow[], requests: RequestRow[]): Promise<void> {
    const batch = { name, mayBeStored: false };
    if (requests.length > 0) await this.#analytics.insertRequests({ ...batch, rows: requests });
    if (pageviews.length > 0) await this.#analytics.insertPageviews({ ...batch, rows: pageviews });
  }
}
