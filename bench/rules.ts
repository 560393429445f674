/**
 * What a decision costs with more and more rules: CPU to find the rule of a request and make its Location, in this process,
 * without sockets; besides, the time and memory that compiling takes.
 * Run: `npx tsx bench/rules.ts [--requests 1000000]`
 */
import { CompiledRules } from '../src/rules/compile-rules.ts';
import { readRules } from '../src/rules/read-rules.ts';
import type { Rule } from '../src/rules/rule.ts';
import { ruleRequest } from '../test/support/rule-requests.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';

const sizes = [0, 10, 1000, 100_000];

type Figures = {
  readonly size: number;
  readonly readMs: number;
  readonly compileMs: number;
  readonly megabytes: number;
  readonly nanoseconds: number;
};

await runBenchmark(async () => {
  const options = readOptions({ requests: 1_000_000 });
  const machine = describeMachine();
  const figures: Figures[] = [];
  for (const size of sizes) figures.push(await measure(size, options.requests));
  publishReport(
    {
      name: 'rules',
      title: 'What rules cost',
      method:
        `Lists of exact paths, of prefixes and of paths with placeholders in equal parts, one rule in ten with a country. ` +
        `${formatNumber(options.requests)} requests, each for the path of another rule; without rules, for paths that none has. ` +
        'CPU of this process, user and system. Reading includes the search for warnings.',
      sections: [
        {
          heading: 'By number of rules',
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
      targets: [],
      figures: { options, figures },
    },
    machine,
  );
});

async function measure(size: number, requests: number): Promise<Figures> {
  const list = Array.from({ length: size }, (_, index) => ruleAt(index));
  const readStart = process.cpuUsage();
  const read = readRules(list);
  const readMs = cpuMsSince(readStart);
  if (!read.ok) throw new Error(read.reason);
  const before = await settledBytes();
  const compileStart = process.cpuUsage();
  const compiled = new CompiledRules(read.rules);
  const compileMs = cpuMsSince(compileStart);
  const megabytes = ((await settledBytes()) - before) / 1e6;
  decide(compiled, read.rules, Math.min(requests, 100_000));
  const start = process.cpuUsage();
  decide(compiled, read.rules, requests);
  return { size, readMs, compileMs, megabytes, nanoseconds: (cpuMsSince(start) * 1e6) / requests };
}

function ruleAt(index: number): unknown {
  const [path, to] = [
    [`/old/${index % 97}/page-${index}`, `https://new.example/${index}`],
    [`/old/${index % 97}/all-${index}/*`, `https://new.example/${index}/:splat`],
    [`/old/${index % 97}/of-${index}/:id`, `https://new.example/${index}?id=:id`],
  ][index % 3] ?? ['', ''];
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
