import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { PageviewRow } from '../analytics/engine/pageview-row.ts';
import { isDetails } from '../analytics/ingest/event-details.ts';
import { BotLookup } from '../analytics/lookup/bot.ts';
import { datacenterProviders } from '../analytics/lookup/hosting-networks.ts';
import { searchLabels, sourceRows } from '../analytics/lookup/source-table.ts';
import { crawlers, tunnels } from './crawlers.ts';
import { Random } from './random.ts';
import { sites } from './sites.ts';
import { type DayOfTraffic, type TrafficOptions, trafficOf } from './traffic.ts';

const domain = '0192f1c0-0000-7000-8000-000000000001';
const noon = Date.UTC(2026, 9, 15, 12);
const options: TrafficOptions = { seed: 'test', days: 4, nowMs: noon };
const [shop, , journal] = sites;

function days(site = shop, differences: Partial<TrafficOptions> = {}): DayOfTraffic[] {
  if (!site) throw new Error('there is no such site');
  return [...trafficOf(site, domain, { ...options, ...differences })];
}

/** Comparing tens of thousands of rows one by one takes seconds. */
function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

describe('the same seed and the same day', () => {
  test('make the same traffic', () => {
    expect(digest(days())).toBe(digest(days()));
    expect(digest(days(shop, { seed: 'other' }))).not.toBe(digest(days()));
  });

  test('whatever the time of the day: later there is more of it, nothing else', () => {
    const [noons, evenings] = [days(), days(shop, { nowMs: noon + 6 * 3_600_000 })];
    expect(digest(evenings.slice(0, 3))).toBe(digest(noons.slice(0, 3)));
    const [today, tonight] = [noons[3], evenings[3]];
    expect(digest(today?.events)).toBe(digest(tonight?.events.filter(({ time }) => time <= noon)));
    expect(digest(today?.requests)).toBe(digest(tonight?.requests.filter(({ time }) => time <= noon)));
    expect(digest(today?.pageviews)).toBe(digest(tonight?.pageviews.filter(({ time }) => time <= noon)));
    expect(tonight?.pageviews.length).toBeGreaterThan(today?.pageviews.length ?? 0);
  });
});

test('nothing is later than now, and the visits of a day begin on it', () => {
  for (const { startMs, pageviews, events, requests } of days(shop, { days: 3 })) {
    const times = [...pageviews, ...events, ...requests].map(({ time }) => time).toSorted((a, b) => a - b);
    expect(times.at(-1)).toBeLessThanOrEqual(noon);
    expect(times[0]).toBeGreaterThanOrEqual(startMs - 1_000);
  }
});

test('visits are visits: most pageviews follow another of the same visitor within half an hour', () => {
  const latest = new Map<string, number>();
  let [views, followers] = [0, 0];
  const rows = days().flatMap(({ pageviews }) => pageviews);
  for (const { visitor, time } of rows.toSorted((a, b) => a.time - b.time)) {
    views += 1;
    if (time - (latest.get(visitor) ?? 0) <= 1_800_000) followers += 1;
    latest.set(visitor, time);
  }
  expect(followers / views).toBeGreaterThan(0.5);
  expect(followers / views).toBeLessThan(0.9);
});

test('a visitor has another hash in another month, and in its first half hour both', () => {
  const rows = days(journal, { nowMs: Date.UTC(2026, 10, 2), days: 3, seed: 'month' }).flatMap(
    ({ pageviews }) => pageviews,
  );
  const change = Date.UTC(2026, 10, 1);
  const before = new Set(rows.filter(({ time }) => time < change).map(({ visitor }) => visitor));
  expect(rows.some(({ time, visitor }) => time >= change && before.has(visitor))).toBe(false);
  const linked = rows.filter(({ time, previous_visitor }) => {
    return (previous_visitor !== '0') !== (time >= change && time < change + 1_800_000);
  });
  expect(linked).toEqual([]);
});

test('custom events follow a pageview of the same visitor and page, and are such as live ones', () => {
  const views = new Map<string, number[]>();
  const rows = sites.flatMap((site) => days(site));
  const keyOf = ({ visitor, path }: PageviewRow) => `${visitor} ${path}`;
  for (const view of rows.flatMap(({ pageviews }) => pageviews)) {
    views.set(keyOf(view), [...(views.get(keyOf(view)) ?? []), view.time]);
  }
  const events = rows.flatMap((day) => day.events);
  expect(new Set(events.map(({ name }) => name)).size).toBe(6);
  expect(new Set(events.map((event) => event.revenue_currency))).toEqual(new Set(['', 'EUR', 'USD']));
  for (const event of events) {
    const seen = (views.get(keyOf(event)) ?? []).map((time) => event.time - time);
    expect(seen.some((afterMs) => afterMs >= 0 && afterMs < 30_000)).toBe(true);
    expect(isDetails(event)).toBe(true);
  }
});

