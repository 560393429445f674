/**
 * A CSV file of redirects, read and checked line by line; nothing is asked or written.
 * Source: `nameplate redirect import` (docs of its `--help`), which takes the same files.
 */
import { type CsvRecord, parseCsvLine } from '../../../../../src/core/csv.ts';
import { parseHostname } from '../../../../../src/core/hostname.ts';
import {
  failedLineColumns,
  ignoredRedirectColumns,
  importedRedirectColumns,
} from '../../../../../src/core/redirect-columns.ts';
import { formatInteger } from '../../../format/numbers.ts';
import { newRedirect, problemsOf, type RedirectValues, sentValues } from '../redirect-values.ts';

/** What exports and lists of failed lines have besides. */
const ignoredColumns = new Set<string>([...ignoredRedirectColumns, ...failedLineColumns]);
/** A redirect each, so that it can be checked in the page; more is for the command line. */
export const maxLines = 50_000;

export type ReadLine = {
  /** As editors count: the header is line 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** As the API stores it; what stands there when it is no host. */
  readonly host: string;
} & ({ readonly values: RedirectValues } | { readonly problem: string });

export type ReadFile =
  | {
      readonly ok: true;
      readonly columns: readonly string[];
      /** Attributes that the file speaks of; an update keeps the others. */
      readonly given: ReadonlySet<keyof RedirectValues>;
      readonly lines: readonly ReadLine[];
    }
  | { readonly ok: false; readonly problem: string };

export function readImport(text: string): ReadFile {
  const rows = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const headAt = rows.findIndex((row) => row.trim() !== '');
  if (headAt < 0) return refuse('There is nothing in it.');
  const head = parseCsvLine(rows[headAt] ?? '');
  if (!head.ok) return refuse(`Its first line is not CSV: ${head.reason}.`);
  const columns = head.cells.map((cell) => cell.trim());
  const problem = columnsProblem(columns, text);
  if (problem !== undefined) return refuse(problem);
  if (rows.length - headAt > maxLines + 1) {
    return refuse(
      `It has more than ${formatInteger(maxLines)} lines. Use “./nameplate redirect import” for it.`,
    );
  }
  const given = new Set(importedRedirectColumns.filter((name) => columns.includes(name)));
  const lines = rows
    .slice(headAt + 1)
    .flatMap((row, index) =>
      /^[,\s]*$/.test(row) ? [] : [readLine(parseCsvLine(row), headAt + index + 2, row, columns)],
    );
  if (lines.length === 0) return refuse('It has a header, but no redirects.');
  return { ok: true, columns, given, lines: refuseRepeated(lines) };
}

function columnsProblem(columns: readonly string[], text: string): string | undefined {
  if (/[\ufffd\0]/.test(text)) return 'It is not UTF-8 text. Save it as CSV in UTF-8.';
  const known: ReadonlySet<string> = new Set([...importedRedirectColumns, ...ignoredColumns]);
  for (const [at, column] of columns.entries()) {
    if (!known.has(column)) {
      if (/[;\t|]/.test(column)) return 'Its columns have to be separated by commas.';
      const isHead = columns.some((name) => known.has(name));
      return isHead
        ? `It has a column “${column}” that is not known. Known are ${importedRedirectColumns.join(', ')}.`
        : `Its first line has to name the columns: ${importedRedirectColumns.join(', ')}.`;
    }
    if (columns.indexOf(column) !== at) return `It has the column “${column}” twice.`;
  }
  for (const name of ['source_host', 'destination_url'])
    if (!columns.includes(name)) return `It has no column “${name}”.`;
  return undefined;
}

function readLine(record: CsvRecord, line: number, row: string, columns: readonly string[]): ReadLine {
  if (!record.ok) return { line, cells: [row], host: '', problem: `This is not CSV: ${record.reason}.` };
  const { cells } = record;
  const cell = (name: string): string => cells[columns.indexOf(name)]?.trim() ?? '';
  const host = parseHostname(cell('source_host'));
  const base = { line, cells, host: host.ok ? host.host : cell('source_host') };
  if (cells.length !== columns.length)
    return { ...base, problem: `It has ${cells.length} cells, the header has ${columns.length}.` };
  const type = cell('redirect_type') === '' ? 'permanent' : cell('redirect_type');
  if (type !== 'permanent' && type !== 'found')
    return { ...base, problem: `redirect_type is “${type}”, not permanent or found.` };
  const switches = { preserve_path: true, preserve_query_string: true, active: true };
  for (const name of ['preserve_path', 'preserve_query_string', 'active'] as const) {
    const value = readBoolean(cell(name));
    if (value === undefined) return { ...base, problem: `${name} is “${cell(name)}”, not true or false.` };
    switches[name] = value;
  }
  const values = sentValues({
    ...newRedirect,
    ...switches,
    source_host: base.host,
    match_path: cell('match_path'),
    destination_url: cell('destination_url'),
    redirect_type: type,
  });
  const problem = Object.values(problemsOf(values))[0];
  return problem === undefined ? { ...base, values } : { ...base, problem };
}

/** An empty cell is the default; TRUE and FALSE are what spreadsheets make of true and false. */
function readBoolean(text: string): boolean | undefined {
  if (text === '' || text === '1' || text === 'true' || text === 'TRUE') return true;
  return text === '0' || text === 'false' || text === 'FALSE' ? false : undefined;
}

/** A host has one redirect: of several good lines for one the first is taken. */
function refuseRepeated(lines: readonly ReadLine[]): readonly ReadLine[] {
  const first = new Map<string, number>();
  return lines.map((one) => {
    if ('problem' in one) return one;
    const earlier = first.get(one.host);
    if (earlier === undefined) {
      first.set(one.host, one.line);
      return one;
    }
    const { line, cells, host } = one;
    return {
      line,
      cells,
      host,
      problem: `${host} stands on line ${earlier} already. A host has one redirect.`,
    };
  });
}

function refuse(problem: string): ReadFile {
  return { ok: false, problem };
}
