/**
 * A replay of rules on millions of requests recorded for one host: time, CPU, memory, and how long it keeps the event loop from
 * others. The same without grouping in the store, on fewer requests. And every count against a reader of single requests.
 * Run: `NODE_OPTIONS=--max-old-space-size=4096 UV_THREADPOOL_SIZE=16 node bench/replay.ts [--thousands 10000]
 * [--single-thousands 1000] [--paths 100000] [--rules 1000] [--rounds 3] [--checked 100000]`
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as fc from 'fast-check';
import { pino } from 'pino';
import { openChdb } from '../src/analytics/engine/chdb.ts';
import { migrateAnalytics } from '../src/analytics/engine/migrate.ts';
import type { BlockStore } from '../src/analytics/engine/report-store.ts';
import { AnalyticsStore } from '../src/analytics/store/analytics-store.ts';
import { systemClock } from '../src/core/clock.ts';
import { dayOf } from '../src/core/date-range.ts';
import { newUuid } from '../src/core/ids.ts';
import { dayMs } from '../src/core/time.ts';
import type { ReplayAnswer } from '../src/replay/replay.ts';
import { readRules } from '../src/rules/read-rules.ts';
import type { Rule } from '../src/rules/rule.ts';
import type { CleanUp } from '../src/service/clean-up.ts';
import { anyRequest } from '../test/support/any-rules.ts';
import { memoryOf } from '../test/support/proc.ts';
import {
  anyChange,
  host,
  type ModelHost,
  naiveReplay,
  others,
  recordOf,
} from '../test/support/recorded-answers.ts';
import { replayIn } from '../test/support/replay-in.ts';
import { measureOnce } from './support/measure.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { domainAt, settle } from './support/request-rows.ts';
import { runBenchmark } from './support/run.ts';
import { median } from './support/statistics.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';

const firstDay = dayOf(Date.UTC(2026, 10, 18));
const days = 7;
const range = { from: firstDay, to: firstDay + days - 1 };
/** The default of NAMEPLATE_ANALYTICS_MEMORY. */
const memoryBytes = 2_048 * 1_024 * 1_024;
const rowsOfInsert = 1_000_000;
const [many, fewer] = [domainAt(1), domainAt(2)];
/** Lists of the comparison, with rows for each. */
const checkedLists = 10;

type Location = Parameters<typeof openChdb>[0];
type Measured = {
  readonly name: string;
  readonly requests: number;
  readonly groups: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly longestMs: number;
  readonly changed: number;
};

