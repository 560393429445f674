/**
 * What a redirect costs with more and more rules: at the edge, against the same host with a redirect and no rules; and in this
 * process, without sockets, where besides the time and memory that compiling takes are measured.
 * Run: `NODE_OPTIONS=--expose-gc node bench/rules.ts [--requests 1000000] [--rounds 3] [--seconds 5] …`
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledRules } from '../src/rules/compile-rules.ts';
import { readRules } from '../src/rules/read-rules.ts';
import type { Rule } from '../src/rules/rule.ts';
import type { CleanUp } from '../src/service/clean-up.ts';
import { ruleRequest } from '../test/support/rule-requests.ts';
import { ask } from './support/http.ts';
import { type Contestant, compare, type Outcome } from './support/load.ts';
import { fillStore, hostAt, sqliteIn, startNameplate } from './support/nameplate.ts';
import { describeLoad, readLoadOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost } from './support/verdict.ts';

const sizes = [0, 10, 1000, 100_000];

type Figures = {
  readonly size: number;
  readonly readMs: number;
  readonly compileMs: number;
  readonly megabytes: number;
  readonly nanoseconds: number;
};

/** Percent that a redirect may cost more than without rules. */
const allowed = new Map([
  [10, 8],
  [1000, 12],
  [100_000, 20],
]);
/** As many as a host's visitors ask for; more would be another test of wrk's. */
const distinctPaths = 10_000;

await runBenchmark(async (cleanUp) => {
  const options = readLoadOptions({ requests: 1_000_000 });
  const { requests } = options.further;
  const machine = describeMachine();
  const contestants: Contestant[] = [];
  for (const size of sizes) contestants.push(await startEdge(size, cleanUp));
  const outcomes = await compare('redirects', contestants, options);
  const figures: Figures[] = [];
  for (const size of sizes) figures.push(await measure(size, requests));
  publishReport(
    {
      name: 'rules',
      title: 'What rules cost',
      method:
        'Lists of exact paths, of prefixes and of paths with placeholders in equal parts, one rule in ten with a country, which is ' +
        'that of no request at the edge. Each request is for the path of another rule.',
      sections: [
        {
          heading: 'At the edge',
          note:
            `A 301 of a host with one worker, recorded, to one of ${formatNumber(distinctPaths)} paths; without rules, by a redirect that keeps the path. ` +
            describeLoad(options),
          table: {
            columns: ['rules', 'CPU µs a request', 'more than without', 'requests/s', 'failures'],
            rows: outcomes.map(({ cpuMicros, requestsPerSecond, failures }, index) => [
              formatNumber(sizes[index] ?? Number.NaN),
              formatNumber(cpuMicros, 1),
              `${formatNumber(moreThanWithout(outcomes, index), 1)} %`,
              formatNumber(requestsPerSecond),
              formatNumber(failures),
            ]),
          },
        },
        {
          heading: 'In one process',
          note:
            `${formatNumber(requests)} requests; without rules, for paths that none has. CPU of this process, user and system. ` +
            'Reading includes the search for warnings.',
          table: {
            columns: [
              'rules',
              'read, CPU ms',
              'compiled, CPU ms',
              'heap of the compiled list, MB',
              'decision, CPU ns',
            ],
            rows: figures.map(({ size, readMs, compileMs, megabytes, nanoseconds }) => [
              formatNumber(size),
              formatNumber(readMs),
              formatNumber(compileMs),
              formatNumber(megabytes, 1),
              formatNumber(nanoseconds),
            ]),
          },
        },
      ],
      targets: sizes.flatMap((size, index) => {
        const limit = allowed.get(size);
        if (limit === undefined) return [];
        const name = `a redirect of ${formatNumber(size)} rules, CPU more than without rules`;
        return [atMost(name, moreThanWithout(outcomes, index), limit, '%', 1)];
      }),
      figures: { options, edge: outcomes, figures },
    },
    machine,
  );
});

/** In percent. */
function moreThanWithout(outcomes: readonly Outcome[], index: number): number {
  return 100 * ((outcomes[index]?.cpuMicros ?? Number.NaN) / (outcomes[0]?.cpuMicros ?? Number.NaN) - 1);
}

