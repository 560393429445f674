/** `/api/v1/accounts/:account_uuid/audit_events`. Source: docs/reference/audit-trail.md. */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { isGranted } from '../../api/caller.ts';
import { accountOf, callerOf } from '../../api/guard.ts';
import { paginate } from '../../api/page-answer.ts';
import { type Query, readPage } from '../../api/query.ts';
import { page as aboutPage } from '../../api/reference/descriptions.ts';
import { errorResponses, pageSchema, uuidSchema } from '../../api/schemas/common.ts';
import { rangeOf } from '../../core/page.ts';
import type { AuditEvents } from './audit-events.ts';
import { auditEventSchema, auditEventToWire, auditQuerySchema, readAuditFilters } from './schema.ts';

export function addAuditEventRoutes(app: FastifyInstance, auditEvents: AuditEvents): void {
  app.get<{ Params: { account_uuid: string }; Querystring: Query }>(
    '/api/v1/accounts/:account_uuid/audit_events',
    {
      schema: {
        operationId: 'listAuditEvents',
        summary: 'List changes',
        description: `${aboutPage} Newest first. Of an update, \`before\` and \`after\` have the attributes that changed. Secrets are never part of it: where one was set or changed, its value is \`[secret]\`.`,
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
      const range = rangeOf(page);
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
