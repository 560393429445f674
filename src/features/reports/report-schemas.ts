/** Parameters and answers of reports. Source: docs/reference/web-analytics.md, docs/reference/proxy-analytics.md. */
import { type TArray, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { measures } from '../../analytics/reports/measures.ts';
import {
  defaultLimit,
  type LocationType,
  locationTypes,
  maxLimit,
  parametersOf,
  type Report,
  type ReportParameter,
  type ReportRequest,
  type Shape,
  type UtmParam,
  utmParams,
} from '../../analytics/reports/report.ts';
import { responseTimeBuckets } from '../../analytics/reports/response-time-buckets.ts';
import { deviceLists, deviceShape, type ListShape } from '../../analytics/reports/shape.ts';
import { type Query, readInteger, readParameter } from '../../api/query.ts';
import { enumSchema, uuidSchema } from '../../api/schemas/common.ts';
import { frequencies, makeDateRange, readDay } from '../../core/date-range.ts';
import { type ErrorCode, quoteValue, ServiceError } from '../../core/errors.ts';
import { pageLoadClasses } from '../../core/page-load.ts';
import { regionCode } from '../../core/region-code.ts';

const byDefault = {
  frequency: 'day',
  limit: defaultLimit,
  utmParam: 'utm_source',
  locationType: 'country',
} as const;

/** Reads the parameters of a report in their order. Errors: a code for each, `date_range_invalid`. */
export function readReportParameters(
  query: Query,
  report: Report,
  nowMs: number,
): Omit<ReportRequest, 'domainUuid'> {
  const parameters = parametersOf(report);
  const from = hasRange(report) ? readDay('from', readParameter(query, 'from', 'from_invalid')) : undefined;
  const to = hasRange(report) ? readDay('to', readParameter(query, 'to', 'to_invalid')) : undefined;
  const range = makeDateRange({ from, to }, nowMs);
  const utmParam = parameters.includes('utm_param') ? readUtmParam(query) : byDefault.utmParam;
  const locationType = parameters.includes('location_type')
    ? (readChoice(query, 'location_type', 'location_type_invalid', locationTypes) ?? byDefault.locationType)
    : byDefault.locationType;
  return {
    range,
    utmParam,
    locationType,
    region: parameters.includes('region') ? readRegion(query, locationType) : undefined,
    frequency: parameters.includes('frequency')
      ? (readChoice(query, 'frequency', 'frequency_invalid', frequencies) ?? byDefault.frequency)
      : byDefault.frequency,
    limit: parameters.includes('limit')
      ? readInteger(query, 'limit', 'limit_invalid', byDefault.limit, maxLimit)
      : byDefault.limit,
    nowMs,
  };
}

function hasRange({ measure }: Report): boolean {
  return measure !== 'current_visitors';
}

/** With or without `utm_`. */
function readUtmParam(query: Query): UtmParam {
  const text = readParameter(query, 'utm_param', 'utm_param_invalid');
  const param = utmParams.find((name) => name === text || name === `utm_${text}`);
  if (param === undefined) {
    const allowed = `allowed: ${utmParams.join(', ')}, with or without utm_`;
    throw new ServiceError(
      'utm_param_invalid',
      text === undefined
        ? `utm_param is missing; ${allowed}`
        : `utm_param ${quoteValue(text)} is invalid; ${allowed}`,
    );
  }
  return param;
}

function readChoice<T extends string>(
  query: Query,
  name: string,
  code: ErrorCode,
  allowed: readonly T[],
): T | undefined {
  const text = readParameter(query, name, code);
  if (text === undefined) return undefined;
  const choice = allowed.find((value) => value === text);
  if (choice === undefined)
    throw new ServiceError(code, `${name} ${quoteValue(text)} is invalid; allowed: ${allowed.join(', ')}`);
  return choice;
}

/** A region has cities, and nothing else that it could be asked for. */
function readRegion(query: Query, locationType: LocationType): string | undefined {
  const text = readParameter(query, 'region', 'region_invalid');
  if (text === undefined) return undefined;
  const given = `region ${quoteValue(text)}`;
  if (!regionCode.test(text))
    throw new ServiceError(
      'region_invalid',
      `${given} is invalid; allowed: an ISO 3166-2 code such as DE-BY`,
    );
  if (locationType !== 'city')
    throw new ServiceError(
      'region_invalid',
      `${given} is given with location_type ${locationType}; allowed: with location_type city only`,
    );
  return text;
}

const dateSchema = (description: string) =>
  Type.String({ format: 'date', description, examples: ['2026-05-04'] });

export const rangeSchemas: Readonly<Record<'from' | 'to', TSchema>> = {
  from: Type.Optional(dateSchema('First day, UTC. Default: 30 days before today.')),
  to: Type.Optional(dateSchema('Last day, UTC; included. Default: today.')),
};

const parameterSchemas: Readonly<Record<ReportParameter, TSchema>> = {
  utm_param: enumSchema([...utmParams, ...utmParams.map((name) => name.slice('utm_'.length))], {
    description: 'The UTM parameter, with or without `utm_`.',
  }),
  location_type: enumSchema(locationTypes, {
    default: byDefault.locationType,
    description: 'What locations are.',
  }),
  region: Type.String({
    pattern: regionCode.source,
    description:
      'ISO 3166-2 code of a region, with `location_type=city` only: only the visitors in it count. Default: all.',
    examples: ['DE-BY'],
  }),
  frequency: enumSchema(frequencies, {
    default: byDefault.frequency,
    description: 'Length of the buckets: a day, a week from its Monday, or a month.',
  }),
  limit: Type.Integer({
    minimum: 1,
    maximum: maxLimit,
    default: byDefault.limit,
    description: 'How many items the list may have. Percentages are of the whole list all the same.',
  }),
};

export const reportPathSchema: TObject = Type.Object({ uuid: uuidSchema });

/** The query parameters of a report, for the API reference. */
export function reportQuerySchema(report: Report): TObject {
  return Type.Object({
    ...(hasRange(report) ? rangeSchemas : {}),
    ...Object.fromEntries(
      parametersOf(report).map((name) => [
        name,
        name === 'utm_param' ? parameterSchemas[name] : Type.Optional(parameterSchemas[name]),
      ]),
    ),
  });
}

/** The answer of a report. */
export function reportAnswerSchema(report: Report): TObject {
  const description = `${report.summary}.`;
  const value = Type.Unsafe({ type: measures[report.measure].type });
  const { shape } = report;
  if (shape.kind === 'count') return Type.Object({ [shape.field]: value }, { description });
  return Type.Object({ data: dataSchema(shape, value) }, { description });
}

function dataSchema(shape: Exclude<Shape, { kind: 'count' }>, value: TSchema): TSchema {
  if (shape.kind === 'assistants') return assistantsSchema;
  if (shape.kind === 'page_loads') return pageLoadsSchema;
  if (shape.kind === 'series') return seriesSchema(value);
  if (shape.kind === 'distribution') return distributionSchema;
  return shape.kind === 'devices' ? devicesSchema(value) : listSchema(shape, value);
}

function devicesSchema(value: TSchema): TSchema {
  return Type.Object(
    Object.fromEntries(deviceLists.map(({ field, id }) => [field, listSchema(deviceShape(id), value)])),
  );
}

function seriesSchema(value: TSchema): TSchema {
  return Type.Unsafe({
    type: 'object',
    additionalProperties: value,
    description:
      'The first day of each bucket → its number, in time order, without gaps. The first and the last bucket ' +
      'count only days from `from` to `to`; the first one may begin before `from`.',
    examples: [{ '2026-05-04': 120, '2026-05-05': 0 }],
  });
}

function listSchema({ label, id, value: field }: ListShape, value: TSchema): TSchema {
  const fields = {
    [label]: Type.String(),
    ...(id === undefined ? {} : { [id.field]: Type.Unsafe({ type: id.type, description: id.description }) }),
    [field]: value,
    percentage: Type.Number({ description: '0 to 100, two decimals; of the sum over the whole list.' }),
  };
  return Type.Array(Type.Object(fields), {
    description: `By \`${field}\` descending, then by \`${label}\`.`,
  });
}

const assistantsSchema: TArray = Type.Array(
  Type.Object({
    name: Type.String(),
    crawls: Type.Integer({ description: 'Requests of its crawlers.' }),
    visits: Type.Integer({ description: 'Visits whose source it is.' }),
    crawls_per_visit: Type.Union([Type.Number(), Type.Null()], {
      description: 'Two decimals; null without visits.',
    }),
  }),
  { description: 'By `crawls` descending, then by `visits` descending, then by `name`.' },
);

const pageLoadsSchema: TArray = Type.Array(
  Type.Object({
    name: enumSchema(pageLoadClasses, {}),
    count: Type.Integer(),
    percentage: Type.Number({ description: '0 to 100, two decimals; of all page loads.' }),
  }),
  { description: 'All classes, always in this order; a page load is in the first that fits.' },
);

const distributionSchema: TObject = Type.Object(
  Object.fromEntries(responseTimeBuckets.map(({ label }) => [label, Type.String({ pattern: '^[0-9]+$' })])),
  { description: 'How many requests fall into each bucket, as a string.' },
);