test('an order follows its cart and its product, which it is paid for', () => {
  const shopDays = days(shop);
  const rows = shopDays.flatMap(({ pageviews, events }) => pageviews.concat(events));
  const isOf = (name: string, path: string) => (row: PageviewRow) => row.name === name && row.path === path;
  const pageview = shopDays[0]?.pageviews[0]?.name ?? '';
  const byVisitor = new Map<string, PageviewRow[]>();
  for (const row of rows.toSorted((a, b) => a.time - b.time))
    byVisitor.set(row.visitor, [...(byVisitor.get(row.visitor) ?? []), row]);
  let orders = 0;
  for (const seen of byVisitor.values()) {
    for (const [at, order] of seen.entries()) {
      if (order.name !== 'Order') continue;
      orders += 1;
      const earlier = seen.slice(0, at);
      const added = earlier.filter(({ name }) => name === 'Add to cart');
      expect(added.map(({ props }) => props['product'])).toContain(order.props['product']);
      for (const path of ['/cart', '/checkout', '/checkout/thanks'])
        expect(earlier.some(isOf(pageview, path))).toBe(true);
      expect([Number(order.revenue_amount) > 0, order.revenue_currency]).toEqual([true, 'EUR']);
    }
  }
  expect(orders).toBeGreaterThan(5);
});

test('pages that were answered are page loads, viewed by who loaded them', () => {
  const all = days();
  const viewers = new Set(all.flatMap(({ pageviews }) => pageviews.map(({ visitor }) => visitor)));
  const loads = all.flatMap(({ requests }) => requests.filter(({ page_load: pageLoad }) => pageLoad !== ''));
  expect(loads.every(({ status, method }) => status === 200 && method === 'GET')).toBe(true);
  expect(loads.some(({ bot }) => bot !== '')).toBe(true);
  const ofPeople = loads.filter(({ bot }) => bot === '');
  expect(loads.some(({ bot, visitor }) => bot !== '' && viewers.has(visitor))).toBe(false);
  // A view comes a moment after its page, so perhaps later than now.
  const viewed = ofPeople.filter(({ visitor }) => viewers.has(visitor));
  expect(viewed.length).toBeGreaterThan(ofPeople.length * 0.99);
});

test("no page is missing below the program's own paths, and its script never fails", () => {
  const own = days().flatMap(({ requests }) =>
    requests
      .filter(({ path }) => path.startsWith('/.nameplate/'))
      .map(({ path, status }) => `${status} ${path}`),
  );
  expect(new Set(own)).toEqual(new Set(['200 /.nameplate/script.js', '202 /.nameplate/event']));
});

test('grows, has quiet and busy days, and the peak that it is to have', () => {
  const journalDays = days(journal, { days: 25 }).map(({ pageviews }) => pageviews.length);
  const peak = journalDays.indexOf(Math.max(...journalDays));
  expect(24 - peak).toBe(journal?.peak?.daysAgo);
});

test('a source that sends paths has them as its referrers, also on the busy day', () => {
  const views = days(journal, { days: 25 }).map(({ pageviews }) =>
    pageviews.filter(({ source }) => source === 'weeknotes.example'),
  );
  expect(new Set(views.flat().map(({ referrer }) => referrer))).toContain(
    'weeknotes.example/2026/leaving-the-cloud',
  );
  expect(views[24 - (journal?.peak?.daysAgo ?? 0)]?.length).toBeGreaterThan(100);
});

test('who comes from a search has its host as the referrer', () => {
  const referrers = days().flatMap(({ pageviews }) =>
    pageviews.filter(({ source }) => source === 'Google').map(({ referrer }) => referrer),
  );
  expect([...new Set(referrers)]).toEqual(['google.com']);
});

test('bots and networks have the names that live traffic gets', () => {
  const lookup = new BotLookup();
  const slugs = new Set(datacenterProviders.map(({ slug }) => slug));
  const random = new Random('names');
  for (let i = 0; i < 300; i++) {
    const { bot, datacenter } = random.item(crawlers);
    if (bot !== '') expect(lookup.nameOf(`${bot}/1.0`)).toBe(bot);
    expect(datacenter === '' || slugs.has(datacenter)).toBe(true);
    expect(slugs).toContain(random.item(tunnels));
  }
});

test('sources have the names that live traffic gets', () => {
  const names = new Set([
    'Direct',
    ...sourceRows.map(([name]) => name),
    ...Object.values(searchLabels).map(({ name }) => name),
  ]);
  const random = new Random('names');
  for (const { sources, campaigns, linkingPages } of sites) {
    // Of a host that isn't in the tables, the host is the source.
    for (const host of Object.keys(linkingPages ?? {})) names.add(host);
    for (let i = 0; i < 100; i++) expect(names).toContain(random.item(sources));
    for (const { source } of campaigns) expect(names).toContain(source);
  }
});
