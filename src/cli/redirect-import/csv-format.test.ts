import { expect, test } from 'vitest';
import { csvFormat } from './csv-format.ts';
import type { ImportLine } from './line.ts';

function attributesOf(line: ImportLine): Record<string, unknown> {
  if (line.kind !== 'redirect') throw new Error(`the line is ${JSON.stringify(line)}`);
  return Object.fromEntries(line.body.attributes);
}

test('takes columns in any order and ignores what is read-only', () => {
  const format = csvFormat('destination_url,uuid, active ,source_host,created_at');
  expect([...format.given].toSorted()).toEqual(['active', 'destination_url', 'source_host']);
  expect(attributesOf(format.parse('https://d.example/,u,0,a.example,t'))).toEqual({
    destination_url: 'https://d.example/',
    active: '0',
    source_host: 'a.example',
  });
});

test('takes the lines that the dashboard could not import, as it saves them', () => {
  const format = csvFormat('source_host,destination_url,line,problem');
  expect([...format.given].toSorted()).toEqual(['destination_url', 'source_host']);
  expect(attributesOf(format.parse('a.example,https://d.example,7,"It is not an address, is it?"'))).toEqual({
    source_host: 'a.example',
    destination_url: 'https://d.example',
  });
});

test('leaves an empty cell to its default and takes the booleans of spreadsheets', () => {
  const format = csvFormat('source_host,destination_url,match_path,active,preserve_path');
  expect(attributesOf(format.parse('a.example,https://d.example,,FALSE,'))).toEqual({
    source_host: 'a.example',
    destination_url: 'https://d.example',
    active: 'false',
  });
  expect(attributesOf(format.parse('a.example,https://d.example,TRUE,,'))['match_path']).toBe('TRUE');
});

test.each([
  ['source_host,destination_url,foo', 'column "foo" is not an attribute; allowed: source_host, '],
  ['source_host;destination_url', 'columns are separated by commas'],
  ['source_host,destination_url,source_host', 'column "source_host" is there twice'],
  ['source_host', 'column "destination_url" is missing'],
  ['destination_url', 'column "source_host" is missing'],
  ['"source_host', 'the header is not CSV'],
  ['s\0o\0u\0', 'not UTF-8'],
])('refuses the header %j', (header, message) => {
  expect(() => csvFormat(header)).toThrow(message);
});

test.each([
  ['a.example,https://d.example,extra', 'a.example', 'it has 3 cells, the header has 2'],
  ['a.example', 'a.example', 'it has 1 cell, the header has 2'],
  ['a.example,"https://d.example', '', 'cell 2 begins with a quote that is not closed on the same line'],
  ['a.example,https://d.example/\ufffd', 'a.example', 'it is not UTF-8 text'],
])('refuses the row %j', (row, host, reason) => {
  expect(csvFormat('source_host,destination_url').parse(row)).toEqual({ kind: 'refused', host, reason });
});

test.each(['', '  ', ',', ' , '])('takes %j for a blank line', (row) => {
  expect(csvFormat('source_host,destination_url').parse(row)).toEqual({ kind: 'blank' });
});
