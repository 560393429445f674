/** Funnels on the wire. Source: docs/reference/funnels.md. */
import { type TArray, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { funnelScopes, maxSteps, minSteps } from '../../analytics/query/funnel.ts';
import { breakdownDimensions } from '../../analytics/query/funnel-question.ts';
import { maxBreakdownRows } from '../../analytics/query/funnel-statement.ts';
import { enumSchema, uuidSchema } from '../../api/schemas/common.ts';
import {
  comparisonSchema,
  dateRangeSchema,
  filtersSchema,
  timezoneSchema,
} from '../reports/query-schemas.ts';

export const stepSchema: TSchema = Type.Union([
  Type.Object({ goal: uuidSchema }, { description: 'A goal of the domain.' }),
  Type.Object({ event: Type.String() }, { description: 'A custom event by its name.' }),
  Type.Object(
    { page: Type.String({ examples: ['/pricing'] }) },
    { description: 'The view of a page; `*` stands for any characters.' },
  ),
]);

export const stepsSchema: TArray = Type.Array(stepSchema, {
  minItems: minSteps,
  maxItems: maxSteps,
  description: 'In their order.',
});

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
    steps: stepsSchema,
  },
  { $id: 'Funnel' },
);

const stepCounts = (visitors: string) => ({
  visitors: Type.Integer({ description: visitors }),
  rate: Type.Number({ description: 'Percent of the visitors of the first step.' }),
  step_rate: Type.Number({ description: 'Percent of the visitors of the step before.' }),
});

const answeredStep = {
  label: Type.String({ description: 'The goal’s or event’s name, or `Visit` and the path.' }),
  ...stepCounts('Distinct visitors who took this step after all those before it.'),
};

export const funnelAnswerSchema: TObject = Type.Object(
  { steps: Type.Array(Type.Object(answeredStep)) },
  { $id: 'FunnelAnswer' },
);

export const funnelQuestionSchema: TObject = Type.Object(
  {
    date_range: dateRangeSchema,
    timezone: Type.Optional(timezoneSchema),
    filters: Type.Optional(filtersSchema),
    dimension: Type.Optional(
      Type.Union([
        enumSchema(breakdownDimensions, {}),
        Type.String({ pattern: '^event:props:', description: 'The value of a property of custom events.' }),
      ]),
    ),
    include: Type.Optional(Type.Object({ comparison: Type.Optional(comparisonSchema) })),
  },
  { $id: 'FunnelQuestion' },
);

const changeSchema = Type.Unsafe({ anyOf: [Type.Number(), { type: 'null' }] });

const comparedSteps = Type.Array(
  Type.Object({
    ...answeredStep,
    comparison: Type.Optional(
      Type.Object(
        {
          ...stepCounts('Those of the other range.'),
          change: Type.Object(
            { visitors: changeSchema, rate: changeSchema, step_rate: changeSchema },
            { description: 'Percent of the earlier value; null where that is 0.' },
          ),
        },
        { description: 'The step in the other range, with `include.comparison`.' },
      ),
    ),
  }),
);

export const funnelQuestionAnswerSchema: TObject = Type.Object(
  {
    steps: comparedSteps,
    breakdown: Type.Array(
      Type.Object({
        dimensions: Type.Array(Type.String(), { description: 'The value at the first step.' }),
        steps: comparedSteps,
      }),
      {
        maxItems: maxBreakdownRows,
        description: 'Most visitors at the first step first; empty without `dimension`.',
      },
    ),
  },
  { $id: 'FunnelQuestionAnswer' },
);
