/**
 * The proxy-analytics reports once more: slow, and written straight from docs/reference/proxy-analytics.md,
 * with nothing of the program's own. What the program answers is held against it.
 */
import type { RequestRow } from '../../../src/analytics/engine/request-row.ts';

export type SlowRequest = {
  readonly domain: string;
  /** `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly frequency: 'day' | 'week' | 'month';
  readonly limit: number;
};

/** Answers a report by its name, over all requests ever recorded. */
export function slowReport(name: string, requests: readonly RequestRow[], asked: SlowRequest): unknown {
  const rows = requests.filter(
    ({ domain, time }) => domain === asked.domain && dateOf(time) >= asked.from && dateOf(time) <= asked.to,
  );
  const report = slowReports[name];
  if (report === undefined) throw new Error(`no slow report ${name}`);
  return report(rows, asked);
}

type SlowReport = (rows: readonly RequestRow[], asked: SlowRequest) => unknown;

const slowReports: Readonly<Record<string, SlowReport>> = {
  request_count: (rows) => ({ count: rows.length }),
  request_counts_by_date: (rows, asked) => ({ data: byDate(rows, asked, (group) => group.length) }),
  total_data_transfer: (rows) => ({ bytes: bytes(rows) }),
  data_transfer_by_date: (rows, asked) => ({ data: byDate(rows, asked, bytes) }),
  average_response_time: (rows) => ({ duration: averageSeconds(rows) }),
  average_response_time_by_date: (rows, asked) => ({ data: byDate(rows, asked, averageSeconds) }),
  response_time_distribution: (rows) => ({ data: distribution(rows) }),
  files: (rows, { limit }) => ({ data: ranked(rows, ({ path }) => ({ name: path }), limit) }),
  response_codes: (rows, { limit }) => ({
    data: ranked(
      rows,
      ({ status }) => ({ name: `${status} ${texts[status] ?? 'Unknown'}`, http_code: status }),
      limit,
    ),
  }),
  bot_requests: (rows, { limit }) => ({
    data: ranked(
      rows.filter(({ bot }) => bot !== ''),
      ({ bot }) => ({ name: bot }),
      limit,
    ),
  }),
  datacenter_requests: (rows, { limit }) => ({
    data: ranked(
      rows.filter(({ datacenter }) => datacenter !== ''),
      ({ datacenter }) => ({ name: providers[datacenter] ?? datacenter, datacenter_id: datacenter }),
      limit,
    ),
  }),
};

/** The status codes and providers of the random requests; what is not here has no text. */
export const texts: Readonly<Record<number, string>> = {
  200: 'OK',
  301: 'Moved Permanently',
  404: 'Not Found',
  413: 'Content Too Large',
  418: '(Unused)',
  422: 'Unprocessable Content',
  502: 'Bad Gateway',
};
export const providers: Readonly<Record<string, string>> = {
  'amazon-aws': 'Amazon AWS',
  // Sort otherwise by name than by slug.
  'velia-net': 'velia.net',
  yandex: 'Yandex',
};

export function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function bytes(rows: readonly RequestRow[]): number {
  let sum = 0;
  for (const { bytes_in, bytes_out } of rows) sum += bytes_in + bytes_out;
  return sum;
}

/** To the microsecond, half up; over big integers, so that nothing is rounded before. */
function averageSeconds(rows: readonly RequestRow[]): number {
  if (rows.length === 0) return 0;
  let sum = 0n;
  for (const { duration_us } of rows) sum += BigInt(duration_us);
  const count = BigInt(rows.length);
  return Number((2n * sum + count) / (2n * count)) / 1e6;
}

/** The number of each bucket's rows, in time order; what happens at a time belongs to the day of it. */
export function byDate<Row extends { readonly time: number }>(
  rows: readonly Row[],
  { from, to, frequency }: SlowRequest,
  measure: (group: readonly Row[]) => number,
): Record<string, number> {
  const groups = new Map<string, Row[]>();
  for (let time = Date.parse(from); dateOf(time) <= to; time += 86_400_000) {
    const key = firstDay(time, frequency);
    if (!groups.has(key)) groups.set(key, []);
  }
  for (const row of rows) groups.get(firstDay(row.time, frequency))?.push(row);
  return Object.fromEntries([...groups].map(([key, group]) => [key, measure(group)]));
}

function firstDay(time: number, frequency: SlowRequest['frequency']): string {
  const date = new Date(time);
  if (frequency === 'week') while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() - 1);
  if (frequency === 'month') date.setUTCDate(1);
  return date.toISOString().slice(0, 10);
}

function distribution(rows: readonly RequestRow[]): Record<string, string> {
  const within = (fromMs: number, belowMs: number): string =>
    String(
      rows.filter(({ duration_us }) => duration_us >= fromMs * 1000 && duration_us < belowMs * 1000).length,
    );
  return {
    '0-100ms': within(0, 100),
    '100-200ms': within(100, 200),
    '200-300ms': within(200, 300),
    '300-400ms': within(300, 400),
    '400-500ms': within(400, 500),
    '500-600ms': within(500, 600),
    '600-700ms': within(600, 700),
    '700-800ms': within(700, 800),
    '800-900ms': within(800, 900),
    '900ms-1s': within(900, 1000),
    '1-1.5s': within(1000, 1500),
    '1.5-2s': within(1500, 2000),
    '2-3s': within(2000, 3000),
    '3-5s': within(3000, 5000),
    '5-10s': within(5000, 10_000),
    '10s+': within(10_000, Number.POSITIVE_INFINITY),
  };
}

function ranked(
  rows: readonly RequestRow[],
  namesOf: (row: RequestRow) => { readonly name: string },
  limit: number,
): unknown[] {
  const groups = new Map<string, { names: { readonly name: string }; count: number }>();
  for (const row of rows) {
    const names = namesOf(row);
    const key = JSON.stringify(names);
    const group = groups.get(key) ?? { names, count: 0 };
    group.count += 1;
    groups.set(key, group);
  }
  return [...groups.values()]
    .toSorted((a, b) => b.count - a.count || (a.names.name < b.names.name ? -1 : 1))
    .slice(0, limit)
    .map(({ names, count }) =>
      Object.assign({}, names, { count, percentage: percentage(count, rows.length) }),
    );
}

/** Half up at the second decimal, without fractions on the way. */
export function percentage(count: number, whole: number): number {
  if (whole === 0) return 0;
  return Number((BigInt(count) * 20_000n + BigInt(whole)) / (2n * BigInt(whole))) / 100;
}
