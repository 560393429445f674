/** How handshakes of the last minutes ended, in one statement over all hosts. Source: docs/reference/traffic-findings.md ("Handshakes"). */
import { type HandshakeFailure, handshakeFailures } from '../../core/handshake-outcome.ts';
import { minuteMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { rowsIn } from '../engine/row-spans.ts';

const windowMs = 15 * minuteMs;

export type RecentHandshakes = {
  /** What the requests of the host are recorded under. */
  readonly domain: string;
  readonly host: string;
  readonly good: number;
  readonly failed: ReadonlyMap<HandshakeFailure, number>;
  /** Of the clients of those that failed; at least, as not all are recorded. */
  readonly networks: number;
};

/** Of every host that had handshakes in the 15 minutes before `until`, which begins a minute. */
export async function recentHandshakes(store: ReportStore, until: number): Promise<RecentHandshakes[]> {
  const counts = ['good', ...handshakeFailures].map(
    (outcome) => `sumIf(count, outcome = '${outcome}') AS ${outcome}`,
  );
  const rows = await store.query<Record<string, number> & { id: string; name: string }>(
    `SELECT toString(domain) AS id, host AS name, ${counts.join(', ')},
      uniqExactArrayIf(splitByChar(' ', networks), networks != '') AS clients
    FROM handshakes WHERE ${rowsIn(until - windowMs, until, 'true')} GROUP BY domain, host`,
    {},
  );
  return rows.map((row) => ({
    domain: row.id,
    host: row.name,
    good: row['good'] ?? 0,
    failed: new Map(handshakeFailures.map((failure) => [failure, row[failure] ?? 0])),
    networks: row['clients'] ?? 0,
  }));
}
