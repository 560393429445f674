/**
 * Parameters that a rule wants in a request's query, compared byte for byte as they were sent.
 * Source: docs/reference/rules.md ("Conditions").
 */
import { placeholderName } from './placeholder.ts';

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
