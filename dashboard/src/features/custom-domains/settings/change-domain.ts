/**
 * The ways to change custom domains. Apart from the queries, which every page about a domain loads.
 * Source: docs/reference/domains.md.
 */
import type { components } from '../../../../../client/src/openapi.ts';
import { ApiError } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { CustomDomain } from '../domain-queries.ts';

export type CustomDomainChange = components['schemas']['CustomDomainUpdate'];
type NewCustomDomain = components['schemas']['CustomDomainCreate'];

const path = '/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}';

/** Errors: `host_invalid`, `host_taken`, `redirect_to_www_invalid`, … */
export function createDomain(
  accountUuid: string,
  upstreamUuid: string,
  body: NewCustomDomain,
): Promise<CustomDomain> {
  return bodyOf(
    api.POST('/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains', {
      params: { path: { account_uuid: accountUuid, upstream_uuid: upstreamUuid } },
      body,
    }),
  );
}

export function updateDomain(
  accountUuid: string,
  domain: CustomDomain,
  body: CustomDomainChange,
): Promise<CustomDomain> {
  return bodyOf(
    api.PUT(path, {
      params: { path: pathOf(accountUuid, domain) },
      body,
    }),
  );
}

/** Deletes a domain; one that is gone already is as good as deleted. */
export async function deleteDomain(accountUuid: string, domain: CustomDomain): Promise<void> {
  try {
    await api.DELETE(path, { params: { path: pathOf(accountUuid, domain) } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}

/** Checks the DNS records now, which takes as long as DNS does. */
export function verifyDnsRecords(
  accountUuid: string,
  domain: CustomDomain,
  signal?: AbortSignal,
): Promise<CustomDomain> {
  return bodyOf(
    api.POST(`${path}/verify_dns_records`, {
      params: { path: pathOf(accountUuid, domain) },
      ...(signal ? { signal } : {}),
    }),
  );
}

/** Errors: `upstream_uuid_invalid`. */
export function moveDomain(
  accountUuid: string,
  domain: CustomDomain,
  upstreamUuid: string,
): Promise<CustomDomain> {
  return bodyOf(
    api.POST(`${path}/move`, {
      params: { path: pathOf(accountUuid, domain) },
      body: { upstream_uuid: upstreamUuid },
    }),
  );
}

function pathOf(accountUuid: string, { uuid, upstream_uuid }: CustomDomain) {
  return { account_uuid: accountUuid, upstream_uuid, custom_domain_uuid: uuid };
}
