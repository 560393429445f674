/** Visitors of the last minutes. Source: issue 4 (`current_visitors`), contract section 6 (Visitor). */

const windowMs = 5 * 60_000;

/**
 * A visitor who changes over to another salt within these minutes has two hashes, of which the newer one knows the
 * older one: the older one is not counted.
 */
export function currentVisitors(
  domainUuid: string,
  nowMs: number,
): { readonly sql: string; readonly params: Record<string, unknown> } {
  const recent = `FROM pageviews WHERE domain = {domain:UUID}
    AND day BETWEEN toDate(fromUnixTimestamp64Milli({from:Int64}), 'UTC') AND toDate(fromUnixTimestamp64Milli({to:Int64}), 'UTC')
    AND time > fromUnixTimestamp64Milli({from:Int64}) AND time <= fromUnixTimestamp64Milli({to:Int64})`;
  return {
    sql: `SELECT uniqExact(visitor) AS total ${recent}
      AND visitor NOT IN (SELECT previous_visitor ${recent} AND previous_visitor NOT IN (0, visitor))`,
    params: { domain: domainUuid, from: nowMs - windowMs, to: nowMs },
  };
}
