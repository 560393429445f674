/** An edge in the test's own process that speaks TLS, with certificates of an authority of the test. */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import tls, { type ConnectionOptions, type TLSSocket } from 'node:tls';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { AddressPolicy } from '../../src/core/address-policy.ts';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import type { ErrorPageSource } from '../../src/core/error-page.ts';
import type { RedirectRule } from '../../src/core/redirect-route.ts';
import type { DomainRoute, UpstreamTlsSource } from '../../src/core/route.ts';
import type { ServedCertificate } from '../../src/core/served-certificate.ts';
import { EdgeHandler } from '../../src/edge/edge-handler.ts';
import { ErrorPageCache } from '../../src/edge/error-pages/error-page-cache.ts';
import { ErrorPages } from '../../src/edge/error-pages/error-pages.ts';
import type { ExchangeRecord, RequestHandler } from '../../src/edge/http1/exchange.ts';
import { Listener } from '../../src/edge/listener.ts';
import { PlaceLookup } from '../../src/edge/place-lookup.ts';
import { ProxyHandler } from '../../src/edge/proxy-handler.ts';
import { RedirectHandler } from '../../src/edge/redirect-handler.ts';
import { RoutingTable } from '../../src/edge/routing-table.ts';
import type { RpcRequest } from '../../src/edge/rpc.ts';
import { RpcClient } from '../../src/edge/rpc-client.ts';
import { CertificateProvider, type ChallengeSource } from '../../src/edge/tls/certificate-provider.ts';
import { TlsPlane } from '../../src/edge/tls/tls-plane.ts';
import { TrustedProxies } from '../../src/edge/trusted-proxies.ts';
import type { Certificate } from './certificates.ts';
import { noUpstreamTls } from './proxied-domain.ts';
import { noErrorPages, sourceOf } from './raw-http.ts';
import { rulesHandlerOf } from './rules-on-edge.ts';

export const accountUuid = '0197aaaa-0000-7000-8000-00000000000a';
export const defaultHost = 'edge.example';

export type SecureEdgeOptions = {
  readonly rules?: Readonly<Record<string, Partial<RedirectRule>>>;
  readonly domains?: Readonly<Record<string, DomainRoute>>;
  /** By host, exactly. */
  readonly certificates?: Readonly<Record<string, readonly ServedCertificate[]>>;
  readonly selfSigned?: boolean;
  readonly challenges?: ChallengeSource;
  readonly trustedProxies?: readonly string[];
  readonly clock?: Clock;
  /** In bytes a second; none by default. */
  readonly bodyMinRate?: number;
  /** None by default. */
  readonly errorPages?: ErrorPageSource;
  readonly upstreamTls?: UpstreamTlsSource;
  /** Hosts can have rules: see rules-on-edge.ts. */
  readonly hasRules?: true;
  readonly wrap?: (handler: RequestHandler) => RequestHandler;
};

export type SecureEdge = {
  /** Of TLS, and of clear text. */
  readonly port: number;
  readonly httpPort: number;
  readonly plane: TlsPlane;
  readonly table: RoutingTable;
  readonly listener: Listener;
  readonly records: ExchangeRecord[];
  readonly outcomes: string[];
  /** What the worker's side asked the application process, in order. */
  readonly requests: RpcRequest[];
  readonly missing: string[];
  /** May be changed while the edge runs; tell `plane.changed` as a patch would. */
  readonly certificates: Map<string, readonly ServedCertificate[]>;
  /** Makes the store fail, or answer later. */
  readonly store: { fails: boolean; delayMs: number };
};

