/** The requests of the last minutes, as rows. Source: contract section 6 (Request). */
import { copyOf } from '../../core/text-copy.ts';
import { type RecentTable, recentRows } from '../answers/recent-rows.ts';
import type { ReportStore } from '../answers/report-store.ts';
import type { RequestRow } from '../request-row.ts';
import { bucketOfDuration } from './response-time-buckets.ts';

export type RecentRequest = {
  /** Milliseconds since the Unix epoch. */
  readonly ms: number;
  readonly path: string;
  readonly status: number;
  /** Both ways. */
  readonly bytes: number;
  readonly duration_us: number;
  /** An index into the response time buckets. */
  readonly bucket: number;
  readonly bot: string;
  readonly datacenter: string;
};

const table: RecentTable<RecentRequest> = {
  name: 'requests',
  fields: {
    ms: 'toUnixTimestamp64Milli(time)',
    path: 'path',
    status: 'status',
    bytes: 'bytes_in + bytes_out',
    duration_us: 'duration_us',
    bucket: 'bucket',
    bot: 'bot',
    datacenter: 'datacenter',
  },
  fromAdded: (added, since) =>
    added.kind === 'requests' ? added.rows.filter(({ time }) => time >= since).map(recentOf) : [],
  inOrder: (rows) => rows,
};

/** The requests since an instant, in any order; see recentRows. */
export function recentRequests(
  store: ReportStore,
  domain: string,
  since: number,
): Promise<readonly RecentRequest[] | undefined> {
  return recentRows(store, table, domain, since);
}

/** Texts are copied: those of rows on their way keep a piece of the spool alive. */
function recentOf(row: RequestRow): RecentRequest {
  return {
    ms: row.time,
    path: copyOf(row.path),
    status: row.status,
    bytes: row.bytes_in + row.bytes_out,
    duration_us: row.duration_us,
    bucket: bucketOfDuration(row.duration_us),
    bot: copyOf(row.bot),
    datacenter: copyOf(row.datacenter),
  };
}
