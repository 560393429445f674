/**
 * The requests that an edge would have answered: for people's pageviews and for crawlers. Source: docs/guides/demo.md
 * ("What is in it").
 */
import { noRowDetails, type RequestRow } from '../analytics/engine/request-row.ts';
import { dayMs, hourMs } from '../core/time.ts';
import { type Crawler, crawlers, scannedPaths, tunnels } from './crawlers.ts';
import type { Random } from './random.ts';
import { detailsOfCrawler, detailsOfView } from './request-details.ts';
import type { Site } from './sites.ts';
import type { View } from './visits.ts';

const assets = [
  { path: '/assets/site.css', bytes: 18_400 },
  { path: '/assets/site.js', bytes: 46_200 },
  { path: '/assets/logo.svg', bytes: 2_100 },
  { path: '/assets/hero.avif', bytes: 84_000 },
  { path: '/favicon.ico', bytes: 1_150 },
] as const;
const scriptBytes = 1_350;
/** Of an answer that is no page. */
const notLoaded = { page_load: '', visitor: noRowDetails.visitor } as const;
/** Shares: of visits through a hosting network, of pages that no longer exist, of requests answered with an error. */
const [tunnelShare, movedShare, missingShare, errorShare] = [0.03, 0.02, 0.012, 0.002];
const crawlerShare = 0.9;
const healthChecksPerDay = 96;

type Answer = Pick<RequestRow, 'path' | 'time'> & Partial<RequestRow>;

/** Makes the requests of one site. */
export class Answers {
  readonly #site: Site;
  readonly #domain: string;
  readonly #random: Random;
  readonly #movedUuid: string;
  /** Of the visit under way. */
  #datacenter = '';

  /** `movedUuid`: the redirect of what moved on the site. */
  constructor(site: Site, domain: string, random: Random, movedUuid: string) {
    this.#site = site;
    this.#domain = domain;
    this.#random = random;
    this.#movedUuid = movedUuid;
  }

