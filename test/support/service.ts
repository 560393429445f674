/** Runs the built program as its users do: a process of its own, real ports, a real data directory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import type { ControlLocation, PostgresLocation } from '../../src/control/location.ts';
import { builtProgram } from './built-program.ts';
import { freePorts } from './free-port.ts';
import { listProcesses } from './proc.ts';
import { ServiceClient } from './service-client.ts';

const startTimeoutMs = 240_000;
/** Of a process that is to end at once. */
const endTimeoutMs = 30_000;

export type ServiceSettings = {
  readonly dataDir: string;
  /** PostgreSQL; by default SQLite in the data directory. */
  readonly control?: ControlLocation;
  readonly workers?: number;
  /** Further variables, which win; an empty one counts as unset. */
  readonly env?: Readonly<Record<string, string>>;
};

export type StartOptions = {
  /** `serve` by default. */
  readonly command?: 'serve' | 'edge' | 'app';
  /** Working directory of the program; by default that of the tests. */
  readonly cwd?: string;
  /** Of the command. */
  readonly args?: readonly string[];
  /** The path of its bin.cjs, which runs on the Node of the tests, or of its launcher; by default what was built. */
  readonly program?: string;
  /** Passes these sockets as systemd does. */
  readonly sockets?: readonly { readonly name: string; readonly descriptor: number }[];
  /** The access token to use, when neither the environment nor the data directory has it. */
  readonly token?: string;
  /** What has to answer before it counts as started: by default /readyz, without anything missing. */
  readonly until?: '/readyz' | '/livez';
};

/** The end of a program that was not meant to serve. */
export type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** The environment of a service on free ports. */
export async function serviceEnvironment(settings: ServiceSettings): Promise<Record<string, string>> {
  const [apiPort, edgePort] = await freePorts(2);
  return {
    NAMEPLATE_DATA_DIR: settings.dataDir,
    NAMEPLATE_API_PORT: String(apiPort),
    NAMEPLATE_EDGE_HTTP_PORT: String(edgePort),
    NAMEPLATE_EDGE_HTTPS_PORT: '0',
    NAMEPLATE_EDGE_WORKERS: String(settings.workers ?? 1),
    NAMEPLATE_BOOTSTRAP_TOKEN: `np_${randomBytes(32).toString('base64url')}`,
    NAMEPLATE_LOG_FORMAT: 'json',
    // No test orders certificates from the authority that is the default.
    NAMEPLATE_ACME: 'off',
    ...(settings.control?.kind === 'postgres' ? postgresVariables(settings.control) : {}),
    ...settings.env,
  };
}

/** A running service in processes of its own. */
export class TestService extends ServiceClient {
  readonly process: ChildProcess;
  readonly #closed: Promise<unknown>;
  #stdout = '';
  #stderr = '';

