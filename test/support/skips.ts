/** Skipped tests, with a notice that can't be overlooked. */

/**
 * Says on stderr that something is not tested and why. With `NAMEPLATE_TEST_REQUIRE_ALL=1`, as in CI, it throws
 * instead, so that a machine without a tool fails rather than passes.
 */
export function skipLoudly(what: string, reason: string): void {
  if (process.env.NAMEPLATE_TEST_REQUIRE_ALL === '1') {
    throw new Error(`NAMEPLATE_TEST_REQUIRE_ALL is 1, but ${what} cannot be tested: ${reason}`);
  }
  process.stderr.write(`SKIPPED ${what}: ${reason}\n`);
}
