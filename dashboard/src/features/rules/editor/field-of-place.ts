/** Which field of the form a place of a rule's JSON belongs to. Source: docs/reference/rules.md ("Conditions", "Actions"). */
import { type FieldPlace, fieldOfActionPlace } from './action-values.ts';
import type { RuleValues } from './rule-values.ts';

/** A field; those of the action by their place, with the row: `then.basic_auth.users[1].password`. */
export type FieldName = keyof RuleValues | FieldPlace;

export type Problems = Partial<Record<FieldName, string>>;

const byPlace: Readonly<Record<string, FieldName>> = {
  name: 'name',
  active: 'active',
  if: 'shown',
  then: 'action',
  'if.path': 'path',
  'if.query': 'query',
  'if.methods': 'methods',
  'if.countries': 'countries',
  'if.languages': 'languages',
  'if.devices': 'devices',
  'if.systems': 'systems',
  'if.browsers': 'browsers',
  'if.bots': 'bots',
  'if.verified': 'verified',
  'if.addresses': 'addresses',
  'if.client_certificate': 'client_certificate',
  'if.starts_at': 'starts_at',
  'if.ends_at': 'ends_at',
  'if.share': 'share',
};
/** Undefined for a place that the form has no field for. */
export function fieldOfPlace(path: string): FieldName | undefined {
  if (path.startsWith('then.')) return fieldOfActionPlace(path);
  // A parameter's name and an item of a list are told at the list.
  for (let place = path; place !== ''; place = place.replace(/(?:^|\.|\[)[^.[]*$/, '')) {
    const field = byPlace[place];
    if (field !== undefined) return field;
  }
  return undefined;
}
