/**
 * What long lists of rules cost an edge worker: the time of a step and of the bound, the memory of 100,000 rules in five shapes, and of
 * many lists together; what a start, a change and the first request of a list that was unloaded take. In this process, without sockets.
 * Run: `NODE_OPTIONS="--expose-gc --max-old-space-size=2048" node bench/rules-memory.ts [--rules 100000] [--hosts 10000]`
 */

import { join } from 'node:path';
import { EdgeStore } from '../src/control/edge-store.ts';
import { textOf } from '../src/control/rules-text.ts';
import { ControlStore } from '../src/control/store.ts';
import { systemClock } from '../src/core/clock.ts';
import { RulesMemory } from '../src/edge/rules/rules-memory.ts';
import { StoredRuleList } from '../src/edge/rules/stored-rule-list.ts';
import { ServedRoutes } from '../src/edge/served-routes.ts';
import { Accounts } from '../src/features/accounts/account-store.ts';
import { HostRulesStore } from '../src/features/rules/host-rules-store.ts';
import { CompiledRules } from '../src/rules/compile-rules.ts';
import type { Rule } from '../src/rules/rule.ts';
import { costOf } from '../src/rules/rule-cost.ts';
import { maxCost, Steps } from '../src/rules/steps.ts';
import type { CleanUp } from '../src/service/clean-up.ts';
import { ruleRequest } from '../test/support/rule-requests.ts';
import { testSecretKey } from '../test/support/test-secret-key.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';

type Shape = readonly [name: string, at: (index: number) => NonNullable<Rule['if']>];

const countries = ['DE', 'AT', 'CH', 'FR', 'IT', 'ES', 'PL', 'NL', 'BE', 'DK'];
const shapes: readonly Shape[] = [
  ['exact paths', (index) => ({ path: `/old/page-${index}` })],
  ['prefixes', (index) => ({ path: `/old-${index}/*` })],
  ['after a placeholder', (index) => ({ path: `/:lang/old-${index}` })],
  ['values of a parameter', (index) => ({ path: '/item', query: { id: String(index) } })],
  [
    'ten countries a path',
    (index) => ({ path: `/p${Math.floor(index / 10)}`, countries: [countries[index % 10] ?? ''] }),
  ],
];

await runBenchmark(async (cleanUp) => {
  const { rules: length, hosts } = readOptions({ rules: 100_000, hosts: 10_000 });
  const machine = describeMachine();
  const steps = [stepsOf('rules by country', length), stepsOf('rules that want 20 parameters', length)];
  const memory = [];
  for (const [name, at] of shapes) memory.push(await memoryOf(name, listOf(length, at)));
  const served = [
    await serve(`10 hosts with ${formatNumber(length)} rules`, 10, length, cleanUp),
    await serve(`${formatNumber(hosts)} hosts with 10 rules`, hosts, 10, cleanUp),
  ];
  publishReport(
    {
      name: 'rules-memory',
      title: 'What long lists of rules cost a worker',
      method: 'In one process, without sockets. CPU is user and system time of this process.',
      sections: [
        {
          heading: 'Steps and time',
          note: `Lists at the bound of ${formatNumber(maxCost)} steps, and a request that is compared with all of their rules.`,
          table: {
            columns: [
              'list',
              'rules',
              'steps of a request',
              'CPU µs a request',
              'ns a step',
              'CPU µs of the bound',
            ],
            rows: steps.map(({ name, rules, used, micros }) => [
              name,
              formatNumber(rules),
              formatNumber(used),
              formatNumber(micros),
              formatNumber((1000 * micros) / used, 1),
              formatNumber((micros / used) * maxCost),
            ]),
          },
        },
        {
          heading: 'Memory',
          note: `Of ${formatNumber(length)} redirects, compiled, with the rules themselves; used: after each has answered a request.`,
          table: {
            columns: [
              'shape',
              'JSON, MB',
              'memory, MB',
              'used, MB',
              'counted as, MB',
              'CPU ms',
              'slowest turn, CPU ms',
            ],
            rows: memory.map((one) => [
              one.name,
              formatNumber(one.jsonBytes / 1e6, 1),
              formatNumber(one.heapBytes / 1e6, 1),
              formatNumber(one.usedBytes / 1e6, 1),
              formatNumber(one.countedBytes / 1e6, 1),
              formatNumber(one.compileMs),
              formatNumber(one.slowestTurnMs, 1),
            ]),
          },
        },
        {
          heading: 'Many lists',
          note: 'A worker reads its file, and each host is asked once, those first whose rules are not in memory. Time to live: a change of one list until it is served.',
          table: {
            columns: [
              'lists',
              'start, ms',
              'in memory',
              'heap, MB',
              'first request, slowest, ms',
              'time to live, ms',
            ],
            rows: served.map((one) => [
              one.name,
              formatNumber(one.startMs),
              formatNumber(one.loaded),
              formatNumber(one.heapBytes / 1e6),
              formatNumber(one.slowestMs, 1),
              formatNumber(one.liveMs, 1),
            ]),
          },
        },
      ],
      targets: [],
      figures: { steps, memory, served },
    },
    machine,
  );
});

