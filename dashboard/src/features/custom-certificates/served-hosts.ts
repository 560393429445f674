/**
 * Hosts of the account that a certificate is served on, and those that have no other.
 * Source: docs/reference/certificates.md ("Which one is served").
 */
import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import type { Certificate } from '../../api/resources.ts';
import { coversHost } from './names.ts';
import { type ServedHost, servedBy } from './served-by.ts';

const perPage = 1000;
/** Accounts with more hosts are asked for part of them, and the page says so. */
const maxPages = 5;

export function servedHostsQuery(accountUuid: string, certificate: Certificate) {
  return queryOptions({
    queryKey: ['certificates', 'hosts', accountUuid, certificate.uuid],
    queryFn: async ({
      signal,
    }): Promise<{ readonly hosts: readonly ServedHost[]; readonly isWhole: boolean }> => {
      const [domains, redirects, certificates] = await Promise.all([
        pages((page) =>
          bodyOf(
            api.GET('/api/v1/accounts/{account_uuid}/custom_domains', {
              params: { path: { account_uuid: accountUuid }, query: { page, per_page: perPage } },
              signal,
            }),
          ),
        ),
        pages((page) =>
          bodyOf(
            api.GET('/api/v1/accounts/{account_uuid}/redirects', {
              params: { path: { account_uuid: accountUuid }, query: { page, per_page: perPage } },
              signal,
            }),
          ),
        ),
        pages((page) =>
          bodyOf(
            api.GET('/api/v1/accounts/{account_uuid}/custom_certificates', {
              params: { path: { account_uuid: accountUuid }, query: { page, per_page: perPage } },
              signal,
            }),
          ),
        ),
      ]);
      const hosts = new Set([
        ...domains.items.flatMap(({ host, redirect_to_www: www }) => (www ? [host, `www.${host}`] : [host])),
        ...redirects.items.map(({ source_host: host }) => host),
      ]);
      return {
        hosts: servedBy(
          certificate,
          certificates.items,
          [...hosts].filter((host) => coversHost(certificate.sans, host)),
        ),
        isWhole: domains.isWhole && redirects.isWhole && certificates.isWhole,
      };
    },
  });
}

type Answer<Item> = { readonly data: readonly Item[]; readonly pagination: { readonly count: number } };

async function pages<Item>(
  read: (page: number) => Promise<Answer<Item>>,
): Promise<{ readonly items: readonly Item[]; readonly isWhole: boolean }> {
  const items: Item[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const { data, pagination } = await read(page);
    items.push(...data);
    if (data.length === 0 || items.length >= pagination.count) return { items, isWhole: true };
  }
  return { items, isWhole: false };
}
