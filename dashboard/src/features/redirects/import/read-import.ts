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
  redirectDefinitions,
  requiredRedirectColumns,
} from '../../../../../src/resources/redirect.ts';
import { formatInteger } from '../../../format/numbers.ts';
import { newRedirect, problemsOf, type RedirectValues, sentValues } from '../redirect-values.ts';

/** What exports and lists of failed lines have besides. */
const ignoredColumns = new Set<string>([...ignoredRedirectColumns, ...failedLineColumns]);
/** The most the page can check; larger files need the command line. */
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
  if (headAt < 0) return refuse('The file is empty.');
  const head = parseCsvLine(rows[headAt] ?? '');
  if (!head.ok) return refuse(`The first line isn't valid CSV: ${head.reason}.`);
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
  if (lines.length === 0) return refuse('It has a header but no redirects.');
  return { ok: true, columns, given, lines: refuseRepeated(lines) };
}

function columnsProblem(columns: readonly string[], text: string): string | undefined {
  if (/[\ufffd\0]/.test(text)) return "It isn't UTF-8 text. Save it as CSV in UTF-8.";
  const known: ReadonlySet<string> = new Set([...importedRedirectColumns, ...ignoredColumns]);
  for (const [at, column] of columns.entries()) {
    if (!known.has(column)) {
      if (/[;\t|]/.test(column)) return 'Columns must be separated by commas.';
      const isHead = columns.some((name) => known.has(name));
      return isHead
        ? `Unknown column “${column}”. The columns are ${importedRedirectColumns.join(', ')}.`
        : `The first line must name the columns: ${importedRedirectColumns.join(', ')}.`;
    }
    if (columns.indexOf(column) !== at) return `The column “${column}” appears twice.`;
  }
  for (const name of requiredRedirectColumns)
    if (!columns.includes(name)) return `The column “${name}” is missing.`;
  return undefined;
}

function readLine(record: CsvRecord, line: number, row: string, columns: readonly string[]): ReadLine {
  if (!record.ok) return { line, cells: [row], host: '', problem: `This isn't valid CSV: ${record.reason}.` };
  const { cells } = record;
  const cell = (name: string): string => cells[columns.indexOf(name)]?.trim() ?? '';
  const host = parseHostname(cell('source_host'));
  const base = { line, cells, host: host.ok ? host.host : cell('source_host') };
  if (cells.length !== columns.length)
    return { ...base, problem: `It has ${cells.length} cells, the header has ${columns.length}.` };
  const read = { ...newRedirect };
  for (const name of importedRedirectColumns) {
    const text = cell(name);
    // An empty cell is the default.
    if (text === '') continue;
    const definition = redirectDefinitions[name];
    const value = definition.type === 'boolean' ? readBoolean(text) : text;
    const isAllowed =
      definition.type === 'choice'
        ? definition.choices.some((choice) => choice === text)
        : value !== undefined;
    if (!isAllowed) {
      const allowed = definition.type === 'choice' ? definition.choices : ['true', 'false'];
      return { ...base, problem: `${name} is “${text}”, not ${allowed.join(' or ')}.` };
    }
    Object.assign(read, { [name]: value });
  }
  const values = sentValues({ ...read, source_host: base.host });
  const problem = Object.values(problemsOf(values))[0];
  return problem === undefined ? { ...base, values } : { ...base, problem };
}

/** TRUE and FALSE are what spreadsheets make of true and false. */
function readBoolean(text: string): boolean | undefined {
  if (text === '1' || text === 'true' || text === 'TRUE') return true;
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
      problem: `${host} is already on line ${earlier}. A host can have only one redirect.`,
    };
  });
}

function refuse(problem: string): ReadFile {
  return { ok: false, problem };
}
