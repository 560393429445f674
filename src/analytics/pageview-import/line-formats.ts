/** The formats of imported pageviews: CSV with a header, and JSON with an object on each line. */
import { parseCsvLine } from '../../core/csv.ts';
import { type Cells, type Column, ColumnFinder } from './columns.ts';
import { ga4Event, type Members } from './ga4-event.ts';

/** Takes a line apart; undefined for a line of the format itself, a text for what is wrong with it. */
export type CellReader = (line: string) => Cells | 'format_unknown' | undefined;

export type CellFormat = {
  readonly name: 'csv' | 'json';
  readonly read: CellReader;
  readonly ignoredColumns: () => readonly string[];
};

/** By the first line: JSON begins with a brace, anything else is the header of a CSV file. */
export function detectCellFormat(firstLine: string): CellFormat | { readonly problem: string } {
  if (/^\s*\[/.test(firstLine)) {
    return { problem: `it is one JSON array; "jq -c '.[]'" makes the lines of it that are read` };
  }
  return /^\s*\{/.test(firstLine) ? jsonFormat() : csvFormat(firstLine);
}

function jsonFormat(): CellFormat {
  const columns = new ColumnFinder();
  return {
    name: 'json',
    ignoredColumns: () => columns.ignored,
    read(line) {
      const entry = parseObject(line);
      if (!entry) return 'format_unknown';
      const cells: Cells = {};
      const ranks: Partial<Record<Column, number>> = {};
      for (const [name, value] of Object.entries(ga4Event(entry) ?? entry)) {
        const place = columns.find(name);
        if (!place) continue;
        const text = place.column === 'props' ? propertiesText(value) : textOf(value);
        if (text === undefined) return 'format_unknown';
        if (text === '' || place.rank >= (ranks[place.column] ?? Number.POSITIVE_INFINITY)) continue;
        ranks[place.column] = place.rank;
        cells[place.column] = text;
      }
      return cells;
    },
  };
}

/** Numbers of a day or a page, as exports of Plausible (`imported_….csv`) and of reports have them. */
const totalColumns =
  /^(?:visitors|unique_visitors|visits|pageviews|page_?views|views|sessions|users|(?:total|new|active) ?_?users|events|event ?_?count|bounces|bounce_rate)$/i;

function csvFormat(header: string): CellFormat | { readonly problem: string } {
  const parsed = parseCsvLine(header);
  if (!parsed.ok) return { problem: `its header cannot be read: ${parsed.reason}` };
  const columns = new ColumnFinder();
  const found = parsed.cells
    .map((name, index) => ({ place: columns.find(name), index }))
    .flatMap(({ place, index }) => (place ? [{ ...place, index }] : []))
    // Of two names of a column, the better one is written over the other.
    .toSorted((a, b) => b.rank - a.rank);
  const has = (column: Column) => found.some((one) => one.column === column);
  const missing = [
    ...(has('time') ? [] : ['time']),
    ...(has('visitor') ? [] : ['visitor']),
    ...(has('url') || has('path') ? [] : ['url or path']),
  ];
  if (missing.length > 0) {
    const totals = parsed.cells.filter((name) => totalColumns.test(name));
    if (totals.length > 0) {
      return {
        problem: `it has totals (${totals.join(', ')}), not one line for each event, so there is nothing in it to import; docs/guides/import-pageviews.md says which exports have events`,
      };
    }
    return { problem: `it is no JSON, and as CSV its first line names no column ${missing.join(', no ')}` };
  }
  let isHeader = true;
  return {
    name: 'csv',
    ignoredColumns: () => columns.ignored,
    read(line) {
      if (isHeader) {
        isHeader = false;
        return undefined;
      }
      const record = parseCsvLine(line);
      if (!record.ok || record.cells.length !== parsed.cells.length) return 'format_unknown';
      const cells: Cells = {};
      for (const { column, index } of found) {
        const text = trimmed(record.cells[index] ?? '');
        if (text) cells[column] = text;
      }
      return cells;
    },
  };
}

function parseObject(line: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Properties are an object, or the text of one. */
function propertiesText(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : textOf(value);
}

/** Undefined for what is neither text nor number. */
function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return trimmed(value);
  return typeof value === 'number' ? String(value) : undefined;
}

/** ClickHouse fills texts of a fixed length with NULs, such as Plausible's countries. */
function trimmed(text: string): string {
  return text.replace(/\0+$/, '').trim();
}
