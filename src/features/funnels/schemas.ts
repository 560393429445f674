/** Funnels on the wire. Source: docs/reference/funnels.md. */
import { type TObject, Type } from '@sinclair/typebox';
import { funnelScopes, maxSteps, minSteps } from '../../analytics/query/funnel.ts';
import { enumSchema, uuidSchema } from '../../api/schemas/common.ts';
import { dateRangeSchema, filtersSchema, timezoneSchema } from '../reports/query-schemas.ts';

const stepSchema = Type.Union([
  Type.Object({ goal: uuidSchema }, { description: 'A goal of the domain.' }),
  Type.Object({ event: Type.String() }, { description: 'A custom event by its name.' }),
  Type.Object(
    { page: Type.String({ examples: ['/pricing'] }) },
    { description: 'The view of a page; `*` stands for any characters.' },
  ),
]);

export const funnelSchema: TObject = Type.Object(
  {
    date_range: dateRangeSchema,
    timezone: Type.Optional(timezoneSchema),
    filters: Type.Optional(filtersSchema),
    scope: Type.Optional(
      enumSchema(funnelScopes, {
        default: funnelScopes[0],
        description: '`visit`: all steps within one visit. `range`: within the range, over several visits.',
      }),
    ),
    steps: Type.Array(stepSchema, { minItems: minSteps, maxItems: maxSteps, description: 'In their order.' }),
  },
  { $id: 'Funnel' },
);

export const funnelAnswerSchema: TObject = Type.Object(
  {
    steps: Type.Array(
      Type.Object({
        label: Type.String({ description: 'The goal’s or event’s name, or `Visit` and the path.' }),
        visitors: Type.Integer({
          description: 'Distinct visitors who took this step after all those before it.',
        }),
        rate: Type.Number({ description: 'Percent of the visitors of the first step.' }),
        step_rate: Type.Number({ description: 'Percent of the visitors of the step before.' }),
      }),
    ),
  },
  { $id: 'FunnelAnswer' },
);
