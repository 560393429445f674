/**
 * Filters of the analytics pages, in the shape of the query API, and their place in the address: one `f` for each, such
 * as `f=is,visit:source,Google`. Source: docs/reference/query.md ("Filters").
 */

export const operations = [
  { value: 'is', label: 'is' },
  { value: 'is_not', label: 'is not' },
  { value: 'contains', label: 'contains' },
  { value: 'contains_not', label: 'does not contain' },
] as const;

export type Operation = (typeof operations)[number]['value'];

/** The pages that a filter narrows. */
export type Area = 'visitors' | 'requests';

export const dimensionLabels = {
  'visit:source': 'Source',
  'event:page': 'Page',
  'visit:entry_page': 'Entry page',
  'visit:exit_page': 'Exit page',
  'visit:country': 'Country',
  'visit:region': 'Region',
  'visit:city': 'City',
  'visit:utm_campaign': 'UTM campaign',
  'visit:utm_source': 'UTM source',
  'visit:utm_medium': 'UTM medium',
  'visit:utm_term': 'UTM term',
  'visit:utm_content': 'UTM content',
  'visit:browser': 'Browser',
  'visit:os': 'Operating system',
  'visit:device': 'Screen size',
  'request:path': 'Path',
  'request:status': 'Status',
  'request:status_class': 'Status class',
  'request:method': 'Method',
  'request:bot': 'Bot',
  'request:datacenter': 'Datacenter',
} as const;

export type FilterDimension = keyof typeof dimensionLabels;

/** Holds when the dimension's value is, is not, contains or does not contain one of the values. */
export type Filter = readonly [Operation, FilterDimension, readonly string[]];

export function areaOf(dimension: FilterDimension): Area {
  return dimension.startsWith('request:') ? 'requests' : 'visitors';
}

export function dimensionsOf(area: Area): readonly FilterDimension[] {
  return Object.keys(dimensionLabels)
    .filter(isDimension)
    .filter((dimension) => areaOf(dimension) === area);
}

const name = 'f';

/** The filters of an address, those of all areas. What is no filter is left out. */
export function readFilters(search: URLSearchParams): readonly Filter[] {
  return search.getAll(name).flatMap((text) => {
    const [operation, dimension, ...values] = text.split(',');
    const filter = filterOf([operation, dimension, values.map(unescaped)]);
    return filter === undefined ? [] : [filter];
  });
}

/** The filter that a value is; undefined when it is none, or one that these pages cannot show. */
export function filterOf([operation, dimension, values]: readonly unknown[]): Filter | undefined {
  const known = operations.find(({ value }) => value === operation);
  if (known === undefined || typeof dimension !== 'string' || !isDimension(dimension)) return undefined;
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length === values.length ? [known.value, dimension, texts] : undefined;
}

/** An address with these filters in place of its own. Everything else stays, but for the page of a list. */
export function withFilters(before: URLSearchParams, filters: readonly Filter[]): URLSearchParams {
  const next = new URLSearchParams(before);
  next.delete(name);
  next.delete('page');
  for (const [operation, dimension, values] of filters) {
    next.append(name, [operation, dimension, ...values.map(escaped)].join(','));
  }
  return next;
}

/** The filters with these in place of all others on the same dimensions. */
export function narrowedBy(filters: readonly Filter[], added: readonly Filter[]): readonly Filter[] {
  const replaced = new Set(added.map(([, dimension]) => dimension));
  return [...filters.filter(([, dimension]) => !replaced.has(dimension)), ...added];
}

function isDimension(text: string): text is FilterDimension {
  return Object.hasOwn(dimensionLabels, text);
}

/** A comma of a value, which would end it, and the sign that escapes it. */
function escaped(value: string): string {
  return value.replaceAll('%', '%25').replaceAll(',', '%2C');
}

function unescaped(value: string): string {
  return value.replaceAll(/%2C|%25/g, (code) => (code === '%25' ? '%' : ','));
}