await runBenchmark(async (cleanUp: CleanUp) => {
  const options = readOptions({
    thousands: 10_000,
    'single-thousands': 1_000,
    paths: 100_000,
    rules: 1_000,
    rounds: 3,
    checked: 100_000,
  });
  const machine = describeMachine();
  const dir = await diskDir(cleanUp);
  const location: Location = { kind: 'chdb', path: join(dir, 'analytics'), memoryBytes };
  console.error('filling the store');
  await fill(
    location,
    [
      [many, options.thousands * 1_000],
      [fewer, options['single-thousands'] * 1_000],
    ],
    options.paths,
    options.rules,
  );
  const store = await AnalyticsStore.open(location, {
    logger: pino({ level: 'silent' }),
    retentionDays: 0,
    clock: systemClock,
  });
  cleanUp.defer(() => store[Symbol.asyncDispose]());

  const byPath = read(Array.from({ length: options.rules }, (_, index) => ruleAt(index)));
  const byMore = read(
    Array.from({ length: options.rules }, (_, index) => ({
      ...ruleAt(index),
      if: {
        ...ruleAt(index).if,
        ...[{ countries: ['DE'] }, { devices: ['mobile'] }, {}][index % 3],
      },
    })),
  );
  const baseBytes = memoryOf(process.pid).rssBytes;
  // The peak counts from here on (proc(5)): filling the store takes more.
  writeFileSync('/proc/self/clear_refs', '5');
  const measured: Measured[] = [];
  const lists = [
    ['rules of paths', many, byPath, store],
    ['rules with countries and devices, too', many, byMore, store],
    ['rules of paths, fewer requests', fewer, byPath, store],
    ['the same one by one', fewer, byPath, oneByOne(store)],
  ] as const;
  for (const [name, owner, rules, source] of lists)
    measured.push(await measureReplay(name, owner, rules, source, options.rounds));
  const peakBytes = memoryOf(process.pid).peakRssBytes;
  const isEqual = await compare(store, options.checked);

  publishReport(
    {
      name: 'replay',
      title: 'Replaying rules',
      method:
        `${formatNumber(options.rules)} rules on the requests of one host in a week, of ${formatNumber(options.paths)} paths by Zipf's law, ` +
        'from 40 countries, a tenth of them by bots. Embedded store, settled. Time is that of the whole answer, CPU that of the process, ' +
        'both the median of the rounds; the longest delay of a timer is that of all rounds.',
      sections: [
        {
          heading: 'Time',
          table: {
            columns: ['', 'requests', 'groups', 'seconds', 'CPU s', 'longest delay, ms', 'changed'],
            rows: measured.map((one) => [
              one.name,
              formatNumber(one.requests),
              formatNumber(one.groups),
              formatNumber(one.wallMs / 1000, 2),
              formatNumber(one.cpuMs / 1000, 2),
              formatNumber(one.longestMs),
              formatNumber(one.changed),
            ]),
          },
        },
        {
          heading: 'Memory of the process, engine included',
          table: {
            columns: ['before, MB', 'peak, MB'],
            rows: [[formatNumber(baseBytes / 1e6), formatNumber(peakBytes / 1e6)]],
          },
        },
      ],
      targets: [
        {
          claim: `every count is that of a reader of ${formatNumber(options.checked)} single requests`,
          measured: isEqual ? 'equal' : 'different',
          isMet: isEqual,
        },
      ],
      figures: { options, measured, baseBytes, peakBytes },
    },
    machine,
  );
});

/** Every tenth rule leads elsewhere than the one that was recorded. */
function ruleAt(index: number) {
  const path = `/old/${index % 97}/page-${index}`;
  return {
    if: { path },
    then: { redirect: { to: `https://new.example/${index % 10 === 0 ? 'other' : index}` } },
  };
}

function read(list: unknown): readonly Rule[] {
  const result = readRules(list);
  if (!result.ok) throw new Error(result.reason);
  return result.rules;
}

function replay(
  store: BlockStore,
  owner: string,
  rules: readonly Rule[],
  present = rules,
): Promise<ReplayAnswer> {
  return replayIn(store, {
    owners: [owner],
    range,
    rules,
    present,
    host: { host, redirect: undefined, hasDomain: true },
    others,
    signal: new AbortController().signal,
  });
}

async function measureReplay(
  name: string,
  owner: string,
  rules: readonly Rule[],
  store: BlockStore,
  rounds: number,
): Promise<Measured> {
  let groups = 0;
  const counting: BlockStore = {
    readBlocks: (sql, params, take, signal) =>
      store.readBlocks(
        sql,
        params,
        async (rows: readonly never[]) => {
          groups += rows.length;
          await take(rows);
        },
        signal,
      ),
  };
  let answer = await replay(counting, owner, rules);
  const found = groups;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const samples: [number, number][] = [];
  for (let round = 0; round < rounds; round++)
    samples.push(
      await measureOnce(async () => {
        answer = await replay(store, owner, rules);
      }),
    );
  delay.disable();
  return {
    name,
    requests: answer.requests,
    groups: found,
    wallMs: median(samples.map(([wallMs]) => wallMs)),
    cpuMs: median(samples.map(([, cpuMs]) => cpuMs)),
    longestMs: delay.max / 1e6,
    changed: answer.changed,
  };
}

/** The store without grouping: each request is a group. */
function oneByOne(store: BlockStore): BlockStore {
  return {
    readBlocks: (sql, params, take, signal) =>
      store.readBlocks(
        sql.replace(/GROUP BY [^\n]*\n\s*ORDER BY g_path/, '').replace('count() AS', '1 AS'),
        params,
        take,
        signal,
      ),
  };
}

