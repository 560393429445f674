/** The custom domain that an analytics path names, and the store limited to its account. */
import type { FastifyRequest } from 'fastify';
import type { ReportStore } from '../analytics/engine/report-store.ts';
import { callerOf, idOf, notFound } from './guard.ts';

/** The custom domains of accounts; implemented by the control store. */
export interface DomainFinder {
  /** Anything but undefined when the account has such a domain. */
  findInAccount(accountUuid: string, uuid: string): Promise<object | undefined>;
}

/** The analytics store; queries of one account wait for places of that account. */
export interface AccountAnalytics {
  forAccount(accountUuid: string): ReportStore;
}

/** Returns the uuid of the domain, which must belong to the token's account. Errors: `not_found`. */
export async function domainUuidOf(
  request: FastifyRequest<{ Params: { uuid: string } }>,
  domains: DomainFinder,
): Promise<string> {
  const { uuid: named } = request.params;
  const uuid = idOf('custom domain', named);
  if (!(await domains.findInAccount(callerOf(request).accountUuid, uuid)))
    throw notFound('custom domain', named);
  return uuid;
}
