/**
 * The CPU seconds that each test file may use, its processes included: `test/cpu-budgets.json`, on the machine where the fixed
 * loop takes `loopSeconds`; elsewhere in proportion. A file that its project doesn't list may use `defaultSeconds`, so small
 * files never fail for what a busy machine adds. A project that isn't there has no budgets.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Above its budget by this factor, a file gets a warning. */
const warnAt = 1.2;
/** From here on it fails the run. */
const failAt = 2;

const path = fileURLToPath(new URL('../cpu-budgets.json', import.meta.url));

export type Budgets = {
  readonly loopSeconds: number;
  readonly defaultSeconds: number;
  /** By project, then by file. */
  readonly projects: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

/** What one file used, in a run whose fixed loop took `loopSeconds`. */
export type FileUse = { readonly project: string; readonly file: string; readonly cpuSeconds: number };

export type Verdict = FileUse & { readonly kind: 'warning' | 'failure'; readonly budget: number };

export function readBudgets(): Budgets {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Answers the files that used too much, with their budgets on this machine. */
export function overBudget(budgets: Budgets, used: readonly FileUse[], loopSeconds: number): Verdict[] {
  const scale = loopSeconds / budgets.loopSeconds;
  return used.flatMap((use): Verdict[] => {
    const files = budgets.projects[use.project];
    if (!files) return [];
    const budget = (files[use.file] ?? budgets.defaultSeconds) * scale;
    if (use.cpuSeconds <= budget * warnAt) return [];
    return [{ ...use, budget, kind: use.cpuSeconds > budget * failAt ? 'failure' : 'warning' }];
  });
}

/** Answers budgets that are what a run used. Files that didn't run keep theirs, unless they are gone. */
export function budgetsFrom(
  before: Budgets,
  used: readonly FileUse[],
  loopSeconds: number,
  isThere: (file: string) => boolean,
): Budgets {
  const { defaultSeconds } = before;
  const scale = before.loopSeconds / loopSeconds;
  const projects = new Map<string, Map<string, number>>();
  for (const [project, files] of Object.entries(before.projects))
    projects.set(project, new Map(Object.entries(files).filter(([file]) => isThere(file))));
  for (const { project, file, cpuSeconds } of used) {
    const files = projects.get(project) ?? new Map<string, number>();
    projects.set(project, files);
    const seconds = Math.round(cpuSeconds * scale * 10) / 10;
    if (seconds > defaultSeconds) files.set(file, seconds);
    else files.delete(file);
  }
  const sorted = [...projects]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([project, files]) => [
      project,
      Object.fromEntries([...files].toSorted(([one], [other]) => one.localeCompare(other))),
    ]);
  return { loopSeconds: before.loopSeconds, defaultSeconds, projects: Object.fromEntries(sorted) };
}

/** Writes the budgets that follow from a run. */
export function writeBudgets(used: readonly FileUse[], loopSeconds: number): void {
  const root = new URL('../../', import.meta.url);
  const budgets = budgetsFrom(readBudgets(), used, loopSeconds, (file) => existsSync(new URL(file, root)));
  writeFileSync(path, `${JSON.stringify(budgets, undefined, 2)}\n`);
}