async function compare(store: AnalyticsStore, count: number): Promise<boolean> {
  let isEqual = true;
  for (const { present, rules } of fc.sample(anyChange, checkedLists)) {
    const model: ModelHost = { redirect: undefined, hasDomain: true, isSecure: false };
    const owner = newUuid();
    const requests = fc.sample(anyRequest, Math.ceil(count / checkedLists));
    const rows = requests.map((request) =>
      Object.assign(recordOf(request, present, model), { domain: owner }),
    );
    await store.insertRequests({ name: newUuid(), rows, mayBeStored: false });
    const {
      byRule,
      samples: _samples,
      notReplayable: _named,
      ...counts
    } = await replay(store, owner, rules, present);
    const found = JSON.stringify({ ...counts, rules: [...byRule] });
    const expected = JSON.stringify(naiveReplay(rows, rules, present, model));
    if (found === expected) continue;
    isEqual = false;
    console.error(`different:\n${found}\n${expected}`);
  }
  return isEqual;
}

async function fill(
  location: Location,
  owners: readonly (readonly [owner: string, count: number])[],
  paths: number,
  rules: number,
): Promise<void> {
  const engine = await openChdb(location);
  try {
    await migrateAnalytics(engine.writes, engine.layout);
    let batch = 0;
    for (const [owner, count] of owners)
      for (let done = 0; done < count; done += rowsOfInsert)
        await engine.writes.command({
          query: insertStatement(
            owner,
            done,
            Math.min(rowsOfInsert, count - done),
            count,
            paths,
            rules,
            ++batch,
          ),
        });
    await settle(engine);
  } finally {
    await engine.close();
  }
}

/** A rule answered the paths of rules; of others, one in nine is unmatched and the rest proxied. */
function insertStatement(
  owner: string,
  from: number,
  count: number,
  total: number,
  paths: number,
  rules: number,
  batch: number,
): string {
  return `INSERT INTO requests (domain, time, method, path, status, bytes_in, bytes_out, duration_us, bot, datacenter, batch,
      host, protocol, country, source, browser, operating_system, device, rule, target, upstream_us, failure)
    SELECT
      toUUID('${owner}'),
      fromUnixTimestamp64Milli(toInt64(${firstDay * dayMs} + number / ${total} * ${days * dayMs}), 'UTC'),
      if(b % 20 = 0, 'POST', 'GET'),
      concat('/old/', toString(n % 97), '/page-', toString(n)),
      multiIf(n < ${rules}, 301, n % 9 = 0, 404, [200, 200, 200, 200, 304, 404, 500, 200][1 + b % 8]),
      300 + bitAnd(bitShiftRight(a, 24), 1023),
      500 + bitAnd(bitShiftRight(a, 34), 65535),
      toUInt64(1000 + pow(bitAnd(b, 1048575) / 1048576, 6) * 12000000),
      if(b % 10 = 3, concat('Crawler', toString(b % 31)), ''),
      '', ${batch},
      '${host}', 'HTTP/2',
      ['DE', 'US', 'FR', 'AT', 'GB', 'CH', 'NL', 'ES', 'IT', 'PL', 'SE', 'NO', 'DK', 'FI', 'BE', 'CZ', 'PT', 'IE', 'GR', 'HU',
        'RO', 'BG', 'HR', 'SK', 'SI', 'EE', 'LV', 'LT', 'JP', 'KR', 'CN', 'IN', 'BR', 'MX', 'CA', 'AU', 'NZ', 'ZA', 'TR', 'UA']
        [toUInt64(exp(bitAnd(bitShiftRight(b, 30), 65535) / 65536 * log(40)))],
      'Direct', 'Chrome', 'Windows',
      ['mobile', 'desktop', 'desktop', 'tablet'][1 + bitShiftRight(b, 50) % 4],
      if(n < ${rules}, concat('#', toString(n + 1)), ''),
      if(n < ${rules}, concat('https://new.example/', toString(n)), ''),
      if(n < ${rules} OR n % 9 = 0, 0, 5000),
      if(n >= ${rules} AND n % 9 = 0, 'unmatched', '')
    FROM (
      SELECT number, cityHash64(number, '${owner}') AS a, cityHash64(a) AS b,
        toUInt64(exp(bitAnd(a, 1048575) / 1048576 * log(${paths}))) - 1 AS n
      FROM numbers(${from}, ${count})
    )`;
}
