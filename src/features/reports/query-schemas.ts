/** The body and the answer of a query. Source: docs/reference/query.md. */
import { type TArray, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { domainDimensionNames } from '../../analytics/query/domain-dimensions.ts';
import { comparisonModes } from '../../analytics/query/query.ts';
import { maxRows } from '../../analytics/query/read-query.ts';
import {
  clickMetricNames,
  requestDimensionNames,
  requestMetricNames,
} from '../../analytics/query/request-vocabulary.ts';
import { visitorMetricNames } from '../../analytics/query/visitor-metrics.ts';
import { visitorDimensionNames } from '../../analytics/query/vocabulary.ts';
import { enumSchema, refTo } from '../../api/schemas/common.ts';

const filterSchema: TArray = Type.Array(Type.Unknown(), {
  description:
    '`[operator, dimension, [value, …]]` with `is`, `is_not`, `contains`, `contains_not`, `matches` or `matches_not`; ' +
    '`["and" | "or", [filter, …]]`; `["not" | "has_done" | "has_not_done", filter]`.',
  examples: [['is', 'visit:country', ['DE', 'AT']]],
});

export const filtersSchema: TArray = Type.Array(filterSchema, { description: 'All of them have to hold.' });

export const dateRangeSchema: TSchema = Type.Unsafe({
  anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 }],
  description:
    '`day`, `month`, `year`, `<n>d`, `<n>mo`, `all`, two dates (both included) or two instants (the second is not).',
  examples: ['28d'],
});

export const comparisonSchema: TObject = Type.Object(
  {
    mode: enumSchema(comparisonModes, {}),
    date_range: Type.Optional(dateRangeSchema),
    match_day_of_week: Type.Optional(
      Type.Boolean({ default: false, description: 'Moves the earlier range by whole weeks.' }),
    ),
    lost_rows: Type.Optional(
      Type.Boolean({ default: false, description: 'Appends the rows that only the earlier range has.' }),
    ),
  },
  { description: 'Puts the row of an earlier range beside each row; `date_range` only with `custom`.' },
);

export const timezoneSchema: TSchema = Type.String({
  default: 'UTC',
  description: 'IANA name; days begin at its midnight.',
});

const members = (metrics: readonly string[], dimension: TSchema) => ({
  metrics: Type.Array(enumSchema(metrics, {}), { minItems: 1 }),
  date_range: dateRangeSchema,
  timezone: Type.Optional(timezoneSchema),
  dimensions: Type.Optional(Type.Array(dimension, { maxItems: 8 })),
  filters: Type.Optional(filtersSchema),
  order_by: Type.Optional(
    Type.Array(Type.Array(Type.String()), {
      description: 'Pairs of a metric or dimension of the query and `asc` or `desc`.',
      examples: [[['visitors', 'desc']]],
    }),
  ),
  include: Type.Optional(
    Type.Object({
      time_labels: Type.Optional(Type.Boolean({ description: 'Lists all buckets in `meta.time_labels`.' })),
      total_rows: Type.Optional(Type.Boolean({ description: 'Counts all rows in `meta.total_rows`.' })),
      comparison: Type.Optional(comparisonSchema),
    }),
  ),
  pagination: Type.Optional(
    Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxRows, default: maxRows })),
      offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
    }),
  ),
});

/** Those that have names of their own. */
export const visitorDimensionSchema: TSchema = enumSchema(visitorDimensionNames, { $id: 'VisitorDimension' });

const visitorDimensions: readonly TSchema[] = [
  refTo(visitorDimensionSchema),
  Type.String({ pattern: '^event:props:', description: 'The value of a property of custom events.' }),
];
const visitorMembers = members(visitorMetricNames, Type.Union([...visitorDimensions]));

export const visitorQuerySchema: TObject = Type.Object(visitorMembers, { $id: 'VisitorQuery' });
const requestDimensionSchema = enumSchema(requestDimensionNames, {});
export const requestQuerySchema: TObject = Type.Object(members(requestMetricNames, requestDimensionSchema), {
  $id: 'RequestQuery',
});
export const clickQuerySchema: TObject = Type.Object(members(clickMetricNames, requestDimensionSchema), {
  $id: 'ClickQuery',
});
const domainDimensions: readonly TSchema[] = [
  enumSchema(domainDimensionNames, { description: 'What the custom domain has now; `(none)` for nothing.' }),
  Type.String({ pattern: '^domain:metadata:', description: 'The value of an entry of its metadata.' }),
];
export const accountVisitorQuerySchema: TObject = Type.Object(
  members(visitorMetricNames, Type.Union([...visitorDimensions, ...domainDimensions])),
  { $id: 'AccountVisitorQuery' },
);
export const accountRequestQuerySchema: TObject = Type.Object(
  members(requestMetricNames, Type.Union([requestDimensionSchema, ...domainDimensions])),
  { $id: 'AccountRequestQuery' },
);
export const siteQuerySchema: TObject = Type.Object(
  { site_id: Type.String({ description: 'Host of the custom domain.' }), ...visitorMembers },
  { $id: 'SiteQuery' },
);

const metricsSchema = Type.Array(Type.Union([Type.Number(), Type.String(), Type.Null()]), {
  description:
    'One for each metric of the query. Revenue is decimal text, null when the row has several currencies.',
});

const comparedRowSchema = Type.Object(
  {
    dimensions: Type.Array(Type.String()),
    metrics: metricsSchema,
    change: Type.Array(Type.Union([Type.Number(), Type.Null()]), {
      description: 'Percent of the earlier value, one for each metric; null where that is 0.',
    }),
  },
  { description: 'The row of the earlier range; null when that has no such bucket.' },
);

export const queryAnswerSchema: TObject = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        dimensions: Type.Array(Type.String(), { description: 'One for each dimension of the query.' }),
        metrics: metricsSchema,
        comparison: Type.Optional(Type.Union([comparedRowSchema, Type.Null()])),
      }),
    ),
    meta: Type.Object({
      time_labels: Type.Optional(Type.Array(Type.String())),
      total_rows: Type.Optional(Type.Integer()),
      currencies: Type.Optional(
        Type.Array(Type.String(), {
          description: 'With metrics of revenue: the ISO 4217 codes in the rows.',
        }),
      ),
    }),
    query: Type.Object({}, { additionalProperties: true, description: 'What was understood.' }),
  },
  { $id: 'QueryAnswer' },
);
