/** Budgets of CPU time scale with the machine, and follow from a run. Source: docs/guides/development.md. */
import { expect, test } from 'vitest';
import { type Budgets, budgetsFrom, overBudget, readBudgets } from './cpu-budgets.ts';

const budgets: Budgets = {
  loopSeconds: 3,
  defaultSeconds: 5,
  projects: { unit: {}, service: { 'a.test.ts': 20, 'gone.test.ts': 9, 'other.test.ts': 8 } },
};
const use = (file: string, cpuSeconds: number) => ({ project: 'service', file, cpuSeconds });

test('a file is warned of above 1.2 times its budget, and fails above twice', () => {
  const judge = (file: string, cpuSeconds: number, loopSeconds = 3) =>
    overBudget(budgets, [use(file, cpuSeconds)], loopSeconds).map(({ kind, budget }) => [kind, budget]);
  expect(judge('a.test.ts', 24)).toEqual([]);
  expect(judge('a.test.ts', 25)).toEqual([['warning', 20]]);
  expect(judge('a.test.ts', 41)).toEqual([['failure', 20]]);
  expect(judge('small.test.ts', 5.9)).toEqual([]);
  expect(judge('small.test.ts', 11)).toEqual([['failure', 5]]);
  // On a machine of half the speed.
  expect(judge('a.test.ts', 41, 6)).toEqual([]);
});

test('the same file has a budget of its own in each project', () => {
  const verdicts = overBudget(budgets, [{ project: 'unit', file: 'a.test.ts', cpuSeconds: 11 }], 3);
  expect(verdicts).toMatchObject([{ kind: 'failure', budget: 5 }]);
  expect(overBudget(budgets, [{ project: 'e2e', file: 'a.test.ts', cpuSeconds: 1_000 }], 3)).toEqual([]);
});

test('budgets follow from a run: small files have none, files that are gone lose theirs', () => {
  const used = [use('a.test.ts', 4), use('new.test.ts', 60)];
  const written = budgetsFrom(budgets, used, 6, (file) => file !== 'gone.test.ts');
  expect(written).toEqual({
    loopSeconds: 3,
    defaultSeconds: 5,
    projects: { unit: {}, service: { 'new.test.ts': 30, 'other.test.ts': 8 } },
  });
});

test('the table can be read', () => {
  const { loopSeconds, defaultSeconds } = readBudgets();
  expect(loopSeconds).toBeGreaterThan(0);
  expect(defaultSeconds).toBeGreaterThan(0);
});
