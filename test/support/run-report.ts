/**
 * What a run says of itself beside Vitest's reports: where there is no terminal, how far it is; at the end, what was
 * skipped and why, and which tests took longest.
 */
import type { UserConsoleLog } from 'vitest';
import type { Reporter, SerializedError, TestModule, TestSpecification, Vitest } from 'vitest/node';
import { type FileUse, overBudget, readBudgets, writeBudgets } from './cpu-budgets.ts';
import { timeFixedLoop } from './fixed-loop.ts';
import { endWithoutThem } from './left-behind.ts';
import { treeCpuMicros } from './proc.ts';
import { runs } from './runs.ts';
import { skipNotice } from './skips.ts';

const progressEveryMs = 15_000;
const slowest = 20;
/** A run of fewer files is of somebody who knows which ones. */
const manyFiles = 20;

export class RunReport implements Reporter {
  readonly #projects: readonly string[];
  readonly #reasons = new Set<string>();
  #vitest: Vitest | undefined;
  #files = 0;
  #startedMs = 0;
  #saidMs = 0;
  #loopSeconds = 0;
  readonly #done = { files: 0, tests: 0, failed: 0 };

  /** Takes the names of all projects, to name those that a run leaves out. */
  constructor(projects: readonly string[]) {
    this.#projects = projects;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    this.#files = specifications.length;
    this.#startedMs = performance.now();
    this.#saidMs = this.#startedMs;
    if (this.#files < manyFiles) return;
    this.#loopSeconds = await timeFixedLoop();
    say(`-- the fixed loop took ${this.#loopSeconds.toFixed(2)} s of CPU`);
  }

  onUserConsoleLog({ content }: UserConsoleLog): void {
    if (content.startsWith(skipNotice)) this.#reasons.add(content.slice(skipNotice.length).trim());
  }

  onTestModuleEnd(module: TestModule): void {
    this.#done.files += 1;
    for (const test of module.children.allTests()) {
      this.#done.tests += 1;
      const { state, errors } = test.result();
      if (state !== 'failed') continue;
      this.#done.failed += 1;
      // Vitest says why at the end, which a run that is stopped doesn't reach.
      for (const { message } of errors ?? []) say(`-- failed: ${test.fullName}: ${message}`);
    }
    const now = performance.now();
    if (process.stdout.isTTY || now - this.#saidMs < progressEveryMs) return;
    this.#saidMs = now;
    const { files, tests, failed } = this.#done;
    const seconds = Math.round((now - this.#startedMs) / 1000);
    say(`-- ${files} of ${this.#files} files, ${tests} tests, ${failed} failed, ${seconds} s`);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    if (!this.#vitest?.config.watch) endWithoutThem(modules, say);
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const skipped = tests.filter((test) => test.result().state === 'skipped');
    if (skipped.length > 0 || this.#reasons.size > 0) {
      say(`\n== ${skipped.length} tests skipped`);
      for (const reason of this.#reasons) say(reason);
    }
    if (this.#files < manyFiles) return;
    const ran = new Set(this.#vitest?.projects.map(({ name }) => name));
    const others = this.#projects.filter((name) => !ran.has(name));
    if (others.length > 0) say(`\n== projects not run: ${others.join(', ')}`);
    this.#sayCpu(modules);
    say(`\n== the ${slowest} slowest tests, in seconds`);
    const durations = tests.map((test) => ({ test, ms: test.diagnostic()?.duration ?? 0 }));
    for (const { test, ms } of durations.toSorted((one, other) => other.ms - one.ms).slice(0, slowest))
      say(`${(ms / 1000).toFixed(1).padStart(6)}  ${test.module.relativeModuleId}: ${test.fullName}`);
    // Vitest says these before everything above, and a reader may only have the end.
    for (const { message, cause } of errors) say(`-- outside any test: ${message}${causeOf(cause)}`);
  }

  #sayCpu(modules: readonly TestModule[]): void {
    if (process.platform !== 'linux') return;
    const total = treeCpuMicros(process.pid) / 1e6;
    const seconds = (performance.now() - this.#startedMs) / 1000;
    say(
      `\n== CPU seconds per test file, its processes included; the fixed loop took ${this.#loopSeconds.toFixed(2)}`,
    );
    const used = modules.map((module) => ({
      project: module.project.name,
      file: module.relativeModuleId,
      cpuSeconds: module.meta().cpuSeconds ?? 0,
    }));
    for (const { project, file, cpuSeconds } of used.toSorted(
      (one, other) => other.cpuSeconds - one.cpuSeconds,
    ))
      say(`${cpuSeconds.toFixed(1).padStart(7)}  ${project.padEnd(20)}  ${file}`);
    for (const name of new Set(used.map(({ project }) => project)))
      say(`-- ${sumOf(used.filter(({ project }) => project === name)).toFixed(0)} s in ${name}`);
    say(
      `-- ${sumOf(used).toFixed(0)} s in test files, ${total.toFixed(0)} s in the whole run, which took ${seconds.toFixed(0)} s`,
    );
    this.#judge(used);
  }

  /** Says which files used more than their budget; fails the run for those that used far more. */
  #judge(used: readonly FileUse[]): void {
    // With more runs than usual, everything takes longer.
    if (runs(1000) !== 1000) return;
    if (process.env.NAMEPLATE_TEST_BUDGETS === 'write') {
      writeBudgets(used, this.#loopSeconds);
      say('-- wrote test/cpu-budgets.json');
      return;
    }
    for (const { kind, project, file, cpuSeconds, budget } of overBudget(
      readBudgets(),
      used,
      this.#loopSeconds,
    )) {
      if (kind === 'failure') process.exitCode = 1;
      say(
        `-- CPU budget: ${kind}: ${project} ${file} used ${cpuSeconds.toFixed(1)} s; its budget here is ${budget.toFixed(1)} s`,
      );
    }
  }
}

function causeOf(cause: unknown): string {
  return cause instanceof Object && 'message' in cause ? ` ${String(cause.message)}` : '';
}

function sumOf(files: readonly FileUse[]): number {
  return files.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
