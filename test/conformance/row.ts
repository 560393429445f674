/** What a row of the conformance table is, and what rows have in common. */

import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { ApiErrorCode } from '../../src/api/reference/error-table.ts';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { AccessTokens } from '../../src/features/access-tokens/access-token-store.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { Redirects } from '../../src/features/redirects/redirect-store.ts';
import { redirectResource } from '../../src/resources/redirect.ts';
import { loopbackUpstreams } from '../support/domains.ts';
import type { Ended, ServiceSettings, StartOptions, TestService } from '../support/service.ts';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';

/** What a row may have beside the service that all rows share. */
export interface Bench<Service extends ServiceClient = ServiceClient> {
  readonly engine: 'sqlite' | 'postgres';
  /** Starts a service of the row's own on an empty store; it is stopped when the row is done. */
  newService(settings?: Omit<ServiceSettings, 'dataDir' | 'control'>): Promise<Service>;
  /** A service with further variables that all rows share which ask for these. */
  sharedService(env: Readonly<Record<string, string>>): Promise<Service>;
  /** The environment of a service of the row's own, not started. */
  newEnvironment(settings?: Omit<ServiceSettings, 'dataDir' | 'control'>): Promise<Record<string, string>>;
  /** Starts a service in a given environment; it is stopped when the row is done. */
  start(env: Readonly<Record<string, string>>, options?: Pick<StartOptions, 'token'>): Promise<Service>;
  /** An empty directory, removed when the row is done. */
  newDirectory(): Promise<string>;
}

/** Of a row about processes. */
export interface ProcessBench extends Bench<TestService> {
  start(env: Readonly<Record<string, string>>, options?: StartOptions): Promise<TestService>;
  /** Runs the program in a given environment until it ends by itself. */
  runToEnd(env: Readonly<Record<string, string>>): Promise<Ended>;
}

type RowFacts = {
  /** Page and heading that promise it: `docs/reference/redirects.md ("The path")`. */
  readonly source: string;
  readonly statement: string;
  /** Error codes that the row provokes; the runner sees to it that it does. */
  readonly codes?: readonly ApiErrorCode[];
  /** Why PostgreSQL could answer otherwise than SQLite. The row runs on both then; without a reason it runs on SQLite. */
  readonly postgres?: string | undefined;
  /** What its check runs of the machine's commands; it is skipped with a notice where that is not there. */
  readonly command?: 'curl';
};

/** On services composed in the test's own process. */
export type ComposedRow = RowFacts & {
  readonly process?: undefined;
  readonly check: (service: ServiceClient, bench: Bench) => Promise<void>;
};

/** On services in processes of their own; the shared one has two workers. */
export type ProcessRow = RowFacts & {
  /** Why it needs the processes. */
  readonly process: string;
  readonly check: (service: TestService, bench: ProcessBench) => Promise<void>;
};

export type Row = ComposedRow | ProcessRow;

/** The fields of a redirect, in the order of an answer. */
export const redirectFields: readonly string[] = [
  'uuid',
  'source_host',
  'match_path',
  'destination_url',
  'redirect_type',
  'preserve_path',
  'preserve_query_string',
  'active',
  'created_at',
  'updated_at',
  'account_uuid',
  'note',
  'verdict',
  'reachable',
  'renewal',
];

export const timestamp: RegExp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+00:00$/;
export const uuidV7: RegExp = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** A request id may have any form that is safe in a log and long enough to be found. */
export const requestId: RegExp = /^[0-9A-Za-z_-]{10,64}$/;
export const unknownUuid = '01890000-0000-7000-8000-000000000000';

/** A host name that no other row uses. */
export function newHost(): string {
  return `h${randomBytes(6).toString('hex')}.example.com`;
}

/** A redirect on the wire. */
export type WireRedirect = {
  readonly uuid: string;
  readonly source_host: string;
  readonly match_path: string;
  readonly destination_url: string;
  readonly redirect_type: string;
  readonly preserve_path: boolean;
  readonly preserve_query_string: boolean;
  readonly active: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly account_uuid: string;
  readonly note: string;
  readonly verdict: Readonly<Record<string, unknown>>;
  readonly reachable: string | null;
  readonly renewal: Readonly<Record<string, unknown>> | null;
};

/** Asks for a redirect, by default of a host of its own to `https://dest.example`. */
export function postRedirect(
  service: ServiceClient,
  attributes: Readonly<Record<string, unknown>> = {},
): Promise<ApiAnswer> {
  const json = { source_host: newHost(), destination_url: 'https://dest.example', ...attributes };
  return service.api(service.redirects, { json });
}

