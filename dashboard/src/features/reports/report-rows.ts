/** The rows of a full view: found, in the order asked for, and compared with the period before. */
import type { RankedRow } from '../../lists/ranked-rows.ts';

export type ReportRow = RankedRow & {
  /** By count in the whole list, from 1. */
  readonly rank: number;
};

export const reportSorts = [
  '-count',
  'count',
  'label',
  '-label',
  '-change',
  'change',
  '-beside',
  'beside',
] as const;
export type ReportSort = (typeof reportSorts)[number];

export function readSort(text: string | null): ReportSort {
  return reportSorts.find((sort) => sort === text) ?? '-count';
}

/** Rows as the API ranks them. */
export function reportRows(rows: readonly RankedRow[]): readonly ReportRow[] {
  return rows.map((row, index) => ({ ...row, rank: index + 1 }));
}

/** The rows that have the text in their label or are called exactly that by the API, in this order. */
export function chooseRows(rows: readonly ReportRow[], text: string, sort: ReportSort): readonly ReportRow[] {
  const wanted = text.trim().toLowerCase();
  const found =
    wanted === ''
      ? rows
      : rows.filter(({ id, label }) => label.toLowerCase().includes(wanted) || id.toLowerCase() === wanted);
  if (sort === '-count') return found;
  return found.toSorted(comparisons[sort]);
}

type Comparison = (a: ReportRow, b: ReportRow) => number;

const collator = new Intl.Collator(undefined, { numeric: true });
const byLabel: Comparison = (a, b) => collator.compare(a.label, b.label) || a.rank - b.rank;
const byChange: Comparison = (a, b) => changeOf(a) - changeOf(b) || a.rank - b.rank;

const comparisons: Readonly<Record<Exclude<ReportSort, '-count'>, Comparison>> = {
  count: (a, b) => b.rank - a.rank,
  label: byLabel,
  '-label': (a, b) => byLabel(b, a),
  change: byChange,
  '-change': (a, b) => changeOf(b) - changeOf(a) || a.rank - b.rank,
  beside: byBeside(1),
  '-beside': byBeside(-1),
};

/** Rows without data come last either way. */
function byBeside(direction: 1 | -1): Comparison {
  const valueOf = ({ beside }: ReportRow): number =>
    beside === undefined || beside === null ? Number.POSITIVE_INFINITY : direction * Number(beside);
  return (a, b) => {
    const [one, other] = [valueOf(a), valueOf(b)];
    return one === other ? a.rank - b.rank : one - other;
  };
}

/** Absolute, not in percent: a change from 1 to 3 isn't news. */
function changeOf({ count, before }: ReportRow): number {
  return before === undefined ? 0 : count - before;
}
