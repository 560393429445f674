/** Rules on the wire. Source: docs/reference/rules.md. */
import { type TObject, type TSchema, Type } from '@sinclair/typebox';

import { enumSchema, refTo } from '../../api/schemas/common.ts';
import { actions } from '../../rules/actions/actions.ts';

const texts = (description: string, examples: readonly string[][]): TSchema =>
  Type.Optional(Type.Array(Type.String(), { minItems: 1, description, examples: [...examples] }));

const conditionsSchema = Type.Object(
  {
    path: Type.Optional(
      Type.String({
        description:
          'Exact, with `:placeholder` for a segment and a trailing `*` for the rest, which is `:splat`.',
        examples: ['/blog/:year/*'],
      }),
    ),
    methods: texts('Any of these methods.', [['GET', 'HEAD']]),
    query: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Literal(true)]), {
        description:
          'Parameters: `true` for any value, `:name` for any value as a placeholder, other text for this value.',
        examples: [{ ref: 'mail', id: ':id', utm_source: true }],
      }),
    ),
    countries: texts('ISO 3166-1 alpha-2 codes.', [['DE', 'AT']]),
    languages: texts('The language that the client prefers; `de` includes `de-AT`.', [['de']]),
    devices: texts('`mobile`, `tablet`, `desktop`.', [['mobile']]),
    bots: Type.Optional(
      Type.Union([enumSchema(['any', 'none'], {}), Type.Array(Type.String())], {
        description: '`any`, `none`, or classes (`ai`, `search`, `social`, `monitor`, `other`) and names.',
        examples: [['ai']],
      }),
    ),
    addresses: texts('Addresses, and networks in CIDR notation.', [['203.0.113.0/24']]),
    starts_at: Type.Optional(Type.String({ format: 'date-time', description: 'From then on.' })),
    ends_at: Type.Optional(Type.String({ format: 'date-time', description: 'Until then.' })),
    share: Type.Optional(
      Type.Number({ minimum: 0, maximum: 100, description: 'Percent of visitors, each always in or out.' }),
    ),
  },
  { description: 'All that are given must hold; without any, the rule always does.' },
);

const actionSchema = Type.Object(
  Object.fromEntries(
    Object.entries(actions).map(([name, { schema }]) => [name, Type.Optional(Type.Unsafe(schema))]),
  ),
  { description: 'Exactly one of these.' },
);

export const ruleSchema: TObject = Type.Object(
  {
    name: Type.Optional(Type.String({ description: 'What reports call it; else `#` and its place from 1.' })),
    active: Type.Optional(Type.Boolean({ default: true })),
    if: Type.Optional(conditionsSchema),
    then: actionSchema,
  },
  { $id: 'Rule' },
);

const rules = Type.Array(refTo(ruleSchema), {
  maxItems: 100_000,
  description: 'In order: the first one that holds and answers, answers.',
});

export const hostRulesSchema: TObject = Type.Object({ rules });

const warning = Type.Object({
  rule: Type.Integer({ description: 'The rule’s place, from 0.' }),
  warning: Type.String(),
});

export const storedRulesSchema: TObject = Type.Object({
  rules,
  warnings: Type.Optional(
    Type.Array(warning, {
      description: 'Of a list that was stored before lists had a bound and costs more.',
    }),
  ),
});

export const replacedRulesSchema: TObject = Type.Object({
  rules,
  warnings: Type.Array(warning, {
    description: 'What is accepted and may not do what was meant, such as redirects in a circle.',
  }),
});
