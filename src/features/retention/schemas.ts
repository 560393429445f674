/** Retention on the wire. Source: docs/reference/retention.md. */
import { type TObject, Type } from '@sinclair/typebox';
import { dateRangeSchema, filtersSchema, timezoneSchema } from '../reports/query-schemas.ts';

export const retentionSchema: TObject = Type.Object(
  {
    date_range: dateRangeSchema,
    timezone: Type.Optional(timezoneSchema),
    filters: Type.Optional(filtersSchema),
  },
  { $id: 'Retention' },
);

export const retentionAnswerSchema: TObject = Type.Object(
  {
    cohorts: Type.Array(
      Type.Object({
        week: Type.String({ format: 'date', description: 'The Monday on which the week begins.' }),
        visitors: Type.Integer({ description: 'Distinct visitors whose first week it is.' }),
        cells: Type.Array(Type.Union([Type.Integer(), Type.Null()]), {
          description:
            'How many of them were seen in this week, the next one, and so on to the end of the range; null where the salt of none of them lives on.',
        }),
      }),
      { description: 'Weeks in which visitors were first seen, in time order.' },
    ),
  },
  { $id: 'RetentionAnswer' },
);
