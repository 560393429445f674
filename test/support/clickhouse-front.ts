/**
 * A stand-in for a ClickHouse server: its HTTP interface over chDB, the same engine embedded, in a child process with a
 * directory of its own. The real client talks to it over real sockets; it can go away, come back, crash and lose answers.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FrontMode } from './clickhouse-front-process.ts';

const user = 'nameplate';
/** Characters that a URL has to escape. */
const password = 'p@ss/wörd:?#';

export class ClickhouseFront implements AsyncDisposable {
  readonly #directory: string;
  #child: ChildProcess | undefined;
  #port = 0;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  static async start(): Promise<ClickhouseFront> {
    const front = new ClickhouseFront(await mkdtemp(join(tmpdir(), 'nameplate-clickhouse-')));
    await front.restart();
    return front;
  }

  /** The URL of an unused database. */
  get url(): string {
    return this.urlOf(`test_${randomBytes(6).toString('hex')}`);
  }

  urlOf(database: string, secret: string = password): string {
    return `http://${user}:${encodeURIComponent(secret)}@127.0.0.1:${this.#port}/${database}`;
  }

  /** Closes the port and every connection; the engine stays. */
  async goAway(): Promise<void> {
    await this.#ask({ away: true });
  }

  async comeBack(): Promise<void> {
    await this.#ask({ away: false });
  }

  async setMode(mode: FrontMode): Promise<void> {
    await this.#ask({ mode });
  }

  /** Kills the server in the middle of whatever it does. */
  async crash(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Starts the server on its directory and, after the first time, its port. */
  async restart(): Promise<void> {
    const child = fork(
      fileURLToPath(new URL('clickhouse-front-process.ts', import.meta.url)),
      [this.#directory, String(this.#port), user, password],
      {
        execArgv: [],
        env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    );
    this.#child = child;
    const answer: unknown = await Promise.race([
      once(child, 'message').then(([message]: unknown[]) => message),
      once(child, 'exit').then(() => {
        throw new Error('the ClickHouse front ended while it started');
      }),
    ]);
    if (typeof answer === 'object' && answer !== null && 'port' in answer) this.#port = Number(answer.port);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.crash();
    await rm(this.#directory, { recursive: true, force: true });
  }

  async #ask(message: { readonly away: boolean } | { readonly mode: FrontMode }): Promise<void> {
    const child = this.#child;
    if (!child) throw new Error('the ClickHouse front does not run');
    const answered = once(child, 'message');
    child.send(message);
    await answered;
  }
}
