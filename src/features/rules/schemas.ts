/** Rules on the wire. Source: docs/reference/rules.md. */
import { type TObject, type TSchema, Type } from '@sinclair/typebox';

import { refTo } from '../../api/schemas/common.ts';
import { actions } from '../../rules/actions/actions.ts';
import { conditions } from '../../rules/conditions/conditions.ts';

const conditionsSchema = Type.Object(membersOf(conditions), {
  description: 'All that are given must hold; without any, the rule always does.',
});

const actionSchema = Type.Object(membersOf(actions), { description: 'Exactly one of these.' });

function membersOf(kinds: Readonly<Record<string, { readonly schema: object }>>): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(kinds).map(([name, { schema }]) => [name, Type.Optional(Type.Unsafe(schema))]),
  );
}

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
