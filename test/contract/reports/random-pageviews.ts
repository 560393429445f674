/**
 * Random pageviews, and custom events among them, around every edge that visits and visitors have: gaps of 1,800.000 s
 * and one millisecond more, midnights, salts that change at them, visits of many days, equal times, ties, unknown places.
 */
import fc from 'fast-check';
import { type PageviewRow, plainPageview } from '../../../src/analytics/engine/pageview-row.ts';
import { slugs } from './slow-web-reports.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const gapMs = 1_800_000;
/** The days around it are a leap day's and a month's turn. */
export const firstDay = Date.UTC(2024, 1, 26) / dayMs;
export const lastDay = firstDay + 9;
/** The days and one on either side, each as likely as another: numbers of fast-check are mostly the first and the last. */
export const calendar: readonly number[] = Array.from(
  { length: lastDay - firstDay + 3 },
  (_, index) => firstDay - 1 + index,
);

const places = [
  { country: 'DE', region: 'DE-BE', region_name: 'Berlin', city: 'Berlin' },
  { country: 'DE', region: 'DE-BY', region_name: 'Bavaria', city: 'Neustadt' },
  { country: 'DE', region: 'DE-BY', region_name: 'Bavaria', city: 'Augsburg' },
  { country: 'DE', region: 'DE-BY', region_name: 'Bavaria', city: '' },
  // One region under two names, as databases change them.
  { country: 'DE', region: 'DE-BY', region_name: 'Bayern', city: 'Neustadt' },
  { country: 'DE', region: 'DE-SN', region_name: 'Saxony', city: 'Neustadt' },
  { country: 'US', region: '', region_name: 'Ohio', city: 'Berlin' },
  { country: 'US', region: '', region_name: '', city: '' },
  { country: 'ZZ', region: '', region_name: '', city: '' },
  { country: '', region: '', region_name: '', city: '' },
];

/** What a pageview has beside visitor and time. */
const content = fc.record({
  path: fc.constantFrom('/', '/a', '/b', '/A', '/é', "/it's"),
  source: fc.constantFrom('Direct', 'Direct', 'Google', 'example.org', 'X'),
  referrer: fc.constantFrom('Direct', 'google.com', 'google.com/a', "example.org/it's", ''),
  utm_source: fc.constantFrom('', '', 'news', 'News'),
  utm_medium: fc.constantFrom('', 'mail', '', 'CPC'),
  utm_campaign: fc.constantFrom('', '', 'a\'b"c', 'ü', '(none)'),
  utm_term: fc.constantFrom('', 't'),
  utm_content: fc.constantFrom('', 'c'),
});
const device = fc.record({
  browser: fc.constantFrom('Chrome', 'Samsung Internet', 'Unknown'),
  operating_system: fc.constantFrom(...Object.keys(slugs).filter((name) => /OS|Win/.test(name)), 'Unknown'),
  screen: fc.constantFrom<PageviewRow['screen'][]>('mobile', 'tablet', 'laptop', 'desktop', ''),
});

/** What a custom event has beside. */
const details = fc.record({
  props: fc.constantFrom<PageviewRow['props'][]>(
    {},
    { plan: 'pro' },
    { plan: '(none)' },
    { plan: 'free', size: '' },
    { 'it\'s "😀"\0': '\\', plan: 'pro' },
  ),
  revenue: fc.constantFrom(
    { revenue_amount: '0', revenue_currency: '' },
    { revenue_amount: '12.50', revenue_currency: 'EUR' },
    { revenue_amount: '0.005', revenue_currency: 'EUR' },
    { revenue_amount: '-3.1', revenue_currency: 'EUR' },
    { revenue_amount: '999999999999999.999', revenue_currency: 'JPY' },
  ),
});

/** What reports have, by name, and an event that an older program stored under that name. */
const reportProps = fc.record({
  engagement: fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom(0, 1, 499, 500, 1500, 86_400_000), fc.constantFrom(0, 1, 50, 99, 100))
        .map(([e, sd]): PageviewRow['props'] => ({ '': '', e: String(e), sd: String(sd) })),
    },
    { weight: 1, arbitrary: fc.constant<PageviewRow['props']>({ e: '7', sd: '7' }) },
  ),
  vitals: fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .dictionary(
          fc.constantFrom('lcp', 'inp', 'ttfb', 'cls'),
          fc.oneof(fc.constantFrom(0, 1, 86_400_000), fc.integer({ min: 0, max: 5_000 })).map(String),
        )
        .map((measured): PageviewRow['props'] => Object.assign({ '': '' }, measured)),
    },
    { weight: 1, arbitrary: fc.constant<PageviewRow['props']>({ lcp: '7', cls: '7' }) },
  ),
});
const eventKinds = ['pageview', 'pageview', 'pageview', 'Signup', 'Order'] as const;
/** With reports among them. */
export const kindsWithReports: readonly string[] = [
  ...eventKinds,
  'engagement',
  'engagement',
  'vitals',
  'vitals',
];

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(gapMs, gapMs + 1, gapMs - 1, gapMs + 1000) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: gapMs }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 3 * dayMs }) },
  // The same millisecond: the order of arrival decides.
  { weight: 2, arbitrary: fc.constant(0) },
);
/** A visit that goes on for days: every step is within the gap. */
const longWalk = fc.array(fc.integer({ min: gapMs - 60_000, max: gapMs }), { minLength: 55, maxLength: 150 });
const walk = fc.oneof(
  { weight: 6, arbitrary: fc.array(step, { maxLength: 12 }) },
  { weight: 1, arbitrary: longWalk },
);
const start = fc
  .tuple(
    fc.integer({ min: firstDay, max: lastDay - 2 }),
    fc.oneof(
      fc.constantFrom(0, 1, gapMs - 1, gapMs, dayMs - gapMs - 1, dayMs - gapMs, dayMs - gapMs + 1, dayMs - 1),
      fc.integer({ min: 0, max: dayMs - 1 }),
    ),
  )
  .map(([day, ms]) => day * dayMs + ms);

