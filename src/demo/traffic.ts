/** The demo's traffic, day by day: the same seed and day generate the same traffic at any time of the day. */
import type { PageviewRow } from '../analytics/engine/pageview-row.ts';
import type { RequestRow } from '../analytics/engine/request-row.ts';
import { dayMs } from '../core/time.ts';
import { eventsOf } from './actions.ts';
import { Answers } from './answers.ts';
import { Clicks, type DemoLinks } from './clicks.ts';
import { Random } from './random.ts';
import type { Site } from './sites.ts';
import { dayStart, Visits } from './visits.ts';

export type TrafficOptions = {
  readonly seed: string;
  /** Including today. */
  readonly days: number;
  /** Later events are left out. */
  readonly nowMs: number;
};

export type DayOfTraffic = {
  readonly startMs: number;
  readonly pageviews: readonly PageviewRow[];
  readonly events: readonly PageviewRow[];
  readonly requests: readonly RequestRow[];
};

const noLinks: DemoLinks = { redirects: [], movedUuid: '', short: undefined };

/** Yields the traffic of one site, one day after the other, today last. */
export function* trafficOf(
  site: Site,
  domain: string,
  { seed, days, nowMs }: TrafficOptions,
  links: DemoLinks = noLinks,
): Generator<DayOfTraffic> {
  const random = new Random(`${seed}/${site.host}`);
  const visits = new Visits(site, domain, random);
  const answers = new Answers(site, domain, random, links.movedUuid);
  const clicks = new Clicks(site.host, links, new Random(`${seed}/${site.host}/clicks`));
  const actions = new Random(`${seed}/${site.host}/events`);
  const todayMs = dayStart(nowMs);
  for (let age = days - 1; age >= 0; age--) {
    const startMs = todayMs - age * dayMs;
    const pageviews: PageviewRow[] = [];
    const events: PageviewRow[] = [];
    const requests: RequestRow[] = [];
    let visitCount = 0;
    let isServed = true;
    for (const view of visits.ofDay(startMs, age, days)) {
      if (view.isFirst) {
        visitCount += 1;
        isServed = true;
      }
      // Visitors leave when a page fails.
      if (!isServed) continue;
      for (const click of clicks.before(view)) if (click.time <= nowMs) requests.push(click);
      for (const request of answers.ofView(view, age)) {
        if (request.status >= 500) isServed = false;
        if (request.time <= nowMs) requests.push(request);
      }
      // What was not shown was not counted.
      if (isServed && view.row.time <= nowMs) pageviews.push(view.row);
      for (const event of eventsOf(site.host, view, actions)) {
        if (isServed && event.time <= nowMs) events.push(event);
      }
    }
    for (const request of answers.ofCrawlers(startMs, visitCount)) {
      if (request.time <= nowMs) requests.push(request);
    }
    yield { startMs, pageviews, events, requests };
  }
}