export async function openSecureEdge(options: SecureEdgeOptions = {}): Promise<SecureEdge> {
  const clock = options.clock ?? systemClock;
  const table = new RoutingTable();
  await table.load(sourceOf(options.rules ?? {}, 1, options.domains));
  const certificates = new Map(Object.entries(options.certificates ?? {}));
  const outcomes: string[] = [];
  const requests: RpcRequest[] = [];
  const missing: string[] = [];
  const store = { fails: false, delayMs: 0 };
  const certificateProvider = new CertificateProvider({
    source: {
      async findForHost(host) {
        const found = certificates.get(host) ?? [];
        if (store.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, store.delayMs));
        if (store.fails) throw new Error('the store is away');
        return found;
      },
    },
    defaultHost,
    selfSigned: options.selfSigned ?? false,
    clock,
    logger: pino({ level: 'silent' }),
    onMissing: (host) => missing.push(host),
    ...(options.challenges ? { challenges: options.challenges } : {}),
  });
  const rpc = new RpcClient((id, request) => {
    requests.push(request);
    certificateProvider.answer(request).then(
      (answer) => rpc.settle(id, answer),
      () => rpc.settle(id, null),
    );
  });
  const plane = new TlsPlane({
    table,
    findCertificates: async (host) => (await rpc.call({ kind: 'certificates', host })).certificates,
    rpc,
    defaultHost,
    clock,
    onOutcome: (outcome) => outcomes.push(outcome),
  });
  const trusted = new TrustedProxies(options.trustedProxies ?? []);
  const proxy = new ProxyHandler({
    policy: new AddressPolicy(['127.0.0.0/8', '::1/128'], []),
    connectTimeoutMs: 5_000,
    maxConnections: 1_024,
    maxRequestsPerClient: 0,
    responseTimeoutMs: 60_000,
    trustedProxies: trusted,
    places: new PlaceLookup(null),
    upstreamOf: (wanted, uuid) => table.upstreamOf(wanted, uuid),
    errorPages: new ErrorPages(new ErrorPageCache(options.errorPages ?? noErrorPages)),
    upstreamTls: options.upstreamTls ?? noUpstreamTls,
    clock: systemClock,
    onFailure: () => {},
    onTargetChange: () => {},
    onUpstreamAnswer: () => {},
    onPage: () => {},
  });
  const records: ExchangeRecord[] = [];
  const upgrade = plane.upgrade(() => listener.port);
  const rules = options.hasRules
    ? rulesHandlerOf({ table, proxy, trustedProxies: trusted, upgrade }, clock)
    : null;
  const handler = new EdgeHandler(
    table,
    new RedirectHandler(trusted),
    proxy,
    trusted,
    null,
    { httpChallenge: plane.httpChallenge, upgrade },
    null,
    undefined,
    rules,
  );
  const shared = {
    host: '127.0.0.1',
    port: 0,
    handler: options.wrap ? options.wrap(handler) : handler,
    clock: systemClock,
    bodyMinRate: options.bodyMinRate ?? 0,
    onConnection: () => {},
    onExchange: (record: ExchangeRecord) => void records.push(record),
  };
  const clearText = await Listener.open(shared);
  const listener: Listener = await Listener.open({ ...shared, serve: plane.serve });
  onTestFinished(() => {
    listener[Symbol.dispose]();
    clearText[Symbol.dispose]();
    proxy[Symbol.dispose]();
  });
  const { port } = listener;
  const edge = { plane, table, listener, records, outcomes, requests, missing, certificates, store };
  return { ...edge, port, httpPort: clearText.port };
}

/** As the control store would hand it out. */
export function served({ cert, key }: Certificate, account: string = accountUuid): ServedCertificate {
  const certificate = new X509Certificate(cert);
  const names = certificate.subjectAltName?.split(', ').map((name) => name.replace('DNS:', '')) ?? [];
  return {
    fingerprint: certificate.fingerprint256,
    certificatePem: cert,
    privateKeyPem: key,
    notBeforeMs: Date.parse(certificate.validFrom),
    expiresAtMs: Date.parse(certificate.validTo),
    sans: names,
    accountUuid: account,
  };
}

/** Shakes hands; rejects with what the server or OpenSSL says when it fails. */
export async function shakeHands(
  port: number,
  servername: string,
  options: ConnectionOptions = {},
): Promise<TLSSocket> {
  const socket = tls.connect({
    port,
    host: '127.0.0.1',
    servername,
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
    ...options,
  });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  socket.on('error', () => {});
  return socket;
}

/** Sends a request as written and answers all that comes until the server closes. */
export async function talkOver(socket: TLSSocket, request: string): Promise<string> {
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  socket.write(request, 'latin1');
  await once(socket, 'close');
  return received;
}

export const get = (host: string, path = '/'): string =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
