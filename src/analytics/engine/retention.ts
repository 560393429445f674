/** Removes the rows of days beyond the retention period. */
import { dayOf, formatDay, lastDay as lastDayOfAll } from '../../core/date-range.ts';
import type { AnalyticsEngine } from './engine.ts';
import { events } from './schema/events.ts';
import { handshakes } from './schema/handshakes.ts';
import { quoteText, tableName } from './schema/layout.ts';
import { requests } from './schema/requests.ts';
import { alterTable, partsOf, type Table } from './schema/table.ts';
import { visitorDays } from './schema/visitor-days.ts';
import { visitDerivations, visits } from './schema/visits.ts';

/** Each is partitioned by month and has a column `day`. Derived rows are removed with their source. */
const datedTables: readonly Table[] = [requests, events, visits, visitDerivations, visitorDays];
/** Waits until every replica has done it. */
const wait = 'SETTINGS mutations_sync = 2, alter_sync = 2';

/** The newest day until `lastDay` that has requests or pageviews; from the parts' own bounds, without reading rows. */
export async function newestDay(
  { writes, layout }: AnalyticsEngine,
  lastDay: number,
): Promise<number | undefined> {
  const days = [requests, events].map(
    ({ name }) =>
      `SELECT toInt32(max(day)) AS last FROM ${tableName(name, layout)} WHERE day <= {lastDay:Date} HAVING count() > 0`,
  );
  const found = await writes.query({
    query: days.join(' UNION ALL '),
    query_params: { lastDay: formatDay(Math.min(lastDay, lastDayOfAll)) },
    format: 'JSONEachRow',
  });
  const rows = await found.json<{ last: number }>();
  return rows.length === 0 ? undefined : Math.max(...rows.map(({ last }) => last));
}

export type Removal = {
  readonly table: string;
  /** The first day that is kept, `YYYY-MM-DD`. */
  readonly keptFrom: string;
  /** Months dropped whole, `YYYYMM`. */
  readonly droppedMonths: readonly string[];
  /** Rows of the month in which the kept days begin. */
  readonly deletedRows: number;
};

/**
 * Keeps today and the `days` days before it. Earlier months are dropped; only one month is rewritten. Returns
 * the tables from which something was removed.
 */
export async function removeOldRows(
  engine: AnalyticsEngine,
  days: number,
  nowMs: number,
): Promise<Removal[]> {
  const keptFrom = formatDay(dayOf(nowMs) - days);
  const removals: Removal[] = [];
  for (const table of datedTables) {
    const removal = await removeFrom(table, engine, keptFrom);
    if (removal.droppedMonths.length > 0 || removal.deletedRows > 0) removals.push(removal);
  }
  return removals;
}

/** Whatever the retention period: nothing is read of them after a quarter of an hour. */
export async function removeOldHandshakes(engine: AnalyticsEngine, nowMs: number): Promise<void> {
  await removeFrom(handshakes, engine, formatDay(dayOf(nowMs) - 1));
}

async function removeFrom(
  table: Table,
  { writes, layout }: AnalyticsEngine,
  keptFrom: string,
): Promise<Removal> {
  const keptMonth = keptFrom.slice(0, 7).replace('-', '');
  const found = await writes.query({
    query: `SELECT DISTINCT partition FROM ${partsOf(table, layout)} ORDER BY partition`,
    format: 'JSONEachRow',
  });
  const months = (await found.json<{ partition: string }>()).map(({ partition }) => partition);
  const droppedMonths = months.filter((month) => Number(month) < Number(keptMonth));
  for (const month of droppedMonths) {
    await writes.command({
      query: alterTable(table, layout, `DROP PARTITION ${month} SETTINGS alter_sync = 2`),
    });
  }
  // Asked first, because a mutation that finds nothing still visits every part.
  const old = await writes.query({
    query: `SELECT count() AS count FROM ${tableName(table.name, layout)} WHERE day < {keptFrom:Date}`,
    query_params: { keptFrom },
    format: 'JSONEachRow',
  });
  const deletedRows = (await old.json<{ count: number }>())[0]?.count ?? 0;
  if (deletedRows > 0) {
    const change = `DELETE IN PARTITION ${keptMonth} WHERE day < toDate(${quoteText(keptFrom)}) ${wait}`;
    await writes.command({ query: alterTable(table, layout, change) });
  }
  return { table: table.name, keptFrom, droppedMonths, deletedRows };
}
