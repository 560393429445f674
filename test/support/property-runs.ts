/**
 * Sets up property tests. With NAMEPLATE_TEST_SEED, they generate the same cases in each run; without it they try others every time.
 * One that names no number of runs makes fast-check's 100, times NAMEPLATE_TEST_RUNS.
 */
import { runs } from './runs.ts';

const seed = process.env.NAMEPLATE_TEST_SEED;
const numRuns = runs(100);

if (seed || numRuns !== 100) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns, ...(seed && { seed: Number(seed) }) });
}
