/** Files of Search Console. Source: docs/reference/search-terms.md ("The file"). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCsvLine } from '../../core/csv.ts';
import { readQueriesCsv } from './queries-csv.ts';

const header = 'Top queries,Clicks,Impressions,CTR,Position\n';
const read = (...rows: string[]) => readQueriesCsv(`${header}${rows.join('\n')}`);

test.each([
  ['as exported', `${header}blue shoes,12,340,3.53%,4.2\nred shoes,0,7,0%,11\n`],
  [
    'with a byte order mark and CRLF',
    `\uFEFF${header}blue shoes,12,340,3.53%,4.2\nred shoes,0,7,0%,11\n`.replaceAll('\n', '\r\n'),
  ],
  ['with old line ends', `${header}blue shoes,12,340,3.53%,4.2\nred shoes,0,7,0%,11`.replaceAll('\n', '\r')],
  [
    'in another order and case',
    'POSITION,ctr,Top Queries,impressions,clicks\n4.2,3.53%,blue shoes,340,12\n11,0%,red shoes,7,0\n',
  ],
  [
    'in German',
    'Häufigste Suchanfragen,Klicks,Impressionen,CTR,Position\nblue shoes,12,340,"3,53 %","4,2"\nred shoes,0,7,0 %,11\n',
  ],
  [
    'in quotes, with blank lines',
    `\n${header}\n"blue shoes","12","340","3.53%","4.2"\n \n"red\n  shoes",0,7,0%,11\n\n`,
  ],
])('is read %s', (_, csv) => {
  expect(readQueriesCsv(csv)).toEqual([
    ['blue shoes', 12, 340, 420],
    ['red shoes', 0, 7, 1_100],
  ]);
});

test('names keep commas and quotes', () => {
  expect(read('"shoes, ""blue""\u0000",1,2,50%,1')).toEqual([['shoes, "blue"', 1, 2, 100]]);
});

test.each([
  ['1,234', 1_234],
  ['1.234', 1_234],
  ['1\u00a0234\u202f567', 1_234_567],
  ['1’000', 1_000],
  ['1000000000', 1_000_000_000],
])('%j is a number', (text, count) => {
  expect(read(formatCsvLine(['a', '0', text, '0%', '1']))).toEqual([['a', 0, count, 100]]);
});

test.each([
  ['1', 100],
  ['1.005', 101],
  ['1.00499', 100],
  ['2.345', 235],
  ['1000.000', 100_000],
  ['7,55', 755],
])('position %j is %d hundredths', (text, hundredths) => {
  expect(read(formatCsvLine(['a', '0', '1', '0%', text]))).toEqual([['a', 0, 1, hundredths]]);
});

test('without impressions a position says nothing; a file without rows has no search terms', () => {
  expect(read('a,0,0,0%,-')).toEqual([['a', 0, 0, 0]]);
  expect(readQueriesCsv(header)).toEqual([]);
});

test.each([
  ['', 'csv is empty; allowed: at least a line'],
  ['\uFEFF\r\n \r\n', 'csv is empty'],
  ['PK\u0003\u0004\u0014', 'csv is a ZIP file; allowed: the Queries.csv in it'],
  [
    'Top pages,Clicks,Impressions,CTR,Position\n',
    'csv line 1 has the column "Top pages"; allowed: Top queries, ',
  ],
  ['Top queries,Clicks,Impressions,CTR\n', 'csv line 1 has no column "Position"'],
  ['Top queries,Clicks,Clicks,Impressions,CTR,Position\n', 'csv line 1 has the column "Clicks"'],
  ['Top queries;Clicks;Impressions;CTR;Position\n', 'csv line 1 is "Top queries;Clicks'],
  [
    'Requête,Clics,Impressions,Position,CTR\na,1,2,3,50%\n',
    'csv line 2, column CTR: "3" is invalid; allowed: a percentage',
  ],
  ['Pages,Clics,Impressions,CTR,Position\nhttps://a.example/,1,2,50%,1\n', 'csv has pages or days'],
  ['Date,Clics,Impressions,CTR,Position\n2026-10-01,1,2,50%,1\n', 'csv has pages or days'],
  [`${header}a,1,2,50%\n`, 'csv line 2 has 4 cells; allowed: 5'],
  [
    `${header}\n"a\nb",1,2,50%,1\na,-1,2,50%,1\n`,
    'csv line 5, column Clicks: "-1" is invalid; allowed: an integer from 0',
  ],
  [`${header}a,1.5,2,50%,1\n`, 'csv line 2, column Clicks: "1.5" is invalid'],
  [`${header}a,1e3,2,50%,1\n`, 'column Clicks: "1e3"'],
  [`${header}a,,2,50%,1\n`, 'column Clicks: ""'],
  [
    `${header}a,1,1000000001,50%,1\n`,
    'column Impressions: "1000000001" is invalid; allowed: an integer from 0 to 1000000000',
  ],
  [`${header}a,1,${'9'.repeat(400)},50%,1\n`, 'column Impressions: "999'],
  [`${header}a,1,2,50%,0.99\n`, 'column Position: "0.99" is invalid; allowed: a number from 1 to 1000'],
  [`${header}a,1,2,50%,1000.001\n`, 'column Position: "1000.001"'],
  [`${header}a,1,2,50%,NaN\n`, 'column Position: "NaN"'],
  [`${header} ,1,2,50%,1\n`, 'column Top queries: " " is invalid; allowed: 1 to 1000 characters'],
  [`${header}${'a'.repeat(1_001)},1,2,50%,1\n`, 'column Top queries: "aaa'],
  [
    `${header}a,1,2,50%,1\nb,1,2,50%,1\n a ,1,2,50%,1\n`,
    'csv has "a" on line 2 and on line 4; allowed: each search term once',
  ],
  [`${header}"a,1,2,50%,1\nb,1,2,50%,1\n`, 'csv line 2 has a quote that is not closed'],
  [`${header}a"b",1,2,50%,1\n`, 'csv line 2: cell 1 has a quote inside'],
])('%j is refused', (csv, message) => {
  expect(() => readQueriesCsv(csv)).toThrow(
    expect.objectContaining({ code: 'csv_invalid', message: expect.stringContaining(message) }),
  );
});

test('what is written is read', () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .map((text) => `x${text.replaceAll(/[\s\p{Cc}]+/gu, '_')}`);
  const term = fc.tuple(
    name,
    fc.nat(1_000),
    fc.integer({ min: 1, max: 1_000_000 }),
    fc.integer({ min: 100, max: 100_000 }),
  );
  fc.assert(
    fc.property(fc.uniqueArray(term, { selector: ([text]) => text }), (terms) => {
      const rows = terms.map(([text, clicks, impressions, hundredths]) =>
        formatCsvLine([
          text,
          String(clicks),
          impressions.toLocaleString('en-US'),
          '1%',
          (hundredths / 100).toFixed(2),
        ]),
      );
      expect(readQueriesCsv(header + rows.join(''))).toEqual(terms);
    }),
  );
});

test('a file of 1 MiB takes no longer than its length, whatever is in it', () => {
  for (const part of ['"', '\n', 'a,1,1,1%,1\n', '""\n', ',', '"\n"'])
    try {
      readQueriesCsv(header + part.repeat((1024 * 1024) / part.length));
    } catch (error) {
      expect(error).toMatchObject({ code: 'csv_invalid' });
    }
});
