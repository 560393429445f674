/** Makes the data of `nameplate demo` once for all tests of the dashboard; each file works on a copy. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { builtProgram } from './built-program.ts';
import { shiftDateScript, testDayOffset } from './test-day.ts';

/** The demo account's access token. */
const demoToken = 'np_demodemodemodemodemodemodemodemodemodemodem';

declare module 'vitest' {
  interface ProvidedContext {
    readonly demo: {
      readonly directory: string;
      readonly token: string;
      /** From the real time to the data's day. */
      readonly clockOffsetMs: number;
      /** NODE_OPTIONS that put the program on that day. */
      readonly nodeOptions: string;
    };
  }
}

/**
 * Makes the data on the test day and tells tests where it is. `NAMEPLATE_TEST_DEMO_DATA` names data made before, with
 * the same token; it has to be today's, as the clock then stays as it is.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.NAMEPLATE_TEST_DEMO_DATA;
  if (given) {
    project.provide('demo', { directory: given, token: demoToken, clockOffsetMs: 0, nodeOptions: '' });
    return async () => {};
  }
  const parent = await mkdtemp(join(tmpdir(), 'nameplate-demo-'));
  const directory = join(parent, 'data');
  const clock = join(parent, 'test-day.cjs');
  const clockOffsetMs = testDayOffset();
  await writeFile(clock, shiftDateScript(clockOffsetMs));
  const nodeOptions = `--require=${clock}`;
  execFileSync(process.execPath, [builtProgram, 'demo'], {
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: nodeOptions,
      NAMEPLATE_DATA_DIR: directory,
      NAMEPLATE_BOOTSTRAP_TOKEN: demoToken,
    },
  });
  project.provide('demo', { directory, token: demoToken, clockOffsetMs, nodeOptions });
  return () => rm(parent, { recursive: true, force: true });
}
