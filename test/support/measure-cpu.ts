/**
 * Before each test file: has the CPU time of the file noted at its end, for the run's report (run-report.ts), and where its process writes.
 * The first file of a process bears the process's own start.
 */
import { afterAll } from 'vitest';
import { outputOfProcess } from './left-behind.ts';
import { treeCpuMicros } from './proc.ts';

declare module 'vitest' {
  interface TaskMeta {
    cpuSeconds?: number;
  }
}

declare global {
  /** What files before this one in the same process have used. */
  // oxlint-disable-next-line no-var -- a global's declaration can't be anything else
  var cpuSecondsCounted: number | undefined;
}

// A file's first `afterAll` runs last, after the hooks that stop what the file started. Vitest reads the parameters' text.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, { file }) => {
  // Others have no /proc.
  if (process.platform !== 'linux') return;
  const total = treeCpuMicros(process.pid) / 1e6;
  file.meta.cpuSeconds = total - (globalThis.cpuSecondsCounted ?? 0);
  globalThis.cpuSecondsCounted = total;
  file.meta.output = outputOfProcess();
});
