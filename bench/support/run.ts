/**
 * Runs a benchmark and stops all it started, however it ends.
 *
 * States: working → cleaning up → ended. A signal (Ctrl-C) goes straight to cleaning up; a second one ends at once.
 * What is left behind then is the watchdog's.
 */
import { CleanUp } from '../../src/service/clean-up.ts';

const interruptedExitCode = 130;

/** Runs `work`; what it defers to `cleanUp` is done when it ends. A failure is printed and exits with code 1. */
export async function runBenchmark(work: (cleanUp: CleanUp) => Promise<void>): Promise<void> {
  const cleanUp = new CleanUp();
  let isInterrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isInterrupted) process.exit(interruptedExitCode);
      isInterrupted = true;
      console.error(`\n${signal}: stopping what was started`);
      void endAll(cleanUp).finally(() => process.exit(interruptedExitCode));
    });
  }
  try {
    await work(cleanUp);
  } catch (error) {
    // Once interrupted, work fails because its programs are gone.
    if (!isInterrupted) fail(error);
  }
  if (!isInterrupted) await endAll(cleanUp);
}

async function endAll(cleanUp: CleanUp): Promise<void> {
  try {
    await cleanUp[Symbol.asyncDispose]();
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
