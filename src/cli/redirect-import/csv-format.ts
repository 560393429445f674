/**
 * Import files with a header: columns are the attributes of the API, in any order. Source:
 * docs/reference/redirects.md ("Attributes").
 */

import { parseCsvLine } from '../../core/csv.ts';
import { quoteValue } from '../../core/errors.ts';
import {
  failedLineColumns,
  importedRedirectColumns,
  redirectResource,
  requiredRedirectColumns,
} from '../../resources/redirect.ts';
import { collectBody } from '../../resources/request-body.ts';
import { counted } from '../counted.ts';
import { CliError } from '../failures.ts';
import { blankLine, type ImportLine, type LineFormat } from './line.ts';

const knownColumns: ReadonlySet<string> = new Set([...redirectResource.names, ...failedLineColumns]);
/** What spreadsheets make of true and false when they save. */
const spreadsheetBooleans: Readonly<Record<string, string>> = { TRUE: 'true', FALSE: 'false' };
/** What bytes that are not UTF-8 are decoded to. */
const undecodable = '\ufffd';

/** Reads the header. Errors: a column that is unknown, missing or there twice; a file that is not UTF-8 text. */
export function csvFormat(header: string): LineFormat {
  const record = parseCsvLine(header);
  if (!record.ok) throw new CliError(`the header is not CSV: ${record.reason}`);
  const columns = record.cells.map((cell) => cell.trim());
  checkColumns(columns, header);
  const given = new Set<string>(importedRedirectColumns.filter((name) => columns.includes(name)));
  const hostAt = columns.indexOf('source_host');
  return { given, parse: (line) => parseRow(line, columns, hostAt) };
}

function checkColumns(columns: readonly string[], header: string): void {
  if (header.includes(undecodable) || header.includes('\0')) {
    throw new CliError('the file is not UTF-8 text; save it as CSV in UTF-8');
  }
  for (const [index, column] of columns.entries()) {
    if (!knownColumns.has(column)) {
      const separator = /[;\t|]/.test(column) ? '; columns are separated by commas' : '';
      throw new CliError(
        `column ${quoteValue(column)} is not an attribute; allowed: ${redirectResource.names.join(', ')}${separator}`,
      );
    }
    if (columns.indexOf(column) !== index) throw new CliError(`column ${quoteValue(column)} is there twice`);
  }
  for (const name of requiredRedirectColumns)
    if (!columns.includes(name)) throw new CliError(`column "${name}" is missing`);
}

function parseRow(line: string, columns: readonly string[], hostAt: number): ImportLine {
  if (/^[,\s]*$/.test(line)) return blankLine;
  const record = parseCsvLine(line);
  if (!record.ok) return { kind: 'refused', host: '', reason: record.reason };
  const { cells } = record;
  const host = cells[hostAt] ?? '';
  if (cells.length !== columns.length) {
    return {
      kind: 'refused',
      host,
      reason: `it has ${counted(cells.length, 'cell')}, the header has ${columns.length}`,
    };
  }
  if (line.includes(undecodable)) return { kind: 'refused', host, reason: 'it is not UTF-8 text' };
  const pairs: [name: string, value: string][] = [];
  for (const name of importedRedirectColumns) {
    const cell = cells[columns.indexOf(name)] ?? '';
    if (cell === '') continue;
    const isBoolean = redirectResource.definitions[name].type === 'boolean';
    pairs.push([name, isBoolean ? (spreadsheetBooleans[cell] ?? cell) : cell]);
  }
  return { kind: 'redirect', host, body: collectBody('form', pairs) };
}