/** Creates a redirect and answers it; fails when it is refused. */
export async function createRedirect(
  service: ServiceClient,
  attributes: Readonly<Record<string, unknown>> = {},
): Promise<WireRedirect> {
  const answer = await postRedirect(service, attributes);
  expect(answer.body).toMatchObject({ uuid: expect.any(String) });
  expect(answer.status).toBe(201);
  return answer.body;
}

/** Sends attributes to a redirect. */
export function putRedirect(
  service: ServiceClient,
  { uuid }: Pick<WireRedirect, 'uuid'>,
  attributes: Readonly<Record<string, unknown>>,
): Promise<ApiAnswer> {
  return service.api(`${service.redirects}/${uuid}`, { method: 'PUT', json: attributes });
}

/** Changes a redirect and answers it; fails when that is refused. */
export async function updateRedirect(
  service: ServiceClient,
  redirect: Pick<WireRedirect, 'uuid'>,
  attributes: Readonly<Record<string, unknown>>,
): Promise<WireRedirect> {
  const answer = await putRedirect(service, redirect, attributes);
  expect(answer).toMatchObject({ status: 200, body: { uuid: redirect.uuid } });
  return answer.body;
}

const seen = new Set<string>();

/** The codes that {@link expectError} has seen since the last call. */
export function takeSeenCodes(): Set<string> {
  const codes = new Set(seen);
  seen.clear();
  return codes;
}

/** Holds an answer to the one shape of errors; the message has to mention the given texts. */
export function expectError(
  answer: ApiAnswer,
  status: number,
  code: ApiErrorCode,
  ...mentions: readonly string[]
): void {
  expect(answer.body).toEqual({ error: expect.any(String), error_code: code });
  expect(Object.keys(answer.body)).toEqual(['error', 'error_code']);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('x-request-id')).toMatch(requestId);
  expect(answer.body.error).not.toBe('');
  for (const text of mentions) expect(answer.body.error).toContain(text);
  seen.add(code);
}

/** Works on the control store while the service runs, as the command line does. */
export async function withStore<T>(
  service: ServiceClient,
  use: (store: ControlStore) => Promise<T>,
): Promise<T> {
  await using store = await ControlStore.open(service.control, systemClock);
  return await use(store);
}

/** A service that believes what this machine forwards. */
export function trustingService(bench: Bench): Promise<ServiceClient> {
  return bench.sharedService({ ...loopbackUpstreams, NAMEPLATE_TRUSTED_PROXIES: '127.0.0.1' });
}

/** A service that listens on addresses of its own, and without a rate limit. */
export function otherService(bench: Bench): Promise<ServiceClient> {
  return bench.sharedService({
    NAMEPLATE_HOST: '127.0.0.2',
    NAMEPLATE_EDGE_HOST: '127.0.0.3',
    NAMEPLATE_RATE_LIMIT: '0',
  });
}

/** Creates an account with a token of its own. */
export function newAccount(
  service: ServiceClient,
  scope: 'read' | 'write' = 'write',
): Promise<{ accountUuid: string; token: string; redirects: string }> {
  return withStore(service, async (store) => {
    const { uuid: accountUuid } = await new Accounts(store).create('Another');
    const token = await new AccessTokens(store).create({ accountUuid, name: 'test', scope, expiresAt: null });
    return { accountUuid, token: token.secret, redirects: `/api/v1/accounts/${accountUuid}/redirects` };
  });
}

/** Creates a further token of the service's own account. */
export function newToken(
  service: ServiceClient,
  token: { readonly scope?: 'read' | 'write'; readonly expiresAt?: number | null } = {},
): Promise<string> {
  return withStore(service, async (store) => {
    const { scope = 'read', expiresAt = null } = token;
    const { secret } = await new AccessTokens(store).create({
      accountUuid: service.accountUuid,
      name: 'test',
      scope,
      expiresAt,
    });
    return secret;
  });
}

/** An account with redirects on hosts of its own, oldest first: for rows that count. */
export async function accountWithRedirects(
  service: ServiceClient,
  count: number,
): Promise<{ token: string; redirects: string; hosts: string[] }> {
  const account = await newAccount(service);
  const base = newHost();
  const hosts = Array.from({ length: count }, (_, index) => `${String(index).padStart(5, '0')}.${base}`);
  await withStore(service, (store) =>
    new Redirects(store).createMany(
      account.accountUuid,
      hosts.map((sourceHost) => ({
        ...redirectResource.defaults,
        sourceHost,
        destinationUrl: 'https://dest.example',
      })),
    ),
  );
  return { ...account, hosts };
}
