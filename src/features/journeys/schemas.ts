/** Journeys on the wire. Source: docs/reference/journeys.md. */
import { type TObject, Type } from '@sinclair/typebox';
import {
  defaultJourneyLimit,
  journeyDirections,
  maxJourneyLimit,
  maxJourneySteps,
} from '../../analytics/query/journey.ts';
import { enumSchema } from '../../api/schemas/common.ts';
import { stepSchema } from '../funnels/schemas.ts';
import { dateRangeSchema, filtersSchema, timezoneSchema } from '../reports/query-schemas.ts';

export const journeySchema: TObject = Type.Object(
  {
    date_range: dateRangeSchema,
    timezone: Type.Optional(timezoneSchema),
    filters: Type.Optional(filtersSchema),
    anchor: stepSchema,
    direction: Type.Optional(
      enumSchema(journeyDirections, {
        default: journeyDirections[0],
        description: 'Whether the pages after the anchor are listed or those before it.',
      }),
    ),
    steps: Type.Optional(Type.Integer({ minimum: 1, maximum: maxJourneySteps, default: maxJourneySteps })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxJourneyLimit,
        default: defaultJourneyLimit,
        description:
          'How many pages are listed below each page of the step before. A step has at most 10,000 paths.',
      }),
    ),
  },
  { $id: 'Journey' },
);

const visits = Type.Integer({ description: 'Visits that took this path.' });

export const journeyAnswerSchema: TObject = Type.Object(
  {
    anchor: Type.Object({
      label: Type.String({ description: 'The goal’s or event’s name, or `Visit` and the path.' }),
      visits: Type.Integer({ description: 'Visits that have the anchor.' }),
    }),
    steps: Type.Array(
      Type.Array(
        Type.Object({
          path: Type.Array(Type.String(), {
            description: 'Pages from the anchor on; the last may be `(entry)`, `(exit)` or `(other)`.',
          }),
          visits,
          rate: Type.Number({ description: 'Percentage of the anchor’s visits.' }),
        }),
      ),
      { description: 'A list for each step.' },
    ),
  },
  { $id: 'JourneyAnswer' },
);
