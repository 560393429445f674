/** Events of the audit trail on the wire. Source: docs/reference/audit-trail.md ("Events"). */
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { type Query, readParameter, readUuid } from '../../api/query.ts';
import { enumSchema, pageQuery, timestampSchema, uuidSchema } from '../../api/schemas/common.ts';
import { actorKinds, auditActions, auditedKinds } from '../../core/audit.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { formatDay, readDay } from '../../core/date-range.ts';
import { type ErrorCode, quoteValue, ServiceError } from '../../core/errors.ts';
import { dayMs } from '../../core/time.ts';
import type { AuditEvent, AuditFilters } from './audit-events.ts';

const optional = (schema: TSchema): TSchema => Type.Unsafe({ anyOf: [schema, { type: 'null' }] });
const valuesSchema = (description: string): TSchema =>
  Type.Unsafe({ type: ['object', 'null'], additionalProperties: true, description });

export const auditEventSchema: TObject = Type.Object(
  {
    uuid: uuidSchema,
    created_at: timestampSchema('Time of the change.'),
    action: enumSchema(auditActions, { description: 'What happened to the resource.' }),
    resource: enumSchema(auditedKinds, { description: 'The kind of the resource.' }),
    resource_uuid: Type.String({ format: 'uuid', description: 'The resource, which may be gone by now.' }),
    resource_name: Type.String({
      description: 'What it was called: its host, its name, an email address, or the uuid of a plan.',
    }),
    actor: Type.Object({
      kind: enumSchema(actorKinds, {
        description:
          'An access token, a browser session that was begun with one, a user, a command on the machine itself, or the service.',
      }),
      uuid: optional(Type.String({ format: 'uuid', description: 'The access token or the user.' })),
      name: Type.String({
        description: "The access token's name, the user's email address, the system's user, or `Nameplate`.",
      }),
    }),
    address: optional(
      Type.String({ description: 'IP address of the client; null for commands and the service.' }),
    ),
    before: valuesSchema(
      'Attributes before; of an update only those that changed. Null when it was created.',
    ),
    after: valuesSchema('Attributes after; of an update only those that changed. Null when it was deleted.'),
    account_uuid: uuidSchema,
  },
  { $id: 'AuditEvent' },
);

export const auditQuerySchema: TObject = Type.Object({
  ...pageQuery,
  resource: Type.Optional(
    enumSchema(auditedKinds, { description: 'Only changes of this kind of resource.' }),
  ),
  resource_uuid: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only changes of this resource.' }),
  ),
  action: Type.Optional(enumSchema(auditActions, { description: 'Only this action.' })),
  actor_uuid: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only changes made with this access token or by this user.' }),
  ),
  from: Type.Optional(Type.String({ format: 'date', description: 'First day, UTC.' })),
  to: Type.Optional(Type.String({ format: 'date', description: 'Last day, UTC, included.' })),
});

/** Reads the filters of a list. Errors: those of the parameters. */
export function readAuditFilters(query: Query): AuditFilters {
  const from = readDay('from', readParameter(query, 'from', 'from_invalid'));
  const to = readDay('to', readParameter(query, 'to', 'to_invalid'));
  if (from !== undefined && to !== undefined && from > to) {
    throw new ServiceError(
      'date_range_invalid',
      `from ${formatDay(from)} to ${formatDay(to)} is no range: from is after to`,
    );
  }
  return {
    resource: readChoice(query, 'resource', auditedKinds, 'resource_invalid'),
    resourceUuid: readUuid(query, 'resource_uuid', 'resource_uuid_invalid'),
    action: readChoice(query, 'action', auditActions, 'action_invalid'),
    actorUuid: readUuid(query, 'actor_uuid', 'actor_uuid_invalid'),
    fromMs: from === undefined ? undefined : from * dayMs,
    toMs: to === undefined ? undefined : (to + 1) * dayMs,
  };
}

function readChoice<Word extends string>(
  query: Query,
  name: string,
  choices: readonly Word[],
  code: ErrorCode,
): Word | undefined {
  const text = readParameter(query, name, code);
  const choice = choices.find((each) => each === text);
  if (text !== undefined && choice === undefined) throw invalid(code, name, text, choices.join(', '));
  return choice;
}

function invalid(code: ErrorCode, name: string, text: string, allowed: string): ServiceError {
  return new ServiceError(code, `${name} ${quoteValue(text)} is invalid; allowed: ${allowed}`);
}

export function auditEventToWire(event: AuditEvent): Record<string, unknown> {
  return {
    uuid: event.uuid,
    created_at: formatTimestamp(event.createdAt),
    action: event.action,
    resource: event.resource,
    resource_uuid: event.resourceUuid,
    resource_name: event.resourceName,
    actor: event.actor,
    address: event.address,
    before: event.before,
    after: event.after,
    account_uuid: event.accountUuid,
  };
}
