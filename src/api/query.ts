/** Reads query parameters: pages and sorting. Source: docs/reference/api.md ("Lists"). */
import { type ErrorCode, type InvalidAttribute, quoteValue, ServiceError } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import { PageCursor, type PageRequest, readCursor } from '../core/page.ts';
import type { Definitions, Filters } from '../resources/definition.ts';
import { attributeInvalid, readText } from '../resources/read-attributes.ts';
import type { Resource } from '../resources/resource.ts';
import { maxSearchLength } from './schemas/common.ts';

/** A parsed query string; a name that stands more than once has an array. */
export type Query = Readonly<Record<string, string | string[] | undefined>>;

export const defaultPerPage = 20;
export const maxPerPage = 1_000;
/** PostgreSQL has no text with NUL, and nothing that is looked for has the others. */
const control = /[\u0000-\u001f\u007f-\u009f]/;
const positiveInteger = /^[1-9][0-9]{0,15}$/;

/** Reads one parameter. Errors: `code` when it stands more than once. */
export function readParameter(
  query: Query,
  name: string,
  code: ErrorCode | InvalidAttribute,
): string | undefined {
  const value = query[name];
  if (Array.isArray(value))
    throw new ServiceError(code, `${name} is given ${value.length} times; allowed: once`);
  return value;
}

/** Reads a list's filters, each in the form in which the attribute is stored. Errors: the attributes' own codes. */
export function readFilters<D extends Definitions>(
  query: Query,
  { definitions, filtered, attributes, keys }: Resource<D>,
): Filters<D> {
  const filters: Record<string, unknown> = {};
  for (const name of filtered) {
    const filter = definitions[name]?.filter;
    const text = readParameter(query, name, { attribute: name });
    // Every row has a part that is empty.
    const isGiven = text !== undefined && !(filter?.by === 'part' && text.trim() === '');
    if (text === '' && filter?.by === 'whole') throw attributeInvalid(attributes[name], text);
    if (isGiven) filters[keys[name]] = readText(text, attributes[name]);
  }
  // Each filter was read by the attribute of its name.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return filters as Filters<D>;
}

/** Reads `query`, a part to look for; undefined when it is left out or blank. Errors: `query_invalid`. */
export function readSearch(query: Query): string | undefined {
  const text = readParameter(query, 'query', 'query_invalid')?.trim();
  if (text === undefined || text === '') return undefined;
  if (text.length > maxSearchLength || control.test(text)) {
    throw new ServiceError(
      'query_invalid',
      `query ${quoteValue(text)} is invalid; allowed: at most ${maxSearchLength} characters on one line`,
    );
  }
  return text;
}

/** Reads `page`, `per_page` and `cursor`. Errors: `page_invalid`, `per_page_invalid`, `cursor_invalid`. */
export function readPage(query: Query): PageRequest {
  const page = readInteger(query, 'page', 'page_invalid', 1, Number.MAX_SAFE_INTEGER);
  const perPage = readInteger(query, 'per_page', 'per_page_invalid', defaultPerPage, maxPerPage);
  const text = readParameter(query, 'cursor', 'cursor_invalid');
  if (text === undefined) return { page, perPage };
  if (page !== 1)
    throw new ServiceError('page_invalid', `page ${page} is given with cursor; allowed: one of the two`);
  if (text === '') return { page, perPage, cursor: new PageCursor() };
  const after = readCursor(text, readParameter(query, 'sort', 'sort_invalid') ?? '');
  if (after) return { page, perPage, cursor: new PageCursor(after) };
  throw new ServiceError(
    'cursor_invalid',
    `cursor ${quoteValue(text)} is invalid; allowed: nothing, or that of the Link field of the page before, with the same sort`,
  );
}

/** Reads `sort`: a field, or `-` and a field for descending order. Errors: `sort_invalid`. */
export function readSort<Field extends string>(
  query: Query,
  fields: readonly Field[],
  byDefault: { field: Field; direction: 'asc' | 'desc' },
): { field: Field; direction: 'asc' | 'desc' } {
  const text = readParameter(query, 'sort', 'sort_invalid');
  if (text === undefined) return byDefault;
  const descending = text.startsWith('-');
  const wanted = descending ? text.slice(1) : text;
  const field = fields.find((name) => name === wanted);
  if (field === undefined) {
    throw new ServiceError(
      'sort_invalid',
      `sort ${quoteValue(text)} is invalid; allowed: ${fields.join(', ')}, each optionally preceded by "-" for descending order`,
    );
  }
  return { field, direction: descending ? 'desc' : 'asc' };
}

/** Reads a UUID. Errors: `code`. */
export function readUuid(query: Query, name: string, code: ErrorCode): string | undefined {
  const text = readParameter(query, name, code);
  const uuid = text === undefined ? undefined : parseUuid(text);
  if (text !== undefined && uuid === undefined)
    throw new ServiceError(code, `${name} ${quoteValue(text)} is invalid; allowed: a UUID`);
  return uuid;
}

/** Reads an integer from 1 to `max`. Errors: `code`. */
export function readInteger(
  query: Query,
  name: string,
  code: ErrorCode,
  byDefault: number,
  max: number,
): number {
  const text = readParameter(query, name, code);
  if (text === undefined) return byDefault;
  const value = positiveInteger.test(text) ? Number(text) : Number.NaN;
  if (!(value <= max)) {
    const range = max === Number.MAX_SAFE_INTEGER ? 'an integer from 1' : `an integer from 1 to ${max}`;
    throw new ServiceError(code, `${name} ${quoteValue(text)} is invalid; allowed: ${range}`);
  }
  return value;
}
