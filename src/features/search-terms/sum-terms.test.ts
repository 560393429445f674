/** Sums over imports. Source: docs/reference/search-terms.md ("The report"). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDay } from '../../core/date-range.ts';
import type { SearchTerm } from './queries-csv.ts';
import { sumTerms, withoutOverlaps } from './sum-terms.ts';

const of = (from: string, to: string, ...terms: SearchTerm[]) => ({ from, to, rows: JSON.stringify(terms) });

test('imports side by side add up, the position by impressions', async () => {
  const imports = [
    of('2026-09-01', '2026-09-30', ['a', 1, 1, 1_000], ['b', 2, 2, 100]),
    of('2026-10-01', '2026-10-31', ['a', 2, 3, 200], ['c', 2, 9, 333], ['d', 2, 9, 100], ['e', 0, 0, 0]),
  ];
  expect(await sumTerms(imports, 10)).toEqual([
    { name: 'a', clicks: 3, impressions: 4, position: 4 },
    { name: 'c', clicks: 2, impressions: 9, position: 3.33 },
    { name: 'd', clicks: 2, impressions: 9, position: 1 },
    { name: 'b', clicks: 2, impressions: 2, position: 1 },
    { name: 'e', clicks: 0, impressions: 0, position: null },
  ]);
  expect(await sumTerms(imports, 1)).toHaveLength(1);
  expect(await sumTerms([], 1)).toEqual([]);
});

test('averages are rounded half up', async () => {
  expect(
    await sumTerms(
      [of('2026-09-01', '2026-09-01', ['a', 0, 1, 100]), of('2026-09-02', '2026-09-02', ['a', 0, 1, 101])],
      1,
    ),
  ).toMatchObject([{ position: 1.01 }]);
});

test('of imports that overlap the longest counts, then the last', () => {
  const [year, half, august] = [
    { from: '2026-01-01', to: '2026-12-31' },
    { from: '2026-07-01', to: '2026-12-31' },
    { from: '2026-08-01', to: '2026-08-31' },
  ];
  expect(withoutOverlaps([august, half, year])).toEqual([year]);
  expect(withoutOverlaps([august, half])).toEqual([half]);
  const weeks = [1, 8, 15].map((day) => ({ from: formatDay(day), to: formatDay(day + 13) }));
  expect(withoutOverlaps(weeks)).toEqual([weeks[2], weeks[0]]);
});

test('no day counts twice, no import is left out without reason, and the order of imports says nothing', () => {
  const range = fc.tuple(fc.nat(40), fc.nat(12)).map(([first, days]) => ({
    from: formatDay(first),
    to: formatDay(first + days),
    first,
    last: first + days,
  }));
  const ranges = fc.uniqueArray(range, { selector: ({ from, to }) => `${from} ${to}`, maxLength: 12 });
  fc.assert(
    fc.property(ranges, fc.infiniteStream(fc.nat()), (imports, random) => {
      const kept = withoutOverlaps(imports);
      const days = kept.flatMap(({ first, last }) =>
        Array.from({ length: last - first + 1 }, (_, day) => first + day),
      );
      expect(new Set(days).size).toBe(days.length);
      for (const each of imports) {
        const rival = kept.find(({ first, last }) => first <= each.last && each.first <= last);
        expect(rival && rival.last - rival.first).toBeGreaterThanOrEqual(each.last - each.first);
      }
      const places = imports.map((each) => ({ each, place: random.next().value ?? 0 }));
      const shuffled = places.toSorted((a, b) => a.place - b.place).map(({ each }) => each);
      expect(withoutOverlaps(shuffled)).toEqual(kept);
    }),
  );
});
