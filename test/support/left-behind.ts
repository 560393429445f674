/**
 * Processes that test files left behind. One that writes where its test wrote keeps Vitest from ending: a run waits, without a
 * limit, until everybody has closed the output of its test processes.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { TestModule } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    /** Where the file's process writes, as /proc names it. */
    output?: readonly string[];
  }
}

/** A run ends within seconds of its report. */
const endsWithinMs = 60_000;

/** Where this process writes; its children too, unless they are told otherwise. Empty without /proc. */
export function outputOfProcess(): string[] {
  return process.platform === 'linux' ? outputOf('self') : [];
}

/** Once the run has reported: kills what keeps it from ending, and says what that was; ends the run by force where that is of no use. */
export function endWithoutThem(modules: readonly TestModule[], say: (line: string) => void): void {
  const files = new Map<string, string>();
  for (const module of modules)
    for (const output of module.meta().output ?? []) files.set(output, module.relativeModuleId);
  setTimeout(() => {
    for (const { pid, command, file } of writersTo(files)) {
      say(`-- left behind by ${file}: process ${pid}: ${command}`);
      process.kill(pid, 'SIGKILL');
    }
  }, endsWithinMs).unref();
  setTimeout(() => {
    say(`-- the run did not end by itself; what was open: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit();
  }, 2 * endsWithinMs).unref();
}

/** Processes, except this one, that write where a file did; `files` are by what {@link outputOfProcess} answered. */
export function writersTo(
  files: ReadonlyMap<string, string>,
): { readonly pid: number; readonly command: string; readonly file: string }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^[0-9]+$/.test(name) || Number(name) === process.pid) return [];
    const file = outputOf(name)
      .map((output) => files.get(output))
      .find((found) => found !== undefined);
    return file === undefined ? [] : [{ pid: Number(name), command: commandOf(name), file }];
  });
}

/** Empty for a process that has ended. */
function outputOf(process: string): string[] {
  try {
    return [1, 2].map((descriptor) => readlinkSync(`/proc/${process}/fd/${descriptor}`));
  } catch {
    return [];
  }
}

function commandOf(process: string): string {
  try {
    return readFileSync(`/proc/${process}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}
