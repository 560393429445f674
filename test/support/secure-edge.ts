/** An edge in the test's own process that speaks TLS, with certificates of an authority of the test. */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import tls, { type ConnectionOptions, type TLSSocket } from 'node:tls';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import type { ErrorPageSource } from '../../src/core/error-page.ts';
import type { RedirectRule } from '../../src/core/redirect-route.ts';
import type { ClientCaSource, DomainRoute, UpstreamTlsSource } from '../../src/core/route.ts';
import type { ServedCertificate } from '../../src/core/served-certificate.ts';
import type { ExchangeRecord } from '../../src/edge/http1/exchange.ts';
import type { Listener } from '../../src/edge/listener.ts';
import type { RoutingTable } from '../../src/edge/routing-table.ts';
import { nothing, type RpcRequest } from '../../src/edge/rpc.ts';
import type { Challenges } from '../../src/edge/rules/challenges.ts';
import { CertificateProvider, type ChallengeSource } from '../../src/edge/tls/certificate-provider.ts';
import type { TlsPlane } from '../../src/edge/tls/tls-plane.ts';
import type { Certificate, TestAuthority } from './certificates.ts';
import { edgeOptions, openEdge } from './composed-edge.ts';

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
  readonly clientCas?: ClientCaSource;
  /** 1.2 by default. */
  readonly tlsMinVersion?: '1.2' | '1.3';
  /** True by default. */
  readonly upgradesToHttps?: boolean;
  /** Of the edge, with certificates of their own; none by default. */
  readonly addresses?: readonly string[];
  /** Where it listens; 127.0.0.1 by default. */
  readonly host?: string;
};

export type SecureEdge = {
  /** Of TLS, and of clear text. */
  readonly port: number;
  readonly httpPort: number;
  readonly plane: TlsPlane;
  readonly table: RoutingTable;
  readonly challenges: Challenges;
  readonly listener: Listener;
  readonly records: ExchangeRecord[];
  readonly outcomes: string[];
  /** The lines of the spool with handshakes that were counted, those of this minute too. */
  readonly handshakeLines: () => readonly string[];
  /** What the worker's side asked the application process, in order. */
  readonly requests: RpcRequest[];
  readonly missing: string[];
  /** May be changed while the edge runs; tell `plane.changed` as a patch would. */
  readonly certificates: Map<string, readonly ServedCertificate[]>;
  /** Makes the store fail, or answer later. */
  readonly store: { fails: boolean; delayMs: number };
};

export async function openSecureEdge(options: SecureEdgeOptions = {}): Promise<SecureEdge> {
  const { rules, domains, errorPages, upstreamTls, clientCas, challenges, clock = systemClock } = options;
  const certificates = new Map(Object.entries(options.certificates ?? {}));
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
    ...(challenges ? { challenges } : {}),
  });
  const { edge, seen } = await openEdge(
    {
      options: edgeOptions({
        httpsPort: 0,
        defaultHost,
        trustedProxies: options.trustedProxies ?? [],
        bodyMinRate: options.bodyMinRate ?? 0,
        upgradesToHttps: options.upgradesToHttps ?? true,
        addresses: options.addresses ?? [],
        host: options.host ?? '127.0.0.1',
        tlsMinVersion: options.tlsMinVersion ?? '1.2',
      }),
      clock,
      onRequest: (request) => {
        requests.push(request);
        return request.kind === 'unknown_host'
          ? Promise.resolve(nothing)
          : certificateProvider.answer(request);
      },
      ...(rules && { rules }),
      ...(domains && { domains }),
      ...(errorPages && { errorPages }),
      ...(upstreamTls && { upstreamTls }),
      ...(clientCas && { clientCas }),
    },
    onTestFinished,
  );
  const { http, https: listener, tls: plane, table, challenges: challenged } = edge;
  if (!http || !listener) throw new Error('the edge does not listen');
  const { records, outcomes } = seen;
  const handshakeLines = () => {
    edge.handshakes.flush();
    return seen.handshakeLines;
  };
  const { port } = listener;
  const ports = { port, httpPort: http.port };
  return {
    ...ports,
    plane,
    table,
    challenges: challenged,
    listener,
    records,
    outcomes,
    handshakeLines,
    requests,
    missing,
    certificates,
    store,
  };
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

/** One certificate for all of these hosts, alone and by each of them. */
export function servedFor(
  authority: TestAuthority,
  hosts: readonly string[],
): {
  readonly certificate: ServedCertificate;
  readonly certificates: Readonly<Record<string, readonly ServedCertificate[]>>;
} {
  const certificate = served(authority.issue(hosts.map((host) => `DNS:${host}`).join()));
  return { certificate, certificates: Object.fromEntries(hosts.map((host) => [host, [certificate]])) };
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
