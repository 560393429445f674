/** The API alone, from its sources, on a real socket: on a store of its own or one that several of them share. */

import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer as readBytes } from 'node:stream/consumers';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { BlockStore, ReportStore } from '../../src/analytics/engine/report-store.ts';
import { Collector } from '../../src/analytics/ingest/collector.ts';
import { FloodGuard } from '../../src/analytics/ingest/collector-flood-guard.ts';
import { TrackerScript } from '../../src/analytics/ingest/tracker-script.ts';
import { VisitorHasher } from '../../src/analytics/ingest/visitor-hash.ts';
import type { AccountAnalytics } from '../../src/api/analytics-domain.ts';
import { Authenticator } from '../../src/api/auth.ts';
import type { DomainDns } from '../../src/api/domain-dns.ts';
import type { Mailer } from '../../src/api/mail/smtp-mailer.ts';
import { RateLimit } from '../../src/api/rate-limit.ts';
import { createApi } from '../../src/api/server.ts';
import type { ControlLocation } from '../../src/control/location.ts';
import { ControlStore } from '../../src/control/store.ts';
import { TrustedProxies } from '../../src/edge/trusted-proxies.ts';
import { AccessTokens } from '../../src/features/access-tokens/access-token-store.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { Findings } from '../../src/features/attention/findings.ts';
import { CustomDomains } from '../../src/features/custom-domains/custom-domain-store.ts';
import type { OidcSettings } from '../../src/features/sessions/oidc-provider.ts';
import { Metrics } from '../../src/telemetry/metrics.ts';
import { testSecretKey } from './test-secret-key.ts';

export type ApiSettings = {
  readonly location?: ControlLocation;
  readonly clock?: TestClock;
  readonly rateLimit?: number;
  readonly origin?: string;
  readonly mailer?: Mailer;
  readonly trustedProxies?: readonly string[];
  readonly dashboardDirectory?: string;
  readonly oidc?: OidcSettings;
  /** By default there are no rows. */
  readonly analytics?: AccountAnalytics<ReportStore & BlockStore>;
  readonly dns?: Partial<DomainDns>;
  readonly ordersCertificates?: boolean;
};

const noRows = { query: () => Promise.resolve([]), readBlocks: () => Promise.resolve() };

export type ApiCall = {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly json?: unknown;
  readonly body?: string;
};

export type ApiResponse = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly body: any;
};

export class TestClock {
  time = 1_790_000_000_000;

  now(): number {
    return this.time;
  }
}

export type ApiServer = {
  readonly store: ControlStore;
  readonly clock: TestClock;
  readonly authenticator: Authenticator;
  readonly accountUuid: string;
  /** Of scope write. */
  readonly token: string;
  readonly tokenUuid: string;
  readonly port: number;
  /** Everything that was logged, a line each. */
  readonly log: readonly string[];
  readonly newToken: (
    scope: 'read' | 'write',
    expiresAt?: number,
  ) => Promise<{ uuid: string; secret: string }>;
  /** Asks with exactly these fields, and no others but Host and Content-Length. */
  readonly ask: (path: string, request?: ApiCall) => Promise<ApiResponse>;
};

/** Starts the API; it is stopped when the test is done. */
export async function startApi(settings: ApiSettings = {}): Promise<ApiServer> {
  const {
    location = { kind: 'sqlite', path: ':memory:' },
    clock = new TestClock(),
    rateLimit = 0,
  } = settings;
  const store = await ControlStore.open(location, clock, testSecretKey);
  await store.secretKeys.prepare();
  const account = (await new Accounts(store).list())[0] ?? (await new Accounts(store).create('Acme'));
  const newToken: ApiServer['newToken'] = async (scope, expiresAt) => {
    const wanted = { accountUuid: account.uuid, name: 'test', scope, expiresAt: expiresAt ?? null };
    const { token, secret } = await new AccessTokens(store).create(wanted);
    return { uuid: token.uuid, secret };
  };
  const { uuid: tokenUuid, secret: token } = await newToken('write');
  const log: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) });
  const authenticator = new Authenticator(store, store.routing, clock, logger);
  const peers = new TrustedProxies(settings.trustedProxies ?? []);
  const sink = { appendDurably: () => Promise.resolve() };
  const app = await createApi({
    store,
    findings: new Findings(store),
    authenticator,
    rateLimit: rateLimit === 0 ? null : new RateLimit(rateLimit, clock),
    peers,
    changes: { catchUp: async () => void (await store.routing.currentRevision()) },
    upstreamCheck: { refusal: () => Promise.resolve(undefined) },
    checkUpstream: () => Promise.resolve([]),
    dns: {
      records: { expected: () => [] },
      verifier: { verify: (uuid) => new CustomDomains(store).findAnywhere(uuid) },
      zone: undefined,
      edgeHostname: undefined,
      nameServersOf: () => Promise.resolve([]),
      look: () => undefined,
      ...settings.dns,
    },
    tracker: {
      collector: new Collector(new VisitorHasher(), sink, new FloodGuard(0), clock),
      script: new TrackerScript(Buffer.alloc(0)),
      clientAddressOf: (fields, peerAddress) => peers.clientAddressOf({ fields }, peerAddress),
    },
    ordersCertificates: settings.ordersCertificates ?? false,
    oidc: settings.oidc,
    origin: settings.origin,
    mailer: settings.mailer,
    backupParts: { dataDir: '/nonexistent', list: () => Promise.resolve([]), write: () => Promise.resolve() },
    retentionDays: 0,
    analytics: settings.analytics ?? { forAccount: () => noRows },
    clock,
    dashboardDirectory: settings.dashboardDirectory ?? '/nonexistent',
    readiness: [],
    metrics: new Metrics(),
    logger,
    version: '0.0.0',
  });
  onTestFinished(async () => {
    await app.close();
    await store[Symbol.asyncDispose]();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has such an address
  const { port } = app.server.address() as AddressInfo;
  const ask: ApiServer['ask'] = (path, request) => askAt(port, path, request);
  return {
    store,
    clock,
    authenticator,
    accountUuid: account.uuid,
    token,
    tokenUuid,
    port,
    log,
    newToken,
    ask,
  };
}

async function askAt(port: number, path: string, request: ApiCall = {}): Promise<ApiResponse> {
  const { json, headers = {} } = request;
  const body = json === undefined ? request.body : JSON.stringify(json);
  const framing = {
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
  };
  const outgoing = http.request({
    host: '127.0.0.1',
    port,
    method: request.method ?? (body === undefined ? 'GET' : 'POST'),
    path,
    headers: { ...framing, ...headers },
    agent: false,
  });
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject).end(body);
  });
  const bytes = await readBytes(answer);
  const text = bytes.toString();
  return { status: answer.statusCode ?? 0, headers: answer.headers, bytes, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
