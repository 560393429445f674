/** Rules on the wire. Source: docs/reference/rules.md. */
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { enumSchema, refTo } from '../../api/schemas/common.ts';

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

const fields = Type.Optional(
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
    description: 'Values by field name; null removes a field.',
  }),
);

const actionSchema = Type.Object(
  {
    redirect: Type.Optional(
      Type.Object({
        to: Type.String({
          description: 'An absolute URL, or a path on the same host; may have placeholders.',
        }),
        status: Type.Optional(
          Type.Union(
            [301, 302, 303, 307, 308].map((status) => Type.Literal(status)),
            { default: 301 },
          ),
        ),
        query: Type.Optional(Type.Boolean({ default: true, description: 'Pass the request’s query on.' })),
      }),
    ),
    proxy: Type.Optional(
      Type.Object({
        upstream_uuid: Type.String({ format: 'uuid', description: 'An upstream of the account.' }),
        strip_prefix: Type.Optional(Type.String({ description: 'Taken from the path’s beginning.' })),
        prefix: Type.Optional(Type.String({ description: 'Put before the path then.' })),
        host_header: Type.Optional(enumSchema(['upstream', 'original'], { default: 'upstream' })),
      }),
    ),
    respond: Type.Optional(
      Type.Object({
        status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599, default: 200 })),
        content_type: Type.Optional(Type.String({ default: 'text/plain; charset=utf-8' })),
        body: Type.Optional(Type.String({ default: '', description: 'At most 64 KiB.' })),
      }),
    ),
    block: Type.Optional(Type.Object({}, { description: 'Answers 403.' })),
    basic_auth: Type.Optional(
      Type.Object({
        realm: Type.String(),
        users: Type.Array(
          Type.Object({
            name: Type.String(),
            password: Type.Optional(
              Type.String({
                description: 'Never shown. Without it, the user of this name keeps the one before.',
              }),
            ),
          }),
        ),
      }),
    ),
    rate_limit: Type.Optional(
      Type.Object(
        { requests: Type.Integer({ minimum: 1 }), seconds: Type.Integer({ minimum: 1 }) },
        { description: 'Of one address; 429 above.' },
      ),
    ),
    set_headers: Type.Optional(Type.Object({ request: fields, response: fields })),
    pass: Type.Optional(Type.Object({}, { description: 'Ends the list.' })),
  },
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
