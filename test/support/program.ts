/** Runs the built command line as a process, as a shell would. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { builtProgram } from '../support/built-program.ts';
import type { CliOptions, Finished } from '../support/command-line.ts';

type ProgramOptions = CliOptions & {
  /** The system's user, if it is another one. */
  readonly as?: { readonly uid: number; readonly gid: number };
};

/** Starts the built program. */
export function startProgram(
  args: readonly string[],
  { dataDir, env = {}, as }: ProgramOptions,
): ChildProcessWithoutNullStreams {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('NAMEPLATE_'));
  return spawn(process.execPath, [builtProgram, ...args], {
    env: { ...Object.fromEntries(inherited), NAMEPLATE_DATA_DIR: dataDir, ...env },
    ...as,
  });
}

/** Runs the built program until it ends. */
export async function runProgram(args: readonly string[], options: ProgramOptions): Promise<Finished> {
  const child = startProgram(args, options);
  // A program that ends without reading its input is no failure of the test.
  child.stdin.on('error', () => {});
  child.stdin.end(options.stdin ?? '');
  const exited = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await exited;
  return { code: child.exitCode, stdout, stderr };
}
