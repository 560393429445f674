/** Random queries over requests, compared with a computation that goes through every request. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RequestRow } from '../../../src/analytics/engine/request-row.ts';
import { botClassOf } from '../../../src/analytics/lookup/bot-class.ts';
import { readClickQuery, readRequestQuery } from '../../../src/analytics/query/read-query.ts';
import {
  clickMetricNames,
  requestDimensionNames,
  requestMetricNames,
} from '../../../src/analytics/query/request-vocabulary.ts';
import { runRequestQuery } from '../../../src/analytics/query/run-query.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { runs } from '../../support/runs.ts';
import { anyRange, anyRequest, clicked } from '../reports/random-requests.ts';
import { providers } from '../reports/slow-reports.ts';
import { openForSuite } from '../reports/store-of-suite.ts';

const valuesOf: Record<string, (row: RequestRow) => string> = {
  'time:hour': ({ time }) => `${new Date(time).toISOString().slice(0, 13)}:00:00+00:00`,
  'time:minute': ({ time }) => `${new Date(time).toISOString().slice(0, 16)}:00+00:00`,
  'time:day': ({ time }) => new Date(time).toISOString().slice(0, 10),
  'time:week': ({ time }) => {
    const monday = time - ((new Date(time).getUTCDay() + 6) % 7) * 86_400_000;
    return new Date(monday).toISOString().slice(0, 10);
  },
  'time:month': ({ time }) => `${new Date(time).toISOString().slice(0, 7)}-01`,
  'request:path': ({ path }) => path,
  'request:method': ({ method }) => method,
  'request:status': ({ status }) => String(status),
  'request:status_class': ({ status }) => `${String(status)[0]}xx`,
  'request:host': ({ host }) => host || 'Unknown',
  'request:protocol': ({ protocol }) => protocol || 'Unknown',
  'request:tls_version': (row) => row.tls_version || '(none)',
  'request:country': ({ country }) => country || 'Unknown',
  'request:source': ({ source }) => source || 'Unknown',
  'request:referrer': ({ referrer }) => referrer || 'Unknown',
  'request:browser': ({ browser }) => browser || 'Unknown',
  'request:os': (row) => row.operating_system || 'Unknown',
  'request:device': ({ device }) => ({ mobile: 'Mobile', desktop: 'Desktop' })[device as string] ?? 'Unknown',
  'request:bot': ({ bot }) => bot || '(none)',
  'request:bot_class': ({ bot }) => botClassOf(bot) || '(none)',
  'request:bot_verified': (row) =>
    row.bot === '' ? 'none' : row.bot_verified === 'verified' ? 'verified' : 'claimed',
  'request:rule': ({ rule }) => rule || '(none)',
  'request:target': ({ target }) => target || '(none)',
  'request:failure': ({ failure }) => failure || '(none)',
  'request:client': ({ bot, path, datacenter }) =>
    bot !== '' ? 'bot' : path.startsWith('/.env') ? 'probe' : datacenter === '' ? 'person' : 'datacenter',
  'request:datacenter': ({ datacenter }) =>
    datacenter === '' ? '(none)' : (providers[datacenter] ?? datacenter),
};

const metricsOf: Record<string, (rows: readonly RequestRow[]) => number> = {
  requests: (rows) => rows.length,
  bytes_in: (rows) => rows.reduce((sum, { bytes_in }) => sum + bytes_in, 0),
  bytes_out: (rows) => rows.reduce((sum, { bytes_out }) => sum + bytes_out, 0),
  response_time: (rows) =>
    rows.length === 0
      ? 0
      : Math.round(rows.reduce((sum, row) => sum + row.duration_us, 0) / rows.length) / 1e6,
  response_time_p50: (rows) => percentile(durations(rows), 50),
  response_time_p95: (rows) => percentile(durations(rows), 95),
  response_time_p99: (rows) => percentile(durations(rows), 99),
  upstream_time: (rows) => {
    const times = upstreamTimes(rows);
    return times.length === 0
      ? 0
      : Math.round(times.reduce((sum, time) => sum + time, 0) / times.length) / 1e6;
  },
  upstream_time_p75: (rows) => percentile(upstreamTimes(rows.filter(isPageLoad)), 75),
  visitors: (rows) => new Set(rows.map(({ visitor }) => visitor).filter((visitor) => visitor !== '0')).size,
  page_loads: (rows) => rows.filter(isPageLoad).length,
  verified_crawlers: (rows) => rows.filter((row) => isCrawlersLoad(row) && isVerified(row)).length,
  claimed_crawlers: (rows) => rows.filter((row) => isCrawlersLoad(row) && !isVerified(row)).length,
  // Nobody views anything here: reports/page-loads.test.ts has views.
  people: () => 0,
  not_measured: (rows) => rows.filter((row) => row.page_load === 'not_measured' && row.bot === '').length,
  unexplained: (rows) => rows.filter((row) => row.page_load === 'measured' && row.bot === '').length,
  error_rate: (rows) =>
    rows.length === 0
      ? 0
      : Math.round((rows.filter(({ status }) => status >= 500).length * 10_000) / rows.length) / 100,
};

function isPageLoad(row: RequestRow): boolean {
  return row.page_load !== '';
}

function isCrawlersLoad(row: RequestRow): boolean {
  return isPageLoad(row) && row.bot !== '';
}

function isVerified(row: RequestRow): boolean {
  return row.bot_verified === 'verified';
}

const durations = (rows: readonly RequestRow[]): number[] => rows.map((row) => row.duration_us);

/** Of those that an upstream answered. */
const upstreamTimes = (rows: readonly RequestRow[]): number[] =>
  rows.map((row) => row.upstream_us).filter((time) => time > 0);

