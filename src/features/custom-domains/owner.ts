/** Custom domains as owners of other resources. */
import { accountOf, callerOf, idOf, notFound, requireAccess } from '../../api/guard.ts';
import type { Owner, StoredOwner } from '../../kernel/owner.ts';
import { CustomDomains } from './custom-domain-store.ts';

/** The custom domain that a path below `/api/v1/accounts/:account_uuid/custom_domains` names. */
export const accountDomain: Owner<{ accountUuid: string; uuid: string; upstreamUuid: string }> = {
  words: 'custom domain',
  parameter: 'uuid',
  async find(request, access, store) {
    const accountUuid = accountOf(request, access);
    const { uuid: named } = request.params;
    const domain = await new CustomDomains(store).findInAccount(accountUuid, idOf('custom domain', named));
    if (!domain) throw notFound('custom domain', named);
    return { accountUuid, uuid: domain.uuid, upstreamUuid: domain.upstreamUuid };
  },
};

/** The custom domain that a path below `/api/v1/analytics/custom_domains` names. */
export const measuredDomain: StoredOwner = {
  words: 'custom domain',
  table: 'custom_domains',
  account: 'account_uuid',
  column: 'custom_domain_uuid',
  parameter: 'uuid',
  async find(request, access, store) {
    const caller = callerOf(request);
    requireAccess(caller, access);
    const { uuid: named } = request.params;
    const uuid = idOf('custom domain', named);
    if (await new CustomDomains(store).findInAccount(caller.accountUuid, uuid)) return uuid;
    throw notFound('custom domain', named);
  },
};
