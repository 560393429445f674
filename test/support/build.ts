/** Builds the program once before the tests that start it as a process. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { givenProgram } from './built-program.ts';
import { oncePerRun } from './once-per-run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Builds, unless a built program is given; throws with the compiler's output when that fails. Not by npm: Debian's doesn't run
 * on the Node of these tests.
 */
export function setup(): void {
  if (!givenProgram) oncePerRun('build', build);
}

function build(): void {
  const run = spawnSync(process.execPath, ['--run', 'build'], { cwd: root, encoding: 'utf8' });
  if (run.error) throw run.error;
  if (run.status !== 0) {
    throw new Error(
      `the build failed (${run.signal ?? `exit code ${run.status}`})\n${run.stdout}${run.stderr}`,
    );
  }
}