/** The nearest rank, in seconds. */
function percentile(micros: readonly number[], percent: number): number {
  const sorted = micros.toSorted((a, b) => a - b);
  return (sorted[Math.ceil((percent * sorted.length) / 100) - 1] ?? 0) / 1e6;
}

const anyFilter = fc.oneof(
  fc.tuple(
    fc.constantFrom('is', 'is_not'),
    fc.constant('request:status'),
    fc.constant(['200', '404', '999']),
  ),
  fc.tuple(fc.constantFrom('contains', 'contains_not'), fc.constant('request:path'), fc.constant(['a', "'"])),
  fc.tuple(
    fc.constantFrom('is', 'is_not'),
    fc.constant('request:bot'),
    fc.constant(["Bob's Crawler", '(none)']),
  ),
  fc.tuple(fc.constantFrom('is', 'is_not'), fc.constant('request:bot_class'), fc.constant(['ai', 'other'])),
  fc.tuple(
    fc.constantFrom('is', 'is_not', 'contains'),
    fc.constant('request:bot_verified'),
    fc.constantFrom(['verified'], ['claimed', 'none'], ['ed']),
  ),
  fc.tuple(
    fc.constantFrom('is', 'is_not'),
    fc.constant('request:path'),
    fc.constant(['/{limit:UInt32}', '/\\n\t"quoted"\\']),
  ),
  fc.tuple(
    fc.constantFrom('is', 'is_not', 'contains'),
    fc.constantFrom(
      'request:source',
      'request:referrer',
      'request:rule',
      'request:failure',
      'request:device',
    ),
    fc.constant(["Bob's site", 'google.com', "Bob's rule", '(none)', 'unmatched', 'Mobile', 'n']),
  ),
);

/** Whether there is no value; a rule may be called `(none)`. */
function isMissing(dimension: string, text: string, row: RequestRow): boolean {
  return text === 'Unknown' || (text === '(none)' && (dimension !== 'request:rule' || row.rule === ''));
}

function passes(
  [operator, dimension, values]: readonly [string, string, readonly string[]],
  row: RequestRow,
): boolean {
  const text = valuesOf[dimension]?.(row) ?? '';
  const found = operator.startsWith('is')
    ? values.includes(text)
    : !isMissing(dimension, text, row) && values.some((part) => text.includes(part));
  return found !== operator.endsWith('_not');
}

const anyQuery = fc.record({
  metrics: fc.uniqueArray(fc.constantFrom(...requestMetricNames, 'visitors' as const), {
    minLength: 1,
    maxLength: 5,
  }),
  dimensions: fc.uniqueArray(fc.constantFrom(...requestDimensionNames), { maxLength: 3 }),
  filters: fc.array(anyFilter, { maxLength: 2 }),
  range: anyRange,
  isOverClicks: fc.boolean(),
});

const isoDay = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

onChdb('queries over requests', () => {
  const getStore = openForSuite(chdbLocation);

  test('property: answer what going through every request answers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRequest(['a']), { maxLength: 60 }),
        fc.array(anyQuery, { minLength: 6, maxLength: 6 }),
        async (requests, queries) => {
          const [domain, redirect] = [newUuid(), newUuid()];
          // Some of its clicks are stored under another uuid, as when its host had no custom domain yet.
          const rows = requests.map(
            (row): RequestRow => ({ ...row, domain, redirect: row.redirect === clicked ? redirect : '' }),
          );
          const click = rows.find((row) => row.redirect !== '');
          const elsewhere = click ? [{ ...click, domain: redirect }] : [];
          const stored = [...rows, ...elsewhere];
          if (stored.length > 0)
            await getStore().insertRequests({ name: newUuid(), rows: stored, mayBeStored: false });
          for (const { range, isOverClicks, ...words } of queries) {
            const allowed: readonly string[] = isOverClicks ? clickMetricNames : requestMetricNames;
            const metrics = words.metrics.filter((name) => allowed.includes(name));
            const asked = { ...words, metrics: metrics.length === 0 ? (['requests'] as const) : metrics };
            const to = asked.dimensions.includes('time:minute') ? range.from : range.to;
            const date_range = [isoDay(range.from), isoDay(to)];
            const include = { total_rows: true };
            const query = (isOverClicks ? readClickQuery : readRequestQuery)(
              { ...asked, date_range, include },
              0,
            );
            const { results, meta } = await runRequestQuery(
              getStore(),
              isOverClicks ? redirect : domain,
              query,
            );
            const groups = new Map<string, RequestRow[]>(asked.dimensions.length === 0 ? [['[]', []]] : []);
            for (const row of isOverClicks ? stored : rows) {
              if (isOverClicks && row.redirect !== redirect) continue;
              if (row.time < query.range.since || row.time >= query.range.until) continue;
              if (!asked.filters.every((filter) => passes(filter, row))) continue;
              const key = JSON.stringify(asked.dimensions.map((name) => valuesOf[name]?.(row)));
              groups.set(key, [...(groups.get(key) ?? []), row]);
            }
            const expected = [...groups].map(([key, group]) =>
              JSON.stringify({
                dimensions: JSON.parse(key),
                metrics: asked.metrics.map((name) => metricsOf[name]?.(group)),
              }),
            );
            expect(results.map((row) => JSON.stringify(row)).toSorted()).toEqual(expected.toSorted());
            expect(meta.total_rows).toBe(expected.length);
          }
        },
      ),
      { numRuns: runs(16), endOnFailure: true },
    );
  });
});
