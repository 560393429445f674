import { expect, test } from 'vitest';
import { newRedirect } from '../redirect-values.ts';
import { readImport } from './read-import.ts';

const head = 'source_host,destination_url';

/** The lines of a file that can be read. */
function linesOf(text: string) {
  const file = readImport(text);
  if (!file.ok) throw new Error(file.problem);
  return file.lines;
}

test('reads what the command line exports', () => {
  const file = readImport(
    'source_host,match_path,destination_url,redirect_type,preserve_path,preserve_query_string,active,note,uuid,created_at,updated_at,account_uuid\n' +
      'go.example.com,/docs*,"https://www.example.com/?a=1,2",found,false,true,false,"Flyer, spring",u,c,u,a\n',
  );
  expect(file).toMatchObject({
    ok: true,
    lines: [
      {
        line: 2,
        host: 'go.example.com',
        values: {
          source_host: 'go.example.com',
          match_path: '/docs*',
          destination_url: 'https://www.example.com/?a=1,2',
          redirect_type: 'found',
          preserve_path: false,
          preserve_query_string: true,
          active: false,
          note: 'Flyer, spring',
        },
      },
    ],
  });
});

test('takes columns in any order, leaves defaults, and knows which attributes were given', () => {
  const file = readImport(
    '\ufeffdestination_url,source_host,active\r\nhttps://b.example,A.Example,FALSE\r\n\r\n,,\r\n',
  );
  expect(file).toMatchObject({
    ok: true,
    given: new Set(['source_host', 'destination_url', 'active']),
    lines: [
      {
        line: 2,
        values: {
          ...newRedirect,
          source_host: 'a.example',
          destination_url: 'https://b.example',
          active: false,
        },
      },
    ],
  });
});

test.each([
  ['', 'The file is empty.'],
  ['\n \n', 'The file is empty.'],
  [head, 'It has a header but no redirects.'],
  ['source_host;destination_url\na;b', 'Columns must be separated by commas.'],
  ['source_host\na.example', 'The column “destination_url” is missing.'],
  ['source_host,destination_url,source_host\n', 'The column “source_host” appears twice.'],
  ['source_host,destination_url,colour\n', /^Unknown column “colour”\. The columns are source_host, /],
  ['a.example,https://b.example\n', /^The first line must name the columns: source_host, /],
  ['"source_host\n', /^The first line isn't valid CSV: cell 1 begins with a quote/],
  [`${head}\na.example,https://b.example/\ufffd`, "It isn't UTF-8 text. Save it as CSV in UTF-8."],
])('refuses the file %j', (text, problem) => {
  expect(readImport(text)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
});

test.each([
  ['nothing,https://b.example', "That isn't a valid host name: it has a single label."],
  ['a.example,b.example', 'Enter a full address that begins with https:// or http://.'],
  ['a.example,https://a.example/x', 'This would send every path of a.example back to a.example.'],
  ['a.example', 'It has 1 cells, the header has 2.'],
  ['a.example,"https://b.example', /^This isn't valid CSV: cell 2 begins with a quote/],
])('names what is wrong with the line %j', (row, problem) => {
  expect(linesOf(`${head}\nok.example,https://b.example\n${row}`)).toMatchObject([
    { line: 2, values: {} },
    { line: 3, problem: expect.stringMatching(problem) },
  ]);
});

test.each([
  ['redirect_type', '301', 'redirect_type is “301”, not permanent or found.'],
  ['note', 'x'.repeat(501), 'Enter at most 500 characters on one line.'],
  ['active', 'yes', 'active is “yes”, not true or false.'],
  ['match_path', '/a?b', 'Leave out the query. Only paths are compared.'],
])('names what is wrong with %s %s', (column, cell, problem) => {
  expect(linesOf(`${head},${column}\na.example,https://b.example,${cell}`)).toMatchObject([
    { line: 2, problem },
  ]);
});

test('of several lines for a host the first is taken', () => {
  const rows = [
    'a.example,https://b.example',
    'A.example.,https://c.example',
    'd.example,x',
    'd.example,https://b.example',
  ];
  expect(linesOf([head, ...rows].join('\n'))).toMatchObject([
    { line: 2, values: {} },
    { line: 3, problem: 'a.example is already on line 2. A host can have only one redirect.' },
    { line: 4, problem: expect.anything() },
    { line: 5, values: {} },
  ]);
});

test('counts lines as an editor does', () => {
  expect(linesOf(`\n${head}\n\na.example,https://b.example\n`)).toMatchObject([{ line: 4 }]);
});

test('leaves files of more than 50,000 lines to the command line', () => {
  const text = `${head}\n${'a.example,https://b.example\n'.repeat(50_001)}`;
  expect(readImport(text)).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/more than 50,000 lines/),
  });
});
