/**
 * Refuses query parameters that no report and no list has: ignoring a misspelt filter would give a wrong answer. One
 * that only other reports or lists have is ignored, except where the body is the question. Source: docs/reference/api.md ("Lists").
 */
import type { FastifyInstance, FastifySchema } from 'fastify';
import { quoteValue, ServiceError } from '../core/errors.ts';

/** Parameters that decide which rows count: where a route doesn't have them, they are never ignored. */
const decisive: ReadonlySet<string> = new Set(['filters', 'since', 'cursor', 'month']);
/** Decisive, too, but sent to all reports alike, and one of them is about this moment. */
const daysOfReports: ReadonlySet<string> = new Set(['from', 'to']);
const reports = '/api/v1/analytics/';

/** Checks every route added afterwards that declares `querystring`. Errors: `parameter_unknown`. */
export function refuseUnknownParameters(app: FastifyInstance): void {
  const known = new Set<string>();
  app.addHook('onRoute', ({ method, schema }) => {
    if (method !== 'POST') for (const name of declaredParameters(schema) ?? []) known.add(name);
  });
  app.addHook('onRequest', async ({ method, routeOptions, query }) => {
    const own = declaredParameters(routeOptions.schema);
    if (own === undefined || typeof query !== 'object' || query === null) return;
    const isBodyTheQuestion = method === 'POST';
    const isReport = routeOptions.url?.startsWith(reports);
    const isDecisive = (name: string) => decisive.has(name) || (daysOfReports.has(name) && !isReport);
    const isTaken = (name: string) =>
      isBodyTheQuestion || isDecisive(name) ? own.includes(name) : known.has(name);
    const unknown = Object.keys(query).find((name) => !isTaken(name));
    if (unknown === undefined) return;
    const allowed = own.length === 0 ? 'none' : own.join(', ');
    throw new ServiceError(
      'parameter_unknown',
      `${quoteValue(unknown)} is not a query parameter; allowed: ${allowed}`,
    );
  });
}

function declaredParameters(schema: FastifySchema | undefined): string[] | undefined {
  const declared = schema?.querystring;
  if (typeof declared !== 'object' || declared === null) return undefined;
  return 'properties' in declared ? Object.keys(declared.properties ?? {}) : [];
}
