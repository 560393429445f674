import { expect, test } from 'vitest';
import { readVisitorQuery } from './read-query.ts';

const now = Date.UTC(2026, 10, 22, 12, 30);
const valid = { metrics: ['visitors'], date_range: '7d' };

function refusalOf(members: object): string {
  try {
    readVisitorQuery({ ...valid, ...members }, now);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'accepted';
}

function nested(levels: number): unknown {
  let filter: unknown = ['is', 'event:page', ['/']];
  for (let level = 0; level < levels; level++) filter = ['not', filter];
  return filter;
}

const test64 = Array.from({ length: 64 }, () => ['is', 'event:page', ['/']]);

test.each<[name: string, members: object, refusal: RegExp]>([
  ['no metrics', { metrics: undefined }, /^metrics is missing; allowed: a list of visitors, visits, /],
  ['an empty list of metrics', { metrics: [] }, /^metrics is \[\]; allowed/],
  [
    'an unknown metric',
    { metrics: ['visitors', 'clicks'] },
    /^metrics\[1\] is "clicks"; allowed: visitors, /,
  ],
  [
    'a metric twice',
    { metrics: ['visits', 'visits'] },
    /^metrics\[1\] repeats "visits"; allowed: each once$/,
  ],
  ['a metric that is an object', { metrics: [{}] }, /^metrics\[0\] is \{\}; allowed/],
  ['a name of Object.prototype', { metrics: ['constructor'] }, /^metrics\[0\] is "constructor"; allowed/],
  ['no range', { date_range: undefined }, /^date_range is missing; allowed: day, month, year, /],
  ['an unknown period', { date_range: '0d' }, /^date_range is "0d"; allowed/],
  [
    'a day that no month has',
    { date_range: ['2026-02-30', '2026-03-01'] },
    /^date_range\[0\] is "2026-02-30"; allowed/,
  ],
  ['one date', { date_range: ['2026-02-01'] }, /^date_range is \["2026-02-01"\]; allowed/],
  [
    'dates in the wrong order',
    { date_range: ['2026-02-02', '2026-02-01'] },
    /ends before it begins; allowed: the earlier one first$/,
  ],
  [
    'ten years and more',
    { date_range: ['2010-01-01', '2026-01-01'] },
    /is too long; allowed: at most 3660 days$/,
  ],
  [
    'an instant without an offset',
    { date_range: ['2026-02-01T00:00:00', '2026-02-02T00:00:00'] },
    /^date_range\[0\] is /,
  ],
  [
    'an unknown zone',
    { timezone: 'Europe/Atlantis' },
    /^timezone is "Europe\/Atlantis"; allowed: an IANA name/,
  ],
  ['an offset as a zone', { timezone: '+02:00' }, /^timezone is "\+02:00"; allowed/],
  [
    'an unknown dimension',
    { dimensions: ['visit:os', 'visit:shoe'] },
    /^dimensions\[1\] is "visit:shoe"; allowed: time:hour, /,
  ],
  [
    'nine dimensions',
    { dimensions: Array.from({ length: 9 }, () => 'visit:os') },
    /^dimensions has 9 elements; allowed: at most 8$/,
  ],
  [
    'minutes of two days',
    { dimensions: ['visit:os', 'time:minute'], date_range: ['2026-10-25', '2026-10-26'] },
    /^dimensions\[1\] is "time:minute"; allowed: with a date_range of at most 24 hours, or one day of the timezone$/,
  ],
  [
    'minutes of 25 hours that are no day',
    {
      dimensions: ['time:minute'],
      timezone: 'Europe/Berlin',
      date_range: ['2026-10-25T00:00:00Z', '2026-10-26T01:00:00Z'],
    },
    /^dimensions\[0\] is "time:minute"/,
  ],
  ['minutes of all', { dimensions: ['time:minute'], date_range: 'all' }, /^dimensions\[0\] is "time:minute"/],
  [
    'minutes compared with two days',
    {
      dimensions: ['time:minute'],
      date_range: 'day',
      include: { comparison: { mode: 'custom', date_range: '2d' } },
    },
    /^include.comparison.date_range is too long for time:minute; allowed: at most 24 hours, or one day/,
  ],
  ['filters that are no list', { filters: 'all' }, /^filters is "all"; allowed: a list of filters$/],
  [
    'an unknown operator',
    {
      filters: [
        ['is', 'event:page', ['/']],
        ['like', 'event:page', ['/']],
      ],
    },
    /^filters\[1\]\[0\] is "like"; allowed: is, is_not, contains, contains_not, matches, matches_not, and, or, not, has_done, has_not_done$/,
  ],
  [
    'an operator of Object.prototype',
    { filters: [['toString', 'event:page', ['/']]] },
    /^filters\[0\]\[0\] is "toString"; allowed/,
  ],
  [
    'a filter on time',
    { filters: [['is', 'time:day', ['2026-01-01']]] },
    /^filters\[0\]\[1\] is "time:day"; allowed: event:page, /,
  ],
  [
    'no values',
    { filters: [['is', 'event:page', []]] },
    /^filters\[0\]\[2\] has 0 values; allowed: a list of 1 to 1000 texts$/,
  ],
  [
    'a number as a value',
    { filters: [['is', 'event:page', [1]]] },
    /^filters\[0\]\[2\]\[0\] is 1; allowed: a text of at most 2000/,
  ],
  [
    'a long value',
    { filters: [['is', 'event:page', ['x'.repeat(2_001)]]] },
    /^filters\[0\]\[2\]\[0\] is "x+"… \(2001 characters\); allowed/,
  ],
  ['an empty or', { filters: [['or', []]] }, /^filters\[0\]\[1\] is empty; allowed: at least one filter$/],
  [
    'a place deep inside',
    { filters: [['and', [['not', ['is', 'visit:nose', ['x']]]]]] },
    /^filters\[0\]\[1\]\[0\]\[1\]\[1\] is "visit:nose"/,
  ],
  ['64 nested nots', { filters: [nested(64)] }, /is nested too deep; allowed: at most 64 levels$/],
  [
    '65 tests',
    { filters: [...test64, ['is', 'event:page', ['/']]] },
    /^filters\[64\] is one filter too many; allowed: at most 64$/,
  ],
  [
    'an order by what is not asked for',
    { order_by: [['visits', 'desc']] },
    /^order_by\[0\]\[0\] is "visits"; allowed: what the query asks for: visitors$/,
  ],
  [
    'an unknown direction',
    { order_by: [['visitors', 'down']] },
    /^order_by\[0\]\[1\] is "down"; allowed: asc, desc$/,
  ],
  [
    'an unknown member of include',
    { include: { imports: true } },
    /^include has the unknown member "imports"; allowed: time_labels, total_rows, comparison$/,
  ],
  [
    'labels without time',
    { include: { time_labels: true } },
    /^include.time_labels is true; allowed: with one of time:hour, /,
  ],
  [
    'a flag that is text',
    { include: { total_rows: 'yes' } },
    /^include.total_rows is "yes"; allowed: true, false$/,
  ],
  [
    'a limit of 0',
    { pagination: { limit: 0 } },
    /^pagination.limit is 0; allowed: a whole number from 1 to 10000$/,
  ],
  ['a page beyond the limit', { pagination: { limit: 10_001 } }, /^pagination.limit is 10001; allowed/],
  ['an offset below 0', { pagination: { offset: -1 } }, /^pagination.offset is -1; allowed/],
])('refuses %s', (_, members, refusal) => {
  expect(refusalOf(members)).toMatch(refusal);
});

test('takes 64 filters, and 63 nots within each other', () => {
  expect(refusalOf({ filters: test64 })).toBe('accepted');
  expect(refusalOf({ filters: [nested(63)] })).toBe('accepted');
});

test('orders by time, then by the first metric, unless told otherwise', () => {
  const read = (members: object) => readVisitorQuery({ ...valid, ...members }, now).orderBy;
  expect(read({ dimensions: ['visit:os', 'time:day'] })).toEqual([
    { by: 'time:day', direction: 'asc' },
    { by: 'visitors', direction: 'desc' },
  ]);
  expect(read({ order_by: [['visitors', 'asc']] })).toEqual([{ by: 'visitors', direction: 'asc' }]);
});

test('counts minutes of 24 hours and of a day that has 25', () => {
  const dimensions = ['time:minute'];
  const day = { dimensions, timezone: 'Europe/Berlin', date_range: ['2026-10-25', '2026-10-25'] };
  expect(refusalOf(day)).toBe('accepted');
  const hours = { dimensions, date_range: ['2026-10-25T11:11:11Z', '2026-10-26T11:11:11Z'] };
  expect(refusalOf(hours)).toBe('accepted');
});
