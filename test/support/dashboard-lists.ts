/** Reads the lists of the dashboard. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until nothing is on its way any more. */
export async function whenListed(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.locator('[aria-label^="Loading"], [data-stale]').count()).toBe(0);
}

/** What is read of a table: the types of a browser's document are not those of tests. */
type CellElement = { querySelector(selector: string): CellElement | null; textContent: string | null };
type RowElement = { cells: Iterable<CellElement>; getBoundingClientRect(): { height: number } };
export type TableElement = { rows: Iterable<RowElement>; tBodies: Iterable<{ rows: Iterable<RowElement> }> };

/** The rows of a list, its cells as they are read. */
export async function rowsOf(table: Locator): Promise<string[][]> {
  await table.waitFor();
  return table.evaluate<string[][], TableElement>((element) =>
    [...element.tBodies].flatMap((body) =>
      [...body.rows].map((row) =>
        [...row.cells].map((cell) => (cell.querySelector('bdi') ?? cell).textContent ?? ''),
      ),
    ),
  );
}