  /** The requests that a browser makes to show a page, and the tracker's. */
  *ofView(view: View, age: number): Generator<RequestRow> {
    const details = detailsOfView(this.#site.host, view.row, view.isFirst);
    const inside = { ...details, source: 'Direct', referrer: 'Direct' };
    for (const request of this.#ofView(view, age)) {
      // What a page brings with it has the page as its referrer.
      const isPage = request.path === view.row.path || request.redirect !== '';
      yield { ...request, ...(isPage ? details : inside) };
    }
  }

  *#ofView({ row: { time, path, visitor }, page, isFirst }: View, age: number): Generator<RequestRow> {
    const random = this.#random;
    if (isFirst) this.#datacenter = random.chance(tunnelShare) ? random.item(tunnels) : '';
    const datacenter = this.#datacenter;
    if (this.#isDown(time, age)) {
      yield this.#row({ time, path, status: 502, bytes_out: 320, duration_us: 2_000_000, datacenter });
      return;
    }
    if (isFirst && random.chance(movedShare)) {
      const moved = this.#site.movedPath.replace(/\*$/, `/${random.below(40)}`).replaceAll('//', '/');
      yield this.#row({
        time: time - 120,
        path: moved,
        status: 301,
        redirect: this.#movedUuid,
        visitor,
        target: `https://archive.${this.#site.host}${moved}`,
        bytes_out: 260,
        duration_us: 700,
        datacenter,
      });
    }
    yield this.#row({
      time: time - 60,
      path,
      bytes_out: page.bytes,
      duration_us: this.#pageUs(),
      datacenter,
      visitor,
      page_load: 'measured',
    });
    for (const asset of isFirst ? assets : []) {
      const isCached = random.chance(0.2);
      yield this.#row({
        time,
        path: asset.path,
        status: isCached ? 304 : 200,
        bytes_out: isCached ? 180 : asset.bytes,
        duration_us: Math.round(random.logNormal(5_000, 0.6)),
        datacenter,
      });
    }
    const own = { bytes_in: 420, duration_us: Math.round(random.logNormal(600, 0.4)), datacenter };
    if (isFirst) {
      yield this.#row({ time, path: '/.nameplate/script.js', status: 200, bytes_out: scriptBytes, ...own });
    }
    yield this.#row({
      time: time + 5,
      path: '/.nameplate/event',
      method: 'POST',
      status: 202,
      bytes_out: 160,
      ...own,
    });
  }

  /** Requests of crawlers, checks and scanners; `visits` is the day's number of visits. */
  *ofCrawlers(startMs: number, visits: number): Generator<RequestRow> {
    const random = this.#random;
    for (let at = 0; at < healthChecksPerDay; at++) {
      const time = startMs + Math.floor((at + 0.5) * (dayMs / healthChecksPerDay));
      yield this.#ofCrawler({ bot: 'UptimeRobot', datacenter: 'amazon-aws', paths: 'health' }, time);
    }
    const count = random.round(40 + visits * crawlerShare);
    for (let i = 0; i < count; i++) {
      yield this.#ofCrawler(random.item(crawlers), startMs + random.below(dayMs));
    }
  }

  #ofCrawler({ bot, datacenter, paths }: Crawler, time: number): RequestRow {
    const random = this.#random;
    const common = { time, bot, datacenter, ...detailsOfCrawler(this.#site.host, bot, datacenter) };
    if (paths === 'health') {
      return this.#row({ ...common, method: 'HEAD', path: '/', bytes_out: 210, duration_us: this.#pageUs() });
    }
    if (paths === 'scan') {
      const path = scannedPaths[random.below(scannedPaths.length)] ?? '/';
      return this.#row({ ...common, path, status: 404, bytes_out: 900, duration_us: this.#pageUs() });
    }
    if (random.chance(0.08)) {
      return this.#row({ ...common, path: '/robots.txt', bytes_out: 240, duration_us: this.#pageUs() });
    }
    const page = random.item(random.chance(0.3) ? this.#site.entries : this.#site.pages);
    return this.#row({
      ...common,
      path: page.path,
      bytes_out: page.bytes,
      duration_us: this.#pageUs(),
      page_load: 'measured',
    });
  }

  #row(answer: Answer): RequestRow {
    const random = this.#random;
    const isError = answer.status === undefined && random.chance(errorShare);
    const isMissing = answer.status === undefined && !isError && random.chance(missingShare);
    const row = {
      domain: this.#domain,
      duration_us: 1_000,
      bytes_in: 380 + random.below(240),
      bytes_out: 400,
      status: isError ? 500 : isMissing ? 404 : 200,
      method: 'GET',
      bot: '',
      datacenter: '',
      ...noRowDetails,
      protocol: 'HTTP/2',
      tls_version: 'TLSv1.3',
      ...answer,
      ...(isMissing && { path: `${answer.path === '/' ? '' : answer.path}/missing`, bytes_out: 900 }),
    };
    const isAnswered = row.status === 200 || row.redirect !== noRowDetails.redirect;
    return { ...row, ...(!isAnswered && notLoaded), ...upstreamTime(row) };
  }

  #pageUs(): number {
    const random = this.#random;
    // A few requests take very long.
    const factor = random.chance(0.004) ? 8 + random.below(120) : 1;
    return Math.round(random.logNormal(this.#site.pageMs * 1_000, 0.55) * factor);
  }

  /** From 14:00 to 15:00 UTC. */
  #isDown(time: number, age: number): boolean {
    return age === this.#site.outageDaysAgo && Math.floor((time % dayMs) / hourMs) === 14;
  }
}

/** The edge answers redirects and the tracker itself, and a server that is down sends no head. */
function upstreamTime({
  path,
  status,
  duration_us,
}: Pick<RequestRow, 'path' | 'status' | 'duration_us'>): Pick<RequestRow, 'upstream_us' | 'failure'> {
  if (status === 502) return { upstream_us: 0, failure: 'connect_timeout' };
  const isOwn = status === 301 || path.startsWith('/.nameplate/');
  return { upstream_us: isOwn ? 0 : Math.round(duration_us * 0.9), failure: '' };
}
