/** Random queries over the domains of an account, compared with the slow computation and with what each domain answers itself. */
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import type { ReportStore } from '../../../src/analytics/engine/report-store.ts';
import { runCompared } from '../../../src/analytics/query/comparison.ts';
import type { QueriedDomain } from '../../../src/analytics/query/domain-dimensions.ts';
import { DomainSet } from '../../../src/analytics/query/domain-set.ts';
import { type DomainGoal, sharedGoals } from '../../../src/analytics/query/goals.ts';
import {
  readAccountRequestQuery,
  readAccountVisitorQuery,
  readRequestQuery,
  readVisitorQuery,
} from '../../../src/analytics/query/read-query.ts';
import {
  runAccountRequestQuery,
  runAccountVisitorQuery,
} from '../../../src/analytics/query/run-account-query.ts';
import { runRequestQuery, runVisitorQuery } from '../../../src/analytics/query/run-query.ts';
import { AnswerTime } from '../../../src/analytics/store/answer-time.ts';
import { derive } from '../../../src/analytics/visits/derivation.ts';
import { VisitDeriver } from '../../../src/analytics/visits/deriver.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { runs } from '../../support/runs.ts';
import { pageviewRow, requestRow } from '../analytics-store/rows.ts';
import { anyPageviews, firstDay, kindsWithReports } from '../reports/random-pageviews.ts';
import { openForSuite } from '../reports/store-of-suite.ts';
import { queriesWith, goals as someGoals } from './random-queries.ts';
import { type PlainEvent, type PlainGoal, slowQuery, toWire } from './slow-query.ts';

const dayMs = 86_400_000;
const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
const byDimensions = (rows: readonly object[]): string =>
  JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted());

type Custom = NonNullable<QueriedDomain['custom']>;
const customs: readonly Custom[] = [
  { externalId: 'c-1', upstream: '10.0.0.1:80', metadata: { plan: 'it\'s "pro" 😀', __proto__x: 'a' } },
  { externalId: '', upstream: '10.0.0.1:80', metadata: { plan: '(none)', tier: '' } },
  { externalId: 'c-1', upstream: 'app.example.com:443', metadata: {} },
  { externalId: 'c-4\\', upstream: 'app.example.com:443', metadata: { plan: '{domain:UUID}' } },
];
const accountOf = (domains: readonly Custom[]): QueriedDomain[] =>
  domains.map((custom, index) => ({ uuid: newUuid(), host: `h${index}.example.com`, custom }));

/** From the page, by other means than the program. */
function valuesIn({ uuid, host, custom }: QueriedDomain): Record<string, string> {
  return {
    'domain:host': host,
    ...(custom
      ? {
          'domain:uuid': uuid,
          'domain:upstream': custom.upstream,
          ...(custom.externalId === '' ? {} : { 'domain:external_id': custom.externalId }),
          ...Object.fromEntries(
            Object.entries(custom.metadata).map(([key, value]) => [`domain:metadata:${key}`, value]),
          ),
        }
      : {}),
  };
}

const choices = {
  'domain:host': ['h0.example.com', 'h1.example.com', 'h2', 'none.example.com'],
  'domain:uuid': ['(none)', '-'],
  'domain:external_id': ['c-1', 'c-4\\', '(none)'],
  'domain:upstream': ['10.0.0.1:80', 'app.example.com:443'],
  'domain:metadata:plan': ['it\'s "pro" 😀', '(none)', '{domain:UUID}', 'pro'],
  'domain:metadata:tier': ['', '(none)'],
  'domain:metadata:"😀\'\\': ['(none)', 'none'],
  'domain:metadata:__proto__': ['(none)', 'Object'],
};

/** Each domain has some of the goals, and another meaning of one of them. */
const goalsOf = (domains: readonly QueriedDomain[]): DomainGoal[] =>
  domains.flatMap(({ uuid }, index) => [
    ...someGoals.filter((_, nth) => (nth + index) % 2 === 0).map((goal) => ({ domainUuid: uuid, goal })),
    {
      domainUuid: uuid,
      goal:
        index < 2
          ? { uuid: '6', displayName: 'Shared', eventName: null, pagePath: index === 0 ? '/a' : '/b*' }
          : { uuid: '6', displayName: 'Shared', eventName: 'Order', pagePath: null },
    },
  ]);

