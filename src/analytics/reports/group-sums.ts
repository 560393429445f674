/** Adds up the groups that parts of an answer have. */
import type { Dimension } from './dimensions.ts';
import type { Shape } from './report.ts';
import { compareBytes } from './shape.ts';
import type { Row } from './sql.ts';

type Sum = {
  readonly list: string | undefined;
  readonly key: Row['key'];
  readonly total: number;
  readonly units: number;
};

/** The groups of one list; of an answer that is no lists, all of them. */
type Sums = {
  readonly byKey: ReadonlyMap<Row['key'], Sum>;
  readonly whole: number;
  /** The first ones by number, then by text: as many as were needed yet. */
  ranked: readonly Sum[];
};

/**
 * Sums of groups. A list may have tens of thousands, of which few change from one answer to the next: those that stay
 * are added up and sorted once.
 */
export class GroupSums {
  readonly #dimension: Dimension;
  readonly #shape: Shape;
  readonly #lists: ReadonlyMap<string | undefined, Sums>;

  constructor(dimension: Dimension, shape: Shape, parts: readonly (readonly Row[])[]) {
    this.#dimension = dimension;
    this.#shape = shape;
    const lists = new Map<string | undefined, Map<Row['key'], Sum>>();
    for (const rows of parts) addTo(lists, rows);
    this.#lists = new Map(
      [...lists].map(([list, sums]) => {
        // What a part takes away may leave nothing.
        const byKey = new Map([...sums].filter(([, sum]) => isSomething(sum)));
        let whole = 0;
        for (const { total } of byKey.values()) whole += total;
        return [list, { byKey, whole, ranked: [] }];
      }),
    );
  }

  /**
   * Answers what one statement over all parts and `rows` would: lists sorted and cut where it does that. Undefined when it
   * could answer something else: sums beyond 2^53 are not exact.
   */
  with(rows: readonly Row[], limit: number): readonly Row[] | undefined {
    const changes = new Map<string | undefined, Map<Row['key'], Sum>>();
    addTo(changes, rows);
    const answer: Row[] = [];
    for (const list of new Set([...this.#lists.keys(), ...changes.keys()])) {
      const settled = this.#lists.get(list) ?? { byKey: new Map<Row['key'], Sum>(), whole: 0, ranked: [] };
      const changed = [...(changes.get(list)?.values() ?? [])].map((sum) => added(settled.byKey, sum));
      let { whole } = settled;
      for (const { total } of changes.get(list)?.values() ?? []) whole += total;
      if (!Number.isSafeInteger(whole) || changed.some(({ total }) => !Number.isSafeInteger(total)))
        return undefined;
      for (const sum of this.#merged(settled, changed, limit)) answer.push(toRow(sum, whole));
    }
    return answer;
  }

  #merged(settled: Sums, changed: readonly Sum[], limit: number): readonly Sum[] {
    const keys = new Set(changed.map(({ key }) => key));
    const some = changed.filter(isSomething);
    if (this.#shape.kind !== 'list' || this.#dimension.order === undefined)
      return [...[...settled.byKey.values()].filter((sum) => !keys.has(sum.key)), ...some];
    const first = this.#first(settled, limit + keys.size)
      .filter((sum) => !keys.has(sum.key))
      .slice(0, limit);
    return this.#rank([...first, ...some]).slice(0, limit);
  }

  /** At least the first `count`. */
  #first(sums: Sums, count: number): readonly Sum[] {
    if (sums.ranked.length < Math.min(count, sums.byKey.size)) {
      const all = [...sums.byKey.values()];
      // Twice as many: more keys will have changed the next time. What is below the last of them is not sorted.
      const least = Float64Array.from(all, ({ total }) => total).toSorted()[all.length - 2 * count] ?? 0;
      sums.ranked = this.#rank(all.filter(({ total }) => total >= least));
    }
    return sums.ranked;
  }

  #rank(sums: readonly Sum[]): readonly Sum[] {
    const text = ({ key }: Sum): string => this.#dimension.sortText?.(String(key)) ?? String(key);
    return sums.toSorted((a, b) => b.total - a.total || compareBytes(text(a), text(b)));
  }
}

function addTo(lists: Map<string | undefined, Map<Row['key'], Sum>>, rows: readonly Row[]): void {
  for (const { list, key, total, units } of rows) {
    let sums = lists.get(list);
    if (sums === undefined) lists.set(list, (sums = new Map<Row['key'], Sum>()));
    sums.set(key, added(sums, { list, key, total: Number(total), units: Number(units ?? 0) }));
  }
}

/** The group with what there is of it among others. */
function added(sums: ReadonlyMap<Row['key'], Sum>, sum: Sum): Sum {
  const known = sums.get(sum.key);
  return known === undefined
    ? sum
    : { ...sum, total: known.total + sum.total, units: known.units + sum.units };
}

function isSomething({ total, units }: Sum): boolean {
  return total !== 0 || units !== 0;
}

function toRow({ list, key, total, units }: Sum, whole: number): Row {
  if (key === undefined) return { total, units };
  return { ...(list === undefined ? {} : { list }), key, total, units, whole };
}
