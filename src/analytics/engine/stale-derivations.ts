/** Removes derived rows that no query uses: from interrupted runs, or from runs replaced by newer ones of the same day. */
import { hourMs } from '../../core/time.ts';
import type { AnalyticsEngine } from './engine.ts';
import { leastDerivation } from './schema/derivation-number.ts';
import { alterTable, type Table } from './schema/table.ts';
import { visitorDays } from './schema/visitor-days.ts';
import { visitDerivations, visits } from './schema/visits.ts';

/** Younger ones may still be in progress, or in use by a query. */
const minAgeMs = hourMs;
/** Statements with more of them would get long; the others follow. */
const maxRemoved = 5_000;

type Stale = { readonly month: number; readonly domain: string; readonly derivation: string };

/** Returns how many derivations it removed. */
export async function removeStaleDerivations(engine: AnalyticsEngine, nowMs: number): Promise<number> {
  const before = leastDerivation(nowMs - minAgeMs);
  let removed = 0;
  for (const table of [visits, visitorDays, visitDerivations]) {
    let count = maxRemoved;
    while (count === maxRemoved) {
      count = await remove(engine, table, before);
      if (table === visitDerivations) removed += count;
    }
  }
  return removed;
}

/** Keeps each day's derivation that read the most events. */
async function remove({ writes, layout }: AnalyticsEngine, table: Table, before: string): Promise<number> {
  const query = `SELECT DISTINCT toYYYYMM(day) AS month, toString(domain) AS domain, toString(derivation) AS derivation FROM ${table.name} AS t
    WHERE t.derivation < ${before} AND (t.domain, t.derivation) NOT IN (
      SELECT domain, argMax(derivation, (seen_until, derivation)) FROM ${visitDerivations.name} GROUP BY domain, day)
    LIMIT ${maxRemoved}`;
  const result = await writes.query({ query, format: 'JSONEachRow' });
  const stale = await result.json<Stale>();
  for (const month of new Set(stale.map((row) => row.month))) {
    // Domains that were derived together have the same number.
    const derivations = stale
      .filter((row) => row.month === month)
      .map(({ domain, derivation }) => `('${domain}', ${derivation})`);
    const change = `DELETE IN PARTITION ${month} WHERE (domain, derivation) IN (${derivations.join(', ')}) SETTINGS mutations_sync = 2`;
    await writes.command({ query: alterTable(table, layout, change) });
  }
  return stale.length;
}
