/**
 * Parameters that a rule wants in a request's query, compared byte for byte as they were sent.
 * Source: docs/reference/rules.md ("Conditions").
 */
import { isRecord } from '../../core/json-reader.ts';
import { placeholderName, splatName } from '../placeholder.ts';
import { ruleJson } from '../rule-json.ts';
import type { ConditionKind } from './condition.ts';

const parameterName = /^[!-~]{1,200}$/;
const notInName = /[&=#]/;
const parameterValue = /^[!-~]{0,2000}$/;
const notInValue = /[&#]/;
const maxParameters = 20;
const stepsOfParameter = 5;
const someValue = 'zz-sample-zz';

/** Parameter names; `true` = present, `:name` = present and kept as a placeholder, other text = this value. */
export const query: ConditionKind<Readonly<Record<string, string | true>>> = {
  rank: 2,
  words: { label: 'Query', name: 'Query', isCode: true, unrecorded: 'the query' },
  schema: {
    type: 'object',
    additionalProperties: { anyOf: [{ type: 'string' }, { const: true, type: 'boolean' }] },
    description:
      'Parameters: `true` for any value, `:name` for any value as a placeholder, other text for this value.',
    examples: [{ ref: 'mail', id: ':id', utm_source: true }],
  },
  cell: 'query',
  read(value, place, names) {
    if (!isRecord(value)) throw ruleJson.refuseValue(place, value, 'an object of parameters');
    const entries = Object.entries(value);
    if (entries.length === 0 || entries.length > maxParameters)
      throw ruleJson.refuse(place, `has ${entries.length} parameters`, `1 to ${maxParameters}`);
    const read = entries.map(([name, wanted]): [string, string | true] => {
      if (!parameterName.test(name) || notInName.test(name))
        throw ruleJson.refuse(
          place,
          `has the parameter ${JSON.stringify(name)}`,
          'names as clients send them, 1 to 200 visible ASCII characters without &, = and #',
        );
      return [name, readParameter(wanted, `${place}.${name}`, names)];
    });
    return Object.fromEntries(read);
  },
  // Compiled with the conditions, as it has placeholders.
  compile: () => undefined,
  cost: (wanted) => stepsOfParameter * Object.keys(wanted).length,
  describe: (wanted) =>
    Object.entries(wanted).map(([name, value]) => (value === true ? `?${name}` : `?${name}=${value}`)),
  sample(wanted, request) {
    const parameters = Object.entries(wanted).map(([name, value]) =>
      value === true || placeholderName(value) !== undefined ? `${name}=${someValue}` : `${name}=${value}`,
    );
    request.query = parameters.join('&');
  },
};

function readParameter(value: unknown, place: string, names: string[]): string | true {
  if (value === true) return value;
  if (typeof value !== 'string' || !parameterValue.test(value) || notInValue.test(value)) {
    const allowed = 'true, :name, or a value as clients send it, at most 2000 visible ASCII characters';
    throw ruleJson.refuseValue(place, value, `${allowed} without & and #`);
  }
  const placeholder = placeholderName(value);
  if (placeholder === undefined) return value;
  if (placeholder === splatName)
    throw ruleJson.refuseValue(
      place,
      value,
      'another name: splat is what the * at the end of a path stands for',
    );
  if (names.includes(placeholder))
    throw ruleJson.refuse(
      place,
      `is "${value}", and there is another :${placeholder}`,
      'each placeholder once',
    );
  names.push(placeholder);
  return value;
}

type WantedParameter = {
  readonly name: string;
  /** `name=value`; undefined: any value. */
  readonly parameter: string | undefined;
  readonly placeholder: string | undefined;
};

export type QueryCondition = readonly WantedParameter[];

/** A query, parsed. */
export type ParsedQuery = {
  /** Each parameter once, as `name=value`; one without a value has an empty one. */
  readonly parameters: ReadonlySet<string>;
  /** The first value by name. */
  readonly values: ReadonlyMap<string, string>;
};

export function compileQuery(wanted: Readonly<Record<string, string | true>>): QueryCondition {
  return Object.entries(wanted).map(([name, value]) => {
    const placeholder = value === true ? undefined : placeholderName(value);
    const isAny = value === true || placeholder !== undefined;
    return { name, parameter: isAny ? undefined : `${name}=${value}`, placeholder };
  });
}

/** One of the parameters with a value that are wanted; '' if there is none. */
export function literalParameter(condition: QueryCondition): string {
  return condition.find(({ parameter }) => parameter !== undefined)?.parameter ?? '';
}

export function queryMatches(condition: QueryCondition, rawQuery: string): boolean {
  const { parameters, values } = parseQuery(rawQuery);
  for (const { name, parameter } of condition)
    if (parameter === undefined ? !values.has(name) : !parameters.has(parameter)) return false;
  return true;
}

/** The value of a placeholder in a query that matches; undefined if the condition doesn't have it. */
export function queryValue(condition: QueryCondition, rawQuery: string, name: string): string | undefined {
  const wanted = condition.find(({ placeholder }) => placeholder === name);
  return wanted && parseQuery(rawQuery).values.get(wanted.name);
}

/** The query that was parsed last: rules are asked one after the other about the same request. */
let lastQuery = '';
let lastParsed: ParsedQuery = { parameters: new Set(), values: new Map() };

export function parseQuery(rawQuery: string): ParsedQuery {
  if (rawQuery === lastQuery) return lastParsed;
  const parameters = new Set<string>();
  const values = new Map<string, string>();
  for (const parameter of rawQuery.split('&')) {
    if (parameter === '') continue;
    const equals = parameter.indexOf('=');
    const name = equals < 0 ? parameter : parameter.slice(0, equals);
    parameters.add(equals < 0 ? `${parameter}=` : parameter);
    if (!values.has(name)) values.set(name, equals < 0 ? '' : parameter.slice(equals + 1));
  }
  lastQuery = rawQuery;
  lastParsed = { parameters, values };
  return lastParsed;
}
