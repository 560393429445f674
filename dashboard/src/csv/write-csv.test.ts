import { expect, test } from 'vitest';
import { writeCsv } from './write-csv.ts';

test('writes the head and the rows, each line ended by CRLF', () => {
  expect(
    writeCsv(
      ['page', 'views'],
      [
        ['/', 12],
        ['/a', 0.5],
      ],
    ),
  ).toBe('page,views\r\n/,12\r\n/a,0.5\r\n');
  expect(writeCsv(['page'], [])).toBe('page\r\n');
});

test.each([
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  [' edge', '" edge"'],
  ['', ''],
  ['münchen', 'münchen'],
])('writes the cell %j as %j', (cell, written) => {
  expect(writeCsv(['x'], [[cell]])).toBe(`x\r\n${written}\r\n`);
});

test.each(['=1+1', '+1', '-1', '@sum(a1)', '\tx', '=cmd|"/c calc"!a1'])(
  'lets no spreadsheet run %j',
  (cell) => {
    const [, line = ''] = writeCsv(['x'], [[cell]]).split('\r\n');
    expect(line.replace(/^"/, '')).toMatch(/^'/);
  },
);

test('leaves negative numbers alone', () => {
  expect(writeCsv(['x'], [[-3]])).toBe('x\r\n-3\r\n');
});
