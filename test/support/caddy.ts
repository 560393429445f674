/** Debian's Caddy, as a server to move in from. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type CaddySettings = {
  /** Empty, or with `storage` in it. */
  readonly dir: string;
  readonly hosts: readonly string[];
  readonly httpPort: number;
  readonly httpsPort: number;
  /** Of the authority that it orders from. */
  readonly directoryUrl: string;
  /** What the authority's own certificate leads to, if that isn't well known. */
  readonly rootsFile?: string;
};

export function findCaddy(): boolean {
  return existsSync('/usr/bin/caddy');
}

/** Its storage is the folder `storage`. */
export class Caddy implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly storage: string;
  #output = '';

  private constructor(process: ChildProcess, storage: string) {
    this.#process = process;
    this.storage = storage;
    for (const stream of [process.stdout, process.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString();
      });
  }

  static async start({
    dir,
    hosts,
    httpPort,
    httpsPort,
    directoryUrl,
    rootsFile,
  }: CaddySettings): Promise<Caddy> {
    const storage = join(dir, 'storage');
    const file = join(dir, 'caddy.json');
    const issuer = {
      module: 'acme',
      ca: directoryUrl,
      email: 'ops@example.com',
      ...(rootsFile !== undefined && { trusted_roots_pem_files: [rootsFile] }),
    };
    const answer = { handler: 'static_response', body: 'hello\n' };
    const config = {
      admin: { disabled: true },
      storage: { module: 'file_system', root: storage },
      apps: {
        http: {
          http_port: httpPort,
          https_port: httpsPort,
          servers: {
            main: {
              listen: [`127.0.0.1:${httpsPort}`],
              routes: [{ match: [{ host: hosts }], handle: [answer], terminal: true }],
            },
          },
        },
        tls: { automation: { policies: [{ subjects: hosts, issuers: [issuer] }] } },
      },
    };
    await writeFile(file, JSON.stringify(config));
    const child = spawn('/usr/bin/caddy', ['run', '--config', file], {
      env: { PATH: process.env.PATH, HOME: dir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new Caddy(child, storage);
  }

  /** What it has logged. */
  get output(): string {
    return this.#output;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exited;
  }
}
