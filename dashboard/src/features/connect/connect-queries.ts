/** Connect links of a domain and the account's brand, as the API answers and takes them. */
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../client/src/openapi.ts';
import { api, bodyOf } from '../../api/client.ts';

type Schemas = components['schemas'];
type Brand = Schemas['Brand'];
export type LinkKind = 'connect' | 'statistics';
export type DomainPlace = {
  readonly account_uuid: string;
  readonly upstream_uuid: string;
  readonly custom_domain_uuid: string;
};

const links =
  '/api/v1/accounts/{account_uuid}/upstreams/{upstream_uuid}/custom_domains/{custom_domain_uuid}/connect_links';
const brand = '/api/v1/accounts/{account_uuid}/brand';

export function connectLinksQuery(path: DomainPlace) {
  return queryOptions({
    queryKey: ['connect-links', path.custom_domain_uuid],
    queryFn: ({ signal }) => bodyOf(api.GET(links, { params: { path: { ...path } }, signal })),
  });
}

/** Answers the link with its address, which can't be shown again. */
export function createConnectLink(
  path: DomainPlace,
  body: Schemas['ConnectLinkCreate'],
): Promise<Schemas['CreatedConnectLink']> {
  return bodyOf(api.POST(links, { params: { path: { ...path } }, body }));
}

export async function revokeConnectLink(path: DomainPlace, connect_link_uuid: string): Promise<void> {
  await api.DELETE(`${links}/{connect_link_uuid}`, { params: { path: { ...path, connect_link_uuid } } });
}

export function brandQuery(account_uuid: string) {
  return queryOptions({
    queryKey: ['brand', account_uuid],
    queryFn: ({ signal }) => bodyOf(api.GET(brand, { params: { path: { account_uuid } }, signal })),
  });
}

export function updateBrand(account_uuid: string, body: Schemas['BrandUpdate']): Promise<Brand> {
  return bodyOf(api.PUT(brand, { params: { path: { account_uuid } }, body }));
}
