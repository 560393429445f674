/** `/api/v1/accounts/:account_uuid/audit_events`. Source: docs/reference/audit-trail.md. */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { AuditEvents } from '../../control/audit-events.ts';
import { pageOffset } from '../../core/page.ts';
import { isGranted } from '../caller.ts';
import { accountOf, callerOf } from '../guard.ts';
import { paginate } from '../page-answer.ts';
import { type Query, readPage } from '../query.ts';
import {
  auditEventSchema,
  auditEventToWire,
  auditQuerySchema,
  readAuditFilters,
} from '../schemas/audit-event.ts';
import { errorResponses, pageSchema, uuidSchema } from '../schemas/common.ts';

export function addAuditEventRoutes(app: FastifyInstance, auditEvents: AuditEvents): void {
  app.get<{ Params: { account_uuid: string }; Querystring: Query }>(
    '/api/v1/accounts/:account_uuid/audit_events',
    {
      schema: {
        operationId: 'listAuditEvents',
        summary: 'List changes',
        tags: ['Audit trail'],
        params: Type.Object({ account_uuid: uuidSchema }),
        querystring: auditQuerySchema,
        response: {
          200: pageSchema(auditEventSchema, 'A page of changes, newest first.'),
          ...errorResponses(400, 404),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const page = readPage(request.query);
      const filters = readAuditFilters(request.query);
      const hidesInvitations = !isGranted(callerOf(request), 'people');
      const range = { limit: page.perPage, offset: pageOffset(page) };
      const { events, count } = await auditEvents.list({
        accountUuid,
        hidesInvitations,
        ...filters,
        ...range,
      });
      return { data: events.map(auditEventToWire), pagination: paginate(request, reply, page, count) };
    },
  );
}
