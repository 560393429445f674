/**
 * Reads `Queries.csv` of Google Search Console's export. Source: docs/reference/search-terms.md ("The file"), RFC 4180.
 */
import { parseCsvLine } from '../../core/csv.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { maxCount, maxPosition, maxTermLength } from './limits.ts';

/** The position is in hundredths, so that sums are exact. */
export type SearchTerm = readonly [name: string, clicks: number, impressions: number, hundredths: number];

const columns = ['name', 'clicks', 'impressions', 'ctr', 'position'] as const;
type Column = (typeof columns)[number];
/** Where each column is. */
type Places = Readonly<Record<Column, number>>;
type Line = { readonly number: number; readonly cells: readonly string[] };

/** As the file has them in English. */
const titles: Readonly<Record<Column, string>> = {
  name: 'Top queries',
  clicks: 'Clicks',
  impressions: 'Impressions',
  ctr: 'CTR',
  position: 'Position',
};
const expected = 'Top queries, Clicks, Impressions, CTR and Position, in any order';
const digits = /^(?:[0-9]+|[0-9]{1,3}(?:[,.\s'’][0-9]{3})+)$/;
const decimal = /^([0-9]+)(?:[.,]([0-9]+))?$/;
const unusualSpace = /[^\S ]|\p{Cc}|  /u;
const percentage = /[%٪％]/;
const notTerms = [/^https?:\/\//i, /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/];

/** Answers the search terms in the file's order. Errors: `csv_invalid`, which names the line and the column. */
export function readQueriesCsv(csv: string): SearchTerm[] {
  const text = csv.startsWith('\uFEFF') ? csv.slice(1) : csv;
  if (text.startsWith('PK\u0003\u0004')) throw refused('is a ZIP file', 'the Queries.csv in it');
  const lines = linesOf(text);
  const header = lines.next();
  if (header.done) throw refused('is empty', 'at least a line with the names of the columns');
  const { cells } = header.value;
  const english = placesByTitle(header.value);
  const places = english ?? placesByOrder(header.value);
  const seen = new Map<string, number>();
  const terms: SearchTerm[] = [];
  for (const line of lines) {
    if (line.cells.length !== cells.length)
      throw refused(
        `line ${line.number} has ${line.cells.length} cells`,
        `${cells.length}, as in its first line`,
      );
    if (!english && !percentage.test(line.cells[places.ctr] ?? ''))
      throw refusedCell(line, 'ctr', places, 'a percentage in the fourth column where titles aren’t English');
    const term = readTerm(line, places);
    const [name] = term;
    const before = seen.get(name);
    if (before !== undefined)
      throw refused(
        `has ${quoteValue(name)} on line ${before} and on line ${line.number}`,
        'each search term once',
      );
    seen.set(name, line.number);
    terms.push(term);
  }
  if (!english && terms.length > 0 && notTerms.some((form) => terms.every(([name]) => form.test(name))))
    throw refused('has pages or days in place of search terms', 'Queries.csv of the export');
  return terms;
}

/** By English titles, in any order; undefined when the titles are of another language. */
function placesByTitle({ number, cells }: Line): Places | undefined {
  const known = cells.map((cell) => cell.trim().toLowerCase());
  if (!known.includes('clicks')) return undefined;
  const places = { name: -1, clicks: -1, impressions: -1, ctr: -1, position: -1 };
  for (const column of columns) places[column] = known.indexOf(titles[column].toLowerCase());
  const unknown = cells.find((_, place) => !Object.values(places).includes(place));
  if (unknown !== undefined) throw refused(`line ${number} has the column ${quoteValue(unknown)}`, expected);
  const missing = columns.find((column) => places[column] < 0);
  if (missing) throw refused(`line ${number} has no column ${quoteValue(titles[missing])}`, expected);
  return places;
}

/** In every language the export has the same order. */
function placesByOrder({ number, cells }: Line): Places {
  if (cells.length === columns.length) return { name: 0, clicks: 1, impressions: 2, ctr: 3, position: 4 };
  throw refused(
    `line ${number} is ${quoteValue(cells.join(','))}`,
    `the columns ${expected}, separated by commas`,
  );
}

function readTerm(line: Line, places: Places): SearchTerm {
  const text = (line.cells[places.name] ?? '').trim();
  const name = unusualSpace.test(text) ? text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() : text;
  if (name === '' || name.length > maxTermLength)
    throw refusedCell(line, 'name', places, `1 to ${maxTermLength} characters`);
  const clicks = readCount(line, 'clicks', places);
  const impressions = readCount(line, 'impressions', places);
  return [name, clicks, impressions, impressions === 0 ? 0 : readPosition(line, places)];
}

function readCount(line: Line, column: 'clicks' | 'impressions', places: Places): number {
  const text = (line.cells[places[column]] ?? '').trim();
  const count = digits.test(text) ? Number(text.replaceAll(/[^0-9]/g, '')) : Number.NaN;
  if (count <= maxCount) return count;
  throw refusedCell(line, column, places, `an integer from 0 to ${maxCount}`);
}

/** Rounds half up to hundredths, digit by digit: a binary fraction would round some the other way. */
function readPosition(line: Line, places: Places): number {
  const [, whole = '', fraction = ''] = decimal.exec((line.cells[places.position] ?? '').trim()) ?? [];
  const thousandths = Number(`${whole}${fraction.padEnd(3, '0').slice(0, 3)}`);
  if (whole !== '' && thousandths >= 1_000 && thousandths <= maxPosition * 1_000)
    return Math.floor((thousandths + 5) / 10);
  throw refusedCell(line, 'position', places, `a number from 1 to ${maxPosition}`);
}

/** Records with their first line's number; blank lines are left out. A cell in quotes may have line breaks. */
function* linesOf(text: string): Generator<Line> {
  const lines = text.split(/\r\n|\n|\r/);
  for (let at = 0; at < lines.length; at++) {
    const start = at;
    const number = start + 1;
    for (let quotes = countQuotes(lines[at]); quotes % 2 === 1; quotes += countQuotes(lines[at])) {
      at += 1;
      if (at === lines.length)
        throw refused(`line ${number} has a quote that is not closed`, 'quotes in pairs');
    }
    const line = at === start ? (lines[at] ?? '') : lines.slice(start, at + 1).join('\n');
    if (line.trim() === '') continue;
    const record = parseCsvLine(line);
    if (!record.ok) throw refused(`line ${number}: ${record.reason}`, 'CSV as in RFC 4180');
    yield { number, cells: record.cells };
  }
}

function countQuotes(line = ''): number {
  let count = 0;
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) count += 1;
  return count;
}

function refusedCell(line: Line, column: Column, places: Places, allowed: string): ServiceError {
  const value = quoteValue(line.cells[places[column]] ?? '');
  return refused(`line ${line.number}, column ${titles[column]}: ${value} is invalid`, allowed);
}

function refused(problem: string, allowed: string): ServiceError {
  return new ServiceError({ attribute: 'csv' }, `csv ${problem}; allowed: ${allowed}`);
}
