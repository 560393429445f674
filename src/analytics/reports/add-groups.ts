/** Adds up the groups that two parts of a range have. */
import type { Dimension } from './dimensions.ts';
import type { Shape } from './report.ts';
import { compareBytes } from './shape.ts';
import type { Row } from './sql.ts';

type Sum = { key: string | number | undefined; total: number; units: number };

/**
 * Answers what one statement over both parts would: lists sorted and cut where it does that. Undefined when it could
 * answer something else: sums beyond 2^53 are not exact.
 */
export function addGroups(
  dimension: Dimension,
  shape: Shape,
  limit: number,
  ...parts: readonly (readonly Row[])[]
): readonly Row[] | undefined {
  const sums = new Map<string | number | undefined, Sum>();
  let whole = 0;
  for (const rows of parts)
    for (const { key, total, units } of rows) {
      const sum = sums.get(key) ?? { key, total: 0, units: 0 };
      if (sum.total === 0 && sum.units === 0) sums.set(key, sum);
      sum.total += Number(total);
      sum.units += Number(units ?? 0);
      whole += Number(total);
      if (!Number.isSafeInteger(sum.total)) return undefined;
    }
  if (!Number.isSafeInteger(whole)) return undefined;
  const rows = [...sums.values()];
  if (shape.kind !== 'list') return rows.map((sum) => toRow(sum, whole));
  const ranked = dimension.order === undefined ? rows : first(rows, limit);
  return ranked.map((sum) => toRow(sum, whole));
}

function toRow({ key, total, units }: Sum, whole: number): Row {
  return key === undefined ? { total, units } : { key, total, units, whole };
}

/** Sorts only what can be among the first `limit`. */
function first(rows: readonly Sum[], limit: number): Sum[] {
  const least = Float64Array.from(rows, ({ total }) => total).toSorted()[rows.length - limit] ?? 0;
  return rows
    .filter(({ total }) => total >= least)
    .toSorted((a, b) => b.total - a.total || compareBytes(String(a.key), String(b.key)))
    .slice(0, limit);
}
