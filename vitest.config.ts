import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { RunReport } from './test/support/run-report.ts';
import { runs } from './test/support/runs.ts';

const report = process.env.NAMEPLATE_TEST_REPORT;
const build = 'test/support/build.ts';
const postgres = 'test/support/postgres-of-run.ts';

/** Pages of a service on the demo data; the other browser tests need a service or a browser with settings of their own. */
const dashboard = 'test/e2e/{dashboard-*,connect-page,passkeys,people,reference,session}.test.ts';

type Projects = Readonly<Record<string, TestProjectInlineConfiguration['test']>>;

/** `npm test`: minutes, and nothing that the machine would have to bring. `package.json` names the same projects. */
const firstRing: Projects = {
  unit: {
    include: ['{src,scripts,tracker,embed,dashboard,client,test/support}/**/*.test.ts'],
    // Files share a process: a process for each would take longer than what most of them test.
    isolate: false,
    testTimeout: Math.max(60_000, runs(60_000)),
  },
  contract: {
    include: ['test/contract/**/*.test.ts'],
    exclude: ['test/contract/servers/**'],
    env: { NAMEPLATE_TEST_ENGINES: 'embedded' },
  },
  conformance: {
    include: ['test/conformance/*.test.ts'],
    exclude: ['test/conformance/conformance-on-postgres.test.ts'],
    globalSetup: [build],
  },
  smoke: { include: ['test/smoke/**/*.test.ts'], globalSetup: [build] },
};

/** What `.ci/run` runs besides: other servers, processes, faults, browsers. */
const secondRing: Projects = {
  'contract-servers': {
    include: ['test/contract/**/*.test.ts'],
    // What SQL decides is the same on a server, and some files know one engine or none.
    exclude: [
      'test/contract/{query,reports}/**',
      'test/contract/replay/replay.test.ts',
      'test/contract/analytics-store/{chdb,cluster,cluster-of-one,retention-guard,server-settings}.test.ts',
      'test/contract/dashboard-rules.test.ts',
      'test/contract/exports/failures.test.ts',
    ],
    env: { NAMEPLATE_TEST_ENGINES: 'servers' },
    globalSetup: [postgres],
  },
  'conformance-postgres': {
    include: ['test/conformance/conformance-on-postgres.test.ts'],
    globalSetup: [build, postgres],
  },
  service: { include: ['test/integration/**/*.test.ts'], globalSetup: [build, postgres] },
  e2e: {
    include: ['test/e2e/**/*.test.ts'],
    exclude: [dashboard],
    globalSetup: [build],
  },
  dashboard: {
    include: [dashboard],
    // Files share a process, and in it a service and a browser (test/support/dashboard.ts).
    isolate: false,
    environment: './test/support/shared-process.ts',
    globalSetup: [build, 'test/support/demo-data.ts'],
    setupFiles: ['test/support/enter-test-day.ts'],
    // The data of the demo takes minutes where other tests run beside it, twenty at most (test/support/demo-data.ts).
    hookTimeout: 1_500_000,
  },
};

// Services that tests compose in their own process need the threads that the program gives itself (src/bin.cts).
process.env.UV_THREADPOOL_SIZE ??= '16';

const projects = Object.entries({ ...firstRing, ...secondRing });

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than the processors of a small machine: tests of processes often wait for one. Four took longer.
    maxWorkers: 3,
    // For what hangs. How long the rest takes depends on the machine and on what runs beside it.
    testTimeout: Math.max(600_000, runs(300_000)),
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    // A failure in a report says what was there, not how many.
    chaiConfig: { truncateThreshold: 1_000 },
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongestFirst },
    setupFiles: [
      'test/support/measure-cpu.ts',
      'test/support/property-runs.ts',
      'test/support/finish-file.ts',
    ],
    reporters: [
      'default',
      new RunReport(projects.map(([name]) => name)),
      ...(report ? [['json', { outputFile: report }] as ['json', { outputFile: string }]] : []),
    ],
    projects: projects.map(([name, test]) => ({ extends: true, test: { ...test, name } })),
  },
});