  private constructor(env: Readonly<Record<string, string>>, options: StartOptions) {
    super(env, options.token);
    this.process = spawnProgram(env, options);
    this.#closed = once(this.process, 'exit');
    this.process.stdout?.on('data', (chunk: Buffer) => {
      this.#stdout += chunk.toString();
    });
    this.process.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr += chunk.toString();
    });
  }

  /** Starts the program and waits until it is ready; rejects with what it printed when it ends instead. */
  static async start(settings: ServiceSettings): Promise<TestService> {
    return TestService.startWith(await serviceEnvironment(settings));
  }

  /** Starts the program again with the very same environment, as a supervisor would after a crash. */
  static async startWith(
    env: Readonly<Record<string, string>>,
    options: StartOptions = {},
  ): Promise<TestService> {
    const service = new TestService(env, options);
    const giveUpAt = performance.now() + startTimeoutMs;
    while (!(await service.isReady(options.until))) {
      if (service.hasEnded || performance.now() > giveUpAt) {
        await service.kill();
        throw new Error(`the service did not start:\n${service.output}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    if (options.command === 'edge') return service;
    await service.findAccount();
    return service;
  }

  /** Runs the program until it ends by itself; kills it when it serves instead. */
  static async runToEnd(env: Readonly<Record<string, string>>, options: StartOptions = {}): Promise<Ended> {
    const child = spawnProgram(env, options);
    const overdue = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
    const exited = once(child, 'exit');
    const [stdout, stderr] = await Promise.all([readAll(child.stdout), readAll(child.stderr)]);
    await exited;
    clearTimeout(overdue);
    return { code: child.exitCode, signal: child.signalCode, stdout, stderr };
  }

  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  override get stdout(): string {
    return this.#stdout;
  }

  override get output(): string {
    return this.#stdout + this.#stderr;
  }

  /** Process ids of the edge workers that there are now. */
  workerPids(): number[] {
    return childrenOf(this.process.pid ?? 0, 'edge/worker.js');
  }

  /** Process id of the application process; 0 while there is none. */
  get applicationPid(): number {
    return this.applicationPids()[0] ?? 0;
  }

  /** Process ids of the application processes: two during an upgrade. */
  applicationPids(): number[] {
    return childrenOf(this.process.pid ?? 0, 'service/application.js');
  }

  /** Stops the service as an operator does and answers its exit code. */
  override async stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<number | null> {
    if (!this.hasEnded) this.process.kill(signal);
    await this.#closed;
    return this.process.exitCode;
  }

  /** Ends the service with no chance to tidy up: its first process, and with it the application. */
  async kill(): Promise<void> {
    const { applicationPid } = this;
    this.process.kill('SIGKILL');
    await this.#closed;
    if (applicationPid === 0) return;
    const giveUpAt = performance.now() + endTimeoutMs;
    while (isAlive(applicationPid)) {
      if (performance.now() > giveUpAt) throw new Error('the application process outlives its supervisor');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** Process ids of the direct children of a process whose command line has a certain text in it. */
function childrenOf(pid: number, text: string): number[] {
  return listProcesses()
    .filter(({ parentPid, commandLine }) => parentPid === pid && commandLine.includes(text))
    .map((child) => child.pid);
}

/** Tells whether a process is there; one that has ended but was not waited for counts as gone. */
export function isAlive(pid: number): boolean {
  return listProcesses().some((each) => each.pid === pid && !each.hasEnded);
}

function readAll(stream: Readable | null): Promise<string> {
  return stream ? readText(stream) : Promise.resolve('');
}

function spawnProgram(
  env: Readonly<Record<string, string>>,
  { command = 'serve', args = [], cwd, program, sockets = [] }: StartOptions,
) {
  const isLauncher = program !== undefined && !program.endsWith('.cjs');
  const start = isLauncher ? [program] : [process.execPath, program ?? builtProgram];
  const commandLine = [...start, command, ...args];
  const [file = '', ...rest] =
    // The shell becomes the program, so both have one process id.
    sockets.length === 0 ? commandLine : ['sh', '-c', 'LISTEN_PID=$$ exec "$@"', 'sh', ...commandLine];
  const listenVariables = {
    LISTEN_FDS: String(sockets.length),
    LISTEN_FDNAMES: sockets.map(({ name }) => name).join(':'),
  };
  return spawn(file, rest, {
    cwd,
    env: { PATH: process.env.PATH, ...env, ...(sockets.length > 0 && listenVariables) },
    stdio: ['ignore', 'pipe', 'pipe', ...sockets.map(({ descriptor }) => descriptor)],
  });
}

function postgresVariables({ url, listenUrl, connections }: PostgresLocation): Record<string, string> {
  return {
    NAMEPLATE_DATABASE_URL: url,
    ...(listenUrl !== undefined && { NAMEPLATE_DATABASE_LISTEN_URL: listenUrl }),
    ...(connections !== undefined && { NAMEPLATE_DATABASE_CONNECTIONS: String(connections) }),
  };
}
