/** Adds customers' domains, and bills the customers for the requests of a month. */
import { createClient } from 'nameplated/client';

export type Customer = { readonly id: string; readonly plan: string; readonly host: string };

/** Returns, by customer, the address of a page that shows the customer what to do. */
export async function addCustomers(
  url: string,
  token: string,
  { account, upstream }: { readonly account: string; readonly upstream: string },
  customers: readonly Customer[],
): Promise<Map<string, string>> {
  const nameplate = createClient({ url, token });
  const path = { account_uuid: account, upstream_uuid: upstream };
  // All or none: the message of an error names each domain that can't be created.
  const { data } = await nameplate.createCustomDomainBatch({
    ...path,
    body: {
      custom_domains: customers.map(({ id, plan, host }) => ({
        host,
        challenge_type: 'dns01' as const,
        external_id: id,
        metadata: { plan },
      })),
    },
  });
  const pages = new Map<string, string>();
  for (const { uuid, external_id } of data) {
    const link = await nameplate.createConnectLink({ ...path, custom_domain_uuid: uuid, body: {} });
    pages.set(external_id, link.url);
  }
  return pages;
}

/** Returns the requests of a month, by customer. */
export async function bill(
  url: string,
  token: string,
  account: string,
  month: string,
): Promise<Map<string, number>> {
  const nameplate = createClient({ url, token });
  const requests = new Map<string, number>();
  for await (const line of nameplate.each.listUsageByExternalId({ account_uuid: account, month }))
    requests.set(line.external_id, line.requests);
  return requests;
}
