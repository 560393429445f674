/** Plans on the wire. Source: docs/reference/plans.md ("The plan"). */
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { enumSchema, timestampSchema, uuidSchema } from '../../api/schemas/common.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { joinInTurns } from '../../core/loop-turns.ts';
import type { MadeSecret } from './kind.ts';
import { kindNames } from './kind-names.ts';
import type { Plan, PlanContent } from './plan-store.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const counts = {
  creates: count('Resources that are created.'),
  changes: count('Resources that are changed.'),
  deletes: count('Resources that are deleted.'),
  unchanged: count('Resources of the document that are as it wants them.'),
};
const replayCounts = {
  requests: count('Requests recorded in seven days.'),
  changed: count('Requests that would have been answered by something else than they were.'),
  blocked: count('Requests that a rule would have blocked.'),
  circles: count('Requests that would have been redirected in a circle.'),
  unmatched: count('Requests that nothing would have answered: 404.'),
  uncertain: count('Requests of which the record doesn’t tell which rule would have answered.'),
};
const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()]);

const summarySchema = Type.Object(
  {
    ...counts,
    kinds: Type.Unsafe({
      type: 'object',
      description: 'The same by list of the document.',
      properties: Object.fromEntries(kindNames.map((name) => [name, Type.Object(counts)])),
      additionalProperties: false,
    }),
    replay: Type.Object(
      { hosts: count('Hosts whose changed rules were replayed.'), ...replayCounts },
      { description: 'What replay says of changed rules, summed over their hosts.' },
    ),
  },
  { description: 'Counts only.' },
);

const properties = {
  uuid: uuidSchema,
  created_at: timestampSchema('Creation time.'),
  expires_at: timestampSchema('When the plan is deleted.'),
  prune: Type.Boolean({ description: 'Whether it deletes what the document doesn’t have.' }),
  summary: summarySchema,
  approved_at: orNull(timestampSchema('When a person approved it last; null: none did.')),
  approved_by: orNull(Type.String({ description: 'That person’s e-mail address.' })),
  applied_at: orNull(timestampSchema('When it was applied; null: it wasn’t.')),
};

export const planSummarySchema: TObject = Type.Object(properties, { $id: 'PlanSummary' });

const secretUses = Type.Array(
  Type.Object({
    name: Type.String(),
    attribute: Type.String(),
    required: Type.Boolean({ description: 'Whether apply needs its value.' }),
    rule: Type.Optional(Type.Integer({ description: 'Of a password: the place of its rule, from 0.' })),
    user: Type.Optional(Type.Integer({ description: 'Of a password: the place of its user, from 0.' })),
  }),
  { description: 'Its secrets, by name.' },
);
const about = {
  kind: enumSchema(kindNames, { description: 'The list of the document.' }),
  key: Type.String({ description: 'What it is matched by.', examples: ['go.example.com'] }),
};
const place = Type.String({ description: 'Its place in the document.', examples: ['redirects[17]'] });
const replay = Type.Optional(
  Type.Union([Type.Object(replayCounts), Type.Null()], {
    description:
      'Of rules: what replay says of seven days; null: nothing is recorded, it would take too long, or the analytics store is away.',
  }),
);
const anything = (description: string) =>
  Type.Unsafe({ type: 'object', additionalProperties: true, description });

export const planSchema: TObject = Type.Object(
  {
    ...properties,
    secrets: Type.Array(Type.Object({ name: Type.String(), required: Type.Boolean() }), {
      description: 'The secrets that the document names; apply takes their values.',
    }),
    creates: Type.Array(
      Type.Object({
        ...about,
        uuid: orNull(uuidSchema),
        place,
        attributes: anything('Values by attribute.'),
        secrets: secretUses,
        replay,
      }),
    ),
    changes: Type.Array(
      Type.Object({
        ...about,
        uuid: uuidSchema,
        place,
        attributes: anything('By attribute, its value `before` and `after`.'),
        secrets: secretUses,
        replay,
      }),
    ),
    deletes: Type.Array(Type.Object({ ...about, uuid: uuidSchema })),
  },
  { $id: 'Plan' },
);

export const appliedPlanSchema: TObject = Type.Object(
  {
    ...properties,
    secrets: Type.Array(
      Type.Object({
        ...about,
        uuid: uuidSchema,
        name: Type.String({ description: '`auth_token` of an upstream, `secret` of a webhook endpoint.' }),
        value: Type.String(),
      }),
      { description: 'Secrets that were made, in no other answer.' },
    ),
  },
  { $id: 'AppliedPlan' },
);

export const applyBodySchema: TObject = Type.Object(
  {
    secrets: Type.Optional(
      Type.Unsafe({
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Values of secrets by name. Each is written wherever the document names it.',
        examples: [{ UPSTREAM_TOKEN: 'kept-somewhere-safe' }],
      }),
    ),
  },
  { $id: 'PlanApply' },
);

export function planToWire(plan: Plan): Record<string, unknown> {
  return {
    uuid: plan.uuid,
    created_at: time(plan.createdAt),
    expires_at: time(plan.expiresAt),
    prune: plan.prune,
    summary: plan.summary,
    approved_at: time(plan.approvedAt),
    approved_by: plan.approvedBy,
    applied_at: time(plan.appliedAt),
  };
}

/** JSON: its operations are that already, as many as there may be. */
export async function planAnswer(plan: Plan, { lines, secrets }: PlanContent): Promise<Buffer> {
  const uses = Object.entries(secrets).map(([name, required]) => ({ name, required }));
  const parts: Buffer[] = [Buffer.from(JSON.stringify({ ...planToWire(plan), secrets: uses }).slice(0, -1))];
  for (const [name, list] of [
    ['creates', lines.create],
    ['changes', lines.change],
    ['deletes', lines.delete],
  ] as const)
    parts.push(Buffer.from(`,"${name}":[`), await joinInTurns(list, ','), Buffer.from(']'));
  return Buffer.concat([...parts, Buffer.from('}')]);
}

export function appliedToWire(plan: Plan, made: readonly MadeSecret[]): Record<string, unknown> {
  return { ...planToWire(plan), secrets: made };
}

function time(at: number | null): string | null {
  return at === null ? null : formatTimestamp(at);
}
