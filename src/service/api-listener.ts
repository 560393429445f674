/** The API's sockets: how it begins to listen, how it ends, and where it is. Source: docs/reference/service.md. */

import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer, Server } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { errorField } from '../core/error-field.ts';
import { childDescriptor, listenOnDescriptor } from '../edge/passed-sockets.ts';
import { describeFailure, StartError } from './start-error.ts';

/** Connections the kernel may hold for a moment in which this process gets no CPU, as when another version starts. */
const backlog = 4096;

/** How long clients have to move to a successor that listens on the same port, in milliseconds. */
export type RetireLimits = {
  readonly minMs: number;
  /** Without a request. */
  readonly quietMs: number;
  readonly maxMs: number;
};

/**
 * The shortest is less than the edge's, as the successor's reports wait for this process to close the analytics store. On a busy machine
 * clients that go on stop for some hundred milliseconds.
 */
const defaultRetireLimits: RetireLimits = { minMs: 2_000, quietMs: 1_000, maxMs: 15_000 };

/** Not Fastify's own `listen`, which has a second server for `localhost` and can't take a socket that listens already. */
export class ApiListener {
  readonly #api: FastifyInstance;
  readonly #addressesOf: (host: string) => Promise<string[]>;
  /** They accept for the API's server, which has their connections. */
  readonly #others: Server[] = [];

  constructor(api: FastifyInstance, addressesOf: (host: string) => Promise<string[]> = resolveAll) {
    this.#api = api;
    this.#addressesOf = addressesOf;
  }

  /** Listens on host and port, or on the socket that was passed to this process. Throws {@link StartError}. */
  async open({ host, port }: Pick<Config['api'], 'host' | 'port'>, isPassed: boolean): Promise<void> {
    await this.#api.ready();
    const { server } = this.#api;
    try {
      const listening = once(server, 'listening');
      if (isPassed) listenOnDescriptor(server, childDescriptor('api'), backlog);
      else server.listen({ host, port, backlog });
      await listening;
    } catch (error) {
      const problems: Record<string, string> = {
        EADDRINUSE: `NAMEPLATE_API_PORT is ${port}, but another program already listens on port ${port} of ${host}`,
        EACCES: `NAMEPLATE_API_PORT is ${port}, but this user may not listen on port ${port}`,
        EADDRNOTAVAIL: `NAMEPLATE_HOST is ${JSON.stringify(host)}, but this machine has no such address`,
      };
      const fallback = `the API cannot listen on port ${port} of ${host}: ${describeFailure(error)}`;
      throw new StartError(problems[errorField(error, 'code') ?? ''] ?? fallback);
    }
    if (host === 'localhost') await this.#openOthers();
  }

  /**
   * Accepts nothing more, and waits for clients to move; answers must say `Connection: close` meanwhile. A client that once
   * had many requests in flight holds as many idle connections and reuses them one by one. Closing one as it is reused would
   * leave that request unanswered.
   */
  async retire({ minMs, quietMs, maxMs }: RetireLimits = defaultRetireLimits): Promise<void> {
    const { server } = this.#api;
    const startedTick = performance.now();
    let untilTick = startedTick + minMs;
    server.on('request', () => {
      untilTick = Math.min(Math.max(untilTick, performance.now() + quietMs), startedTick + maxMs);
    });
    // Not the HTTP server's own `close`, which closes idle connections too.
    for (const each of [server, ...this.#others]) Server.prototype.close.call(each);
    while (performance.now() < untilTick) {
      await sleep(untilTick - performance.now());
      // What has arrived by now is read first.
      await setImmediate();
    }
  }

  /** Lets requests under way finish for up to `drainMs`. */
  async stop(drainMs: number): Promise<void> {
    const { server } = this.#api;
    const cutOff = setTimeout(() => server.closeAllConnections(), drainMs);
    const closed = this.#others.splice(0).map((other) => new Promise((resolve) => other.close(resolve)));
    await Promise.all([this.#api.close(), ...closed]);
    clearTimeout(cutOff);
  }

  /** `localhost` is an IPv4 and an IPv6 address; programs that are told one of them expect the API there. */
  async #openOthers(): Promise<void> {
    const { server } = this.#api;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
    const { address, port } = server.address() as AddressInfo;
    const hosts = await this.#addressesOf('localhost');
    // A service manager's socket may be elsewhere.
    if (!hosts.includes(address)) return;
    for (const host of hosts) {
      if (host === address) continue;
      const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
        server.emit('connection', socket);
      });
      try {
        const listening = once(other, 'listening');
        other.listen({ host, port, backlog });
        await listening;
        this.#others.push(other);
      } catch {
        // The machine may have no IPv6; the API listens on one of them.
      }
    }
  }
}

async function resolveAll(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Where people on this machine reach a listener. */
export function originOf(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  const shown =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `${scheme}://${shown}:${port}`;
}
