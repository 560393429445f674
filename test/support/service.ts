/** Runs the built program as its users do: a process of its own, real ports, a real data directory. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import http, { type Agent, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import type { ControlLocation } from '../../src/control/location.ts';
import { builtProgram } from './built-program.ts';
import { freePorts } from './free-port.ts';

const startTimeoutMs = 60_000;
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

export type ApiAnswer = {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or the text when it is none. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly body: any;
};

export type ApiRequest = {
  readonly method?: string;
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>> | string;
  readonly body?: RequestInit['body'];
};

export type EdgeRequest = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Keeps connections between requests; by default each request has one of its own. */
  readonly agent?: Agent;
};

export type EdgeAnswer = {
  readonly status: number;
  /** As sent, never normalised. */
  readonly location: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
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
    ...(settings.control?.kind === 'postgres' ? { NAMEPLATE_DATABASE_URL: settings.control.url } : {}),
    ...settings.env,
  };
}

/** A running service. */
export class TestService {
  readonly env: Readonly<Record<string, string>>;
  readonly process: ChildProcess;
  accountUuid = '';
  readonly #closed: Promise<unknown>;
  readonly #givenToken: string | undefined;
  #stdout = '';
  #stderr = '';

  private constructor(env: Readonly<Record<string, string>>, options: StartOptions) {
    this.env = env;
    this.#givenToken = options.token;
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
    const accounts = await service.api('/api/v1/accounts');
    service.accountUuid = accounts.body[0].uuid;
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

  get apiOrigin(): string {
    return `http://${this.env.NAMEPLATE_HOST ?? '127.0.0.1'}:${this.env.NAMEPLATE_API_PORT}`;
  }

  get edgePort(): number {
    return Number(this.env.NAMEPLATE_EDGE_HTTP_PORT);
  }

  get tlsPort(): number {
    return Number(this.env.NAMEPLATE_EDGE_HTTPS_PORT);
  }

  get token(): string {
    return this.#givenToken || this.env.NAMEPLATE_BOOTSTRAP_TOKEN || readFirstToken(this.env) || '';
  }

  /** Where the control store is; the command line opens it there while the service runs, and so may a test. */
  get control(): ControlLocation {
    const { NAMEPLATE_DATABASE_URL: url, NAMEPLATE_DATA_DIR: dataDir = '' } = this.env;
    return url ? { kind: 'postgres', url } : { kind: 'sqlite', path: join(dataDir, 'control.db') };
  }

  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  /** The collection of the account's redirects. */
  get redirects(): string {
    return `/api/v1/accounts/${this.accountUuid}/redirects`;
  }

  get stdout(): string {
    return this.#stdout;
  }

  get output(): string {
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

  async isReady(path: '/readyz' | '/livez' = '/readyz'): Promise<boolean> {
    try {
      const answer = await fetch(this.apiOrigin + path);
      return answer.status === 200 && (await answer.text()).includes('"status":"ok"');
    } catch {
      return false;
    }
  }

  /** Asks the API; with the service's own token unless another, or none (null), is given. */
  async api(path: string, request: ApiRequest = {}): Promise<ApiAnswer> {
    const headers = new Headers(request.headers);
    if (request.token !== null) headers.set('authorization', `Bearer ${request.token ?? this.token}`);
    let body = request.body ?? null;
    if (request.json !== undefined) {
      headers.set('content-type', 'application/json');
      body = JSON.stringify(request.json);
    } else if (request.form !== undefined) {
      headers.set('content-type', 'application/x-www-form-urlencoded');
      body = typeof request.form === 'string' ? request.form : new URLSearchParams(request.form).toString();
    }
    const hasBody = body !== null;
    const answer = await fetch(this.apiOrigin + path, {
      method: request.method ?? (hasBody ? 'POST' : 'GET'),
      headers,
      body,
      redirect: 'manual',
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: parseJson(text) };
  }

  /** Asks the edge for a target on a host; nothing is decoded, normalised or followed. */
  edge(host: string, target = '/', options: EdgeRequest = {}): Promise<EdgeAnswer> {
    return new Promise((resolve, reject) => {
      const outgoing = http.request(
        {
          host: this.env.NAMEPLATE_EDGE_HOST ?? '127.0.0.1',
          port: this.edgePort,
          method: options.method ?? 'GET',
          path: target,
          setHost: false,
          headers: { host, ...options.headers },
          agent: options.agent ?? false,
        },
        (answer) => {
          const { statusCode: status = 0, headers } = answer;
          readText(answer).then(
            (body) => resolve({ status, location: headers.location, headers, body }),
            reject,
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(options.body);
    });
  }

  /** Stops the service as an operator does and answers its exit code. */
  async stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<number | null> {
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
export function childrenOf(pid: number, text: string): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*([0-9]+)\s+([0-9]+)\s(.*)$/.exec(line) ?? [])
    .filter(([, , parent, args = '']) => Number(parent) === pid && args.includes(text))
    .map(([, child]) => Number(child));
}

/** Tells whether a process is there; one that has ended but was not waited for counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
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

/** What a first start has written for its owner. */
function readFirstToken(env: Readonly<Record<string, string>>): string | undefined {
  const path = env.NAMEPLATE_FIRST_TOKEN_FILE || join(env.NAMEPLATE_DATA_DIR ?? '', 'first-token');
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
