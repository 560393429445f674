/** `/api/v1/accounts/:account_uuid/upstreams`. Source: docs/reference/domains.md ("Upstreams"). */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { accountOf, callerOf } from '../../api/guard.ts';
import { paginate } from '../../api/page-answer.ts';
import type { ApiParts } from '../../api/parts.ts';
import { type Query, readPage, readSort } from '../../api/query.ts';
import { page as aboutPages, live } from '../../api/reference/descriptions.ts';
import { makeLive } from '../../api/routing-changes.ts';
import { errorResponses, pageSchema, uuidSchema } from '../../api/schemas/common.ts';
import { listQuerySchema } from '../../api/schemas/resource.ts';
import { rangeOf } from '../../core/page.ts';
import type { Feature } from '../../kernel/feature.ts';
import { namedAccount } from '../../kernel/owner.ts';
import { type Acts, addResourceRoutes } from '../../kernel/resource-routes.ts';
import type { ResourceWords } from '../../kernel/resource-words.ts';
import { attributeErrorsOf } from '../../resources/attribute-errors.ts';
import {
  readChangedUpstream,
  readNewUpstream,
  refuseForbiddenPlaces,
  type Upstream,
  type upstreamDefinitions,
  upstreamResource,
  upstreamSortFields,
} from '../../resources/upstream.ts';
import { addUpstreamHealthRoute } from './health.ts';
import { upstreamHealthSchema } from './health-wire.ts';
import { upstreamTlsChecks } from './tls-checks.ts';
import { auditedUpstream, Upstreams } from './upstream-store.ts';
import { deletedUpstreamMessage, upstreamSchemas, upstreamToWire } from './wire.ts';

type Definitions = typeof upstreamDefinitions;

export const upstreamWords: ResourceWords<Definitions> = {
  resource: upstreamResource,
  kind: 'upstream',
  owner: namedAccount,
  path: '/api/v1/accounts/:account_uuid/upstreams',
  item: 'upstream_uuid',
  sortFields: upstreamSortFields,
  takesIfMatch: true,
  tag: {
    name: 'Upstreams',
    description: 'The servers that requests are proxied to. Each custom domain belongs to one.',
  },
  verbs: {
    create: {
      description:
        'Loopback, private and link-local addresses answer 400 `host_invalid` unless `NAMEPLATE_UPSTREAM_ALLOW` has them. The address is checked again for each connection. `auth_token` is stored encrypted and sent with every request.',
    },
    get: {
      description:
        'Answers one upstream with its `auth_token`, which is null for callers that may only read.',
    },
    update: {
      description: `Custom domains of this upstream use the new address from their next request on. ${live}`,
    },
    delete: {
      answer: 'A confirmation that says how many custom domains went with it.',
      description: `Deletes its custom domains too, and the message says how many. While rules proxy to it, it answers 400 \`upstream_in_use\`. ${live}`,
    },
  },
};

export const upstreams: Feature = {
  tags: [upstreamWords.tag],
  schemas: [
    upstreamSchemas.answer,
    upstreamHealthSchema,
    upstreamSchemas.bodies.create,
    upstreamSchemas.bodies.update,
  ],
  attributeErrors: attributeErrorsOf(upstreamResource),
  tables: { upstreams: auditedUpstream, upstream_client_keys: null },
  addRoutes(app, parts) {
    const { store, checkUpstream, clock } = parts;
    addList(app, new Upstreams(store));
    addResourceRoutes(app, store, upstreamWords, upstreamSchemas, upstreamActs(parts));
    addUpstreamHealthRoute(app, new Upstreams(store), checkUpstream, clock);
  },
};

export function upstreamActs({
  store,
  upstreamCheck,
  changes,
  clock,
}: ApiParts): Acts<Definitions, Upstream> {
  return {
    toWire: (all, request) => all.map((upstream) => upstreamToWire(upstream, callerOf(request))),
    find: (accountUuid, uuid) => new Upstreams(store).find(accountUuid, uuid),
    async create(accountUuid, body, _request, uuid) {
      await refuseForbiddenPlaces(body, upstreamCheck, accountUuid);
      const attributes = readNewUpstream(body, upstreamTlsChecks(clock.now()));
      // No custom domain is on it yet, so the edge has nothing to learn.
      return { entity: await new Upstreams(store).create(accountUuid, attributes, uuid) };
    },
    async update(accountUuid, { uuid, body, found, expect }, request) {
      await refuseForbiddenPlaces(body, upstreamCheck, accountUuid, found);
      const updated = await new Upstreams(store).update(accountUuid, uuid, (current) => {
        expect(current);
        return readChangedUpstream(body, current, upstreamTlsChecks(clock.now(), current));
      });
      if (updated) await makeLive(changes, request);
      return updated;
    },
    async delete(accountUuid, uuid, request) {
      const deleted = await new Upstreams(store).delete(accountUuid, uuid);
      if (!deleted) return undefined;
      await makeLive(changes, request);
      return deletedUpstreamMessage(deleted.upstream, deleted.domainsDeleted);
    },
  };
}

/** The only list that is not called `data`. */
function addList(app: FastifyInstance, stored: Upstreams): void {
  app.get<{ Params: { account_uuid: string }; Querystring: Query }>(
    upstreamWords.path,
    {
      schema: {
        operationId: 'listUpstreams',
        summary: 'List upstreams',
        description: `${aboutPages} The array is called \`records\`. Each has its \`auth_token\`, which is null for callers that may only read.`,
        tags: [upstreamWords.tag.name],
        params: Type.Object({ account_uuid: uuidSchema }),
        querystring: listQuerySchema(upstreamResource, upstreamSortFields),
        response: {
          200: pageSchema(upstreamSchemas.answer, 'A page of upstreams.', 'records'),
          ...errorResponses(400, 404),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const page = readPage(request.query);
      const sort = readSort(request.query, upstreamSortFields, { field: 'created_at', direction: 'desc' });
      const range = rangeOf(page);
      const { upstreams: found, count } = await stored.list({ accountUuid, sort, ...range });
      return {
        records: found.map((upstream) => upstreamToWire(upstream, callerOf(request))),
        pagination: paginate(request, reply, page, count),
      };
    },
  );
}
