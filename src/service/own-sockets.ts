/**
 * Sockets of the API and the edge that the supervisor binds itself, where no service manager passes them. It keeps them while every
 * process that listens on them is replaced, so connections wait instead of being refused.
 * Source: docs/reference/service.md ("Sockets").
 */

import { lookup } from 'node:dns/promises';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { isRecord } from '../core/json-reader.ts';
import type { PassedSockets } from '../edge/passed-sockets.ts';

type Name = 'api' | 'http' | 'https';
type Address = { readonly host: string; readonly port: number };
export type ListenAddresses = Readonly<Partial<Record<Name, Address>>>;

/** A TCP socket of Node's, bound and not listening: a process that listens also accepts. Its descriptor is -1 once it is closed. */
type BoundSocket = { readonly fd: number; getsockname(into: object): number; close(): void };

/**
 * What Node's own cluster binds with; answers an error number when it can't. `net.BoundSocket`, which does the same, is
 * missing from Node 22.
 */
type CreateServerHandle = (address: string, port: number, family: number) => BoundSocket | number;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is exported, but not declared
const { _createServerHandle: createServerHandle } = net as {
  readonly _createServerHandle?: CreateServerHandle;
};

/** For workers that a killed supervisor left behind, which close at once. */
const busyLimitMs = 1_000;
const busyPauseMs = 50;

/** Where a service with this configuration listens. */
export function listenAddressesOf({ api, edge }: Config): ListenAddresses {
  const { host, httpPort, httpsPort } = edge;
  const servesVisitors = edge.workers > 0;
  return {
    api: { host: api.host, port: api.port },
    ...(servesVisitors && httpPort > 0 && { http: { host, port: httpPort } }),
    ...(servesVisitors && httpsPort > 0 && { https: { host, port: httpsPort } }),
  };
}

/** Reads addresses that a program printed; undefined when they are something else. */
export function readListenAddresses(value: unknown): ListenAddresses | undefined {
  if (!isRecord(value)) return undefined;
  const addresses: Partial<Record<Name, Address>> = {};
  for (const name of ['api', 'http', 'https'] as const) {
    const address = value[name];
    if (!isRecord(address)) continue;
    const { host, port } = address;
    if (typeof host === 'string' && typeof port === 'number') addresses[name] = { host, port };
  }
  return addresses;
}

export class OwnSockets {
  readonly #passed: PassedSockets;
  /** By host and port. */
  readonly #bound = new Map<string, BoundSocket>();

  /** `passed` are a service manager's, which stay as they are. */
  constructor(passed: PassedSockets) {
    this.#passed = passed;
  }

  /**
   * Answers the sockets for a program that listens there. An address that can't be bound is left out: the program tries
   * for itself, and says why it fails.
   */
  async open(addresses: ListenAddresses): Promise<PassedSockets> {
    const wanted = Object.entries(addresses).filter(([name]) => !(name in this.#passed));
    const opened = await Promise.all(
      wanted.map(async ([name, address]) => {
        const socket = await this.#socketAt(address);
        return socket
          ? [
              [
                name,
                {
                  port: address.port,
                  get descriptor() {
                    return socket.fd;
                  },
                },
              ] as const,
            ]
          : [];
      }),
    );
    return { ...Object.fromEntries(opened.flat()), ...this.#passed };
  }

  /** Closes those that none of these has. */
  closeOthers(...kept: readonly PassedSockets[]): void {
    const descriptors = new Set(
      kept.flatMap((sockets) => Object.values(sockets).map(({ descriptor }) => descriptor)),
    );
    for (const [key, socket] of this.#bound) {
      if (descriptors.has(socket.fd)) continue;
      socket.close();
      this.#bound.delete(key);
    }
  }

  async #socketAt(address: Address): Promise<BoundSocket | undefined> {
    const key = `${address.host}:${address.port}`;
    const socket = this.#bound.get(key) ?? (await bind(address));
    if (socket) this.#bound.set(key, socket);
    return socket;
  }
}

async function bind({ host, port }: Address): Promise<BoundSocket | undefined> {
  const found = await lookup(host).catch(() => undefined);
  if (!found) return undefined;
  for (const startedTick = performance.now(); ; await sleep(busyPauseMs)) {
    const socket = createServerHandle?.(found.address, port, found.family);
    if (typeof socket !== 'object') return undefined;
    // A port that is in use is no error until then (libuv's uv_tcp_bind).
    if (socket.getsockname({}) === 0) return socket;
    socket.close();
    if (performance.now() - startedTick > busyLimitMs) return undefined;
  }
}
