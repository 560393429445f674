/** An edge listener in the test's own process, and clients that send exactly the given bytes. */
import net from 'node:net';
import { onTestFinished } from 'vitest';
import type { RedirectRule } from '../../src/core/redirect-route.ts';
import type { ComposedEdge } from '../../src/edge/compose-edge.ts';
import type { ConnectionSet } from '../../src/edge/http1/connection-set.ts';
import type { ProxyHandler } from '../../src/edge/proxy-handler.ts';
import type { RoutingTable } from '../../src/edge/routing-table.ts';
import type { WorkerOptions } from '../../src/edge/worker-options.ts';
import {
  edgeOptions,
  openEdge,
  type SeenOnEdge,
  type TestEdgeParts,
  upstreamOptions,
} from './composed-edge.ts';

export type RawEdge = SeenOnEdge & {
  readonly edge: ComposedEdge;
  readonly port: number;
  readonly connections: ConnectionSet;
  readonly table: RoutingTable;
  readonly proxy: ProxyHandler;
};

export type RawEdgeOptions = Omit<TestEdgeParts, 'options' | 'rules'> &
  Partial<WorkerOptions['upstream']> &
  Partial<
    Pick<
      WorkerOptions,
      'bodyMinRate' | 'botDirectories' | 'crawlerRanges' | 'dnsServers' | 'placesDatabase' | 'eventsPerMinute'
    >
  >;

/** Listens on a free port of 127.0.0.1 until the test is over, or until `onDone`'s moment. */
export async function openRawEdge(
  rules: Readonly<Record<string, Partial<RedirectRule>>> = { 'a.example': {} },
  trustedProxies: readonly string[] = [],
  onDone: (close: () => Promise<void>) => void = onTestFinished,
  further: RawEdgeOptions = {},
): Promise<RawEdge> {
  const { bodyMinRate = 0, crawlerRanges = null, placesDatabase = null, eventsPerMinute = 0 } = further;
  const options = edgeOptions({
    trustedProxies,
    bodyMinRate,
    crawlerRanges,
    placesDatabase,
    eventsPerMinute,
    ...(further.dnsServers && { dnsServers: further.dnsServers }),
    ...(further.botDirectories && { botDirectories: further.botDirectories }),
    upstream: upstreamOptions(further),
  });
  const { edge, seen } = await openEdge({ ...further, rules, options }, onDone);
  const { http, table, proxy } = edge;
  if (!http) throw new Error('the edge does not listen');
  return { ...seen, edge, port: http.port, connections: http.connections, table, proxy };
}

/** A client connection; collects what it gets as latin1. */
export class RawClient {
  readonly socket: net.Socket;
  received = '';
  readonly closed: Promise<void>;
  #wake: (() => void) | undefined;

  constructor(port: number) {
    this.socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('data', (chunk: Buffer) => {
      this.received += chunk.toString('latin1');
      this.#wake?.();
    });
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => {
      this.socket.on('close', () => {
        this.#wake?.();
        resolve();
      });
    });
    onTestFinished(() => {
      this.socket.destroy();
    });
  }

  send(bytes: string): this {
    this.socket.write(bytes, 'latin1');
    return this;
  }

  /** Waits until what was received satisfies a pattern, or the connection is closed. */
  async until(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.received) && !this.socket.closed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.received;
  }
}

/** Sends bytes in the given pieces and answers all that came back until the server closed. */
export async function talk(port: number, ...pieces: readonly string[]): Promise<string> {
  const client = new RawClient(port);
  for (const piece of pieces) {
    client.send(piece);
    if (pieces.length > 1) await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await client.closed;
  return client.received;
}

/** Takes out the edge's own X-Request-Id, which is another one in each answer. */
export function withoutAnswerId(received: string): string {
  return received.replace(/(?<=\r\n)X-Request-Id: [0-9a-f-]{36}\r\n/, '');
}

/** The status codes of a stream of answers whose bodies do not hold `HTTP/1.1`. */
export function statuses(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
}
