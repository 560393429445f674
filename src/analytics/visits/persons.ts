/** Matches a person's hashes across a salt change. Source: docs/reference/visitors.md. */
import { type DateRange, formatDay } from '../../core/date-range.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { isEvent } from '../engine/schema/events.ts';

/** One person's hashes, and the first of them; as decimal text. */
export type Person = { readonly visitor: string; readonly first: string };

/** A hash and the one under the previous salt, as decimal text. */
export type SaltChange = { readonly visitor: string; readonly previous: string };

/** The persons whose hash changed on the given days. */
export async function readPersons(
  store: ReportStore,
  domain: string,
  { from, to }: DateRange,
): Promise<Person[]> {
  const changes = await store.query<SaltChange>(
    // Very few rows have a previous hash, so very few visitors are read.
    `SELECT DISTINCT toString(now) AS visitor, toString(before) AS previous
      FROM (SELECT visitor AS now, previous_visitor AS before FROM events
        WHERE domain = {domain:UUID} AND day BETWEEN {from:Date} AND {to:Date} AND previous_visitor != 0 AND ${isEvent})
      WHERE now != before ORDER BY visitor, previous`,
    { domain, from: formatDay(from), to: formatDay(to) },
  );
  return personsOf(changes);
}

/** Salts that one person may have been seen under. */
const maxHashes = 4_000;

export function personsOf(changes: readonly SaltChange[]): Person[] {
  const previous = new Map(changes.map((change) => [change.visitor, change.previous]));
  return [...previous.keys()].map((visitor) => {
    let first = visitor;
    // A hash can't be its own predecessor; rows that claim otherwise must not cause an endless loop.
    for (let steps = 0, before = previous.get(visitor); before !== undefined && steps < maxHashes; steps++) {
      first = before;
      before = previous.get(first);
    }
    return { visitor, first };
  });
}
