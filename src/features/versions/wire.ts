/** Versions on the wire. Source: docs/reference/versions.md. */
import { type TObject, Type } from '@sinclair/typebox';
import { enumSchema, timestampSchema } from '../../api/schemas/common.ts';
import { actorKinds } from '../../core/audit.ts';
import { formatTimestamp } from '../../core/clock.ts';
import type { Version } from './version-store.ts';

export const versionSchema: TObject = Type.Object(
  {
    n: Type.Integer({ minimum: 1, description: 'Its number, from 1. The greatest is the present version.' }),
    created_at: timestampSchema('Time of the change that made it.'),
    actor: Type.Union(
      [
        Type.Object({
          kind: enumSchema(actorKinds, { description: 'As in the audit trail.' }),
          uuid: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
          name: Type.String(),
        }),
        Type.Null(),
      ],
      { description: 'Who made it; null of what was there before versions were kept.' },
    ),
    attributes: Type.Unsafe({
      type: 'object',
      additionalProperties: true,
      description: 'What a restore writes: the attributes that can be set, without secrets.',
    }),
  },
  { $id: 'Version' },
);

export function versionToWire(
  { n, createdAt, actor }: Version,
  attributes: unknown,
): Record<string, unknown> {
  return { n, created_at: formatTimestamp(createdAt), actor, attributes };
}
