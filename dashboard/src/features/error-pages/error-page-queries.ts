/** Error pages as the API gives them, and the ways to change them. Source: docs/reference/error-pages.md. */
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../client/src/openapi.ts';
import { ApiError } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';

export type ErrorPageSummary = components['schemas']['ErrorPageSummary'];
type ErrorPage = components['schemas']['ErrorPage'];
type Status = ErrorPage['status'];

/** What pages belong to: a custom domain, or an upstream where there is no domain. */
export type PageOwner = {
  readonly accountUuid: string;
  readonly upstreamUuid: string;
  readonly domainUuid?: string;
};

const ofUpstream = '/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/error_pages';
const ofDomain =
  '/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/error_pages';

function pathOf({ accountUuid, upstreamUuid, domainUuid = '' }: PageOwner) {
  return { account_uuid: accountUuid, upstream_uuid: upstreamUuid, custom_domain_uuid: domainUuid };
}

export function errorPagesQuery(owner: PageOwner) {
  return queryOptions({
    queryKey: ['error-pages', owner.domainUuid ?? owner.upstreamUuid],
    queryFn: ({ signal }) => {
      const options = { params: { path: pathOf(owner) }, signal };
      return bodyOf(
        owner.domainUuid === undefined ? api.GET(ofUpstream, options) : api.GET(ofDomain, options),
      );
    },
  });
}

export function getErrorPage(owner: PageOwner, status: Status): Promise<ErrorPage> {
  const options = { params: { path: { ...pathOf(owner), status } } };
  return bodyOf(
    owner.domainUuid === undefined
      ? api.GET(`${ofUpstream}/{status}`, options)
      : api.GET(`${ofDomain}/{status}`, options),
  );
}

/** Errors: `html_invalid`. */
export function setErrorPage(owner: PageOwner, status: Status, html: string): Promise<ErrorPage> {
  const options = { params: { path: { ...pathOf(owner), status } }, body: { html } };
  return bodyOf(
    owner.domainUuid === undefined
      ? api.PUT(`${ofUpstream}/{status}`, options)
      : api.PUT(`${ofDomain}/{status}`, options),
  );
}

/** Deletes a page; one that is gone already is as good as deleted. */
export async function deleteErrorPage(owner: PageOwner, status: Status): Promise<void> {
  const options = { params: { path: { ...pathOf(owner), status } } };
  try {
    await (owner.domainUuid === undefined
      ? api.DELETE(`${ofUpstream}/{status}`, options)
      : api.DELETE(`${ofDomain}/{status}`, options));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}
