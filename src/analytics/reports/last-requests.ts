/** When hosts were last asked for. Source: docs/reference/limits.md ("Unproven hosts"). */
import { lastDay } from '../../core/date-range.ts';
import { dayMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { rowsIn } from '../engine/row-spans.ts';
import { among } from './among.ts';

/** The days (UTC, since the Unix epoch) of the last requests from a day on, by uuid. Rejects with what the store rejects with. */
export async function lastRequestDays(
  store: ReportStore,
  uuids: readonly string[],
  fromDay: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await store.query<{ id: string; last: number }>(
    `SELECT toString(domain) AS id, toUInt16(max(day)) AS last FROM requests
      WHERE ${rowsIn(fromDay * dayMs, (lastDay + 1) * dayMs, among(uuids))} GROUP BY domain`,
    {},
  );
  return new Map(rows.map(({ id, last }) => [id, last]));
}
