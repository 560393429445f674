/** Random queries over visitors. */
import fc from 'fast-check';
import type { QueryGoal } from '../../../src/analytics/query/goals.ts';
import { visitorMetricNames } from '../../../src/analytics/query/visitor-metrics.ts';
import { visitorDimensionNames } from '../../../src/analytics/query/vocabulary.ts';
import { calendar, firstDay, lastDay } from '../reports/random-pageviews.ts';
import type { PlainFilter } from './slow-query.ts';

/** Whole hours, halves and quarters; clocks that change by an hour, by half an hour and off the full hour; both sides of the date line. */
export const zones: readonly string[] = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Asia/Pyongyang',
  'Pacific/Apia',
  'Pacific/Pago_Pago',
];
/** Days by which the pageviews are moved: to changes of the clock in these zones. */
const shifts: readonly number[] = [0, 9, 33, 214, 241, 248, -2128];
const clockChanges = (
  [
    ['America/New_York', '2024-03-10'],
    ['Europe/Berlin', '2024-03-31'],
    ['Australia/Lord_Howe', '2024-04-07'],
    ['Pacific/Chatham', '2024-04-07'],
    ['Pacific/Chatham', '2024-09-29'],
    ['Australia/Lord_Howe', '2024-10-06'],
    ['Europe/Berlin', '2024-10-27'],
    ['America/New_York', '2024-11-03'],
    ['Asia/Pyongyang', '2018-05-05'],
  ] as const
).map(([timezone, date]) => ({ timezone, day: Date.parse(date) / 86_400_000 }));

type Dated = { readonly timezone: string; readonly from: number; readonly days: number };

/** Half of them of days on which the clocks of their zone change, once these are moved. */
function atClockChanges<Asked extends Dated>(
  anyAsked: fc.Arbitrary<Asked>,
  shift: number,
): fc.Arbitrary<Asked> {
  const changes = clockChanges.filter(({ day }) => day - shift >= firstDay && day - shift <= lastDay);
  if (changes.length === 0) return anyAsked;
  const moved = fc
    .tuple(anyAsked, fc.constantFrom(...changes), fc.nat(3))
    .map(([asked, { timezone, day }, before]): Asked => {
      const from = day - shift - Math.min(before, asked.days);
      return Object.assign({}, asked, { timezone, from });
    });
  return fc.oneof(anyAsked, moved);
}

/** How far events are moved, and questions about them. */
export function anyShifted<Asked extends Dated>(
  anyAsked: fc.Arbitrary<Asked>,
  count: number,
): fc.Arbitrary<{ shift: number; asked: Asked[] }> {
  return fc.constantFrom(...shifts).chain((shift) =>
    fc.record({
      shift: fc.constant(shift),
      asked: fc.array(atClockChanges(anyAsked, shift), { minLength: count, maxLength: count }),
    }),
  );
}

/** Two of them complete with the same event. */
export const goals: readonly QueryGoal[] = [
  { uuid: '1', displayName: 'Signup', eventName: 'Signup', pagePath: null },
  { uuid: '2', displayName: 'Any order', eventName: 'Order', pagePath: null },
  { uuid: '3', displayName: "It's 'A'", eventName: null, pagePath: '/a' },
  { uuid: '4', displayName: 'Letter', eventName: null, pagePath: '/*' },
  { uuid: '5', displayName: 'None %', eventName: null, pagePath: '/_*%' },
];

const values: Record<string, readonly string[]> = {
  'event:page': ['/', '/a', '/b', '/A', '/é', "/it's", '/none'],
  'event:name': ['pageview', 'Signup'],
  'event:goal': ['Signup', 'Any order', 'Letter'],
  'event:currency': ['EUR', '(none)'],
  'event:props:plan': ['pro', 'free', '(none)'],
  'event:props:size': ['', '(none)'],
  'event:props:it\'s "😀"\0': ['\\', '(none)'],
  'visit:source': ['Direct', 'Google', 'X', 'Unknown'],
  'visit:referrer': ['Direct', 'google.com', 'google.com/a', "example.org/it's", 'Unknown'],
  'visit:channel': ['Organic Search', 'Organic Social', 'Paid Search', 'Referral', 'Direct'],
  'visit:utm_source': ['(none)', 'news', 'News'],
  'visit:utm_campaign': ['a\'b"c', 'ü', '(none)'],
  'visit:entry_page': ['/', '/a', "/it's"],
  'visit:exit_page': ['/', '/b'],
  'visit:country': ['DE', 'US', 'Unknown', 'ZZ'],
  'visit:country_name': ['Germany', 'United States'],
  'visit:region': ['DE-BY', 'DE-BE', 'Unknown'],
  'visit:region_name': ['Bavaria', 'Bayern', 'Ohio'],
  'visit:city': ['Neustadt', 'Berlin', 'Unknown'],
  'visit:browser': ['Chrome', 'Samsung Internet'],
  'visit:os': ['macOS', 'Windows', 'Unknown'],
  'visit:device': ['Mobile', 'Laptop', 'Unknown'],
};

