/** Versions of what has some: their list, and how one is restored. Source: docs/reference/versions.md. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../client/src/openapi.ts';
import { api, bodyOf } from '../../api/client.ts';

export type Version = components['schemas']['Version'];

/** What has versions: by its uuid, or of rules by their host. */
export type Versioned = {
  readonly kind: 'redirect' | 'custom_domain' | 'upstream' | 'rules';
  readonly id: string;
};

const account = '/api/v1/accounts/{account_uuid}';
/** Lists of rules may be long. */
export const versionsPerPage = 10;

export function versionsQuery(accountUuid: string, of: Versioned, page: number) {
  return queryOptions({
    queryKey: ['versions', accountUuid, of.kind, of.id, page],
    queryFn: ({ signal }) => readVersions(accountUuid, of, page, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

type VersionPage = {
  readonly data: readonly Version[];
  readonly pagination: components['schemas']['Pagination'];
};

function readVersions(
  account_uuid: string,
  { kind, id }: Versioned,
  page: number,
  signal: AbortSignal,
): Promise<VersionPage> {
  const query = { page, per_page: versionsPerPage };
  if (kind === 'redirect') {
    const path = { account_uuid, redirect_uuid: id };
    return bodyOf(
      api.GET(`${account}/redirects/{redirect_uuid}/versions`, { params: { path, query }, signal }),
    );
  }
  if (kind === 'upstream') {
    const path = { account_uuid, upstream_uuid: id };
    return bodyOf(
      api.GET(`${account}/upstreams/{upstream_uuid}/versions`, { params: { path, query }, signal }),
    );
  }
  if (kind === 'rules') {
    const path = { account_uuid, host: id };
    return bodyOf(api.GET(`${account}/hosts/{host}/rules/versions`, { params: { path, query }, signal }));
  }
  const path = { account_uuid, custom_domain_uuid: id };
  return bodyOf(
    api.GET(`${account}/custom_domains/{custom_domain_uuid}/versions`, { params: { path, query }, signal }),
  );
}

export function restoreVersion(account_uuid: string, { kind, id }: Versioned, n: number): Promise<unknown> {
  if (kind === 'redirect')
    return bodyOf(
      api.POST(`${account}/redirects/{redirect_uuid}/versions/{n}/restore`, {
        params: { path: { account_uuid, redirect_uuid: id, n } },
      }),
    );
  if (kind === 'upstream')
    return bodyOf(
      api.POST(`${account}/upstreams/{upstream_uuid}/versions/{n}/restore`, {
        params: { path: { account_uuid, upstream_uuid: id, n } },
      }),
    );
  if (kind === 'rules')
    return bodyOf(
      api.POST(`${account}/hosts/{host}/rules/versions/{n}/restore`, {
        params: { path: { account_uuid, host: id, n } },
      }),
    );
  return bodyOf(
    api.POST(`${account}/custom_domains/{custom_domain_uuid}/versions/{n}/restore`, {
      params: { path: { account_uuid, custom_domain_uuid: id, n } },
    }),
  );
}

export function undoChange(account_uuid: string, event_uuid: string): Promise<unknown> {
  return bodyOf(
    api.POST(`${account}/audit_events/{event_uuid}/undo`, { params: { path: { account_uuid, event_uuid } } }),
  );
}
