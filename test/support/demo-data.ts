/** Makes the data of `nameplate demo` once for all tests of the dashboard; each file works on a copy. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { builtProgram } from './built-program.ts';

/** The token that the made-up account gets. */
const demoToken = 'np_demodemodemodemodemodemodemodemodemodemodem';

declare module 'vitest' {
  interface ProvidedContext {
    readonly demo: { readonly directory: string; readonly token: string };
  }
}

/** Tells tests where the data is; with `NAMEPLATE_TEST_DEMO_DATA` it is there already, made with the same token. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.NAMEPLATE_TEST_DEMO_DATA;
  if (given) {
    project.provide('demo', { directory: given, token: demoToken });
    return async () => {};
  }
  const parent = await mkdtemp(join(tmpdir(), 'nameplate-demo-'));
  const directory = join(parent, 'data');
  execFileSync(process.execPath, [builtProgram, 'demo'], {
    env: { PATH: process.env.PATH, NAMEPLATE_DATA_DIR: directory, NAMEPLATE_BOOTSTRAP_TOKEN: demoToken },
  });
  project.provide('demo', { directory, token: demoToken });
  return () => rm(parent, { recursive: true, force: true });
}
