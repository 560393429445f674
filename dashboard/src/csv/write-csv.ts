/** CSV files for spreadsheets. Source: RFC 4180; OWASP "CSV Injection". */
import { withoutFormula } from '../../../src/core/csv.ts';

const needsQuotes = /[",\r\n]|^\s|\s$/;

/** The names of the columns, and the rows. */
export type CsvTable = readonly [head: readonly string[], rows: readonly (readonly (string | number)[])[]];

/**
 * Writes a head and rows of values, lines ended by CRLF. A text that a spreadsheet would run as a formula gets a `'`
 * before it, because these files contain text sent by visitors.
 */
export function writeCsv(...[head, rows]: CsvTable): string {
  return [head, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = withoutFormula(value);
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