function listOf(length: number, at: Shape[1]): Rule[] {
  return Array.from({ length }, (_, index) => ({
    active: true,
    if: at(index),
    then: { redirect: { to: `https://new.example/${index}`, status: 301, query: true } },
  }));
}

/** The longest list that is accepted, of rules that no request of this kind fulfils. */
function stepsOf(name: 'rules by country' | 'rules that want 20 parameters', length: number) {
  const wanted = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${index}`, true as const]));
  const conditions =
    name === 'rules by country' ? { countries: ['AT'] } : { query: { ...wanted, p19: true as const } };
  const list = listOf(length, () => conditions);
  const { overAt = length } = costOf(CompiledRules.of(list), '');
  const compiled = CompiledRules.of(list.slice(0, overAt));
  const request = ruleRequest(`/?${Object.keys(wanted).slice(0, 19).join('&')}`);
  const steps = new Steps();
  compiled.walk(request, steps).next();
  const rounds = 300;
  for (let round = 0; round < rounds; round++) compiled.match(request);
  const start = process.cpuUsage();
  for (let round = 0; round < rounds; round++) compiled.match(request);
  const { user, system } = process.cpuUsage(start);
  return { name, rules: overAt, used: steps.used, micros: (user + system) / rounds };
}

async function memoryOf(name: string, list: readonly Rule[]) {
  const bytes = Buffer.from(JSON.stringify(list));
  // Without the text: writing it changes the list's own strings.
  const before = (await settledBytes()) - bytes.length;
  const start = process.cpuUsage();
  let slowestTurnMs = 0;
  const finish = <Result>(work: Generator<void, Result>): Result => {
    for (;;) {
      const { user } = process.cpuUsage();
      const { done, value } = work.next();
      slowestTurnMs = Math.max(slowestTurnMs, (process.cpuUsage().user - user) / 1000);
      if (done === true) return value;
    }
  };
  const compiled = finish(CompiledRules.compile(finish(StoredRuleList.read(bytes))));
  const compileMs = process.cpuUsage(start).user / 1000;
  const heapBytes = (await settledBytes()) - before;
  for (let index = 0; index < list.length; index++) compiled.rules.at(index)?.redirection(ruleRequest('/'));
  const usedBytes = (await settledBytes()) - before;
  const countedBytes = compiled.sizeBytes;
  return { name, jsonBytes: bytes.length, heapBytes, usedBytes, countedBytes, compileMs, slowestTurnMs };
}

async function serve(name: string, hosts: number, rulesOfHost: number, cleanUp: CleanUp) {
  const path = join(await diskDir(cleanUp), 'control.db');
  await using store = await ControlStore.open({ kind: 'sqlite', path }, systemClock, testSecretKey);
  const { uuid: accountUuid } = await new Accounts(store).create('Benchmark');
  const text = textOf(listOf(rulesOfHost, (index) => ({ path: `/old/page-${index}` })));
  const replace = (host: string) =>
    new HostRulesStore(store).replace({ ...text, accountUuid, host, isExpected: () => true, keptFrom: null });
  for (let index = 0; index < hosts; index++) await replace(hostAt(index));
  await using file = new EdgeStore({ path, secretKeys: testSecretKey, clock: systemClock, ownHost: '' });
  const before = await settledBytes();
  const served = new ServedRoutes(file, () => {}, new RulesMemory());
  const startMs = await timed(() => served.load());
  const all = Array.from({ length: hosts }, (_, index) => hostAt(index));
  const isLoaded = (host: string): boolean => served.table.rulesOf(host)?.compiled !== undefined;
  const loaded = all.filter(isLoaded).length;
  const heapBytes = (await settledBytes()) - before;
  let slowestMs = 0;
  for (const host of all.toSorted((one, other) => Number(isLoaded(one)) - Number(isLoaded(other))))
    slowestMs = Math.max(slowestMs, await timed(() => served.loadRules(host)));
  await replace(hostAt(0));
  const liveMs = await timed(async () => {
    const patch = await store.routing.changesAfter(served.table, 10);
    if (patch !== 'gone') await served.apply(patch);
  });
  return { name, startMs, loaded, heapBytes, slowestMs, liveMs };
}

function hostAt(index: number): string {
  return `h${index}.example.com`;
}

async function timed(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

async function settledBytes(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    global.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
