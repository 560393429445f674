/** The custom domain or redirect that an analytics path names, and the store limited to its account. */
import type { FastifyRequest } from 'fastify';
import type { ReportStore } from '../analytics/engine/report-store.ts';
import { callerOf, idOf, notFound } from './guard.ts';

/** The custom domains of accounts; implemented by the control store. */
export interface DomainFinder {
  /** Anything but undefined when the account has such a domain. */
  findInAccount(accountUuid: string, uuid: string): Promise<object | undefined>;
}

/** The redirects of accounts; implemented by the control store. */
export interface RedirectFinder {
  /** Anything but undefined when the account has such a redirect. */
  find(accountUuid: string, uuid: string): Promise<object | undefined>;
}

/** The analytics store; queries of one account wait for places of that account. Those of one answer share its time. */
export interface AccountAnalytics<Store = ReportStore> {
  /** For one answer. */
  forAccount(accountUuid: string): Store;
}

type Named = FastifyRequest<{ Params: { uuid: string } }>;

/** Returns the uuid of the domain, which must belong to the token's account. Errors: `not_found`. */
export function domainUuidOf(request: Named, domains: DomainFinder): Promise<string> {
  return ownUuid('custom domain', request, (account, uuid) => domains.findInAccount(account, uuid));
}

/** As {@link domainUuidOf}, of a redirect. */
export function redirectUuidOf(request: Named, redirects: RedirectFinder): Promise<string> {
  return ownUuid('redirect', request, (account, uuid) => redirects.find(account, uuid));
}

async function ownUuid(
  kind: string,
  request: Named,
  find: (accountUuid: string, uuid: string) => Promise<object | undefined>,
): Promise<string> {
  const { uuid: named } = request.params;
  const uuid = idOf(kind, named);
  if (!(await find(callerOf(request).accountUuid, uuid))) throw notFound(kind, named);
  return uuid;
}
