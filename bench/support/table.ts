/** Tables that read well on a terminal and are Markdown at the same time. */

export type Table = { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** Renders a table, its columns padded to equal width; the first is set left, the others right. */
export function renderTable(table: Table): string {
  const widths = table.columns.map((column, index) =>
    Math.max(column.length, ...table.rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, index) => pad(cells[index] ?? '', width, index)).join(' | ')} |`;
  const rule = widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(table.columns), line(rule), ...table.rows.map(line)].join('\n');
}

/** Formats a number with `digits` decimals and thousands set apart; a dash when there is none. */
export function formatNumber(value: number, digits = 0): string {
  if (!Number.isFinite(value)) return '–';
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
