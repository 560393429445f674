/**
 * SQL for the category of a visit's source: that of its `utm_source` if it has one, else that of its source. Source:
 * docs/reference/enrichment.md ("Channels").
 *
 * A visit's key in the table is a name in lower case, or a host behind a dot. Names and hosts stand in sets, which the engine refers to by
 * a hash: it names columns by their SQL, and copies the name for each condition that a filter has.
 */
import { countrySuffix } from '../lookup/source.ts';
import { type SourceCategory, searchLabels, sourceCategories, sourceRows } from '../lookup/source-table.ts';
import { textLiteral } from './text-literal.ts';

type Key = readonly [key: string, category: SourceCategory];

const names: readonly Key[] = [...sourceCategories].map(([name, category]) => [name.toLowerCase(), category]);
const allHosts: readonly Key[] = sourceRows.flatMap(([, category, ...list]) =>
  list.map((host) => [`.${host}`, category] as const),
);
/** A host without a category matters only where it lies under one that has one. */
const hosts: readonly Key[] = allHosts.filter(
  ([host, category]) =>
    category !== 'other' || allHosts.some(([other, its]) => its !== 'other' && host.endsWith(other)),
);
const domains = Object.keys(searchLabels).join('|');
const country = inner(countrySuffix);
const label = 'lowerUTF8(utm_source)';

/** Steps over the columns `source` and `utm_source`; the last is the category. */
export const sourceCategorySteps: readonly (readonly [name: string, sql: string])[] = [
  [
    'source_host',
    // What lies under a service's address in some country is named as under `.com`.
    `replaceRegexpOne(concat('.', ${label}), ${textLiteral(`[.](${domains})[.](?:${country})$`)}, ${textLiteral('.\\1.com')})`,
  ],
  [
    'source_key',
    `multiIf(
    utm_source = '', lowerUTF8(source),
    NOT match(source_host, ${textLiteral('^(?:[.][a-z0-9-]+){2,}$')}), ${label},
    ${[...knownInCountries(), ...knownHosts(), ...knownServices()].join(',\n    ')},
    source_host)`,
  ],
  ['source_category', categoryOf('source_key')],
];

/** Branches: hosts of the table under a service's address in another country. */
function knownInCountries(): string[] {
  const inCountry = new RegExp(`[.](?:${domains})[.](?:${country})$`);
  return hosts
    .filter(([host]) => inCountry.test(host) && !host.endsWith('.com'))
    .map(([host]) => `endsWith(concat('.', ${label}), '${host}'), '${host}'`);
}

function depthOf([host]: Key): number {
  return host.split('.').length - 1;
}

/** Branches: the longest host of the table that the host is or lies under. */
function knownHosts(): string[] {
  const depths = [...new Set(hosts.map(depthOf))].toSorted((a, b) => b - a);
  return depths.map((depth) => {
    const end = `extract(source_host, ${textLiteral(`(?:[.][a-z0-9-]+){${depth}}$`)})`;
    return `${isIn(
      end,
      hosts.filter((host) => depthOf(host) === depth),
    )}, ${end}`;
  });
}

/** Branches: services with an address in each country. */
function knownServices(): string[] {
  return Object.entries(searchLabels).map(([domain, { name, subdomains }]) => {
    const pattern = `^[.](?:www[.])?(?:(?:${inner(subdomains)})[.])?${domain}[.]com$`;
    return `match(source_host, ${textLiteral(pattern)}), ${textLiteral(name.toLowerCase())}`;
  });
}

function categoryOf(key: string): string {
  const keys = [...names, ...hosts];
  const categories = [...new Set(keys.map(([, category]) => category))].filter((one) => one !== 'other');
  const branches = categories.map((category) => {
    const ofCategory = keys.filter(([, one]) => one === category);
    return `${isIn(key, ofCategory)}, ${textLiteral(category)}`;
  });
  return `multiIf(${branches.join(', ')}, 'other')`;
}

function isIn(text: string, keys: readonly Key[]): string {
  return `${text} IN (${keys.map(([key]) => textLiteral(key)).join(', ')})`;
}

/** A pattern without its anchors. */
function inner({ source }: RegExp): string {
  return source.slice(1, -1);
}
