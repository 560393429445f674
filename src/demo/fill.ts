/** Fills empty stores with the demo: resources first, then the traffic of one site after the other. */

import type { PageviewRow } from '../analytics/engine/pageview-row.ts';
import type { RequestRow } from '../analytics/engine/request-row.ts';
import type { AnalyticsStore } from '../analytics/store/analytics-store.ts';
import { textOf } from '../control/rules-text.ts';
import type { ControlStore } from '../control/store.ts';
import { dayMs } from '../core/time.ts';
import { HostCheckStore } from '../features/attention/host-check-store.ts';
import { AccountBrands } from '../features/connect/brand-store.ts';
import { CustomDomains } from '../features/custom-domains/custom-domain-store.ts';
import { goals } from '../features/goals/feature.ts';
import { Redirects } from '../features/redirects/redirect-store.ts';
import { HostRulesStore } from '../features/rules/host-rules-store.ts';
import { Upstreams } from '../features/upstreams/upstream-store.ts';
import { CollectionStore } from '../kernel/collection-store.ts';
import { customDomainResource } from '../resources/custom-domain.ts';
import { redirectResource } from '../resources/redirect.ts';
import { upstreamResource } from '../resources/upstream.ts';
import { goalsOf } from './actions.ts';
import { addCertificates } from './certificates.ts';
import { type DemoLinks, shortLinkRules } from './clicks.ts';
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

/** Few large inserts: the store has to merge each one's part. */
const requestsPerInsert = 60_000;
/** Where the demo's DNS records seem to lead. */
const edgeHostname = 'edge.nameplate.example';
const checkPostponedMs = 10 * 365 * dayMs;
/** More than there are. */
const maxHosts = 100;

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
  // Links for customers need a name.
  await new AccountBrands(control).update(accountUuid, { name: 'Acme Sites' });
  const goalStore = new CollectionStore(goals, control);
  const domains: { host: string; uuid: string }[] = [];
  let redirects = 0;
  let [pageviews, events, requests] = [0, 0, 0];
  for (const site of sites) {
    const uuid = await addDomain(control, accountUuid, site, options.nowMs);
    domains.push({ host: site.host, uuid });
    for (const goal of goalsOf(site.host)) await goalStore.create(uuid, goal);
    const links = await addLinks(control, accountUuid, site);
    // Those of other hosts, and that of the site itself.
    redirects += links.redirects.length + 1;
    const gathered = new Gathered(analytics, uuid);
    for (const day of trafficOf(site, uuid, options, links)) {
      await gathered.add([...day.pageviews, ...day.events], day.requests);
      pageviews += day.pageviews.length;
      events += day.events.length;
      requests += day.requests.length;
      onStep();
    }
    await gathered.end();
  }
  const hosts = sites
    .flatMap(({ host, redirectHosts, shortHost }) => [host, redirectHosts, shortHost ?? []])
    .flat();
  const certificates = await addCertificates(control, accountUuid, hosts, options.nowMs);
  await addHostChecks(control, accountUuid, options.nowMs);
  return { domains, redirects, certificates, pageviews, events, requests };
}

async function addDomain(
  control: ControlStore,
  accountUuid: string,
  { host, linkingPages }: Site,
  nowMs: number,
): Promise<string> {
  const upstream = await new Upstreams(control).create(accountUuid, {
    ...upstreamResource.defaults,
    host: `origin.${host}`,
    authToken: undefined,
  });
  const domain = await new CustomDomains(control).create(accountUuid, upstream.uuid, {
    ...customDomainResource.defaults,
    host,
    referrerPaths: linkingPages !== undefined,
  });
  if (!domain) throw new Error('the upstream was gone before its custom domain was made');
  // The hosts can't be registered, so a real check would find nothing; it isn't due while the demo is in use.
  await new CustomDomains(control).recordCheck(domain, {
    status: 'dns_records_found',
    report: { found: [{ type: 'CNAME', name: host, value: edgeHostname }], problems: [] },
    delegatedHosts: [],
    checkedAt: nowMs,
    nextCheckAt: nowMs + checkPostponedMs,
    failures: 0,
  });
  return domain.uuid;
}

/** As of domains: the hosts of redirects and rules seem to lead here. */
async function addHostChecks(control: ControlStore, accountUuid: string, nowMs: number): Promise<void> {
  const checks = new HostCheckStore({ database: control.database, clock: { now: () => nowMs } });
  await checks.enlist();
  const nextCheckAt = nowMs + checkPostponedMs;
  for (const checked of await checks.takeDue(nowMs, checkPostponedMs, new Map([[accountUuid, maxHosts]]))) {
    await checks.record(checked, {
      reach: [{ host: checked.host, reachable: 'direct', code: null }],
      records: { foundAt: nowMs, missed: 0 },
      nextCheckAt,
    });
  }
}

async function addLinks(
  control: ControlStore,
  accountUuid: string,
  { host, movedPath, redirectHosts, shortHost }: Site,
): Promise<DemoLinks> {
  const redirects = [
    {
      ...redirectResource.defaults,
      sourceHost: host,
      matchPath: movedPath,
      destinationUrl: `https://archive.${host}`,
    },
    ...redirectHosts.map((sourceHost, index) => ({
      ...redirectResource.defaults,
      sourceHost,
      destinationUrl: `https://${host}`,
      redirectType: index === 0 ? ('permanent' as const) : ('found' as const),
    })),
  ];
  const [moved, ...others] = await new Redirects(control).createMany(accountUuid, redirects);
  return {
    redirects: others.map(({ uuid, sourceHost, redirectType }) => ({
      uuid,
      host: sourceHost,
      status: redirectType === 'permanent' ? 301 : 302,
    })),
    movedUuid: moved?.uuid ?? '',
    short: shortHost === undefined ? undefined : await addShortLinks(control, accountUuid, host, shortHost),
  };
}

async function addShortLinks(
  control: ControlStore,
  accountUuid: string,
  site: string,
  host: string,
): Promise<DemoLinks['short']> {
  const stored = await new HostRulesStore(control).replace({
    ...textOf(shortLinkRules(site)),
    accountUuid,
    host,
    isExpected: () => true,
    keptFrom: null,
  });
  return typeof stored === 'object' ? { uuid: stored.uuid, host } : undefined;
}

/** One domain's rows, gathered for one insert. */
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

  /** Stores the remaining rows; resolves when all are stored. */
  async end(): Promise<void> {
    await this.#store();
    await this.#storing;
  }

  /** Resolves once the previous rows are stored: one batch is stored while the next is generated. */
  async #store(): Promise<void> {
    await this.#storing;
    this.#batches += 1;
    this.#storing = this.#insert(`${this.#name}.${this.#batches}`, this.#pageviews, this.#requests);
    // It is awaited above and in `end`; until then its failure would be unhandled.
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
