/** Runs the built command line as a process, as a shell would. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { builtProgram } from '../support/built-program.ts';

export type Finished = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type CliOptions = {
  readonly dataDir: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
};

export function startCli(
  args: readonly string[],
  { dataDir, env = {} }: CliOptions,
): ChildProcessWithoutNullStreams {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('NAMEPLATE_'));
  return spawn(process.execPath, [builtProgram, ...args], {
    env: { ...Object.fromEntries(inherited), NAMEPLATE_DATA_DIR: dataDir, ...env },
  });
}

export async function runCli(args: readonly string[], options: CliOptions): Promise<Finished> {
  const child = startCli(args, options);
  // A program that ends without reading its input is no failure of the test.
  child.stdin.on('error', () => {});
  child.stdin.end(options.stdin ?? '');
  const exited = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await exited;
  return { code: child.exitCode, stdout, stderr };
}

/** Makes an account in a data directory and answers its uuid. */
export async function createAccount(dataDir: string, name = 'Acme'): Promise<string> {
  const { code, stdout, stderr } = await runCli(['account', 'create', name], { dataDir });
  if (code !== 0) throw new Error(`account create exited with ${code}: ${stderr}`);
  return stdout.trim();
}
