/** What resources belong to: how a path names it, and where the store has it. */
import type { FastifyRequest } from 'fastify';
import { accountOf, callerOf, requireAccess } from '../api/guard.ts';
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