/** A service whose host has so many rules. */
async function startEdge(size: number, cleanUp: CleanUp): Promise<Contestant> {
  const dir = await diskDir(cleanUp);
  const filled = await fillStore(sqliteIn(dir), 1);
  const name = `${formatNumber(size)} rules`;
  const { pid, apiPort, edgePort, authorization } = await startNameplate(
    { name, dir, filled, workers: 1 },
    cleanUp,
  );
  const host = hostAt(0);
  const rules = Array.from({ length: size }, (_, index) => ruleAt(index));
  const answer = await fetch(
    `http://127.0.0.1:${apiPort}/api/v1/accounts/${filled.accountUuid}/hosts/${host}/rules`,
    {
      method: 'PUT',
      headers: { ...authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ rules }),
    },
  );
  if (!answer.ok) throw new Error(`the rules were refused: ${await answer.text()}`);
  // Those with a country hold for no request here.
  const answering = rules.filter((_, index) => index % 10 !== 9);
  const paths = Array.from({ length: distinctPaths }, (_, index) => {
    const rule = answering[(index * 7919) % Math.max(1, answering.length)];
    return rule?.if.path.replace(/\*$|:id$/, 'some') ?? `/old/${index % 97}/page-${index}`;
  });
  const { status } = await ask({ port: edgePort, path: paths[1] ?? '', headers: { host } });
  if (status !== 301) throw new Error(`${name}: ${paths[1]} answered ${status}`);
  const script = join(dir, 'paths.lua');
  const list = paths.map((path) => `"${path}"`).join(',');
  writeFileSync(
    script,
    `local paths = {${list}}\nlocal next = 0\nfunction request()\n  next = next % #paths + 1\n  return wrk.format(nil, paths[next])\nend\n`,
  );
  return { name, pid, port: edgePort, work: { path: '/', headers: { Host: host }, script } };
}

async function measure(size: number, requests: number): Promise<Figures> {
  const list = Array.from({ length: size }, (_, index) => ruleAt(index));
  const readStart = process.cpuUsage();
  const read = readRules(list);
  const readMs = cpuMsSince(readStart);
  if (!read.ok) throw new Error(read.reason);
  const before = await settledBytes();
  const compileStart = process.cpuUsage();
  const compiled = CompiledRules.of(read.rules);
  const compileMs = cpuMsSince(compileStart);
  const megabytes = ((await settledBytes()) - before) / 1e6;
  decide(compiled, read.rules, Math.min(requests, 100_000));
  const start = process.cpuUsage();
  decide(compiled, read.rules, requests);
  return { size, readMs, compileMs, megabytes, nanoseconds: (cpuMsSince(start) * 1e6) / requests };
}

function ruleAt(index: number): { readonly if: { readonly path: string }; readonly then: unknown } {
  const [path = '', to] =
    [
      [`/old/${index % 97}/page-${index}`, `https://new.example/${index}`],
      [`/old/${index % 97}/all-${index}/*`, `https://new.example/${index}/:splat`],
      [`/old/${index % 97}/of-${index}/:id`, `https://new.example/${index}?id=:id`],
    ][index % 3] ?? [];
  const country = index % 10 === 9 ? { countries: ['DE'] } : {};
  return { if: { path, ...country }, then: { redirect: { to } } };
}

/** Distinct requests, as many as fit caches no better than those of a real host. */
function decide(compiled: CompiledRules, rules: readonly Rule[], count: number): void {
  const targets = Array.from({ length: 10_000 }, (_, index) => {
    const rule = rules[(index * 7919) % Math.max(1, rules.length)];
    return ruleRequest(rule?.if?.path?.replace(/\*$|:id$/, 'some') ?? `/none/${index}`);
  });
  let located = 0;
  for (let index = 0; index < count; index++) {
    const request = targets[index % targets.length];
    if (request && compiled.match(request)?.location(request) !== undefined) located++;
  }
  if (located !== (rules.length === 0 ? 0 : count)) throw new Error(`${located} of ${count} were redirected`);
}

async function settledBytes(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    global.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function cpuMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
