/** A rule as the fields of its form, and back. What the fields can't have stays as it was. Source: docs/reference/rules.md. */

import { type ActionName, nameOf } from '../../../../../src/rules/actions/actions.ts';
import {
  type ConditionName,
  conditionNames,
  type RuleConditions,
} from '../../../../../src/rules/conditions/conditions.ts';
import { type Rule } from '../../../../../src/rules/rule.ts';
import type { RuleDevice } from '../../../../../src/rules/rule-request.ts';
import {
  type ActionValues,
  actionOfValues,
  newActionValues,
  numberOr,
  valuesOfAction,
} from './action-values.ts';
import { instantOf, localTime } from './local-time.ts';

export type QueryRow = { readonly name: string; readonly kind: 'any' | 'is'; readonly value: string };

export type RuleValues = {
  readonly name: string;
  readonly active: boolean;
  /** The conditions that the form shows. */
  readonly shown: readonly ConditionName[];
  readonly path: string;
  readonly query: readonly QueryRow[];
  readonly methods: readonly string[];
  readonly countries: readonly string[];
  readonly languages: readonly string[];
  readonly devices: readonly RuleDevice[];
  readonly systems: readonly string[];
  readonly browsers: readonly string[];
  readonly bots: 'any' | 'none' | 'some';
  readonly botList: readonly string[];
  readonly verified: boolean;
  readonly addresses: readonly string[];
  /** Empty: any. */
  readonly client_certificate: readonly string[];
  /** In the browser's time zone. */
  readonly starts_at: string;
  readonly ends_at: string;
  readonly share: string;
  readonly action: ActionName;
  readonly fields: ActionValues;
};

export const emptyQueryRow: QueryRow = { name: '', kind: 'any', value: '' };

export const newRuleValues: RuleValues = {
  name: '',
  active: true,
  shown: ['path'],
  path: '',
  query: [emptyQueryRow],
  methods: [],
  countries: [],
  languages: [],
  devices: [],
  systems: [],
  browsers: [],
  bots: 'any',
  botList: [],
  verified: true,
  addresses: [],
  client_certificate: [],
  starts_at: '',
  ends_at: '',
  share: '50',
  action: 'redirect',
  fields: newActionValues,
};

export function valuesOfRule({ name, active, if: conditions = {}, then }: Rule): RuleValues {
  return {
    ...newRuleValues,
    name: name ?? '',
    active,
    shown: conditionNames.filter((condition) => conditions[condition] !== undefined),
    ...conditionValues(conditions),
    action: nameOf(then),
    fields: { ...newActionValues, ...valuesOfAction(then) },
  };
}

function conditionValues({
  query,
  bots,
  starts_at,
  ends_at,
  share,
  client_certificate: certificates,
  ...same
}: RuleConditions): Partial<RuleValues> {
  return {
    ...same,
    ...(query && {
      query: Object.entries(query).map(([name, value]) =>
        value === true ? { name, kind: 'any', value: '' } : { name, kind: 'is', value },
      ),
    }),
    ...(certificates !== undefined && { client_certificate: certificates === true ? [] : certificates }),
    ...(bots !== undefined && (typeof bots === 'string' ? { bots } : { bots: 'some', botList: bots })),
    ...(starts_at !== undefined && { starts_at: localTime(starts_at) }),
    ...(ends_at !== undefined && { ends_at: localTime(ends_at) }),
    ...(share !== undefined && { share: String(share) }),
  };
}

/** The rule as JSON that still has to be checked. `before`: the rule that is edited, whose instants keep their zone. */
export function ruleOfValues(values: RuleValues, before?: Rule): unknown {
  const conditions = Object.fromEntries(
    values.shown.map((name) => [name, conditionOf(name, values, before?.if ?? {})]),
  );
  const name = values.name.trim();
  return {
    ...(name !== '' && { name }),
    active: values.active,
    ...(values.shown.length > 0 && { if: conditions }),
    then: actionOfValues(values.action, values.fields),
  };
}

function conditionOf(name: ConditionName, values: RuleValues, before: RuleConditions): unknown {
  switch (name) {
    case 'query':
      return Object.fromEntries(
        values.query.map((row) => [row.name.trim(), row.kind === 'any' ? true : row.value.trim()]),
      );
    case 'bots':
      return values.bots === 'some' ? values.botList : values.bots;
    case 'starts_at':
    case 'ends_at':
      return instantOf(values[name], before[name]);
    case 'share':
      return numberOr(values.share);
    case 'client_certificate':
      return values[name].length === 0 ? true : values[name];
    case 'path':
      return values.path.trim();
    case 'methods':
    case 'countries':
    case 'languages':
    case 'devices':
    case 'systems':
    case 'browsers':
    case 'verified':
    case 'addresses':
      return values[name];
  }
}
