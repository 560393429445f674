/** An edge listener in the test's own process, and clients that send exactly the given bytes. */
import { once } from 'node:events';
import net from 'node:net';
import { onTestFinished } from 'vitest';
import { AddressPolicy } from '../../src/core/address-policy.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { ErrorPageSource } from '../../src/core/error-page.ts';
import type { RedirectRule } from '../../src/core/redirect-route.ts';
import type { DomainRoute, RoutingSource, UpstreamTlsSource } from '../../src/core/route.ts';
import type { CollectHandler } from '../../src/edge/collect/collect-handler.ts';
import { EdgeHandler } from '../../src/edge/edge-handler.ts';
import { ErrorPageCache } from '../../src/edge/error-pages/error-page-cache.ts';
import { ErrorPages } from '../../src/edge/error-pages/error-pages.ts';
import { ClientConnection } from '../../src/edge/http1/connection.ts';
import { ConnectionSet } from '../../src/edge/http1/connection-set.ts';
import type { ExchangeRecord, RequestHandler } from '../../src/edge/http1/exchange.ts';
import type { PageOutcome } from '../../src/edge/inject/page-outcome.ts';
import { PlaceLookup } from '../../src/edge/place-lookup.ts';
import type { ProxyFailure } from '../../src/edge/proxy/proxy-context.ts';
import type { TargetChange } from '../../src/edge/proxy/targets.ts';
import { ProxyHandler } from '../../src/edge/proxy-handler.ts';
import { RedirectHandler } from '../../src/edge/redirect-handler.ts';
import { RoutingTable } from '../../src/edge/routing-table.ts';
import type { RulesHandler } from '../../src/edge/rules/rules-handler.ts';
import { TrustedProxies } from '../../src/edge/trusted-proxies.ts';
import { noUpstreamTls } from './proxied-domain.ts';

export const plainRule: RedirectRule = {
  uuid: '0197aaaa-0000-7000-8000-0000000000f1',
  matchPath: '*',
  destinationUrl: 'https://dest.example',
  redirectType: 'permanent',
  preservePath: true,
  preserveQueryString: true,
};

export const noErrorPages: ErrorPageSource = { errorPageOf: async () => undefined };

/** A source of routes in memory. */
export function sourceOf(
  rules: Readonly<Record<string, Partial<RedirectRule>>>,
  revision = 1,
  domains: Readonly<Record<string, DomainRoute>> = {},
): RoutingSource {
  const hosts = [...new Set([...Object.keys(rules), ...Object.keys(domains)])].toSorted();
  return {
    position: async () => ({ epoch: '', revision }),
    routesAfter: async (afterHost, limit) =>
      hosts
        .filter((host) => host > afterHost)
        .slice(0, limit)
        .map((host) => ({
          host,
          redirect: rules[host] ? { ...plainRule, ...rules[host] } : null,
          domain: domains[host] ?? null,
        })),
  };
}

export type RawEdge = {
  readonly port: number;
  readonly records: ExchangeRecord[];
  readonly connections: ConnectionSet;
  readonly table: RoutingTable;
  readonly failures: ProxyFailure[];
  readonly targetChanges: TargetChange[];
  /** What became of pages of domains with injection. */
  readonly pages: PageOutcome[];
  readonly proxy: ProxyHandler;
};

export type RawEdgeOptions = {
  readonly domains?: Readonly<Record<string, DomainRoute>>;
  /** Loopback by default: that is where the upstreams of tests listen. */
  readonly policy?: AddressPolicy;
  readonly connectTimeoutMs?: number;
  readonly maxConnections?: number;
  /** No limit by default. */
  readonly maxRequestsPerClient?: number;
  /** In bytes a second; none by default. */
  readonly bodyMinRate?: number;
  readonly responseTimeoutMs?: number;
  /** None by default. */
  readonly errorPages?: ErrorPageSource;
  readonly upstreamTls?: UpstreamTlsSource;
  /** A file of locations; that of the program by default. */
  readonly placesDatabase?: string;
  /** None by default. */
  readonly collect?: CollectHandler;
  /** None by default. */
  readonly rulesFor?: (parts: {
    readonly table: RoutingTable;
    readonly proxy: ProxyHandler;
    readonly trustedProxies: TrustedProxies;
  }) => RulesHandler;
};

/** Listens on a free port of 127.0.0.1 until the test is over, or until `onDone`'s moment. */
export async function openRawEdge(
  rules: Readonly<Record<string, Partial<RedirectRule>>> = { 'a.example': {} },
  trustedProxies: readonly string[] = [],
  onDone: (close: () => Promise<void>) => void = onTestFinished,
  wrap: (handler: RequestHandler) => RequestHandler = (handler) => handler,
  options: RawEdgeOptions = {},
): Promise<RawEdge> {
  const table = new RoutingTable();
  await table.load(sourceOf(rules, 1, options.domains));
  const failures: ProxyFailure[] = [];
  const targetChanges: TargetChange[] = [];
  const pages: PageOutcome[] = [];
  const trusted = new TrustedProxies(trustedProxies);
  const proxy = new ProxyHandler({
    policy: options.policy ?? new AddressPolicy(['127.0.0.0/8', '::1/128'], []),
    connectTimeoutMs: options.connectTimeoutMs ?? 5_000,
    maxConnections: options.maxConnections ?? 1_024,
    maxRequestsPerClient: options.maxRequestsPerClient ?? 0,
    responseTimeoutMs: options.responseTimeoutMs ?? 60_000,
    trustedProxies: trusted,
    places: new PlaceLookup(options.placesDatabase ?? null),
    upstreamOf: (wanted, uuid) => table.upstreamOf(wanted, uuid),
    errorPages: new ErrorPages(new ErrorPageCache(options.errorPages ?? noErrorPages)),
    upstreamTls: options.upstreamTls ?? noUpstreamTls,
    clock: systemClock,
    onFailure: (failure) => failures.push(failure),
    onTargetChange: (change) => targetChanges.push(change),
    onUpstreamAnswer: () => {},
    onPage: (outcome) => pages.push(outcome),
  });
  const records: ExchangeRecord[] = [];
  const connections = new ConnectionSet();
  const context = {
    handler: wrap(
      new EdgeHandler(
        table,
        new RedirectHandler(trusted),
        proxy,
        trusted,
        options.collect ?? null,
        null,
        null,
        undefined,
        options.rulesFor?.({ table, proxy, trustedProxies: trusted }) ?? null,
      ),
    ),
    clock: systemClock,
    connections,
    bodyMinRate: options.bodyMinRate ?? 0,
    onExchange: (record: ExchangeRecord) => records.push(record),
  };
  const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    // oxlint-disable-next-line no-new -- it lives until its socket closes
    new ClientConnection(socket, context);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onDone(async () => {
    connections[Symbol.dispose]();
    proxy[Symbol.dispose]();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server has no address');
  return { port: address.port, records, connections, table, failures, targetChanges, pages, proxy };
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

/** The status codes of a stream of answers whose bodies do not hold `HTTP/1.1`. */
export function statuses(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
}