onChdb('queries over an account', () => {
  const getStore = openForSuite(chdbLocation);

  test('property: answer what the slow computation answers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(...customs.map(() => anyPageviews(['a'], kindsWithReports))),
        fc.array(queriesWith(choices), { minLength: 4, maxLength: 4 }),
        fc.constantFrom(1, 20, 1_000_000),
        fc.boolean(),
        fc.boolean(),
        async (ofDomains, queries, ofBusy, isDerived, isShared) => {
          const store = getStore();
          const domains = accountOf(customs);
          const rows = ofDomains.flatMap((pageviews, index) =>
            pageviews.map(
              (row): PlainEvent => ({
                ...row,
                domain: domains[index]?.uuid ?? '',
                visitor: hashOf(row.visitor, index),
                // One hash has one predecessor.
                previous_visitor: isShared ? '0' : hashOf(row.previous_visitor, index),
                ofDomain: valuesIn(domains[index] ?? { uuid: '', host: '', custom: undefined }),
              }),
            ),
          );
          const stored = rows.map((row): PageviewRow => {
            const { ofDomain: _, ...plain } = row;
            // Hashes that domains share are of different visitors all the same.
            return isShared ? { ...plain, visitor: String(BigInt(row.visitor) & ((1n << 60n) - 1n)) } : plain;
          });
          const insert = async (some: readonly PageviewRow[]): Promise<void> => {
            if (some.length > 0)
              await store.insertPageviews({ name: newUuid(), rows: some, mayBeStored: false });
          };
          // Late ones make derivations untrue.
          const isLate = ({ domain }: PageviewRow) => isDerived && domain === domains[3]?.uuid;
          await insert(stored.filter((row) => !isLate(row)));
          if (isDerived)
            for (const { uuid } of [...domains.slice(1), ...domains.slice(2, 3)])
              for (let day = firstDay; day < firstDay + 6; day++)
                await derive(
                  store,
                  [uuid],
                  { day, startsUntil: (day + 1) * dayMs, seenUntil: (day + 1) * dayMs + dayMs / 4 },
                  day * dayMs,
                  uuid === domains[1]?.uuid ? 'visits' : undefined,
                );
          await insert(stored.filter(isLate));
          const set = new DomainSet(store, domains);
          const goals = goalsOf(domains);
          for (const { from, days, ...asked } of queries) {
            const date_range = [isoDay(from), isoDay(from + days)];
            const filters = asked.filters.map(toWire);
            const query = readAccountVisitorQuery(
              { ...asked, filters, date_range },
              0,
              sharedGoals(set, goals),
            );
            const { results } = await runAccountVisitorQuery(set, query, ofBusy);
            const { since, until } = query.range;
            const plainGoals = goals.map(toPlain);
            const title = `${JSON.stringify({ ...asked, filters, date_range })} `;
            expect(title + byDimensions(results)).toBe(
              title + byDimensions(slowQuery(rows, { ...asked, goals: plainGoals, since, until })),
            );
          }
        },
      ),
      { numRuns: runs(6), endOnFailure: true },
    );
  });

  test('days are read from stored visits by their sums, and domain by domain where these differ', async () => {
    const store = getStore();
    const day = 20_500;
    const at = (hour: number): number => day * dayMs + hour * 3_600_000;
    const domains = accountOf(customs.slice(0, 3));
    const [first, second, third] = domains.map(({ uuid }) => uuid);
    if (!first || !second || !third) throw new Error('there are three');
    const insert = (rows: readonly (readonly [domain: string, hour: number])[]) =>
      store.insertPageviews({
        name: newUuid(),
        rows: rows.map(([domain, hour]) => pageviewRow({ domain, time: at(hour), visitor: '1' })),
        mayBeStored: false,
      });
    const clock = { now: () => at(56) };
    const deriver = new VisitDeriver(store, { clock, logger: pino({ level: 'silent' }) });
    const read: string[] = [];
    const answer = async (): Promise<readonly (readonly [string | undefined, unknown])[]> => {
      read.length = 0;
      const reading: ReportStore = {
        query: (sql, params) => {
          if (sql.includes('FULL JOIN')) read.push('domains');
          if (sql.includes('FROM visits WHERE') && sql.includes('AS m0')) read.push('visits');
          if (sql.includes('groupArray((e.time')) read.push('events');
          return store.query(sql, params);
        },
      };
      const query = readAccountVisitorQuery(
        {
          metrics: ['visits'],
          dimensions: ['domain:host'],
          date_range: [isoDay(day), isoDay(day + 1)],
          order_by: [['domain:host', 'asc']],
        },
        0,
        [],
      );
      const { results } = await runAccountVisitorQuery(new DomainSet(reading, domains), query);
      return results.map(({ dimensions, metrics }) => [dimensions[0], metrics[0]]);
    };
    const of = (...counts: readonly number[]) =>
      counts.map((count, index) => [`h${index}.example.com`, count]);

    await insert([
      [first, 1],
      [first, 12],
      [second, 13],
      // None on the day before, whose derivation would look at it.
      [second, 25],
      [third, 25],
    ]);
    await deriver.runOnce();
    expect(await answer()).toEqual(of(2, 2, 1));
    expect(read).toEqual(['visits']);

    // Of as many events of the same batch: one is missing, and another one is there twice.
    const remove = (table: string, domain: string, its: number) =>
      store.execute(
        `ALTER TABLE ${table} DELETE WHERE domain = '${domain}' AND day = '${isoDay(its)}' SETTINGS mutations_sync = 2`,
      );
    for (const table of ['visits', 'visit_derivations']) await remove(table, third, day + 1);
    const dayEnd = at(48);
    await derive(
      store,
      [second],
      { day: day + 1, startsUntil: dayEnd, seenUntil: dayEnd + dayMs / 4 },
      at(56),
      'visits',
    );
    expect(await answer()).toEqual(of(2, 2, 1));
    expect(read).toEqual(['domains', 'visits', 'events']);

    await remove('visits', first, day);
    expect(await answer()).toEqual(of(2, 2, 1));
    await insert([[third, 30]]);
    expect(await answer()).toEqual(of(2, 2, 2));
  });

  test('rows are the sums of what the domains answer themselves, and no other domain is in them', async () => {
    const store = getStore();
    const domains = accountOf(customs);
    const other = newUuid();
    const at = (hour: number): number => Date.UTC(2026, 2, 15, hour);
    const pageviews = [...domains.map(({ uuid }) => uuid), other].flatMap((domain, index) =>
      Array.from({ length: 3 + index }, (_, nth) =>
        pageviewRow({
          domain,
          visitor: String(1 + (nth % 3)),
          time: at(nth),
          path: `/${nth % 2}`,
        }),
      ),
    );
    await store.insertPageviews({ name: newUuid(), rows: pageviews, mayBeStored: false });
    const rules: QueriedDomain = { uuid: newUuid(), host: 'go.example.com', custom: undefined };
    const requests = [...domains, rules, { uuid: other }].flatMap(({ uuid: domain }, index) =>
      Array.from({ length: 2 + index }, (_, nth) =>
        requestRow({ domain, time: at(nth), duration_us: 1000 * (nth + 1), path: `/${nth}` }),
      ),
    );
    await store.insertRequests({ name: newUuid(), rows: requests, mayBeStored: false });
    const date_range = ['2026-03-15', '2026-03-15'];
    const asked = { metrics: ['visitors', 'visits', 'pageviews', 'events'], date_range };
    const set = new DomainSet(store, domains);

    const { results: own } = await runAccountVisitorQuery(set, readAccountVisitorQuery(asked, 0, []));
    const sums = [0, 0, 0, 0];
    for (const { uuid } of domains) {
      const { results } = await runVisitorQuery(store, uuid, readVisitorQuery(asked, 0));
      for (const [index, value] of (results[0]?.metrics ?? []).entries())
        sums[index] = (sums[index] ?? 0) + Number(value);
    }
    expect(own).toEqual([{ dimensions: [], metrics: sums }]);

    const hosts = new DomainSet(store, [...domains, rules]);
    const byUuid = { metrics: ['requests'], dimensions: ['domain:host', 'domain:uuid'], date_range };
    const { results: counted } = await runAccountRequestQuery(
      hosts,
      readAccountRequestQuery({ ...byUuid, order_by: [['domain:host', 'asc']] }, 0),
    );
    const alone = { metrics: ['requests'], date_range };
    const each = await Promise.all(
      [...domains, rules].map(async ({ uuid, host, custom }) => {
        const { results } = await runRequestQuery(store, uuid, readRequestQuery(alone, 0));
        return { dimensions: [host, custom ? uuid : '(none)'], metrics: results[0]?.metrics };
      }),
    );
    expect(counted).toEqual(
      each.toSorted((a, b) => ((a.dimensions[0] ?? '') < (b.dimensions[0] ?? '') ? -1 : 1)),
    );

    // The nearest rank of all requests together.
    const { results: together } = await runAccountRequestQuery(
      hosts,
      readAccountRequestQuery({ metrics: ['response_time_p95', 'requests'], date_range }, 0),
    );
    const times = requests.filter(({ domain }) => domain !== other).map((row) => row.duration_us);
    const rank = Math.ceil(0.95 * times.length) - 1;
    expect(together[0]?.metrics).toEqual([(times.toSorted((a, b) => a - b)[rank] ?? 0) / 1e6, times.length]);
  });

  test('pages, totals, time series, comparisons and lost rows are those of one domain', async () => {
    const store = getStore();
    const domains = accountOf(customs);
    const rows = domains.flatMap(({ uuid: domain }, index) =>
      Array.from({ length: 2 * (index + 1) }, (_, nth) =>
        pageviewRow({
          domain,
          visitor: String(100 * (index + 1) + nth),
          time: Date.UTC(2026, 2, index === 3 ? 14 : 14 + (nth % 2), 12, nth),
        }),
      ),
    );
    await store.insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    const set = new DomainSet(store, domains);
    const nowMs = Date.UTC(2026, 2, 16);
    const run = (members: object) =>
      runCompared(readAccountVisitorQuery(members, nowMs, []), (each) => runAccountVisitorQuery(set, each));
    const day = ['2026-03-15', '2026-03-15'];
    const byHost = { metrics: ['visitors'], dimensions: ['domain:host'], date_range: day };
    expect(
      await run({ ...byHost, include: { total_rows: true }, pagination: { limit: 1, offset: 1 } }),
    ).toMatchObject({
      results: [{ dimensions: ['h1.example.com'], metrics: [2] }],
      meta: { total_rows: 3 },
    });
    const { results } = await run({
      ...byHost,
      include: { comparison: { mode: 'previous_period', lost_rows: true } },
    });
    expect(results.map((row) => [row.dimensions[0], row.metrics[0], row.comparison?.metrics[0]])).toEqual([
      ['h2.example.com', 3, 3],
      ['h1.example.com', 2, 2],
      ['h0.example.com', 1, 1],
      ['h3.example.com', 0, 8],
    ]);
    const series = await run({
      metrics: ['visits'],
      dimensions: ['time:day', 'domain:upstream'],
      date_range: 'all',
      order_by: [
        ['time:day', 'asc'],
        ['domain:upstream', 'asc'],
      ],
    });
    expect(series.results).toEqual([
      { dimensions: ['2026-03-14', '10.0.0.1:80'], metrics: [3] },
      { dimensions: ['2026-03-14', 'app.example.com:443'], metrics: [11] },
      { dimensions: ['2026-03-15', '10.0.0.1:80'], metrics: [3] },
      { dimensions: ['2026-03-15', 'app.example.com:443'], metrics: [3] },
    ]);
  });

  test('more domains than the engine looks up in a list are looked up as rows', async () => {
    const domains = Array.from(
      { length: 66_000 },
      (_, index): QueriedDomain => ({
        uuid: newUuid(),
        host: `h${index}.example.org`,
        custom: undefined,
      }),
    );
    // For each of these rows a list of half as many would be gone through, which takes more time than there is.
    const time = Date.UTC(2026, 2, 15, 12);
    const rows = ['1', '2'].flatMap((visitor) =>
      domains.map(({ uuid: domain }) => pageviewRow({ domain, time, visitor })),
    );
    await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    const asked = { metrics: ['visitors', 'pageviews'], date_range: ['2026-03-15', '2026-03-15'] };
    const answerTo = async (all: readonly QueriedDomain[], more = {}, hasGoal = all) => {
      const answerTime = new AnswerTime(10);
      const store: ReportStore = { query: (sql, params) => getStore().query(sql, params, '', answerTime) };
      const set = new DomainSet(store, all);
      const goal = { displayName: 'Seen', eventName: null, pagePath: '/*' };
      const goals = hasGoal.map(({ uuid }) => ({ domainUuid: uuid, goal: { uuid, ...goal } }));
      const read = readAccountVisitorQuery({ ...asked, ...more }, 0, sharedGoals(set, goals));
      return (await runAccountVisitorQuery(set, read)).results;
    };
    expect(await answerTo(domains)).toEqual([{ dimensions: [], metrics: [132_000, 132_000] }]);
    // Nor do lists of what domains have, and of those with a goal, meet it.
    const one = { uuid: newUuid(), host: 'one.example.org', custom: undefined };
    const completed = { filters: [['is', 'event:goal', ['Seen']]] };
    expect(await answerTo([...domains, one], completed, domains)).toEqual([
      { dimensions: [], metrics: [132_000, 132_000] },
    ]);
    const custom = { externalId: 'c', upstream: '10.0.0.1:80', metadata: {} };
    const withIds = domains.map((domain, index) =>
      index === 0 ? domain : { uuid: domain.uuid, host: domain.host, custom },
    );
    const without = {
      filters: [
        [
          'or',
          [
            ['is', 'domain:external_id', ['(none)']],
            ['is', 'event:page', ['/x']],
          ],
        ],
      ],
    };
    expect(await answerTo(withIds, without)).toEqual([{ dimensions: [], metrics: [2, 2] }]);
  });

  test('ten thousand domains are named once in a statement, and half a million in none', async () => {
    const [own] = accountOf(customs);
    if (!own?.custom) throw new Error('there is one');
    const { upstream } = own.custom;
    const others = Array.from({ length: 10_000 }, (_, index): QueriedDomain => {
      const metadata: Record<string, string> = index % 2 === 0 ? { plan: `plan ${index} 😀`.repeat(3) } : {};
      return {
        uuid: newUuid(),
        host: `h${index}.example.org`,
        custom: { externalId: String(index), upstream, metadata },
      };
    });
    const rows = ['1', '2', '3'].map((visitor) => pageviewRow({ domain: own.uuid, visitor }));
    await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    const lengths: number[] = [];
    const store: ReportStore = {
      query: (sql, params) => {
        lengths.push(sql.length);
        return getStore().query(sql, params);
      },
    };
    const either = [
      ['contains', 'domain:uuid', ['-']],
      ['is', 'event:page', ['/']],
    ];
    const asked = {
      metrics: ['visitors', 'visits', 'conversion_rate'],
      dimensions: ['domain:host', 'domain:upstream', 'domain:metadata:plan', 'event:goal'],
      filters: [['or', either]],
      date_range: ['2026-03-15', '2026-03-15'],
    };
    const set = new DomainSet(store, [own, ...others]);
    const goals = sharedGoals(
      set,
      [own, ...others.slice(1)].map(({ uuid }) => ({
        domainUuid: uuid,
        goal: { uuid, displayName: 'Seen', eventName: null, pagePath: '/*' },
      })),
    );
    const { results } = await runAccountVisitorQuery(set, readAccountVisitorQuery(asked, 0, goals));
    expect(results).toEqual([
      { dimensions: [own.host, upstream, own.custom.metadata.plan, 'Seen'], metrics: [3, 3, 100] },
    ]);
    expect(Math.max(...lengths)).toBeLessThan(4 * 1024 * 1024);
    const all = new DomainSet(
      store,
      Array.from({ length: 500_000 }, () => own),
    );
    await expect(runAccountVisitorQuery(all, readAccountVisitorQuery(asked, 0, goals))).rejects.toMatchObject(
      {
        code: 'query_too_expensive',
      },
    );
  });

  test('a page load is viewed on its own domain only', async () => {
    const store = getStore();
    const [viewed, other] = accountOf(customs);
    if (!viewed || !other) throw new Error('there are two');
    const time = Date.UTC(2026, 2, 15, 12);
    const loads = [viewed, other].map(({ uuid: domain }) =>
      requestRow({ domain, time, visitor: '7', page_load: 'measured' }),
    );
    await store.insertRequests({ name: newUuid(), rows: loads, mayBeStored: false });
    const view = pageviewRow({ domain: viewed.uuid, time: time + 1000, visitor: '7' });
    await store.insertPageviews({ name: newUuid(), rows: [view], mayBeStored: false });
    const asked = {
      metrics: ['page_loads', 'people', 'unexplained'],
      dimensions: ['domain:host'],
      order_by: [['domain:host', 'asc']],
      date_range: ['2026-03-15', '2026-03-15'],
    };
    const set = new DomainSet(store, [viewed, other]);
    expect((await runAccountRequestQuery(set, readAccountRequestQuery(asked, 0))).results).toEqual([
      { dimensions: [viewed.host], metrics: [1, 1, 0] },
      { dimensions: [other.host], metrics: [1, 0, 1] },
    ]);
  });

  test('an account without domains has no rows, and one total of nothing', async () => {
    const set = new DomainSet(getStore(), []);
    const asked = { metrics: ['visitors', 'bounce_rate'], date_range: 'all' };
    const total = await runAccountVisitorQuery(set, readAccountVisitorQuery(asked, dayMs, []));
    expect(total.results).toEqual([{ dimensions: [], metrics: [0, 0] }]);
    const rows = await runAccountVisitorQuery(
      set,
      readAccountVisitorQuery({ ...asked, dimensions: ['domain:metadata:plan'] }, dayMs, []),
    );
    expect(rows.results).toEqual([]);
  });

  test('conversion_rate divides by the visitors of all domains, also of those without the goal', async () => {
    const store = getStore();
    const [with_, without, third] = accountOf(customs);
    if (!with_ || !without || !third) throw new Error('there are three');
    const time = Date.UTC(2026, 2, 15, 12);
    const rows = [
      pageviewRow({ domain: with_.uuid, visitor: '11', time }),
      pageviewRow({ domain: with_.uuid, visitor: '11', time, name: 'Signup' }),
      pageviewRow({ domain: without.uuid, visitor: '21', time }),
      pageviewRow({ domain: without.uuid, visitor: '21', time, name: 'Signup' }),
      pageviewRow({ domain: third.uuid, visitor: '31', time, path: '/thanks' }),
      pageviewRow({ domain: third.uuid, visitor: '32', time }),
    ];
    await store.insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    const set = new DomainSet(store, [with_, without, third]);
    const goals = sharedGoals(set, [
      {
        domainUuid: with_.uuid,
        goal: { uuid: '1', displayName: 'Goal', eventName: 'Signup', pagePath: null },
      },
      {
        domainUuid: third.uuid,
        goal: { uuid: '2', displayName: 'Goal', eventName: null, pagePath: '/thanks' },
      },
    ]);
    const asked = {
      metrics: ['visitors', 'conversion_rate'],
      dimensions: ['event:goal'],
      date_range: ['2026-03-15', '2026-03-15'],
    };
    const { results } = await runAccountVisitorQuery(set, readAccountVisitorQuery(asked, 0, goals));
    expect(results).toEqual([{ dimensions: ['Goal'], metrics: [2, 50] }]);
    const filters = [
      ['is', 'event:goal', ['Goal']],
      ['is_not', 'domain:host', [third.host]],
    ];
    const filtered = { ...asked, dimensions: ['domain:host'], filters };
    const { results: some } = await runAccountVisitorQuery(set, readAccountVisitorQuery(filtered, 0, goals));
    expect(some).toEqual([{ dimensions: [with_.host], metrics: [1, 50] }]);
  });
});

function toPlain({ domainUuid, goal }: DomainGoal): PlainGoal {
  return { ...goal, domain: domainUuid };
}

/** Visitors are of one domain: another number for each. */
function hashOf(visitor: string, index: number): string {
  const own = BigInt(visitor) & ((1n << 60n) - 1n);
  return visitor === '0' ? '0' : String(own | (BigInt(index + 1) << 60n));
}
