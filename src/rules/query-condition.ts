/**
 * Parameters that a rule wants in a request's query, compared byte for byte as they were sent.
 * Source: docs/reference/rules.md ("Conditions").
 */
import { placeholderName } from './placeholder.ts';

type WantedParameter = {
  readonly name: string;
  /** Undefined: any value. */
  readonly value: string | undefined;
  readonly placeholder: string | undefined;
};

export type QueryCondition = readonly WantedParameter[];

export function compileQuery(wanted: Readonly<Record<string, string | true>>): QueryCondition {
  return Object.entries(wanted).map(([name, value]) => {
    const placeholder = value === true ? undefined : placeholderName(value);
    const isAny = value === true || placeholder !== undefined;
    return { name, value: isAny ? undefined : value, placeholder };
  });
}

export function queryMatches(condition: QueryCondition, rawQuery: string): boolean {
  for (const { name, value } of condition) if (findValue(rawQuery, name, value) < 0) return false;
  return true;
}

/** The value of a placeholder in a query that matches; undefined if the condition doesn't have it. */
export function queryValue(condition: QueryCondition, rawQuery: string, name: string): string | undefined {
  const wanted = condition.find(({ placeholder }) => placeholder === name);
  if (wanted === undefined) return undefined;
  const start = findValue(rawQuery, wanted.name, undefined);
  return start < 0 ? undefined : rawQuery.slice(start, parameterEnd(rawQuery, start));
}

/** Where the value of a parameter begins, the first one with this value if one is given; -1 without such a parameter. */
function findValue(rawQuery: string, name: string, value: string | undefined): number {
  for (let start = 0; start <= rawQuery.length; ) {
    const end = parameterEnd(rawQuery, start);
    const nameEnd = start + name.length;
    if (nameEnd <= end && rawQuery.startsWith(name, start)) {
      const hasValue = nameEnd < end && rawQuery.charCodeAt(nameEnd) === equalsSign;
      if (hasValue || (nameEnd === end && end > start)) {
        const valueStart = hasValue ? nameEnd + 1 : nameEnd;
        const isWanted =
          value === undefined ||
          (end - valueStart === value.length && rawQuery.startsWith(value, valueStart));
        if (isWanted) return valueStart;
      }
    }
    start = end + 1;
  }
  return -1;
}

function parameterEnd(rawQuery: string, start: number): number {
  const end = rawQuery.indexOf('&', start);
  return end < 0 ? rawQuery.length : end;
}

const equalsSign = 0x3d;
