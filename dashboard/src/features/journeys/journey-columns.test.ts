import { expect, test } from 'vitest';
import { writeCsv } from '../../csv/write-csv.ts';
import { journeyColumns, journeysCsv } from './journey-columns.ts';

const journeys = {
  anchor: { label: 'Visit /pricing', visits: 400 },
  steps: [
    [
      { path: ['/signup'], visits: 200, rate: 50 },
      { path: ['/docs'], visits: 60, rate: 15 },
      { path: ['(exit)'], visits: 140, rate: 35 },
    ],
    [
      { path: ['/signup', '/welcome'], visits: 160, rate: 40 },
      { path: ['/signup', '(exit)'], visits: 40, rate: 10 },
      { path: ['/docs', '(exit)'], visits: 60, rate: 15 },
    ],
    [{ path: ['/signup', '/welcome', '(exit)'], visits: 160, rate: 40 }],
  ],
};
const labels = (wanted: readonly string[]) =>
  journeyColumns(journeys, wanted).map(({ rows, chosen }) => [rows.map(({ label }) => label), chosen]);

test('columns follow the most frequent page unless another is chosen', () => {
  expect(labels([])).toEqual([
    [['/signup', '/docs', '(exit)'], '/signup'],
    [['/welcome', '(exit)'], '/welcome'],
    [['(exit)'], undefined],
  ]);
  expect(labels(['/docs', '/welcome'])).toEqual([
    [['/signup', '/docs', '(exit)'], '/docs'],
    [['(exit)'], undefined],
  ]);
});

test('a page that is gone from the answer is none that is chosen', () => {
  expect(labels(['/gone'])).toEqual(labels([]));
  expect(labels(['(exit)'])).toEqual(labels([]));
});

test('a file has a line for each path', () => {
  expect(
    writeCsv(...journeysCsv(journeys))
      .split('\r\n')
      .slice(0, 5),
  ).toEqual([
    'step,page_1,page_2,page_3,visits,rate',
    '1,/signup,,,200,50',
    '1,/docs,,,60,15',
    '1,(exit),,,140,35',
    '2,/signup,/welcome,,160,40',
  ]);
});
