/**
 * The dimensions of queries over visitors, one entry each. Source: docs/reference/query.md ("Dimensions").
 *
 * A dimension's SQL reads the columns of a visit or the fields of one event. To add a dimension, add an entry; the compiler
 * reports anything that is missing.
 */
import { maxPropertyKeyLength } from '../../core/event-limits.ts';
import type { VisitColumn } from '../visits/visit-rule.ts';
import type { SelectedColumn } from '../visits/visit-source.ts';
import { channelColumn } from './channel.ts';
import { type DomainDimension, domainColumn, isDomainDimension } from './domain-dimensions.ts';
import type { EventField, FieldSql } from './event-fields.ts';
import { completedGoals, type QueryGoal } from './goals.ts';
import { countryCodes, countryName } from './place-names.ts';
import type { KeyedDimension } from './read-words.ts';
import { textList, textLiteral } from './text-literal.ts';

export const timeDimensions = ['time:hour', 'time:day', 'time:week', 'time:month', 'time:minute'] as const;
export type TimeDimension = (typeof timeDimensions)[number];

/** What stands for a value that is missing. */
export type Placeholder = 'Unknown' | '(none)';

/** `missing` is SQL that tells a missing value from one that is spelled like its placeholder. */
export type Dimension =
  | { readonly kind: 'time' }
  /** A property of the whole visit. `sql` reads the columns. */
  | {
      readonly kind: 'visit';
      readonly columns: readonly SelectedColumn[];
      readonly sql: string;
      readonly missing?: string;
    }
  /** What the custom domain has, in queries over an account. `sql` reads the column `domain`. */
  | { readonly kind: 'domain'; readonly sql: string; readonly missing: string }
  /** A property of one event. `sql` reads its fields through `field`. */
  | {
      readonly kind: 'event';
      readonly fields: readonly EventField[];
      readonly sql: (field: FieldSql) => string;
      readonly missing?: (field: FieldSql) => string;
      /** Whether `sql` returns an array: the event counts under each element, and nowhere if the array is empty. */
      readonly isList?: true;
    };

/** SQL: whether a text column has no value. What isn't known may be stored as `Unknown`; `(none)` is a value somebody chose. */
export function missingText(column: string, placeholder: Placeholder): string {
  return placeholder === 'Unknown' ? `${column} IN ('', 'Unknown')` : `${column} = ''`;
}

/** A text column whose empty value is shown as `placeholder`. */
function visit(column: VisitColumn, placeholder: Placeholder): Dimension {
  const sql = `if(${column} = '', '${placeholder}', ${column})`;
  return { kind: 'visit', columns: [column], sql, missing: missingText(column, placeholder) };
}

function asStored(column: VisitColumn): Dimension {
  return { kind: 'visit', columns: [column], sql: column };
}

const time: Dimension = { kind: 'time' };

export const screenNames: Readonly<Record<string, string>> = {
  mobile: 'Mobile',
  tablet: 'Tablet',
  laptop: 'Laptop',
  desktop: 'Desktop',
};

/** SQL that replaces a key with its name. */
function named(key: string, names: Readonly<Record<string, string>>, otherwise: string): string {
  return `transform(toString(${key}), ${textList(Object.keys(names))}, ${textList(Object.values(names))}, ${otherwise})`;
}

const countryNames: Readonly<Record<string, string>> = Object.fromEntries(
  [...countryCodes].map((code) => [code, countryName(code) ?? code]),
);

export const visitorDimensionNames = [
  'time:hour',
  'time:day',
  'time:week',
  'time:month',
  'time:minute',
  'event:page',
  'event:name',
  'event:goal',
  'event:currency',
  'visit:source',
  'visit:referrer',
  'visit:channel',
  'visit:utm_source',
  'visit:utm_medium',
  'visit:utm_campaign',
  'visit:utm_term',
  'visit:utm_content',
  'visit:entry_page',
  'visit:exit_page',
  'visit:country',
  'visit:country_name',
  'visit:region',
  'visit:region_name',
  'visit:city',
  'visit:city_name',
  'visit:browser',
  'visit:os',
  'visit:device',
] as const;

/** An event property by its key, such as `event:props:plan`. */
export type PropertyDimension = `event:props:${string}`;
const propertyPrefix = 'event:props:';

/** As stored, for reports: UTM parameters without a value for those that have none, and the keys of properties. */
type RawDimension = `raw:utm_${'source' | 'medium' | 'campaign' | 'term' | 'content'}` | 'raw:property_key';
export type VisitorDimension =
  | (typeof visitorDimensionNames)[number]
  | PropertyDimension
  | DomainDimension
  | RawDimension;

