/**
 * What tokens with the scope `analytics` and signed tokens may ask: these routes, of the custom domains that they are limited to.
 * Everything else is refused here, so that a new route is closed to them. Source: docs/reference/signed-tokens.md ("What they read").
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { reports } from '../analytics/reports/reports.ts';
import { parseUuid } from '../core/ids.ts';
import { hasDomain, type TokenDomains } from '../core/token-domains.ts';
import { type AllowedOrigins, allowOrigin } from './cross-origin.ts';
import { type NarrowAccess, narrowForbidden, notFound } from './guard.ts';

/** The custom domains of accounts; implemented by the control store. */
export interface SetDomains {
  findInAccount(
    accountUuid: string,
    uuid: string,
  ): Promise<{ readonly uuid: string; readonly externalId: string } | undefined>;
}

const account = '/api/v1/accounts/:account_uuid';
const domain = '/api/v1/analytics/custom_domains/:uuid';

/** Those with `:uuid` name a custom domain there. */
export const narrowRoutes: ReadonlySet<string> = new Set([
  'GET /api/v1/me',
  `GET ${account}/findings`,
  `GET ${account}/findings/:finding_uuid`,
  `GET ${account}/usage`,
  `GET ${account}/usage/external_ids`,
  `GET ${account}/custom_domains/:uuid/annotations`,
  `POST ${account}/query`,
  `POST ${account}/requests/query`,
  'POST /api/v2/query',
  ...['query', 'requests/query', 'funnel', 'funnels/:funnel_uuid', 'journeys', 'retention'].map(
    (name) => `POST ${domain}/${name}`,
  ),
  ...['expectation', 'funnels', 'funnels/:funnel_uuid', 'goals', 'search_terms'].map(
    (name) => `GET ${domain}/${name}`,
  ),
  ...reports.map(({ name }) => `GET ${domain}/${name}`),
]);

/** What the API reference sends when somebody tries an operation. */
const tryOutField = 'x-try-out';

/** Both are implemented by the control store. */
export class NarrowRoutes implements NarrowAccess {
  readonly #domains: SetDomains;
  readonly #origins: AllowedOrigins;

  constructor(domains: SetDomains, origins: AllowedOrigins) {
    this.#domains = domains;
    this.#origins = origins;
  }

  open(request: FastifyRequest, reply: FastifyReply, accountUuid: string): Promise<void> {
    return allowOrigin(this.#origins, request, reply, accountUuid);
  }

  async require(request: FastifyRequest, accountUuid: string, set: TokenDomains): Promise<void> {
    const { method, routeOptions, params, headers } = request;
    const { url } = routeOptions;
    // Of an unknown route.
    if (url === undefined) return;
    const route = `${method === 'HEAD' ? 'GET' : method} ${url}`;
    if (!narrowRoutes.has(route) || headers[tryOutField] !== undefined) throw narrowForbidden();
    const named = uuidIn(params);
    if (named === undefined) return;
    const found = await this.#domains.findInAccount(accountUuid, parseUuid(named) ?? '');
    if (!found || !hasDomain(set, found)) throw notFound('custom domain', named);
  }
}

function uuidIn(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null || !('uuid' in params)) return undefined;
  return String(params.uuid);
}
