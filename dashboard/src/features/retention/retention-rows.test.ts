import { expect, test } from 'vitest';
import { writeCsv } from '../../csv/write-csv.ts';
import { averages, retentionCsv, retentionRows } from './retention-rows.ts';

const cohorts = [
  { week: '2026-09-07', visitors: 400, cells: [400, 90, 60, null] },
  { week: '2026-09-14', visitors: 100, cells: [100, 10, null] },
  { week: '2026-09-28', visitors: 380, cells: [380] },
];
const rows = retentionRows(cohorts);

test('a row has who came back, and null where nobody could be recognized', () => {
  expect(rows[0]).toEqual({
    week: '2026-09-07',
    visitors: 400,
    returned: [{ visitors: 90, rate: 22.5 }, { visitors: 60, rate: 15 }, null],
  });
});

test('averages are of the visitors of those weeks that have a number', () => {
  expect(averages(rows)).toEqual([{ visitors: 100, rate: 20 }, { visitors: 60, rate: 15 }, null]);
  expect(averages([])).toEqual([]);
});

test('a file has the counts, and nothing where there are none', () => {
  expect(
    writeCsv(...retentionCsv(cohorts))
      .split('\r\n')
      .slice(0, 4),
  ).toEqual([
    'week,visitors,week_0,week_1,week_2,week_3',
    '2026-09-07,400,400,90,60,',
    '2026-09-14,100,100,10,,',
    '2026-09-28,380,380,,,',
  ]);
});
