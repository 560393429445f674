/** How many rows a file of text has: the engine's own count is of rows read. Source: RFC 4180, JSON Lines. */
import type { ExportFormat } from './export.ts';

const [lineFeed, quote] = [10, 34];

/** Counts what it is given piece by piece. The names that a CSV file begins with are a row. */
export class RowCount {
  readonly #isCsv: boolean;
  #isQuoted = false;
  rows = 0;

  constructor(format: ExportFormat) {
    this.#isCsv = format === 'csv';
  }

  add(bytes: Buffer): void {
    if (!this.#isCsv) {
      for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) this.rows += 1;
      return;
    }
    // A quote within quotes is doubled, and quotes end and begin again between the two.
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === quote) this.#isQuoted = !this.#isQuoted;
      else if (byte === lineFeed && !this.#isQuoted) this.rows += 1;
    }
  }
}