/** `choices`: values of each dimension. */
const filterTest = (choices: Readonly<Record<string, readonly string[]>>): fc.Arbitrary<PlainFilter> =>
  fc
    .tuple(
      fc.constantFrom('is', 'is', 'is_not', 'contains', 'contains_not', 'matches', 'matches_not'),
      fc.constantFrom(...Object.keys(choices)),
    )
    // Goals have no patterns.
    .filter(([operator, dimension]) => dimension !== 'event:goal' || !operator.startsWith('matches'))
    .chain(([operator, dimension]) => {
      const some = operator.startsWith('matches')
        ? ['^/[a-z]$', 'e', '^D', '.', 'n', 'none']
        : (choices[dimension] ?? []);
      return fc
        .array(fc.constantFrom(...some), { minLength: 1, maxLength: 2 })
        .map((list): PlainFilter => ({ operator, inner: [], dimension, values: list }));
    });
const joined = (
  operators: readonly string[],
  inner: fc.Arbitrary<PlainFilter[]>,
): fc.Arbitrary<PlainFilter> =>
  fc.record({
    operator: fc.constantFrom(...operators),
    inner,
    dimension: fc.constant(''),
    values: fc.constant([]),
  });
const filterOf = (choices: Readonly<Record<string, readonly string[]>>): fc.Arbitrary<PlainFilter> =>
  fc.letrec<{ filter: PlainFilter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { weight: 4, arbitrary: filterTest(choices) },
      {
        weight: 1,
        arbitrary: joined(['and', 'or'], fc.array(tie('filter'), { minLength: 1, maxLength: 3 })),
      },
      {
        weight: 1,
        arbitrary: joined(
          ['not', 'has_done', 'has_not_done'],
          tie('filter').map((one) => [one]),
        ),
      },
    ),
  })).filter;
export const filter: fc.Arbitrary<PlainFilter> = filterOf(values);

const dimensions = [...visitorDimensionNames, 'event:props:plan', 'event:props:it\'s "😀"\0'];

export type RandomQuery = {
  readonly metrics: readonly string[];
  readonly dimensions: readonly string[];
  readonly filters: readonly PlainFilter[];
  readonly timezone: string;
  readonly from: number;
  readonly days: number;
};

/** `more`: values of further dimensions, which are asked for as often as all others together. */
export const queriesWith = (more: Readonly<Record<string, readonly string[]>>): fc.Arbitrary<RandomQuery> =>
  fc
    .record({
      metrics: fc.uniqueArray(fc.constantFrom(...visitorMetricNames), { minLength: 1, maxLength: 4 }),
      dimensions: fc.oneof(
        { weight: 3, arbitrary: fc.uniqueArray(oneOf(dimensions, Object.keys(more)), { maxLength: 3 }) },
        { weight: 1, arbitrary: fc.subarray(['time:day', 'time:week', 'time:month'], { maxLength: 1 }) },
        { weight: 1, arbitrary: fc.constant(['visit:exit_page']) },
        { weight: 1, arbitrary: fc.constantFrom(['event:page'], ['event:page', 'visit:source']) },
      ),
      // Without filters, by whole days of UTC, visitors add up from derived days.
      filters: fc.array(
        Object.keys(more).length === 0 ? filter : fc.oneof(filterOf(more), filterOf({ ...values, ...more })),
        { maxLength: 3, size: 'xsmall' },
      ),
      timezone: fc.oneof(fc.constant('UTC'), fc.constantFrom(...zones)),
      from: fc.constantFrom(...calendar),
      days: fc.constantFrom(0, 0, 1, 2, 6, 12),
    })
    .map(withAllowed);
export const anyQuery: fc.Arbitrary<RandomQuery> = queriesWith({});

function oneOf(some: readonly string[], others: readonly string[]): fc.Arbitrary<string> {
  const one = fc.constantFrom(...some);
  return others.length === 0 ? one : fc.oneof(one, fc.constantFrom(...others));
}

/** Without the metrics that are refused with its dimensions and filters, and of one day where it has minutes. */
export function withAllowed(query: RandomQuery): RandomQuery {
  const hasConversions = /event:(goal|props:)/.test(JSON.stringify([query.dimensions, query.filters]));
  const isByExitPage = query.dimensions.length === 1 && query.dimensions[0] === 'visit:exit_page';
  const isOfPages = query.dimensions.includes('event:page') || query.filters.some(isAboutPages);
  const isAllowed: Readonly<Record<string, boolean>> = {
    group_conversion_rate: hasConversions,
    exit_rate: isByExitPage && !query.filters.some(isAboutEvents),
    time_on_page: isOfPages,
    scroll_depth: isOfPages,
  };
  const metrics = query.metrics.filter((name) => isAllowed[name] ?? true);
  const days = query.dimensions.includes('time:minute') ? 0 : query.days;
  return { ...query, metrics: metrics.length === 0 ? ['visitors'] : metrics, days };
}

/** Whether it compares the event at hand, not any of the visit. */
function isAboutEvents({ operator, dimension, inner }: PlainFilter): boolean {
  return !operator.startsWith('has_') && (dimension.startsWith('event:') || inner.some(isAboutEvents));
}

function isAboutPages({ operator, dimension, inner }: PlainFilter): boolean {
  return !operator.startsWith('has_') && (dimension === 'event:page' || inner.some(isAboutPages));
}
