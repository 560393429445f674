/** Parameters and answers of reports. Source: spec sections 2.3, 4.1 and 4.3, contract section 6. */
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { measures } from '../../analytics/reports/measures.ts';
import {
  defaultLimit,
  maxLimit,
  type Report,
  type ReportParameter,
  type ReportRequest,
  type Shape,
} from '../../analytics/reports/report.ts';
import { responseTimeBuckets } from '../../analytics/reports/response-time-buckets.ts';
import { type Frequency, frequencies, makeDateRange, readDay } from '../../core/date-range.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { type Query, readInteger, readParameter } from '../query.ts';
import { enumSchema, uuidSchema } from './common.ts';

const byDefault = { frequency: 'day', limit: defaultLimit } as const;

/** Reads the parameters of a report in their order. Errors: a code for each, `date_range_invalid`. */
export function readReportParameters(
  query: Query,
  { parameters }: Report,
  nowMs: number,
): Omit<ReportRequest, 'domainUuid'> {
  const from = readDay('from', readParameter(query, 'from', 'from_invalid'));
  const to = readDay('to', readParameter(query, 'to', 'to_invalid'));
  return {
    range: makeDateRange({ from, to }, nowMs),
    frequency: parameters.includes('frequency') ? readFrequency(query) : byDefault.frequency,
    limit: parameters.includes('limit')
      ? readInteger(query, 'limit', 'limit_invalid', byDefault.limit, maxLimit)
      : byDefault.limit,
  };
}

function readFrequency(query: Query): Frequency {
  const text = readParameter(query, 'frequency', 'frequency_invalid');
  if (text === undefined) return byDefault.frequency;
  const frequency = frequencies.find((name) => name === text);
  if (frequency === undefined) {
    throw new ServiceError(
      'frequency_invalid',
      `frequency ${quoteValue(text)} is invalid; allowed: ${frequencies.join(', ')}`,
    );
  }
  return frequency;
}

const dateSchema = (description: string) =>
  Type.String({ format: 'date', description, examples: ['2026-05-04'] });

const parameterSchemas: Readonly<Record<ReportParameter, TSchema>> = {
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
export function reportQuerySchema({ parameters }: Report): TObject {
  return Type.Object({
    from: Type.Optional(dateSchema('First day, UTC. Default: 30 days before today.')),
    to: Type.Optional(dateSchema('Last day, UTC; included. Default: today.')),
    ...Object.fromEntries(parameters.map((name) => [name, Type.Optional(parameterSchemas[name])])),
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
  if (shape.kind === 'series') return seriesSchema(value);
  if (shape.kind === 'distribution') return distributionSchema;
  return listSchema(shape, value);
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

function listSchema({ label, id, value: field }: Extract<Shape, { kind: 'list' }>, value: TSchema): TSchema {
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

const distributionSchema: TObject = Type.Object(
  Object.fromEntries(responseTimeBuckets.map(({ label }) => [label, Type.String({ pattern: '^[0-9]+$' })])),
  { description: 'How many requests fall into each bucket, as a string.' },
);
