/**
 * Filters of the analytics pages, in the query API's format. The address has one `f` for each, such as
 * `f=is,visit:source,Google`. Source: docs/reference/query.md ("Filters").
 */

export const operations = [
  { value: 'is', label: 'is' },
  { value: 'is_not', label: 'is not' },
  { value: 'contains', label: 'contains' },
  { value: 'contains_not', label: 'does not contain' },
] as const;

export type Operation = (typeof operations)[number]['value'];

/** The pages that a filter applies to. */
export type Area = 'visitors' | 'requests';

const dimensionLabels = {
  'visit:source': 'Source',
  'visit:referrer': 'Referrer',
  'visit:channel': 'Channel',
  'event:page': 'Page',
  'event:goal': 'Goal',
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
  'request:source': 'Source',
  'request:country': 'Country',
  'request:status': 'Status',
  'request:status_class': 'Status class',
  'request:method': 'Method',
  'request:bot': 'Bot',
  'request:bot_class': 'Bot class',
  'request:bot_verified': 'Bot verified',
  'request:datacenter': 'Datacenter',
  'request:referrer': 'Referrer',
} as const;

/** The API's value of a missing property, campaign or currency. */
export const noValue = '(none)';

/** A property of events by its key: `event:props:plan`. */
export type PropertyDimension = `${typeof propertyPrefix}${string}`;
const propertyPrefix = 'event:props:';

export type FilterDimension = keyof typeof dimensionLabels | PropertyDimension;

/** Holds when the dimension's value is, is not, contains or does not contain one of the values. */
export type Filter = readonly [Operation, FilterDimension, readonly string[]];

export function areaOf(dimension: FilterDimension): Area {
  return dimension.startsWith('request:') ? 'requests' : 'visitors';
}

/** The dimensions to choose from. The one for properties has no key yet. */
export function dimensionsOf(area: Area): readonly FilterDimension[] {
  return [...Object.keys(dimensionLabels), propertyDimension('')]
    .filter(isDimension)
    .filter((dimension) => areaOf(dimension) === area);
}

export function propertyDimension(key: string): PropertyDimension {
  return `${propertyPrefix}${key}`;
}

/** The key of a property's dimension; undefined for other dimensions. */
export function propertyKey(dimension: FilterDimension): string | undefined {
  return dimension.startsWith(propertyPrefix) ? dimension.slice(propertyPrefix.length) : undefined;
}

/** `Source`, `Property plan`. */
export function labelOfDimension(dimension: FilterDimension): string {
  return isNamed(dimension) ? dimensionLabels[dimension] : `Property ${propertyKey(dimension)}`.trim();
}

const name = 'f';

/** Reads the filters of all areas from an address. Invalid ones are ignored. */
export function readFilters(search: URLSearchParams): readonly Filter[] {
  return search.getAll(name).flatMap((text) => {
    const [operation, dimension, ...values] = text.split(',');
    const filter = filterOf([operation, dimension && unescaped(dimension), values.map(unescaped)]);
    return filter === undefined ? [] : [filter];
  });
}

/** Checks a filter; undefined if it is invalid or has no chip, such as `and`. */
export function filterOf([operation, dimension, values]: readonly unknown[]): Filter | undefined {
  const known = operations.find(({ value }) => value === operation);
  if (known === undefined || typeof dimension !== 'string' || !isDimension(dimension)) return undefined;
  if (propertyKey(dimension) === '') return undefined;
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length === values.length ? [known.value, dimension, texts] : undefined;
}

/** Whether filters on a goal or a property keep events that may not be pageviews. */
export function selectsEvents(filters: readonly Filter[]): boolean {
  return filters.some(([, dimension]) => dimension === 'event:goal' || propertyKey(dimension) !== undefined);
}

/** Replaces the filters of an address. Lists go back to their first page. */
export function withFilters(before: URLSearchParams, filters: readonly Filter[]): URLSearchParams {
  const next = new URLSearchParams(before);
  next.delete(name);
  next.delete('page');
  for (const [operation, dimension, values] of filters) {
    next.append(name, [operation, ...[dimension, ...values].map(escaped)].join(','));
  }
  return next;
}

/** Adds filters; they replace those on the same dimensions. */
export function narrowedBy(filters: readonly Filter[], added: readonly Filter[]): readonly Filter[] {
  const replaced = new Set(added.map(([, dimension]) => dimension));
  return [...filters.filter(([, dimension]) => !replaced.has(dimension)), ...added];
}

function isDimension(text: string): text is FilterDimension {
  return isNamed(text) || text.startsWith(propertyPrefix);
}

function isNamed(text: string): text is keyof typeof dimensionLabels {
  return Object.hasOwn(dimensionLabels, text);
}

/** Escapes commas, which separate values, and the percent sign. */
function escaped(value: string): string {
  return value.replaceAll('%', '%25').replaceAll(',', '%2C');
}

function unescaped(value: string): string {
  return value.replaceAll(/%2C|%25/g, (code) => (code === '%25' ? '%' : ','));
}