/** Dimensions with one instance per key, as error messages and the API reference name them. */
export const propertyDimensionForm = 'event:props:<key>';

export function isPropertyDimension(name: string): name is PropertyDimension {
  const length = name.length - propertyPrefix.length;
  return name.startsWith(propertyPrefix) && length > 0 && length <= maxPropertyKeyLength;
}

/** They are no list: there is one for each key. */
export const propertyDimensions: KeyedDimension<PropertyDimension> = {
  form: propertyDimensionForm,
  is: isPropertyDimension,
};

export function isConversionDimension(name: string): boolean {
  return name === 'event:goal' || isPropertyDimension(name);
}

/** `goals` are the domain's goals, which provide the values of `event:goal`. */
export function dimensionOf(name: VisitorDimension, goals: readonly QueryGoal[]): Dimension {
  if (name === 'event:goal')
    return {
      kind: 'event',
      fields: ['name', 'path'],
      isList: true,
      sql: (field) => completedGoals(goals, field),
    };
  if (isDomainDimension(name)) return { kind: 'domain', ...domainColumn(name) };
  return isPropertyDimension(name) ? property(name.slice(propertyPrefix.length)) : visitorDimensions[name];
}

function property(key: string): Dimension {
  const literal = textLiteral(key);
  return {
    kind: 'event',
    fields: ['props'],
    missing: (field) => `NOT mapContains(${field('props')}, ${literal})`,
    sql: (field) => `if(mapContains(${field('props')}, ${literal}), ${field('props')}[${literal}], '(none)')`,
  };
}

const visitorDimensions: Readonly<
  Record<Exclude<VisitorDimension, PropertyDimension | DomainDimension | 'event:goal'>, Dimension>
> = {
  'time:hour': time,
  'time:day': time,
  'time:week': time,
  'time:month': time,
  'time:minute': time,
  'event:page': { kind: 'event', fields: ['path'], sql: (field) => field('path') },
  'event:name': { kind: 'event', fields: ['name'], sql: (field) => field('name') },
  'event:currency': {
    kind: 'event',
    fields: ['currency'],
    missing: (field) => `${field('currency')} = ''`,
    sql: (field) => `if(${field('currency')} = '', '(none)', ${field('currency')})`,
  },
  'visit:source': visit('source', 'Unknown'),
  'visit:referrer': visit('referrer', 'Unknown'),
  'visit:channel': { kind: 'visit', columns: [channelColumn], sql: channelColumn.name },
  'visit:utm_source': visit('utm_source', '(none)'),
  'visit:utm_medium': visit('utm_medium', '(none)'),
  'visit:utm_campaign': visit('utm_campaign', '(none)'),
  'visit:utm_term': visit('utm_term', '(none)'),
  'visit:utm_content': visit('utm_content', '(none)'),
  'visit:entry_page': asStored('entry_path'),
  'visit:exit_page': asStored('exit_path'),
  'visit:country': visit('country', 'Unknown'),
  'visit:country_name': {
    kind: 'visit',
    columns: ['country'],
    sql: named('country', countryNames, "if(country = '', 'Unknown', country)"),
    missing: "country = ''",
  },
  'visit:region': visit('region', 'Unknown'),
  'visit:region_name': {
    kind: 'visit',
    columns: ['region', 'region_name'],
    sql: "multiIf(region_name != '', region_name, region != '', region, 'Unknown')",
    missing: "region_name = '' AND region = ''",
  },
  'visit:city': visit('city', 'Unknown'),
  'visit:city_name': visit('city', 'Unknown'),
  'visit:browser': visit('browser', 'Unknown'),
  'visit:os': visit('operating_system', 'Unknown'),
  'visit:device': {
    kind: 'visit',
    columns: ['screen'],
    sql: named('screen', screenNames, "'Unknown'"),
    missing: "screen = ''",
  },
  'raw:utm_source': asStored('utm_source'),
  'raw:utm_medium': asStored('utm_medium'),
  'raw:utm_campaign': asStored('utm_campaign'),
  'raw:utm_term': asStored('utm_term'),
  'raw:utm_content': asStored('utm_content'),
  'raw:property_key': {
    kind: 'event',
    fields: ['props'],
    isList: true,
    sql: (field) => `mapKeys(${field('props')})`,
  },
};
