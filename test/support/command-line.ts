/** Runs the command line in this process. What a process makes of it, `test/integration/cli-programs.test.ts` shows. */
import { Readable, Writable } from 'node:stream';
import { runCli as run } from '../../src/cli/program.ts';

export type Finished = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type CliOptions = {
  readonly dataDir: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
};

let lastRun: Promise<unknown> = Promise.resolve();

/** Runs one command with an environment and streams of its own. Calls take turns: a process has only one of each. */
export function runCli(args: readonly string[], options: CliOptions): Promise<Finished> {
  const finished = lastRun.then(() => runAlone(args, options));
  lastRun = finished.catch(() => {});
  return finished;
}

/** Makes an account in a data directory and answers its uuid. */
export async function createAccount(dataDir: string, name = 'Acme'): Promise<string> {
  const { code, stdout, stderr } = await runCli(['account', 'create', name], { dataDir });
  if (code !== 0) throw new Error(`account create exited with ${code}: ${stderr}`);
  return stdout.trim();
}

async function runAlone(
  args: readonly string[],
  { dataDir, stdin = '', env = {} }: CliOptions,
): Promise<Finished> {
  const [stdout, stderr] = [new Collected(), new Collected()];
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('NAMEPLATE_'));
  const replaced = {
    env: { ...Object.fromEntries(inherited), NAMEPLATE_DATA_DIR: dataDir, ...env },
    stdin: Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]),
    stdout,
    stderr,
  };
  const own = Object.getOwnPropertyDescriptors(process);
  const exitCode = swapExitCode(undefined);
  for (const [name, value] of Object.entries(replaced)) {
    Object.defineProperty(process, name, { value, configurable: true, enumerable: true, writable: true });
  }
  try {
    const returned = await run(args);
    const code = returned || Number(swapExitCode(undefined) ?? 0);
    return { code, stdout: stdout.text, stderr: stderr.text };
  } finally {
    for (const name of ['env', 'stdin', 'stdout', 'stderr'] as const) {
      Object.defineProperty(process, name, own[name]);
    }
    swapExitCode(exitCode);
  }
}

/** Sets the process's exit code and returns the one before. */
function swapExitCode(code: typeof process.exitCode): typeof process.exitCode {
  const { exitCode } = process;
  process.exitCode = code;
  return exitCode;
}

/** Standard output or error that is neither a terminal nor slow. */
class Collected extends Writable {
  readonly #chunks: Buffer[] = [];

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
}
