/** What was recorded in the last ten minutes. Source: docs/reference/diagnosis.md ("Reachable"). */
import { minuteMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { rowsIn } from '../engine/row-spans.ts';

export type RecentTraffic = {
  readonly requests: number;
  /** From public addresses: from a country. */
  readonly publicRequests: number;
  /** That the upstream had to answer. */
  readonly tried: number;
  /** Of those: with a status from 500 on. */
  readonly failed: number;
};

export const recentMs: number = 10 * minuteMs;
/** Clocks of other machines may be ahead. */
const aheadMs = minuteMs;

/** Of what a host's requests are recorded under. */
export async function readRecentTraffic(
  store: ReportStore,
  ownerUuid: string,
  nowMs: number,
): Promise<RecentTraffic> {
  const [row] = await store.query<Record<keyof RecentTraffic, number | string>>(
    `SELECT count() AS requests, countIf(country != '') AS publicRequests,
      countIf(upstream_us > 0 OR status IN (502, 504)) AS tried,
      countIf((upstream_us > 0 OR status IN (502, 504)) AND status >= 500) AS failed
    FROM requests WHERE ${rowsIn(nowMs - recentMs, nowMs + aheadMs)}`,
    { domain: ownerUuid },
  );
  return {
    requests: Number(row?.requests ?? 0),
    publicRequests: Number(row?.publicRequests ?? 0),
    tried: Number(row?.tried ?? 0),
    failed: Number(row?.failed ?? 0),
  };
}
