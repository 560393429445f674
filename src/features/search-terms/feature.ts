/** What people searched for before they saw or visited a custom domain. Source: docs/reference/search-terms.md. */
import { type Static, Type } from '@sinclair/typebox';
import { defaultLimit, maxLimit } from '../../analytics/reports/report.ts';
import { domainUuidOf } from '../../api/analytics-domain.ts';
import { callerOf } from '../../api/guard.ts';
import { type Query, readInteger, readParameter } from '../../api/query.ts';
import { errorResponses } from '../../api/schemas/common.ts';
import { formatDay, makeDateRange, readDay } from '../../core/date-range.ts';
import { FairPool } from '../../core/fair-pool.ts';
import { CollectionStore } from '../../kernel/collection-store.ts';
import type { Feature } from '../../kernel/feature.ts';
import { addResourceRoutes } from '../../kernel/resource-routes.ts';
import { schemasOf } from '../../kernel/resource-words.ts';
import { attributeErrorsOf } from '../../resources/attribute-errors.ts';
import { readNew } from '../../resources/read-attributes.ts';
import { toWire } from '../../resources/resource.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { rangeSchemas, reportPathSchema } from '../reports/report-schemas.ts';
import { readQueriesCsv } from './queries-csv.ts';
import { type ImportDefinitions, searchTermImports } from './search-term-import.ts';
import { auditedImport, nameOfRange, type SearchTermImport, SearchTerms } from './search-term-store.ts';
import { sumTerms } from './sum-terms.ts';

const { resource, table, tag } = searchTermImports;
const schemas = schemasOf(resource);
/** Reports that are summed at once, in this process. */
const placesToSum = 2;

const limitSchema = Type.Integer({
  minimum: 1,
  maximum: maxLimit,
  default: defaultLimit,
  description: 'How many search terms the list may have.',
});

const answerSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The search term.' }),
        clicks: Type.Integer({ description: 'Clicks on results that lead to the site.' }),
        impressions: Type.Integer({ description: 'How often a result of the site was seen.' }),
        position: Type.Union([Type.Number(), Type.Null()], {
          description:
            'Average position, by impressions; 1 is the top. Two decimals; null without impressions.',
        }),
      }),
      { description: 'By `clicks` descending, then by `impressions` descending, then by `name`.' },
    ),
  },
  { description: 'Search terms of the imports that lie wholly in the range.' },
);

export const searchTerms: Feature = {
  tags: [tag],
  schemas: [schemas.answer, schemas.bodies.create],
  attributeErrors: attributeErrorsOf(resource),
  tables: { [table]: auditedImport, search_terms: null },
  addRoutes(app, { store, clock }) {
    const imports = new CollectionStore(searchTermImports, store);
    const terms = new SearchTerms(store);
    const domains = new CustomDomains(store);
    const summing = new FairPool(placesToSum);

    addResourceRoutes<ImportDefinitions, SearchTermImport, string>(app, store, searchTermImports, schemas, {
      toWire: (entities) => entities.map((entity) => toWire(resource, entity)),
      find: (domain, uuid) => imports.find(domain, uuid),
      list: (domain, query) => imports.list(domain, query),
      async create(domain, body) {
        const { from, to, csv } = readNew(resource, body, {
          to: (read) => {
            makeDateRange({ from: readDay('from', read.from), to: readDay('to', read.to) }, clock.now());
          },
        });
        const entity = await terms.replace(domain, { from, to }, readQueriesCsv(csv));
        return entity && { entity };
      },
      async delete(domain, uuid) {
        const deleted = await imports.delete(domain, uuid);
        return deleted && `Search term import ${uuid} (${nameOfRange(deleted)}) was deleted.`;
      },
    });

    app.get<{ Params: { uuid: string }; Querystring: Query }>(
      '/api/v1/analytics/custom_domains/:uuid/search_terms',
      {
        schema: {
          operationId: 'getSearchTerms',
          summary: 'Search terms on Google',
          description:
            'Sums the imports of Google Search Console’s figures that lie wholly in the range. Of imports that overlap the one with most days counts, of equally long ones the last.',
          tags: [tag.name],
          params: reportPathSchema,
          querystring: Type.Object({ ...rangeSchemas, limit: Type.Optional(limitSchema) }),
          response: { 200: answerSchema, ...errorResponses(400, 404, 503) },
        },
      },
      async (request): Promise<Static<typeof answerSchema>> => {
        const domain = await domainUuidOf(request, domains);
        const { query } = request;
        const from = readDay('from', readParameter(query, 'from', 'from_invalid'));
        const to = readDay('to', readParameter(query, 'to', 'to_invalid'));
        const range = makeDateRange({ from, to }, clock.now());
        const limit = readInteger(query, 'limit', 'limit_invalid', defaultLimit, maxLimit);
        return summing.run(callerOf(request).accountUuid, async () => {
          const days = { from: formatDay(range.from), to: formatDay(range.to) };
          return { data: await sumTerms(await terms.within(domain, days), limit) };
        });
      },
    );
  },
};
