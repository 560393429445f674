/**
 * What a rule does as fields of its form, and back: the fields are those that the action itself names, and their values are kept by
 * their place in the rule, so that they are still there when another action was looked at meanwhile.
 */
import { isRecord } from '../../../../../src/core/json-reader.ts';
import type { FormField } from '../../../../../src/rules/actions/action.ts';
import {
  type ActionName,
  actionNames,
  actions,
  nameOf,
  type RuleAction,
  valueOf,
} from '../../../../../src/rules/actions/actions.ts';

export type UserRow = { readonly name: string; readonly password: string };
/** A header field that is set or removed. */
export type HeaderRow = { readonly name: string; readonly value: string; readonly isRemoved: boolean };
export type FieldValue = string | number | boolean | readonly UserRow[] | readonly HeaderRow[];
/** By place: `then.redirect.to`. */
export type ActionValues = Readonly<Record<FieldPlace, FieldValue>>;
export type FieldPlace = `then.${string}`;

export const emptyUser: UserRow = { name: '', password: '' };
export const emptyHeader: HeaderRow = { name: '', value: '', isRemoved: false };

export function placeOf(action: ActionName, { name }: Pick<FormField, 'name'>): FieldPlace {
  return `then.${action}.${name}`;
}

/** Of all actions. */
export const newActionValues: ActionValues = Object.fromEntries(
  actionNames.flatMap((action) =>
    actions[action].form.map((field) => [placeOf(action, field), initialOf(field)]),
  ),
);

export function valuesOfAction(then: RuleAction): ActionValues {
  const action = nameOf(then);
  const value = valueOf(then);
  const json = isRecord(value) ? value : {};
  return Object.fromEntries(
    actions[action].form.map((field) => [placeOf(action, field), valueOfJson(field, json[field.name])]),
  );
}

/** The action as JSON that still has to be checked. */
export function actionOfValues(action: ActionName, values: ActionValues): unknown {
  const members = actions[action].form.map((field) => [
    field.name,
    jsonOf(field, values[placeOf(action, field)] ?? initialOf(field)),
  ]);
  return { [action]: Object.fromEntries(members.filter(([, json]) => json !== undefined)) };
}

/** The same without passwords. */
export function withoutPasswords(values: ActionValues): ActionValues {
  return Object.fromEntries(
    Object.entries(values).map(([place, value]) => [
      place,
      isUsers(value) ? value.map(({ name }) => ({ name, password: '' })) : value,
    ]),
  );
}

/** What JSON can't have, so that the API's checks never see it. */
export function problemsOfAction(
  action: ActionName,
  values: ActionValues,
): Partial<Record<FieldPlace, string>> {
  const problems: Partial<Record<FieldPlace, string>> = {};
  const { form } = actions[action];
  const lists = form.map((field) => [placeOf(action, field), values[placeOf(action, field)]] as const);
  const [[first] = []] = lists;
  if (first !== undefined && lists.every(([, list]) => isHeaders(list) && list.length === 0))
    return { [first]: 'Add at least one field.' };
  for (const [place, list] of lists) {
    const problem = isHeaders(list) ? problemOfHeaders(list) : undefined;
    if (problem !== undefined) problems[place] = problem;
  }
  return problems;
}

/** The field that a place in a rule's action belongs to; `action` where there is none. */
export function fieldOfActionPlace(path: string): FieldPlace | 'action' {
  const [, name = '', rest = ''] = /^then\.(\w+)\.?(.*)$/.exec(path) ?? [];
  const action = actionNames.find((one) => one === name);
  const [first, ...more] = action === undefined ? [] : actions[action].form;
  if (action === undefined || first === undefined) return 'action';
  const field =
    [first, ...more].find((one) => rest === one.name || /^[.[]/.test(after(rest, one.name))) ?? first;
  const isOfRow = field.kind === 'users' && /^\[\d+\]\.(?:name|password)$/.test(after(rest, field.name));
  return isOfRow ? `then.${action}.${rest}` : placeOf(action, field);
}

function after(text: string, beginning: string): string {
  return text.startsWith(beginning) ? text.slice(beginning.length) : '';
}

function initialOf(field: FormField): FieldValue {
  if (field.kind === 'users') return [emptyUser];
  return field.kind === 'fields' ? [] : field.initial;
}

function valueOfJson(field: FormField, json: unknown): FieldValue {
  switch (field.kind) {
    case 'users':
      return usersIn(json);
    case 'fields':
      return headersIn(json);
    case 'flag':
      return json === true;
    case 'choice':
      return field.choices.find(({ value }) => value === json)?.value ?? field.initial;
    case 'text':
    case 'number':
    case 'area':
    case 'upstream':
      return typeof json === 'string' || typeof json === 'number' ? String(json) : '';
  }
}

/** Undefined: left out of the rule. */
function jsonOf(field: FormField, value: FieldValue): unknown {
  switch (field.kind) {
    case 'users':
      return isUsers(value)
        ? value.map(({ name, password }) => ({ name: name.trim(), ...(password !== '' && { password }) }))
        : [];
    case 'fields':
      return isHeaders(value) && value.length > 0
        ? Object.fromEntries(
            value.map(({ name, value: text, isRemoved }) => [name.trim(), isRemoved ? null : text.trim()]),
          )
        : undefined;
    case 'number':
      return numberOr(textOf(value));
    case 'text': {
      const text = textOf(value).trim();
      return text === '' && field.isOptional ? undefined : text;
    }
    case 'flag':
    case 'choice':
    case 'area':
    case 'upstream':
      return value;
  }
}

export function textOf(value: FieldValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function isUsers(value: FieldValue | undefined): value is readonly UserRow[] {
  return Array.isArray(value) && value.every((row: object) => 'password' in row);
}

export function isHeaders(value: FieldValue | undefined): value is readonly HeaderRow[] {
  return Array.isArray(value) && value.every((row: object) => 'isRemoved' in row);
}

function usersIn(json: unknown): UserRow[] {
  const users: readonly Partial<UserRow>[] = Array.isArray(json) ? json : [];
  return users.map(({ name = '', password = '' }) => ({ name, password }));
}

function headersIn(json: unknown): HeaderRow[] {
  return Object.entries(isRecord(json) ? json : {}).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : '',
    isRemoved: value === null,
  }));
}

function problemOfHeaders(rows: readonly HeaderRow[]): string | undefined {
  const names = rows.map(({ name }) => name.trim().toLowerCase());
  if (names.includes('')) return 'Enter the name of each field.';
  return new Set(names).size < names.length ? 'Each field can be there once.' : undefined;
}

/** Text that is no number is refused as it was typed. */
export function numberOr(text: string): number | string {
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? text : number;
}
