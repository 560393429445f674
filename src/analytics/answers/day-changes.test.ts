import { expect, test } from 'vitest';
import { DayChanges, type Quarters, quarterMs, quartersOf } from './day-changes.ts';

const domain = '0190b6a0-0000-7000-8000-000000000001';
const other = '0190b6a0-0000-7000-8000-000000000002';
const dayMs = 86_400_000;

/** The first quarter of an hour of days of one domain. */
function onDays(days: readonly number[], of = domain): Quarters {
  return new Map([[of, new Set(days.map((day) => day * 96))]]);
}

test('nothing has changed at the beginning', () => {
  const changes = new DayChanges();
  expect(changes.moment).toBe(0);
  expect(changes.lastOf(['requests', 'pageviews', 'persons', 'derived'], domain, 0, 65_535)).toBe(0);
});

test('a change is of a kind, a domain and its days', () => {
  const changes = new DayChanges();
  changes.mark('pageviews', onDays([20, 22]));
  expect(changes.moment).toBe(1);
  expect(changes.lastOf(['pageviews'], domain, 20, 20)).toBe(1);
  expect(changes.lastOf(['pageviews'], domain, 0, 19)).toBe(0);
  expect(changes.lastOf(['pageviews'], domain, 21, 21)).toBe(0);
  expect(changes.lastOf(['pageviews'], domain, 21, Number.POSITIVE_INFINITY)).toBe(1);
  expect(changes.lastOf(['requests'], domain, 0, 100)).toBe(0);
  expect(changes.lastOf(['requests', 'pageviews'], domain, 0, 100)).toBe(1);
  expect(changes.lastOf(['pageviews'], other, 0, 100)).toBe(0);
});

test('the latest change of several days counts', () => {
  const changes = new DayChanges();
  changes.mark('requests', onDays([20]));
  changes.mark('requests', onDays([21]));
  expect(changes.lastOf(['requests'], domain, 20, 21)).toBe(2);
  expect(changes.lastOf(['requests'], domain, 20, 20)).toBe(1);
});

test('everything of a kind, or of all, can change at once', () => {
  const changes = new DayChanges();
  changes.markAll('derived');
  expect(changes.lastOf(['derived'], domain, 3, 3)).toBe(1);
  expect(changes.lastOf(['pageviews'], domain, 3, 3)).toBe(0);
  changes.markAll();
  for (const kind of ['requests', 'pageviews', 'persons', 'derived'] as const)
    expect(changes.lastOf([kind], other, 3, 3)).toBe(2);
});

test('what is forgotten counts as changed', () => {
  const changes = new DayChanges(2 + 2 + 24);
  changes.mark('pageviews', onDays([1, 2]));
  changes.mark('pageviews', onDays([1, 2]));
  expect(changes.lastOf(['pageviews'], other, 1, 1)).toBe(0);
  changes.mark('pageviews', onDays([1, 2], other));
  const moment = changes.lastOf(['pageviews'], domain, 9, 9);
  expect(moment).toBe(changes.moment);
  expect(changes.lastOf(['requests'], domain, 9, 9)).toBe(moment);
  changes.mark('pageviews', onDays([1]));
  expect(changes.lastOf(['pageviews'], domain, 9, 9)).toBe(moment);
});

test('of the newest day the quarters of an hour are told apart', () => {
  const changes = new DayChanges();
  const at = (ms: number): Quarters => quartersOf([{ rows: [{ domain, time: 20 * dayMs + ms }] }]);
  const lastBefore = (ms: number): number => changes.lastOf(['pageviews'], domain, 19, 30, 20 * dayMs + ms);
  changes.mark('pageviews', at(quarterMs - 1));
  changes.mark('pageviews', at(5 * quarterMs));
  expect(lastBefore(0)).toBe(0);
  expect(lastBefore(1)).toBe(1);
  expect(lastBefore(quarterMs)).toBe(1);
  expect(lastBefore(5 * quarterMs)).toBe(1);
  expect(lastBefore(5 * quarterMs + 1)).toBe(2);
  expect(lastBefore(dayMs)).toBe(2);
  expect(changes.lastOf(['pageviews'], domain, 21, 30, 20 * dayMs + 9 * quarterMs)).toBe(0);
  // A late one.
  changes.mark('pageviews', at(0));
  expect(lastBefore(quarterMs)).toBe(3);
});

test('of the two newest days, no more', () => {
  const changes = new DayChanges();
  const mark = (day: number, quarter: number): void =>
    changes.mark('pageviews', new Map([[domain, new Set([day * 96 + quarter])]]));
  const before = (day: number, quarter: number): number =>
    changes.lastOf(['pageviews'], domain, day, day, day * dayMs + quarter * quarterMs);
  mark(20, 5);
  // One of tomorrow, as clocks differ.
  mark(21, 0);
  mark(20, 7);
  expect(before(20, 7)).toBe(1);
  expect(before(20, 8)).toBe(3);
  expect(before(21, 1)).toBe(2);
  mark(22, 0);
  mark(20, 0);
  // Not among them any more: one piece, also when others are forgotten for it.
  expect(before(20, 1)).toBe(5);
  expect(before(20, 0)).toBe(0);
  expect(before(21, 1)).toBe(2);
  // An older one that comes first now, and one in between.
  mark(10, 3);
  expect(before(10, 1)).toBe(6);
});

test('a change is under way from before its first row until its last one', () => {
  const changes = new DayChanges();
  const isChanging = (from: number, to: number, at?: number): boolean =>
    changes.isChanging(['pageviews'], domain, from, to, at);
  const end = changes.begin('pageviews', onDays([20]));
  const endOther = changes.begin('requests', onDays([21]));
  expect(changes.lastOf(['pageviews'], domain, 20, 20)).toBe(1);
  expect([isChanging(20, 20), isChanging(21, 21), isChanging(19, 21, 20 * dayMs)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isChanging(19, 21, 20 * dayMs + 1)).toBe(true);
  expect(changes.isChanging(['pageviews'], other, 20, 20)).toBe(false);
  end();
  expect(isChanging(0, 65_535)).toBe(false);
  expect(changes.lastOf(['pageviews'], domain, 20, 20)).toBe(3);
  endOther();
  const endAll = changes.begin();
  expect(isChanging(3, 3)).toBe(true);
  endAll();
  expect(isChanging(3, 3)).toBe(false);
  expect(changes.lastOf(['derived'], other, 1, 1)).toBe(6);
});

test('quarters of an hour of rows, by domain in lower case', () => {
  const rows = [
    { domain: domain.toUpperCase(), time: 5 * dayMs },
    { domain, time: 6 * dayMs - 1 },
    { domain: other, time: 0 },
    { domain, time: 6 * dayMs },
  ];
  expect(quartersOf([{ rows: rows.slice(0, 2) }, { rows: rows.slice(2) }])).toEqual(
    new Map([
      [domain, new Set([5 * 96, 6 * 96 - 1, 6 * 96])],
      [other, new Set([0])],
    ]),
  );
  expect(quartersOf([{ rows }], ({ time }) => time === 0)).toEqual(new Map([[other, new Set([0])]]));
});
