/** Skipped tests, with a notice that the end of the run repeats. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** How such a notice begins; `run-report.ts` collects them. */
export const skipNotice = 'SKIPPED ';

/**
 * Says that something is not tested and why. With `NAMEPLATE_TEST_REQUIRE_ALL=1`, as in CI, it throws instead, so that a
 * machine without a tool fails rather than passes.
 */
export function skipLoudly(what: string, reason: string): void {
  if (process.env.NAMEPLATE_TEST_REQUIRE_ALL === '1') {
    throw new Error(`NAMEPLATE_TEST_REQUIRE_ALL is 1, but ${what} cannot be tested: ${reason}`);
  }
  // oxlint-disable-next-line no-console -- only what goes through the console reaches reporters
  console.warn(`${skipNotice}${what}: ${reason}`);
}

/** Tells whether the machine lacks a command that something is tested with, and says so. */
export function lacksCommand(command: string, what: string): boolean {
  const directories = (process.env.PATH ?? '').split(delimiter);
  if (directories.some((directory) => existsSync(join(directory, command)))) return false;
  skipLoudly(what, `no ${command} on this machine`);
  return true;
}
