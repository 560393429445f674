/** The custom domains and external ids that a new token is limited to, as they are typed: one a line. */
import { ApiError } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';

const customDomains = '/api/v1/accounts/{account_uuid}/custom_domains';

/** A list that is empty limits nothing. Errors: `custom_domain_uuids_invalid` for a host that the account doesn't have. */
export async function namedDomains(
  account_uuid: string,
  hosts: string,
  externalIds: string,
): Promise<{ custom_domain_uuids: string[] | null; external_ids: string[] | null }> {
  const uuids: string[] = [];
  for (const host of linesOf(hosts)) {
    const params = { path: { account_uuid }, query: { host, per_page: 1 } };
    const { data } = await bodyOf(api.GET(customDomains, { params }));
    const [found] = data;
    if (!found) throw new ApiError(400, 'custom_domain_uuids_invalid', `there is no custom domain ${host}`);
    uuids.push(found.uuid);
  }
  const ids = linesOf(externalIds);
  return {
    custom_domain_uuids: uuids.length === 0 ? null : uuids,
    external_ids: ids.length === 0 ? null : ids,
  };
}

function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || []);
}
