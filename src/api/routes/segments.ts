/** `/api/v1/analytics/segments`. Source: docs/reference/segments.md. */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { type Segments, segmentSortFields } from '../../control/segments.ts';
import { pageOffset } from '../../core/page.ts';
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { bodyMediaTypes } from '../body/parsers.ts';
import { callerOf, idOf, notFound, requireWrite } from '../guard.ts';
import { paginate } from '../page-answer.ts';
import { type Query, readPage, readSort } from '../query.ts';
import { errorResponses, messageSchema, pageSchema, refTo, uuidSchema } from '../schemas/common.ts';
import {
  deletedSegmentMessage,
  readChangedSegment,
  readNewSegment,
  segmentAttributeNames,
  segmentBodySchemas,
  segmentQuerySchema,
  segmentSchema,
  segmentToWire,
} from '../schemas/segment.ts';

type ListRequest = { Querystring: Query; Body: RequestBody | null };
type ItemRequest = { Params: { segment_uuid: string }; Body: RequestBody | null };

const kind = 'segment';
const collection = '/api/v1/analytics/segments';
const item = `${collection}/:segment_uuid`;
const tags = ['Segments'];
const params = Type.Object({ segment_uuid: uuidSchema });
const consumes = [...bodyMediaTypes];

export function addSegmentRoutes(app: FastifyInstance, segments: Segments): void {
  app.get<ListRequest>(
    collection,
    {
      schema: {
        operationId: 'listSegments',
        summary: 'List segments',
        tags,
        querystring: segmentQuerySchema,
        response: { 200: pageSchema(segmentSchema, 'A page of segments.'), ...errorResponses(400) },
      },
    },
    async (request, reply) => {
      const { accountUuid } = callerOf(request);
      const page = readPage(request.query);
      const sort = readSort(request.query, segmentSortFields, { field: 'created_at', direction: 'desc' });
      const range = { limit: page.perPage, offset: pageOffset(page) };
      const { segments: found, count } = await segments.list({ accountUuid, sort, ...range });
      return { data: found.map(segmentToWire), pagination: paginate(request, reply, page, count) };
    },
  );

  app.post<ListRequest>(
    collection,
    {
      schema: {
        operationId: 'createSegment',
        summary: 'Create a segment',
        tags,
        consumes,
        body: refTo(segmentBodySchemas.create),
        response: {
          201: refTo(segmentSchema, 'The segment created.'),
          ...errorResponses(400, 403, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireWrite(caller);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, segmentAttributeNames);
      const segment = await segments.create(caller.accountUuid, readNewSegment(body));
      reply.code(201).header('location', `${collection}/${segment.uuid}`);
      return segmentToWire(segment);
    },
  );

  app.get<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'getSegment',
        summary: 'Retrieve a segment',
        tags,
        params,
        response: { 200: refTo(segmentSchema, 'The segment.'), ...errorResponses(404) },
      },
    },
    async (request) => {
      const { segment_uuid: named } = request.params;
      const segment = await segments.find(callerOf(request).accountUuid, idOf(kind, named));
      if (!segment) throw notFound(kind, named);
      return segmentToWire(segment);
    },
  );

  app.put<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'updateSegment',
        summary: 'Update a segment',
        tags,
        consumes,
        params,
        body: refTo(segmentBodySchemas.update),
        response: {
          200: refTo(segmentSchema, 'The segment as it is now.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      requireWrite(caller);
      const { segment_uuid: named } = request.params;
      const uuid = idOf(kind, named);
      // Nothing in the body can make a segment that isn't there a bad request.
      if (!(await segments.find(caller.accountUuid, uuid))) throw notFound(kind, named);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, segmentAttributeNames);
      const updated = await segments.update(caller.accountUuid, uuid, (current) =>
        readChangedSegment(body, current),
      );
      // Deleted since it was found above.
      if (!updated) throw notFound(kind, named);
      return segmentToWire(updated);
    },
  );

  app.delete<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'deleteSegment',
        summary: 'Delete a segment',
        tags,
        params,
        response: {
          200: refTo(messageSchema, 'A confirmation that names the uuid and the name.'),
          ...errorResponses(403, 404),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      requireWrite(caller);
      const { segment_uuid: named } = request.params;
      const deleted = await segments.delete(caller.accountUuid, idOf(kind, named));
      if (!deleted) throw notFound(kind, named);
      return { message: deletedSegmentMessage(deleted) };
    },
  );
}
