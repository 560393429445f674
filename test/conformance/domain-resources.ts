/** Upstreams and custom domains for the rows about them. */
import { expect } from 'vitest';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import { newAccount, newHost } from './row.ts';

/** An account and its upstreams. */
export type Owner = { readonly token: string; readonly upstreams: string };

export type WireUpstream = {
  readonly uuid: string;
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly auth_token: string;
  readonly maintenance: boolean;
  readonly host_header: string;
  readonly tls_server_name: string;
  readonly tls_ca: string;
  readonly tls_client_certificate: string;
  readonly tls_client_certificate_expires_at: string | null;
  readonly compression: boolean;
  readonly geo_fields: boolean;
  readonly metadata_fields: boolean;
  readonly targets: readonly { host: string; port: number }[];
  readonly health_check: unknown;
  readonly created_at: string;
  readonly updated_at: string;
};

export type WireRecord = { readonly type: string; readonly name: string; readonly value: string };

export type WireDomain = {
  readonly uuid: string;
  readonly upstream_uuid: string;
  readonly host: string;
  readonly status: string;
  readonly ownership: {
    readonly status: 'verified' | 'required' | 'pending';
    readonly record: WireRecord | null;
  };
  readonly ready: boolean;
  readonly ready_at: string | null;
  readonly challenge_type: string;
  readonly redirect_to_www: boolean;
  readonly web_analytics: string;
  readonly engagement: boolean;
  readonly web_vitals: boolean;
  readonly tls_min_version: string | null;
  readonly tls_client_ca: string;
  readonly referrer_paths: boolean;
  readonly hsts_max_age: number;
  readonly time_zone: string;
  readonly ai_crawlers: string;
  readonly ai_crawlers_robots_txt: boolean;
  readonly maintenance: boolean;
  readonly external_id: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tls_certificate_issued: boolean;
  readonly certificate: null | {
    readonly issuer: string | null;
    readonly expires_at: string | null;
    readonly last_error: string | null;
  };
  readonly dns_records: readonly WireRecord[];
  readonly last_dns_check_at: string | null;
  readonly dns_check: null | {
    readonly checked_at: string;
    readonly found: readonly WireRecord[];
    readonly problems: readonly string[];
  };
  readonly created_at: string;
  readonly updated_at: string;
  readonly verdict: {
    readonly state: string;
    readonly finding_uuid: string | null;
    readonly cause: string | null;
  };
  readonly reachable: string | null;
  readonly renewal: Readonly<Record<string, string | null>> | null;
};

/** The fields of an upstream, in the order of an answer. */
export const upstreamFields: readonly string[] = [
  'uuid',
  'host',
  'port',
  'tls',
  'auth_token',
  'maintenance',
  'host_header',
  'tls_server_name',
  'tls_ca',
  'tls_client_certificate',
  'tls_client_certificate_expires_at',
  'compression',
  'geo_fields',
  'metadata_fields',
  'targets',
  'health_check',
  'created_at',
  'updated_at',
];

/** The fields of a custom domain, in the order of an answer. */
export const domainFields: readonly string[] = [
  'uuid',
  'upstream_uuid',
  'host',
  'status',
  'ownership',
  'ready',
  'ready_at',
  'challenge_type',
  'redirect_to_www',
  'web_analytics',
  'engagement',
  'web_vitals',
  'referrer_paths',
  'hsts_max_age',
  'tls_min_version',
  'tls_client_ca',
  'time_zone',
  'ai_crawlers',
  'ai_crawlers_robots_txt',
  'maintenance',
  'external_id',
  'metadata',
  'tls_certificate_issued',
  'certificate',
  'dns_records',
  'last_dns_check_at',
  'dns_check',
  'created_at',
  'updated_at',
  'verdict',
  'reachable',
  'renewal',
];

/** On the public internet, so that it may be an upstream; nothing is ever sent there. */
export const publicAddress = '93.184.216.34';

/** The account of the service itself. */
export function ownOwner(service: ServiceClient): Owner {
  return { token: service.token, upstreams: `/api/v1/accounts/${service.accountUuid}/upstreams` };
}

/** An account of the row's own. */
export async function newOwner(service: ServiceClient, scope: 'read' | 'write' = 'write'): Promise<Owner> {
  const { accountUuid, token } = await newAccount(service, scope);
  return { token, upstreams: `/api/v1/accounts/${accountUuid}/upstreams` };
}

export function postUpstream(
  service: ServiceClient,
  owner: Owner,
  attributes: Readonly<Record<string, unknown>> = {},
): Promise<ApiAnswer> {
  const json = { host: publicAddress, ...attributes };
  return service.api(owner.upstreams, { token: owner.token, json });
}

/** Creates an upstream and answers it with where it is; fails when it is refused. */
export async function createUpstream(
  service: ServiceClient,
  owner: Owner,
  attributes: Readonly<Record<string, unknown>> = {},
): Promise<WireUpstream & { readonly path: string; readonly domains: string }> {
  const answer = await postUpstream(service, owner, attributes);
  expect(answer.body).toMatchObject({ uuid: expect.any(String) });
  expect(answer.status).toBe(201);
  const path = `${owner.upstreams}/${answer.body.uuid}`;
  return { ...answer.body, path, domains: `${path}/custom_domains` };
}

/** An account of the row's own with one upstream. */
export async function ownerWithUpstream(
  service: ServiceClient,
): Promise<Owner & { readonly upstream: Awaited<ReturnType<typeof createUpstream>> }> {
  const owner = await newOwner(service);
  return { ...owner, upstream: await createUpstream(service, owner) };
}

export function postDomain(
  service: ServiceClient,
  { token }: Pick<Owner, 'token'>,
  { domains }: { readonly domains: string },
  attributes: Readonly<Record<string, unknown>> = {},
): Promise<ApiAnswer> {
  return service.api(domains, { token, json: { host: newHost(), ...attributes } });
}

/** Creates a custom domain and answers it with where it is; fails when it is refused. */
export async function createDomain(
  service: ServiceClient,
  owner: Pick<Owner, 'token'>,
  upstream: { readonly domains: string },
  attributes: Readonly<Record<string, unknown>> = {},
): Promise<WireDomain & { readonly path: string }> {
  const answer = await postDomain(service, owner, upstream, attributes);
  expect(answer.body).toMatchObject({ uuid: expect.any(String) });
  expect(answer.status).toBe(201);
  return { ...answer.body, path: `${upstream.domains}/${answer.body.uuid}` };
}

/** Sends attributes to whatever is at a path. */
export function put(
  service: ServiceClient,
  { token }: Pick<Owner, 'token'>,
  { path }: { readonly path: string },
  attributes: unknown,
): Promise<ApiAnswer> {
  return service.api(path, { method: 'PUT', token, json: attributes });
}

/** A custom domain without what its own checks may change at any moment. */
export function besidesChecks(domain: WireDomain): Partial<WireDomain> {
  const {
    status: _status,
    last_dns_check_at: _at,
    dns_check: _check,
    updated_at: _updated,
    reachable: _reachable,
    verdict: _verdict,
    ...rest
  } = domain;
  return rest;
}
