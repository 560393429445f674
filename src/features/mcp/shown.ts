/**
 * Makes an answer of the API safe to hand to a model: text from the account is short, has no characters that hide or reorder what is
 * read, and is never the name of a member. Source: docs/guides/assistants.md ("Text of the account").
 */

import { hiddenCharacters } from '../../core/hidden-characters.ts';

export const maxTextLength = 200;
const maxEntries = 100;

/** Members that the API itself names. */
const ownName = /^[a-z][a-z0-9_]{0,63}$/;
/** Members whose own members are named by the account. */
const maps: ReadonlySet<string> = new Set(['metadata', 'query', 'request', 'response']);

/** Copies a value as it may be shown: texts by {@link shownText}, maps of the account's words as lists of `{key, value}`. */
export function shown(value: unknown): unknown {
  return shownIn(value, false);
}

function shownIn(value: unknown, isMap: boolean): unknown {
  if (typeof value === 'string') return shownText(value, maxTextLength);
  if (Array.isArray(value)) return shownList(value, isMap);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  if (isMap || members.some(([name]) => !ownName.test(name)))
    return shownList(
      members.map(([key, member]) => [key, member] as const),
      true,
      ([key, member]) => ({ key: shownText(key, maxTextLength), value: shownIn(member, true) }),
    );
  return Object.fromEntries(members.map(([name, member]) => [name, shownIn(member, maps.has(name))]));
}

function shownList<Item>(
  items: readonly Item[],
  isMap: boolean,
  show: (item: Item) => unknown = (item) => shownIn(item, isMap),
): unknown[] {
  const kept = items.slice(0, maxEntries).map((item) => show(item));
  return items.length > maxEntries ? [...kept, `… (${items.length} entries)`] : kept;
}

/** Writes hidden characters as `\uXXXX`, and cuts to `maxLength`, the note about it included. */
export function shownText(text: string, maxLength: number): string {
  // Of a text of any length, no more than can be shown.
  const escaped = text
    .slice(0, maxLength + 1)
    .toWellFormed()
    .replace(hiddenCharacters, escape);
  if (text.length <= maxLength && escaped.length <= maxLength) return escaped;
  const mark = `… (${text.length} characters)`;
  return `${cut(escaped, maxLength - mark.length)}${mark}`;
}

function escape(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Never within a surrogate pair or what {@link escape} wrote. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/(?:[\ud800-\udbff]|\\(?:u[0-9a-f]{0,3})?)$/, '');
}
