/** Prints what a benchmark found and keeps it, with the machine it was found on, under `bench/results/`. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { rootDir } from './child.ts';
import { renderTable, type Table } from './table.ts';
import type { Target } from './verdict.ts';

export type Section = { readonly heading: string; readonly note?: string; readonly table: Table };

export type Report = {
  /** Names the files: `<name>.json` and `<name>.md`. */
  readonly name: string;
  readonly title: string;
  /** How it was measured, in a sentence or two. */
  readonly method: string;
  readonly sections: readonly Section[];
  readonly targets: readonly Target[];
  /** The figures behind the tables, for programs. */
  readonly figures: unknown;
};

export type Machine = ReturnType<typeof describeMachine>;

/** Describes where and on what the figures are taken. Call it first: the load average is of the minute before. */
export function describeMachine() {
  return {
    date: new Date().toISOString(),
    commit: git(['rev-parse', '--short=12', 'HEAD']) ?? 'unknown',
    hasUncommittedChanges: git(['status', '--porcelain', '--', ':!bench/results']) !== '',
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    linux: release(),
    node: process.version,
    loadAverage: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  };
}

/** Prints the report and writes its two files. */
export function publishReport(report: Report, machine: Machine): void {
  const text = renderReport(report, machine);
  console.log(text);
  const { name, figures, targets } = report;
  const json = JSON.stringify({ name, machine, targets, figures }, null, 2);
  const base = join(rootDir, 'bench/results', name);
  writeFileSync(`${base}.json`, `${json}\n`);
  writeFileSync(`${base}.md`, text);
  console.error(`written: bench/results/${name}.json and ${name}.md`);
}

function renderReport(report: Report, machine: Machine): string {
  const commit = machine.commit + (machine.hasUncommittedChanges ? ' with uncommitted changes' : '');
  return [
    `# ${report.title}`,
    `${machine.date}, commit ${commit}. ${machine.cores} × ${machine.cpu}, ${machine.memoryGib} GiB, ` +
      `Linux ${machine.linux}, Node ${machine.node}; load average before the run: ${machine.loadAverage}.`,
    report.method,
    ...report.sections.flatMap(({ heading, note, table }) => [
      `## ${heading}`,
      ...(note === undefined ? [] : [note]),
      renderTable(table),
    ]),
    '## Targets',
    `${report.targets.map(renderTarget).join('\n')}\n`,
  ].join('\n\n');
}

function renderTarget({ claim, measured, isMet }: Target): string {
  const verdict = isMet === null ? 'not measured' : isMet ? 'met' : 'MISSED';
  return `- **${verdict}**: ${claim}; measured ${measured}`;
}

function git(args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: rootDir,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
