/** What resources belong to: how a path names it, and where the store has it. */
import type { FastifyRequest } from 'fastify';
import { accountOf, callerOf, idOf, notFound, requireAccess } from '../api/guard.ts';
import type { ControlStore } from '../control/store.ts';
import type { Access } from '../core/role.ts';

/** `O` is what its resources are found by. */
export type Owner<O = string> = {
  /** In sentences. */
  readonly words: string;
  /** Its parameter in the path; undefined: it follows from the caller. */
  readonly parameter?: 'uuid' | 'account_uuid' | 'upstream_uuid';
  /** The caller's, when the caller has the access. Errors: `forbidden`, `not_found`. */
  readonly find: (request: OwnerRequest, access: Access, store: ControlStore) => Promise<O>;
};

/** What collections belong to. */
export type StoredOwner = Owner & {
  readonly table: 'accounts' | 'custom_domains';
  /** The column of its table that names the account. */
  readonly account: 'uuid' | 'account_uuid';
  /** The column of the collection's table that names it. */
  readonly column: string;
};

export type OwnerRequest = FastifyRequest<{
  Params: { uuid: string; account_uuid: string; upstream_uuid: string };
}>;

const account = { words: 'account', table: 'accounts', account: 'uuid', column: 'account_uuid' } as const;

/** The account that a path names. */
export const namedAccount: StoredOwner = {
  ...account,
  parameter: 'account_uuid',
  find: async (request, access) => accountOf(request, access),
};

/** The account of the caller, which no path names. */
export const callersAccount: StoredOwner = {
  ...account,
  async find(request, access) {
    const caller = callerOf(request);
    requireAccess(caller, access);
    return caller.accountUuid;
  },
};

/** The custom domain that a path below `/api/v1/accounts/:account_uuid/custom_domains` names. */
export const accountDomain: Owner<{ accountUuid: string; uuid: string; upstreamUuid: string }> = {
  words: 'custom domain',
  parameter: 'uuid',
  async find(request, access, { customDomains }) {
    const accountUuid = accountOf(request, access);
    const { uuid: named } = request.params;
    const domain = await customDomains.findInAccount(accountUuid, idOf('custom domain', named));
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
  async find(request, access, { customDomains }) {
    const caller = callerOf(request);
    requireAccess(caller, access);
    const { uuid: named } = request.params;
    const uuid = idOf('custom domain', named);
    if (await customDomains.findInAccount(caller.accountUuid, uuid)) return uuid;
    throw notFound('custom domain', named);
  },
};
