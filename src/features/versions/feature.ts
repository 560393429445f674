/** What redirects, rules, custom domains and upstreams were, restored, and changes undone. Source: docs/reference/versions.md. */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { isGranted } from '../../api/caller.ts';
import { accountOf, callerOf, idOf, notFound } from '../../api/guard.ts';
import type { Query } from '../../api/query.ts';
import { makeLive } from '../../api/routing-changes.ts';
import { errorResponses, refTo, uuidSchema } from '../../api/schemas/common.ts';
import { dayMs } from '../../core/time.ts';
import type { Feature, RouteParts } from '../../kernel/feature.ts';
import type { OwnerRequest } from '../../kernel/owner.ts';
import type { ResourceRequest } from '../../kernel/resource-routes.ts';
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { AuditEvents } from '../audit/audit-events.ts';
import { auditEventSchema, auditEventToWire } from '../audit/schema.ts';
import { collectionKinds } from './collections.ts';
import { customDomainVersions } from './custom-domains.ts';
import { redirectVersions } from './redirects.ts';
import { addVersionRoutes } from './routes.ts';
import { addRulesVersionRoutes, rulesRestorer } from './rules.ts';
import { singleKinds } from './single-kinds.ts';
import { undoChange } from './undo.ts';
import { upstreamVersions } from './upstreams.ts';
import { Versions } from './version-store.ts';
import type { UndoableKind } from './versioned-kind.ts';
import { versionSchema } from './wire.ts';

type UndoRequest = {
  Params: ResourceRequest['params'] & OwnerRequest['params'];
  Querystring: Query;
  Body: RequestBody | null;
};

export const versions: Feature = {
  schemas: [versionSchema],
  tables: { resource_versions: null },
  addRoutes(app, parts) {
    const kinds = [redirectVersions(parts), customDomainVersions(parts), upstreamVersions(parts)];
    const stored = new Versions(parts.store);
    for (const kind of kinds) addVersionRoutes(app, stored, kind);
    addRulesVersionRoutes(app, stored, parts);
    addUndoRoute(app, parts, stored, [...kinds, ...collectionKinds(parts), ...singleKinds(parts)]);
  },
  startWork(work, { config, store, clock }) {
    const { auditRetentionDays: days } = config;
    if (days > 0) work.every(dayMs, () => new Versions(store).forgetDeleted(clock.now() - days * dayMs));
  },
};

function addUndoRoute(
  app: FastifyInstance,
  parts: RouteParts,
  stored: Versions,
  kinds: readonly UndoableKind[],
): void {
  const events = new AuditEvents(parts.store);
  const undoing = { events, versions: stored, kinds, restoreRules: rulesRestorer(parts) };
  app.post<UndoRequest>(
    '/api/v1/accounts/:account_uuid/audit_events/:event_uuid/undo',
    {
      schema: {
        operationId: 'undoChange',
        summary: 'Undo a change',
        description:
          'Gives what the change touched the values that it had before, if nothing has touched it since: otherwise it answers 409 `changed_since`. What was created is deleted; what was deleted is created again with the same uuid, or answers 400 `host_taken`. Changes of people, tokens and keys, and of what isn’t kept, answer 400 `undo_unsupported`. Answers the change that undid it.',
        tags: ['Audit trail'],
        consumes: [...bodyMediaTypes],
        params: Type.Object({ account_uuid: uuidSchema, event_uuid: uuidSchema }),
        response: {
          200: refTo(auditEventSchema, 'The change that undid it.'),
          ...errorResponses(400, 403, 404, 409, 413, 415),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'write');
      const { event_uuid: named = '' } = request.params;
      const event = await events.find(accountUuid, idOf('audit event', named));
      const isHidden = event?.resource === 'invitation' && !isGranted(callerOf(request), 'people');
      if (!event || isHidden) throw notFound('audit event', named);
      refuseUnknownAttributes(request.body ?? emptyBody, []);
      await undoChange(undoing, event, request);
      await makeLive(parts.changes, request);
      const [undo] = await events.listAfter(event);
      return undo ? auditEventToWire(undo) : {};
    },
  );
}
