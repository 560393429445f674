/** The conditions of rules: a new one is a file beside this one, and its lines here. Source: docs/reference/rules.md ("Conditions"). */
import { ruleJson } from '../rule-json.ts';
import { addresses } from './addresses.ts';
import { bots } from './bots.ts';
import { browsers } from './browsers.ts';
import { clientCertificate } from './client-certificate.ts';
import type { ConditionKind } from './condition.ts';
import { countries } from './countries.ts';
import { devices } from './devices.ts';
import { endsAt } from './ends-at.ts';
import { languages } from './languages.ts';
import { methods } from './methods.ts';
import { path } from './path.ts';
import { query } from './query.ts';
import { share } from './share.ts';
import { startsAt } from './starts-at.ts';
import { systems } from './systems.ts';
import { verified } from './verified.ts';

type Conditions = {
  readonly path: typeof path;
  readonly methods: typeof methods;
  readonly query: typeof query;
  readonly countries: typeof countries;
  readonly languages: typeof languages;
  readonly devices: typeof devices;
  readonly systems: typeof systems;
  readonly browsers: typeof browsers;
  readonly bots: typeof bots;
  readonly verified: typeof verified;
  readonly addresses: typeof addresses;
  readonly client_certificate: typeof clientCertificate;
  readonly starts_at: typeof startsAt;
  readonly ends_at: typeof endsAt;
  readonly share: typeof share;
};

/** In the order in which they are written. */
export const conditions: Conditions = {
  path,
  methods,
  query,
  countries,
  languages,
  devices,
  systems,
  browsers,
  bots,
  verified,
  addresses,
  client_certificate: clientCertificate,
  starts_at: startsAt,
  ends_at: endsAt,
  share,
};

export type ConditionName = keyof Conditions;
export const conditionNames: readonly ConditionName[] = Object.keys(conditions).filter(isConditionName);

type ValueOf<Kind> = Kind extends ConditionKind<infer Value> ? Value : never;
/** What every condition needs to hold for; all that are given must. Without any, a rule always holds. */
export type RuleConditions = { readonly [Name in ConditionName]?: ValueOf<Conditions[Name]> };

/** The conditions, and what the placeholders that they fill are called. */
export type ReadConditions = { readonly conditions: RuleConditions; readonly names: readonly string[] };

/** Reads what a rule wants of a request; throws a refusal. */
export function readConditions(value: unknown, place: string): ReadConditions {
  const given = ruleJson.members(value, place, conditionNames);
  const names: string[] = [];
  const read: Partial<Record<ConditionName, unknown>> = {};
  for (const name of conditionNames)
    if (given[name] !== undefined) read[name] = conditions[name].read(given[name], `${place}.${name}`, names);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value was read by its own kind
  return { conditions: read as RuleConditions, names };
}

/** The conditions that there are, each with its value. */
export function* partsOf(
  wanted: RuleConditions,
): Generator<readonly [kind: ConditionKind, value: unknown, name: ConditionName]> {
  for (const name of conditionNames)
    if (wanted[name] !== undefined) yield [conditions[name], wanted[name], name];
}

export function isConditionName(name: string): name is ConditionName {
  return name in conditions;
}
