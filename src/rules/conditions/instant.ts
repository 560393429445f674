/** Reads the times of conditions. Source: docs/reference/rules.md ("Conditions"). */
import { parseInstant } from '../../core/instant.ts';
import { ruleJson } from '../rule-json.ts';

const instantWithZone = /T.*(?:Z|[+-]\d{2}:\d{2})$/;

export function readInstant(value: unknown, place: string): string {
  if (typeof value !== 'string' || !instantWithZone.test(value) || parseInstant(value) === undefined)
    throw ruleJson.refuseValue(place, value, 'a time with its zone, such as 2026-12-24T18:00:00+01:00');
  return value;
}
