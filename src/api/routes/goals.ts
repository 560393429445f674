/** `/api/v1/analytics/custom_domains/:uuid/goals`. Source: docs/reference/goals.md. */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { goalSortFields } from '../../control/goals.ts';
import type { ControlStore } from '../../control/store.ts';
import { pageOffset } from '../../core/page.ts';
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { domainUuidOf } from '../analytics-domain.ts';
import { bodyMediaTypes } from '../body/parsers.ts';
import { callerOf, idOf, notFound, requireWrite } from '../guard.ts';
import { paginate } from '../page-answer.ts';
import { type Query, readPage, readSort } from '../query.ts';
import { reportPathSchema } from '../schemas/analytics.ts';
import { errorResponses, messageSchema, pageSchema, refTo, uuidSchema } from '../schemas/common.ts';
import {
  deletedGoalMessage,
  goalAttributeNames,
  goalBodySchema,
  goalQuerySchema,
  goalSchema,
  goalToWire,
  readNewGoal,
} from '../schemas/goal.ts';

type ListRequest = { Params: { uuid: string }; Querystring: Query; Body: RequestBody | null };
type ItemRequest = { Params: { uuid: string; goal_uuid: string } };

const kind = 'goal';
const collection = '/api/v1/analytics/custom_domains/:uuid/goals';
const item = `${collection}/:goal_uuid`;
const tags = ['Goals'];
const itemParams = Type.Object({ uuid: uuidSchema, goal_uuid: uuidSchema });

export function addGoalRoutes(
  app: FastifyInstance,
  { goals, customDomains }: Pick<ControlStore, 'goals' | 'customDomains'>,
): void {
  app.get<ListRequest>(
    collection,
    {
      schema: {
        operationId: 'listGoals',
        summary: 'List goals',
        tags,
        params: reportPathSchema,
        querystring: goalQuerySchema,
        response: { 200: pageSchema(goalSchema, 'A page of goals.'), ...errorResponses(400, 404) },
      },
    },
    async (request, reply) => {
      const domainUuid = await domainUuidOf(request, customDomains);
      const page = readPage(request.query);
      const sort = readSort(request.query, goalSortFields, { field: 'created_at', direction: 'desc' });
      const range = { limit: page.perPage, offset: pageOffset(page) };
      const { goals: found, count } = await goals.list({ domainUuid, sort, ...range });
      return { data: found.map(goalToWire), pagination: paginate(request, reply, page, count) };
    },
  );

  app.post<ListRequest>(
    collection,
    {
      schema: {
        operationId: 'createGoal',
        summary: 'Create a goal',
        tags,
        consumes: [...bodyMediaTypes],
        params: reportPathSchema,
        body: refTo(goalBodySchema),
        response: {
          201: refTo(goalSchema, 'The goal created.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request, reply) => {
      requireWrite(callerOf(request));
      const domainUuid = await domainUuidOf(request, customDomains);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, goalAttributeNames);
      const goal = await goals.create(domainUuid, readNewGoal(body));
      // The domain was deleted since it was found above.
      if (!goal) throw notFound('custom domain', request.params.uuid);
      const path = `/api/v1/analytics/custom_domains/${domainUuid}/goals/${goal.uuid}`;
      reply.code(201).header('location', path);
      return goalToWire(goal);
    },
  );

  app.get<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'getGoal',
        summary: 'Retrieve a goal',
        tags,
        params: itemParams,
        response: { 200: refTo(goalSchema, 'The goal.'), ...errorResponses(404) },
      },
    },
    async (request) => {
      const domainUuid = await domainUuidOf(request, customDomains);
      const { goal_uuid: named } = request.params;
      const goal = await goals.find(domainUuid, idOf(kind, named));
      if (!goal) throw notFound(kind, named);
      return goalToWire(goal);
    },
  );

  app.delete<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'deleteGoal',
        summary: 'Delete a goal',
        tags,
        params: itemParams,
        response: {
          200: refTo(messageSchema, 'A confirmation that names the uuid and the display name.'),
          ...errorResponses(403, 404),
        },
      },
    },
    async (request) => {
      requireWrite(callerOf(request));
      const domainUuid = await domainUuidOf(request, customDomains);
      const { goal_uuid: named } = request.params;
      const deleted = await goals.delete(domainUuid, idOf(kind, named));
      if (!deleted) throw notFound(kind, named);
      return { message: deletedGoalMessage(deleted) };
    },
  );
}
