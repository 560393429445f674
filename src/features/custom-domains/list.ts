/** Lists of custom domains: those of an account, and those of one upstream. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { paginate } from '../../api/page-answer.ts';
import { type Query, readFilters, readPage, readSearch, readSort } from '../../api/query.ts';
import type { ControlStore } from '../../control/store.ts';
import { pageOffset } from '../../core/page.ts';
import { customDomainResource, customDomainSortFields } from '../../resources/custom-domain.ts';
import type { CustomDomainAnswers, WireDomain } from './answers.ts';

type Among = { readonly accountUuid: string; readonly upstreamUuid?: string };

/** Answers a page of them as the query asks. Errors: those of its parameters. */
export async function listCustomDomains(
  request: FastifyRequest<{ Querystring: Query }>,
  reply: FastifyReply,
  customDomains: ControlStore['customDomains'],
  answers: CustomDomainAnswers,
  among: Among,
): Promise<{ data: WireDomain[]; pagination: ReturnType<typeof paginate> }> {
  const filters = readFilters(request.query, customDomainResource);
  const search = readSearch(request.query);
  const page = readPage(request.query);
  const sort = readSort(request.query, customDomainSortFields, { field: 'created_at', direction: 'desc' });
  const limit = page.perPage;
  const { domains, count } = await customDomains.list({
    ...among,
    ...filters,
    search,
    sort,
    limit,
    offset: pageOffset(page),
  });
  const data = await answers.many(among.accountUuid, domains);
  return { data, pagination: paginate(request, reply, page, count) };
}
