/** Aligned tables for people. */
import { hostWithUnicode } from '../core/unicode-host.ts';
import { oneLine } from './terminal-text.ts';

export type Column = {
  readonly title: string;
  /** Never cut, however narrow the terminal: ids and what is copied from the table. */
  readonly whole?: boolean;
};

const gap = '  ';
const narrowest = 8;

/**
 * A table printed in parts: the first part decides how wide the columns are, so that a long list can be printed while
 * it is read.
 */
export class Table {
  readonly #columns: readonly Column[];
  readonly #maxWidth: number;
  #widths: number[] | null = null;

  constructor(columns: readonly Column[], maxWidth: number) {
    this.#columns = columns;
    this.#maxWidth = maxWidth;
  }

  /** Formats rows, each with a cell a column, and more that aren't shown; the titles stand before the first part. */
  format(rows: readonly (readonly string[])[]): string {
    const clean = rows.map((row) =>
      row.slice(0, this.#columns.length).map((cell) => hostWithUnicode(oneLine(cell))),
    );
    if (this.#widths) return this.#lines(clean, this.#widths);
    const titles = this.#columns.map(({ title }) => title);
    this.#widths = this.#fit([titles, ...clean]);
    return this.#lines([titles, ...clean], this.#widths);
  }

  #lines(rows: readonly (readonly string[])[], widths: readonly number[]): string {
    return rows
      .map(
        (row) =>
          `${row
            .map((cell, at) => this.#cell(cell, at, widths))
            .join(gap)
            .trimEnd()}\n`,
      )
      .join('');
  }

  #cell(cell: string, at: number, widths: readonly number[]): string {
    const width = widths[at] ?? cell.length;
    const cut =
      cell.length > width && !this.#columns[at]?.whole && this.#maxWidth !== Number.POSITIVE_INFINITY;
    return (cut ? `${cell.slice(0, width - 1)}…` : cell).padEnd(width);
  }

  /** Takes columns from the widest that may be cut until the table fits. */
  #fit(rows: readonly (readonly string[])[]): number[] {
    const widths = this.#columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
    let excess = widths.reduce((sum, width) => sum + width + gap.length, -gap.length) - this.#maxWidth;
    for (; excess > 0; excess--) {
      const cuttable = widths.map((width, at) => (this.#columns[at]?.whole ? 0 : width));
      const widest = Math.max(...cuttable);
      if (widest <= narrowest) break;
      const at = cuttable.indexOf(widest);
      widths[at] = widest - 1;
    }
    return widths;
  }
}

/** Shows an instant to the minute, UTC. */
export function showTime(instant: number | string): string {
  return new Date(instant).toISOString().slice(0, 16).replace('T', ' ');
}
