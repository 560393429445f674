/** Makes the data of `nameplate demo` once for all tests of the dashboard; each file works on a copy. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { builtProgram } from './built-program.ts';
import { serviceEnvironment, TestService } from './service.ts';
import { shiftDateScript, testDayOffset } from './test-day.ts';

/** The demo account's access token. */
const demoToken = 'np_demodemodemodemodemodemodemodemodemodemodem';
/** Other tests run at the same time. */
const deriveTimeoutMs = 1_200_000;

type DemoEnvironment = Readonly<
  Record<'NODE_OPTIONS' | 'NAMEPLATE_DATA_DIR' | 'NAMEPLATE_BOOTSTRAP_TOKEN', string>
>;

declare module 'vitest' {
  interface ProvidedContext {
    readonly demo: {
      readonly directory: string;
      /** A file that is there when the data is; it holds what went wrong. Null for data made before. */
      readonly outcome: string | null;
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
    project.provide('demo', {
      directory: given,
      outcome: null,
      token: demoToken,
      clockOffsetMs: 0,
      nodeOptions: '',
    });
    return async () => {};
  }
  const parent = await mkdtemp(join(tmpdir(), 'nameplate-demo-'));
  const directory = join(parent, 'data');
  const clock = join(parent, 'test-day.cjs');
  const clockOffsetMs = testDayOffset();
  await writeFile(clock, shiftDateScript(clockOffsetMs));
  const nodeOptions = `--require=${clock}`;
  const outcome = join(parent, 'outcome');
  const env = {
    NODE_OPTIONS: nodeOptions,
    NAMEPLATE_DATA_DIR: directory,
    NAMEPLATE_BOOTSTRAP_TOKEN: demoToken,
  };
  // While other tests run: only those of the dashboard wait for it.
  const made = makeDemoData(env, outcome);
  project.provide('demo', { directory, outcome, token: demoToken, clockOffsetMs, nodeOptions });
  return async () => {
    await made;
    await rm(parent, { recursive: true, force: true });
  };
}

async function makeDemoData(env: DemoEnvironment, outcome: string): Promise<void> {
  const run = promisify(execFile)(process.execPath, [builtProgram, 'demo'], {
    env: { PATH: process.env.PATH, ...env },
  });
  // A single test file finishes sooner without.
  const isWholeRun = Boolean(process.env.NAMEPLATE_TEST_REQUIRE_ALL);
  const problem = await run.then(() => (isWholeRun ? deriveVisits(env) : undefined)).then(() => '', String);
  await writeFile(`${outcome}.new`, problem);
  await rename(`${outcome}.new`, outcome);
}

/** Otherwise the service of each test file derives them on its copy, and each spends more than a minute of CPU on it. */
async function deriveVisits(env: DemoEnvironment): Promise<void> {
  const settings = await serviceEnvironment({ dataDir: env.NAMEPLATE_DATA_DIR });
  const service = await TestService.startWith({ ...settings, ...env });
  try {
    const giveUpAt = performance.now() + deriveTimeoutMs;
    while (!service.output.includes('visits derived')) {
      if (performance.now() > giveUpAt) throw new Error(`the visits were not derived:\n${service.output}`);
      await delay(100);
    }
  } finally {
    await service.stop();
  }
}

/** Waits until the data is made; throws with what the program printed when it could not be. */
export async function demoDataMade({ outcome }: ProvidedContext['demo']): Promise<void> {
  if (outcome === null) return;
  while (!existsSync(outcome)) await delay(100);
  const problem = await readFile(outcome, 'utf8');
  if (problem !== '') throw new Error(`no demo data: ${problem}`);
}
