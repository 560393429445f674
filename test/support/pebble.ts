/**
 * A certificate authority to order from: Debian's pebble, with pebble-challtestsrv as the DNS that it and the service
 * ask. Every name has the address 127.0.0.1 unless a test says otherwise.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { TestAuthority } from './certificates.ts';
import { freePorts } from './free-port.ts';
import { tempDir } from './temp-dir.ts';

export type PebbleOptions = {
  /** Where the edge answers challenges. */
  readonly httpPort: number;
  readonly tlsPort: number;
  /** How long its certificates are valid. */
  readonly validitySeconds?: number;
  /** Pebble's own faults: `PEBBLE_WFE_NONCEREJECT` and the like. */
  readonly env?: Readonly<Record<string, string>>;
  readonly externalAccountKeys?: Readonly<Record<string, string>>;
  /** Another DNS server for it and the service to ask. */
  readonly dnsServer?: string;
};

const startTimeoutMs = 60_000;

/** Whether the machine has both programs. */
export function findPebble(): boolean {
  return ['/usr/bin/pebble', '/usr/bin/pebble-challtestsrv'].every((path) => existsSync(path));
}

export class Pebble {
  readonly #authority: TestAuthority;
  readonly #dir: string;
  readonly #ports: readonly number[];
  readonly #options: PebbleOptions;
  #pebble: ChildProcess | undefined;
  #dns: ChildProcess | undefined;
  #output = '';
  readonly #roots: string[] = [];

  private constructor(
    authority: TestAuthority,
    dir: string,
    ports: readonly number[],
    options: PebbleOptions,
  ) {
    this.#authority = authority;
    this.#dir = dir;
    this.#ports = ports;
    this.#options = options;
  }

  static async start(
    options: PebbleOptions,
    register: (release: () => Promise<void>) => void,
  ): Promise<Pebble> {
    const dir = await tempDir('file');
    const authority = new TestAuthority();
    const pebble = new Pebble(authority, dir, await freePorts(4), options);
    register(async () => {
      await pebble.stop();
      pebble.#dns?.kill('SIGKILL');
      authority[Symbol.dispose]();
    });
    const { cert, key } = authority.issue('DNS:localhost,IP:127.0.0.1');
    writeFileSync(join(dir, 'cert.pem'), cert);
    writeFileSync(join(dir, 'key.pem'), key);
    if (options.dnsServer === undefined) pebble.#startDns();
    await pebble.restart();
    return pebble;
  }

  get directoryUrl(): string {
    return `https://127.0.0.1:${this.#ports[0]}/dir`;
  }

  get dnsServer(): string {
    return this.#options.dnsServer ?? `127.0.0.1:${this.#ports[2]}`;
  }

  /** What a service needs to order here. */
  get env(): Record<string, string> {
    return {
      NAMEPLATE_ACME: 'on',
      NAMEPLATE_ACME_DIRECTORY: this.directoryUrl,
      NAMEPLATE_DNS_SERVERS: this.dnsServer,
      NAMEPLATE_EDGE_ADDRESSES: '127.0.0.1',
      NODE_EXTRA_CA_CERTS: this.#authority.path,
    };
  }

  /** What pebble has logged. */
  get output(): string {
    return this.#output;
  }

  /** Restarts pebble, which forgets every account and order. */
  async restart(env: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.stop();
    const [port, management] = this.#ports;
    const { httpPort, tlsPort, validitySeconds, externalAccountKeys } = this.#options;
    const config = join(this.#dir, 'pebble.json');
    writeFileSync(
      config,
      JSON.stringify({
        pebble: {
          listenAddress: `127.0.0.1:${port}`,
          managementListenAddress: `127.0.0.1:${management}`,
          certificate: join(this.#dir, 'cert.pem'),
          privateKey: join(this.#dir, 'key.pem'),
          httpPort,
          tlsPort,
          externalAccountBindingRequired: externalAccountKeys !== undefined,
          externalAccountMACKeys: externalAccountKeys ?? {},
          ...(validitySeconds === undefined ? {} : { certificateValidityPeriod: validitySeconds }),
        },
      }),
    );
    const child = spawn('/usr/bin/pebble', ['-config', config, '-dnsserver', this.dnsServer], {
      env: {
        PATH: process.env.PATH,
        PEBBLE_VA_NOSLEEP: '1',
        PEBBLE_WFE_NONCEREJECT: '5',
        PEBBLE_AUTHZREUSE: '0',
        ...this.#options.env,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#pebble = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString();
      });
    await this.#untilItAnswers();
  }

  /** Ends pebble; its port is closed. */
  async stop(): Promise<void> {
    const child = this.#pebble;
    this.#pebble = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Gives a name other addresses than all others have; none: the name has no A record. */
  async setAddresses(host: string, addresses: readonly string[]): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${this.#ports[3]}/add-a`, {
      method: 'POST',
      body: JSON.stringify({ host: `${host}.`, addresses }),
    });
    if (answer.status !== 200) throw new Error(`pebble-challtestsrv: ${answer.status}`);
  }

  /** Names have the common address again. */
  async clearAddresses(host: string): Promise<void> {
    await fetch(`http://127.0.0.1:${this.#ports[3]}/clear-a`, {
      method: 'POST',
      body: JSON.stringify({ host: `${host}.` }),
    });
  }

  /** The roots that certificates lead to, PEM: each start has another. */
  get roots(): readonly string[] {
    return this.#roots;
  }

  #startDns(): void {
    const [, , dns, management] = this.#ports;
    const listeners = ['-http01', '', '-https01', '', '-tlsalpn01', ''];
    this.#dns = spawn(
      '/usr/bin/pebble-challtestsrv',
      [
        '-dns01',
        `127.0.0.1:${dns}`,
        '-management',
        `127.0.0.1:${management}`,
        '-defaultIPv6',
        '',
        ...listeners,
      ],
      { stdio: 'ignore' },
    );
  }

  async #untilItAnswers(): Promise<void> {
    const giveUpAt = performance.now() + startTimeoutMs;
    for (;;) {
      try {
        if (this.#dns) await (await fetch(`http://127.0.0.1:${this.#ports[3]}/`)).text();
        await this.#get(this.directoryUrl);
        this.#roots.push(await this.#get(`https://127.0.0.1:${this.#ports[1]}/roots/0`));
        return;
      } catch (error) {
        if (performance.now() > giveUpAt)
          throw new Error(`pebble did not start: ${this.#output}`, { cause: error });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  #get(url: string): Promise<string> {
    return new Promise((resolve, reject) => {
      https
        .get(url, { rejectUnauthorized: false, agent: false }, (answer) => {
          readText(answer).then(resolve, reject);
        })
        .on('error', reject);
    });
  }
}
