/** Runs the built program as its users do: a process of its own, real ports, a real data directory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ControlLocation } from '../../src/control/location.ts';
import { freePorts } from './free-port.ts';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const startTimeoutMs = 20_000;

export type ServiceSettings = {
  readonly dataDir: string;
  /** PostgreSQL; by default SQLite in the data directory. */
  readonly control?: ControlLocation;
  readonly workers?: number;
  /** Further variables, which win. */
  readonly env?: Readonly<Record<string, string>>;
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
    ...(settings.control?.kind === 'postgres' ? { NAMEPLATE_DATABASE_URL: settings.control.url } : {}),
    ...settings.env,
  };
}

/** A running service. */
export class TestService {
  readonly env: Readonly<Record<string, string>>;
  readonly process: ChildProcess;
  accountUuid = '';
  #stdout = '';
  #stderr = '';

  private constructor(env: Readonly<Record<string, string>>) {
    this.env = env;
    this.process = spawn(process.execPath, [program, 'serve'], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
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
  static async startWith(env: Readonly<Record<string, string>>): Promise<TestService> {
    const service = new TestService(env);
    const giveUpAt = performance.now() + startTimeoutMs;
    while (!(await service.isReady())) {
      if (service.process.exitCode !== null || performance.now() > giveUpAt) {
        service.process.kill('SIGKILL');
        throw new Error(`the service did not start:\n${service.output}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const accounts = await service.api('/api/v1/accounts');
    service.accountUuid = accounts.body[0].uuid;
    return service;
  }

  get apiOrigin(): string {
    return `http://127.0.0.1:${this.env.NAMEPLATE_API_PORT}`;
  }

  get edgePort(): number {
    return Number(this.env.NAMEPLATE_EDGE_HTTP_PORT);
  }

  get token(): string {
    return this.env.NAMEPLATE_BOOTSTRAP_TOKEN ?? '';
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

  async isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.apiOrigin}/readyz`)).status === 200;
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

  /** Stops the service as an operator does and answers its exit code. */
  async stop(): Promise<number | null> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      this.process.kill('SIGTERM');
      await once(this.process, 'exit');
    }
    return this.process.exitCode;
  }

  /** Ends the main process with no chance to tidy up. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    if (this.process.signalCode === null) await once(this.process, 'exit');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
