import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { RunReport } from './test/support/run-report.ts';

const report = process.env.NAMEPLATE_TEST_REPORT;

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than the processors of a small machine: tests of processes often wait for one. Four took longer.
    maxWorkers: 3,
    // For what hangs. How long the rest takes depends on the machine and on what runs beside it.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongestFirst },
    setupFiles: [
      'test/support/measure-cpu.ts',
      'test/support/property-seed.ts',
      'test/support/remove-temp-dirs.ts',
    ],
    reporters: [
      'default',
      new RunReport(['unit', 'contract', 'service', 'e2e', 'dashboard']),
      ...(report ? [['json', { outputFile: report }] as ['json', { outputFile: string }]] : []),
    ],
    projects: [
      // Files share a process: a process for each would take longer than what most of them test.
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,scripts,tracker,dashboard,client}/**/*.test.ts'],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      { extends: true, test: { name: 'contract', include: ['test/contract/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/{conformance,integration}/**/*.test.ts'],
          globalSetup: ['test/support/build.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: ['test/e2e/dashboard-*.test.ts'],
          globalSetup: ['test/support/build.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dashboard',
          include: ['test/e2e/dashboard-*.test.ts'],
          globalSetup: ['test/support/build.ts', 'test/support/demo-data.ts'],
          setupFiles: ['test/support/enter-test-day.ts'],
          // The data of the demo takes minutes where other tests run beside it.
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
