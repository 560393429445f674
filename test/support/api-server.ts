/** The API alone, from its sources, on a real socket: on a store of its own or one that several of them share. */

import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer as readBytes } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { Authenticator } from '../../src/api/auth.ts';
import type { ControlLocation } from '../../src/control/location.ts';
import { ControlStore } from '../../src/control/store.ts';
import type { TokenDomains } from '../../src/core/token-domains.ts';
import { AccessTokens } from '../../src/features/access-tokens/access-token-store.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import type { TokenScope } from '../../src/resources/access-token.ts';
import { type ComposedSettings, composeApi } from './composed-api.ts';
import { testSecretKey } from './test-secret-key.ts';

export type ApiSettings = Omit<ComposedSettings, 'clock'> & {
  readonly location?: ControlLocation;
  readonly clock?: TestClock;
};

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
    scope: TokenScope,
    expiresAt?: number,
    domains?: Partial<TokenDomains>,
  ) => Promise<{ uuid: string; secret: string }>;
  /** Asks with exactly these fields, and no others but Host and Content-Length. */
  readonly ask: (path: string, request?: ApiCall) => Promise<ApiResponse>;
};

/** Starts the API; it is stopped when the test is done. */
export async function startApi(settings: ApiSettings = {}): Promise<ApiServer> {
  const { location = { kind: 'sqlite', path: ':memory:' }, clock = new TestClock() } = settings;
  const store = await ControlStore.open(location, clock, testSecretKey);
  await store.secretKeys.prepare();
  const account = (await new Accounts(store).list())[0] ?? (await new Accounts(store).create('Acme'));
  const newToken: ApiServer['newToken'] = async (scope, expiresAt, domains = {}) => {
    const wanted = {
      accountUuid: account.uuid,
      name: 'test',
      scope,
      expiresAt: expiresAt ?? null,
      ...domains,
    };
    const { token, secret } = await new AccessTokens(store).create(wanted);
    return { uuid: token.uuid, secret };
  };
  const { uuid: tokenUuid, secret: token } = await newToken('write');
  const { app, authenticator, log } = await composeApi(store, { ...settings, clock });
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
