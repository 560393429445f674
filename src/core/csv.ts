/**
 * CSV, one record a line. Source: RFC 4180, without line breaks inside fields: hardly any attribute can contain one, and a
 * stray quote spoils its own line instead of the rest of the file.
 */

export type CsvRecord =
  | { readonly ok: true; readonly cells: readonly string[] }
  | { readonly ok: false; readonly reason: string };

const needsQuotes = /[",]|^\s|\s$/;
/** What starts a formula in spreadsheets. Source: OWASP "CSV Injection". */
const formula = /^[=+\-@\t\r]/;

/** Takes a line apart; it has no line break at its end. */
export function parseCsvLine(line: string): CsvRecord {
  if (!line.includes('"')) return { ok: true, cells: line.split(',') };
  const cells: string[] = [];
  for (let at = 0; ; ) {
    if (line[at] !== '"') {
      const comma = line.indexOf(',', at);
      const cell = comma < 0 ? line.slice(at) : line.slice(at, comma);
      if (cell.includes('"')) return refuse(cells, 'has a quote inside, but does not begin with one');
      cells.push(cell);
      if (comma < 0) return { ok: true, cells };
      at = comma + 1;
      continue;
    }
    const end = closingQuote(line, at + 1);
    if (end < 0) return refuse(cells, 'begins with a quote that is not closed on the same line');
    cells.push(line.slice(at + 1, end).replaceAll('""', '"'));
    if (end + 1 === line.length) return { ok: true, cells };
    if (line[end + 1] !== ',')
      return { ok: false, reason: `cell ${cells.length} continues after its closing quote` };
    at = end + 2;
  }
}

/** Writes a record, with its line break. */
export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}

/** Puts a `'` before a text that a spreadsheet would run as a formula, which shows it as it is then. */
export function withoutFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

function closingQuote(line: string, from: number): number {
  let at = line.indexOf('"', from);
  while (at >= 0 && line[at + 1] === '"') at = line.indexOf('"', at + 2);
  return at;
}

function refuse(before: readonly string[], problem: string): CsvRecord {
  return { ok: false, reason: `cell ${before.length + 1} ${problem}` };
}
