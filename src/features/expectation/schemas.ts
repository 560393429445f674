/** Traffic against expectation on the wire. Source: docs/reference/expectation.md. */
import { type TObject, Type } from '@sinclair/typebox';
import { type Expectation, trafficStates } from '../../analytics/expectation/expectation.ts';
import type { Span } from '../../analytics/expectation/hour-counts.ts';
import { type Query, readParameter } from '../../api/query.ts';
import { enumSchema, refTo, timestampSchema } from '../../api/schemas/common.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { parseInstant } from '../../core/instant.ts';
import { dayMs } from '../../core/time.ts';

const maxDays = 31;
/** The analytics store has 1970-01-01 to 2149-06-06, and references lie a month before. */
const earliest = Date.UTC(1971, 0, 1);
const latest = Date.UTC(2149, 0, 1);

export const trafficHourSchema: TObject = Type.Object(
  {
    hour: timestampSchema('Its beginning.'),
    requests: Type.Integer({ description: 'Requests that began in it, those of crawlers left out.' }),
    expected: Type.Union([Type.Number(), Type.Null()], {
      description: 'Median of the hours it is compared with; null when fewer than two count.',
    }),
    state: enumSchema(trafficStates, {
      description: '`none` where nothing is expected, and while the hour isn’t over.',
    }),
  },
  { $id: 'TrafficHour' },
);

export const trafficSeriesSchema: TObject = Type.Object(
  { data: Type.Array(refTo(trafficHourSchema)) },
  { description: 'Every hour that starts in the range, in time order.' },
);

const instantSchema = (description: string) =>
  Type.String({ description, examples: ['2026-11-20T00:00:00Z'] });

export const spanQuerySchema: TObject = Type.Object({
  from: instantSchema('The first instant, in RFC 3339, or a date, which is its midnight UTC.'),
  to: instantSchema('The end, which is not included; at most 31 days after `from`.'),
});

/** Reads `from` and `to`. Errors: `from_invalid`, `to_invalid`, `date_range_invalid`. */
export function readSpan(query: Query): Span {
  const span = { since: readInstant(query, 'from'), until: readInstant(query, 'to') };
  const shown = `from ${formatTimestamp(span.since)} to ${formatTimestamp(span.until)}`;
  if (span.since > span.until)
    throw new ServiceError('date_range_invalid', `${shown} is no range: from is after to`);
  if (span.until - span.since > maxDays * dayMs)
    throw new ServiceError('date_range_invalid', `${shown} is too long; allowed: at most ${maxDays} days`);
  return span;
}

function readInstant(query: Query, name: 'from' | 'to'): number {
  const code = `${name}_invalid` as const;
  const text = readParameter(query, name, code);
  const instant = text === undefined ? undefined : parseInstant(text);
  if (instant !== undefined && instant >= earliest && instant < latest) return instant;
  const given = text === undefined ? 'is missing' : `${quoteValue(text)} is invalid`;
  throw new ServiceError(
    code,
    `${name} ${given}; allowed: a time such as 2026-11-24T09:30:00Z, or a date, from 1971 to 2148`,
  );
}

export function trafficHourToWire({ hour, ...rest }: Expectation): object {
  return { hour: formatTimestamp(hour), ...rest };
}
