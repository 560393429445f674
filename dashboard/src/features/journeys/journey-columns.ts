/** Journeys as columns: each lists what follows the page chosen in the one before. */
import type { CsvTable } from '../../csv/write-csv.ts';
import type { Journeys } from './journey-query.ts';

export type JourneyRow = {
  /** A path, `(exit)`, `(entry)` or `(other)`. */
  readonly label: string;
  readonly visits: number;
  /** Percentage of the anchor's visits. */
  readonly rate: number;
  /** What the label stands for if it is no page; nothing follows these. */
  readonly words: string | undefined;
};

export type JourneyColumn = {
  /** The pages that lead here from the anchor. */
  readonly path: readonly string[];
  readonly rows: readonly JourneyRow[];
  /** The page whose continuation the next column lists. */
  readonly chosen: string | undefined;
};

const words: Readonly<Record<string, string>> = {
  '(exit)': 'Visit ends',
  '(entry)': 'Visit begins',
  '(other)': 'Other pages',
};

/** `wanted` are the pages chosen, a column each; where there is no such page, it is the most frequent one. */
export function journeyColumns({ steps }: Journeys, wanted: readonly string[]): readonly JourneyColumn[] {
  const columns: JourneyColumn[] = [];
  const path: string[] = [];
  for (const step of steps) {
    const rows = step
      .filter((row) => path.every((label, index) => row.path[index] === label))
      .map(({ path: labels, visits, rate }) => {
        const label = labels.at(-1) ?? '';
        return { label, visits, rate, words: words[label] };
      });
    if (rows.length === 0) break;
    const pages = rows.filter((row) => row.words === undefined);
    const chosen = (pages.find(({ label }) => label === wanted[columns.length]) ?? pages[0])?.label;
    columns.push({ path: [...path], rows, chosen });
    if (chosen === undefined) break;
    path.push(chosen);
  }
  return columns;
}

/** A line for each path. */
export function journeysCsv({ steps }: Journeys): CsvTable {
  const pages = steps.map((_, index) => `page_${index + 1}`);
  return [
    ['step', ...pages, 'visits', 'rate'],
    steps.flatMap((step, index) =>
      step.map(({ path, visits, rate }) => [
        index + 1,
        ...pages.map((_, place) => path[place] ?? ''),
        visits,
        rate,
      ]),
    ),
  ];
}
