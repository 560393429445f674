/** Builds the program once before the tests that start it as a process. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { givenProgram } from './built-program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs `npm run build`, unless a built program is given; throws with the compiler's output when it fails. */
export function setup(): void {
  if (givenProgram) return;
  const build = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, encoding: 'utf8' });
  if (build.error) throw build.error;
  if (build.status !== 0) {
    throw new Error(
      `npm run build failed (${build.signal ?? `exit code ${build.status}`})\n${build.stdout}${build.stderr}`,
    );
  }
}
