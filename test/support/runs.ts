/**
 * How often a property is tried, and how often a fault is repeated: as its test says, times `NAMEPLATE_TEST_RUNS`. It is 1
 * by default; docs/guides/releasing.md says when it is more.
 */
const factor = Number(process.env.NAMEPLATE_TEST_RUNS ?? 1);

/** Answers how often to do what its test does `usual` times; at least once. */
export function runs(usual: number): number {
  return Math.max(1, Math.round(usual * factor));
}
