/** Removes the rows of days that are older than what is kept. */
import type { AnalyticsEngine } from './engine.ts';
import { quoteText, tableName } from './schema/layout.ts';
import { requests } from './schema/requests.ts';
import { alterTable, partsOf } from './schema/table.ts';

const dayMs = 86_400_000;
/** Waits until every replica has done it. */
const wait = 'SETTINGS mutations_sync = 2, alter_sync = 2';

export type Removal = {
  /** The first day that is kept, `YYYY-MM-DD`. */
  readonly keptFrom: string;
  /** Months dropped whole, `YYYYMM`. */
  readonly droppedMonths: readonly string[];
  /** Rows of the month in which the kept days begin. */
  readonly deletedRows: number;
};

/** Keeps the `days` days before today and today. Months before them are dropped; only one month is rewritten. */
export async function removeOldRequests(
  { writes, layout }: AnalyticsEngine,
  days: number,
  nowMs: number,
): Promise<Removal> {
  const keptFrom = new Date((Math.floor(nowMs / dayMs) - days) * dayMs).toISOString().slice(0, 10);
  const keptMonth = keptFrom.slice(0, 7).replace('-', '');
  const found = await writes.query({
    query: `SELECT DISTINCT partition FROM ${partsOf(requests, layout)} ORDER BY partition`,
    format: 'JSONEachRow',
  });
  const months = (await found.json<{ partition: string }>()).map(({ partition }) => partition);
  const droppedMonths = months.filter((month) => Number(month) < Number(keptMonth));
  for (const month of droppedMonths) {
    await writes.command({
      query: alterTable(requests, layout, `DROP PARTITION ${month} SETTINGS alter_sync = 2`),
    });
  }
  // Asked first, because a mutation that finds nothing still visits every part.
  const old = await writes.query({
    query: `SELECT count() AS count FROM ${tableName(requests.name, layout)} WHERE day < {keptFrom:Date}`,
    query_params: { keptFrom },
    format: 'JSONEachRow',
  });
  const deletedRows = (await old.json<{ count: number }>())[0]?.count ?? 0;
  if (deletedRows > 0) {
    const change = `DELETE IN PARTITION ${keptMonth} WHERE day < toDate(${quoteText(keptFrom)}) ${wait}`;
    await writes.command({ query: alterTable(requests, layout, change) });
  }
  return { keptFrom, droppedMonths, deletedRows };
}
