/** How many event names and property keys domains have had today. Source: docs/reference/limits.md. */
import { dayMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { rowsIn } from '../engine/row-spans.ts';
import { isEvent } from '../engine/schema/events.ts';
import { pageviewName } from '../visits/visit-rule.ts';
import { among, amongEach } from './among.ts';

export type EventVarietyUse = { readonly names: number; readonly keys: number };

/** Of the domain that has the most of each, on the day (UTC) that began at `fromMs`. Rejects with what the store rejects with. */
export async function mostEventVariety(
  store: ReportStore,
  domains: readonly string[],
  fromMs: number,
): Promise<EventVarietyUse> {
  const most = { names: 0, keys: 0 };
  for (const whose of amongEach(domains)) {
    const [found] = await store.query<EventVarietyUse>(
      `SELECT max(names) AS names, max(keys) AS keys FROM (
        SELECT uniqExact(name) AS names, length(groupUniqArrayArray(mapKeys(props))) AS keys
        FROM events WHERE ${rowsIn(fromMs, fromMs + dayMs, whose)} AND name != '${pageviewName}' AND ${isEvent}
        GROUP BY domain)`,
      {},
    );
    most.names = Math.max(most.names, found?.names ?? 0);
    most.keys = Math.max(most.keys, found?.keys ?? 0);
  }
  return most;
}

/** The names of custom events that a domain had on the day (UTC) that began at `fromMs`. Rejects with what the store rejects with. */
export async function eventNamesOn(store: ReportStore, domain: string, fromMs: number): Promise<string[]> {
  const rows = await store.query<{ name: string }>(
    `SELECT DISTINCT name FROM events
      WHERE ${rowsIn(fromMs, fromMs + dayMs, among([domain]))} AND name != '${pageviewName}' AND ${isEvent}`,
    {},
  );
  return rows.map(({ name }) => name);
}
