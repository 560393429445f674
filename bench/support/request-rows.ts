/**
 * Fills the table `requests` inside the engine, as fast as it goes: one large custom domain and many small ones, their
 * requests mixed and in the order of time, as segments arrive.
 */
import { openChdb } from '../../src/analytics/engine/chdb.ts';
import type { AnalyticsEngine } from '../../src/analytics/engine/engine.ts';
import type { AnalyticsLocation } from '../../src/analytics/engine/location.ts';
import { migrateAnalytics } from '../../src/analytics/engine/migrate.ts';

export type RequestRows = {
  /** Of the large domain, and of all others together. */
  readonly large: number;
  readonly others: number;
  /** Of each other domain. */
  readonly small: number;
  /** First day, counted from 1970-01-01, and how many days there are. */
  readonly firstDay: number;
  readonly days: number;
  /** Distinct paths of the large domain; few of them have most requests. */
  readonly paths: number;
};

export type FilledTable = { readonly parts: number; readonly bytes: number; readonly pathDays: number };

const rowsOfInsert = 1_000_000;
const mergesMayTakeMs = 900_000;

/** Uuid of a domain; 0 is the large one. */
export function domainAt(index: number): string {
  return `0190b6a0-0000-7000-8000-${String(index).padStart(12, '0')}`;
}

/** Creates and fills the table, then waits until the engine has merged what it wants to merge. */
export async function fillRequests(
  location: AnalyticsLocation & { kind: 'chdb' },
  rows: RequestRows,
  onProgress: (rowsDone: number) => void,
): Promise<FilledTable> {
  const engine = await openChdb(location);
  try {
    await migrateAnalytics(engine.writes, engine.layout);
    const total = rows.large + rows.others;
    for (let done = 0; done < total; done += rowsOfInsert) {
      await engine.writes.command({
        query: insertStatement(rows, done, Math.min(rowsOfInsert, total - done)),
      });
      onProgress(Math.min(total, done + rowsOfInsert));
    }
    await settle(engine);
    return {
      ...(await first<{ parts: number; bytes: number }>(
        engine,
        `SELECT count() AS parts, sum(bytes_on_disk) AS bytes FROM system.parts WHERE table = 'requests' AND active`,
      )),
      ...(await first<{ pathDays: number }>(
        engine,
        `SELECT count() AS pathDays FROM (
          SELECT count() FROM requests WHERE domain = '${domainAt(0)}' GROUP BY domain, day, path)`,
      )),
    };
  } finally {
    await engine.close();
  }
}

function insertStatement(
  { large, others, small, firstDay, days, paths }: RequestRows,
  from: number,
  count: number,
): string {
  const total = large + others;
  const smallDomains = Math.max(1, Math.round(others / small));
  return `INSERT INTO requests (domain, time, method, path, status, bytes_in, bytes_out, duration_us, bot, datacenter, batch)
    SELECT
      toUUID(concat('0190b6a0-0000-7000-8000-', leftPad(toString(domain_number), 12, '0'))),
      fromUnixTimestamp64Milli(toInt64(${firstDay * 86_400_000} + number / ${total} * ${days * 86_400_000}), 'UTC'),
      if(a % 20 = 0, 'POST', 'GET'),
      concat('/articles/', toString(floor(pow(bitAnd(a, 1048575) / 1048576, 3) * if(domain_number = 0, ${paths}, 500))), '/index.html'),
      [200, 200, 200, 200, 200, 200, 304, 301, 404, 500, 200, 200, 206, 200, 302, 200][1 + bitAnd(bitShiftRight(a, 20), 15)],
      300 + bitAnd(bitShiftRight(a, 24), 1023),
      500 + bitAnd(bitShiftRight(a, 34), 65535),
      toUInt64(1000 + pow(bitAnd(b, 1048575) / 1048576, 6) * 12000000),
      if(bitAnd(bitShiftRight(b, 20), 15) = 0, concat('Crawler', toString(bitAnd(bitShiftRight(b, 24), 31))), ''),
      if(bitAnd(bitShiftRight(b, 30), 7) = 0, concat('provider-', toString(bitAnd(bitShiftRight(b, 33), 31))), ''),
      ${Math.floor(from / rowsOfInsert)}
    FROM (
      SELECT number, cityHash64(number) AS a, cityHash64(a) AS b,
        if(bitShiftRight(a, 24) % ${total} < ${large}, 0, 1 + bitShiftRight(b, 40) % ${smallDomains}) AS domain_number
      FROM numbers(${from}, ${count})
    )`;
}

/** Waits until the engine has merged what it wants to merge, or for fifteen minutes. */
export async function settle(engine: AnalyticsEngine): Promise<void> {
  const giveUpAt = performance.now() + mergesMayTakeMs;
  for (let quiet = 0; quiet < 5 && performance.now() < giveUpAt; ) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const { running } = await first<{ running: number }>(
      engine,
      'SELECT count() AS running FROM system.merges',
    );
    quiet = running === 0 ? quiet + 1 : 0;
  }
}

async function first<Row>(engine: AnalyticsEngine, query: string): Promise<Row> {
  const result = await engine.writes.query({ query, format: 'JSONEachRow' });
  const [row] = await result.json<Row>();
  if (row === undefined) throw new Error(`no row: ${query}`);
  return row;
}