/** When it is midnight in UTC, and in the zones of random queries. */
const midnights = [0, 0, 0, 4, 5, 10.25, 11, 11.25, 13, 13.5, 15, 18.25, 18.5, 22, 23].map(
  (hour) => hour * hourMs,
);
/** A visit over a midnight, or two where the gap is a millisecond too long. */
const overMidnight = fc
  .tuple(
    fc.constantFrom(...calendar.slice(2, -1)),
    fc.constantFrom(...midnights),
    fc.integer({ min: 1, max: gapMs }),
    fc.oneof(fc.constantFrom(0, gapMs, gapMs + 1), fc.integer({ min: 0, max: gapMs })),
    fc.array(step, { maxLength: 4 }),
  )
  .map(([day, midnight, before, gap, steps]): [number, number[]] => [
    day * dayMs + midnight - before,
    [Math.max(before, gap), ...steps],
  ]);
const anywhere = fc.tuple(start, walk);

/** One person at one domain: the hash changes with the salt, `saltDays` after `saltDays`, or never. */
function anyPerson(
  domains: readonly string[],
  kinds: readonly string[],
  way: fc.Arbitrary<[start: number, steps: number[]]>,
): fc.Arbitrary<PageviewRow[]> {
  return fc
    .record({
      domain: fc.constantFrom(...domains),
      id: fc.nat({ max: 6 }),
      saltDays: fc.constantFrom(1, 4, 1000),
      way,
      arrivals: fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 5 }),
      names: fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 4 }),
      reports: fc.array(reportProps, { minLength: 1, maxLength: 3 }),
      details: fc.array(details, { minLength: 1, maxLength: 3 }),
      contents: fc.array(content, { minLength: 1, maxLength: 5 }),
      devices: fc.array(device, { minLength: 1, maxLength: 2 }),
      places: fc.array(fc.constantFrom(...places), { minLength: 1, maxLength: 2 }),
    })
    .map(
      ({
        domain,
        id,
        saltDays,
        way: [begin, steps],
        arrivals,
        names,
        details: given,
        reports,
        contents,
        devices,
        places: seenAt,
      }) => {
        let time = begin;
        return [0, ...steps].map((gap, index): PageviewRow => {
          time += gap;
          const day = Math.floor(time / dayMs);
          const salt = Math.floor(day / saltDays);
          const isNew = day % saltDays === 0 && time - day * dayMs <= gapMs;
          const who = {
            domain,
            time,
            arrival: at(arrivals, index),
            visitor: hashOf(id, saltDays, salt),
            previous_visitor: isNew ? hashOf(id, saltDays, salt - 1) : '0',
          };
          const name = at(names, index);
          const { props, revenue } = at(given, index);
          return Object.assign(
            {
              ...who,
              ...plainPageview,
              name,
              ...(name === 'pageview' ? {} : { props, ...revenue }),
              ...(name === 'engagement' || name === 'vitals' ? { props: at(reports, index)[name] } : {}),
              // A pageview's own properties are no report.
              ...(name === 'pageview' && kinds.includes('vitals') && index % 3 === 0
                ? { props: { e: '3', sd: '100', lcp: '3' } }
                : {}),
            },
            at(contents, index),
            at(devices, Math.floor(index / 3)),
            at(seenAt, Math.floor(index / 4)),
          );
        });
      },
    );
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('the list is not empty');
  return item;
}

/** A number of 64 bits that no number of ours holds. */
function hashOf(id: number, saltDays: number, salt: number): string {
  return String(11_400_714_819_323_198_485n - BigInt(id * 10_000_000 + saltDays * 1_000_000 + salt));
}

/**
 * Pageviews of several persons in any order. No two of a person have the same millisecond and arrival: nothing says
 * which of these comes first.
 */
export function anyPageviews(
  domains: readonly string[],
  kinds: readonly string[] = eventKinds,
): fc.Arbitrary<PageviewRow[]> {
  return fc
    .tuple(
      fc.array(anyPerson(domains, kinds, anywhere), { maxLength: 14 }),
      fc.oneof(
        {
          weight: 5,
          arbitrary: fc.array(anyPerson(domains, kinds, overMidnight), { minLength: 4, maxLength: 8 }),
        },
        { weight: 1, arbitrary: fc.constant([]) },
      ),
    )
    .map(([wanderers, nightOwls]) => {
      const persons = [...wanderers, ...nightOwls];
      const seen = new Set<string>();
      return persons.flat().filter(({ domain, visitor, time, arrival }) => {
        const key = `${domain} ${visitor} ${time} ${arrival}`;
        return !seen.has(key) && seen.add(key);
      });
    })
    .chain((rows) => fc.shuffledSubarray(rows, { minLength: rows.length }));
}

/** A range that may begin and end on any day. */
export const anyWebRange: fc.Arbitrary<{ from: number; to: number }> = fc
  .tuple(
    fc.integer({ min: firstDay - 2, max: lastDay + 2 }),
    fc.oneof(fc.constantFrom(0, 1, 6, 30), fc.nat(12)),
  )
  .map(([from, more]) => ({ from, to: from + more }));
