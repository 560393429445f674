/** Usage on the wire. Source: docs/reference/usage.md. */
import { type TObject, Type } from '@sinclair/typebox';
import { type Query, readParameter, readUuid } from '../../api/query.ts';
import { enumSchema, pageQuery, uuidSchema } from '../../api/schemas/common.ts';
import { formatCsvLine, withoutFormula } from '../../core/csv.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { monthOf, parseMonth } from '../../core/month.ts';
import { sumUsage, type Usage } from '../../core/usage.ts';
import { customDomainResource } from '../../resources/custom-domain.ts';
import { attributeInvalid, readText } from '../../resources/read-attributes.ts';
import type { UsageFilters } from './usage-lists.ts';
import type { UsageRecord } from './usage-months.ts';

/** A domain's usage, and whether its month is closed. */
export type ShownUsage = UsageRecord & { readonly isClosed: boolean };

type WireFigures = {
  readonly requests: number;
  readonly bytes_in: number;
  readonly bytes_out: number;
  readonly visitors: number;
};
export type WireUsage = WireFigures & {
  readonly month: string;
  readonly custom_domain_uuid: string;
  readonly host: string;
  readonly external_id: string;
  readonly closed: boolean;
};
export type WireExternalIdUsage = WireFigures & {
  readonly month: string;
  readonly external_id: string;
  readonly custom_domains: number;
  readonly closed: boolean;
};

const month = Type.String({ description: 'UTC calendar month.', examples: ['2026-11'] });
const figures = {
  requests: Type.Integer({ description: 'Requests that the edge answered.' }),
  bytes_in: Type.Integer({ description: 'Bytes of these requests: start line, fields and body.' }),
  bytes_out: Type.Integer({ description: 'Bytes of the responses.' }),
  visitors: Type.Integer({ description: 'Distinct visitors of the month.' }),
  closed: Type.Boolean({ description: 'Whether the month is closed: the figures never change again.' }),
};

export const usageSchema: TObject = Type.Object(
  {
    month,
    custom_domain_uuid: Type.String({
      format: 'uuid',
      description: 'The custom domain, which may be deleted by now.',
    }),
    host: Type.String({
      description: 'Its host, as of closing or deletion.',
      examples: ['shop.example.com'],
    }),
    external_id: Type.String({
      description: 'Its external id, as of closing or deletion.',
      examples: ['customer-4711'],
    }),
    ...figures,
  },
  { $id: 'Usage' },
);

export const externalIdUsageSchema: TObject = Type.Object(
  {
    month,
    external_id: Type.String({
      description: 'Empty for the custom domains without one.',
      examples: ['customer-4711'],
    }),
    custom_domains: Type.Integer({ description: 'Custom domains that had it.' }),
    ...figures,
    visitors: Type.Integer({ description: 'The visitors of each of these custom domains, added up.' }),
  },
  { $id: 'ExternalIdUsage' },
);

const { host, external_id } = customDomainResource.attributes;
const monthParameter = Type.Optional(
  Type.String({
    description: 'The month, `YYYY-MM`; by default the current one so far.',
    examples: ['2026-11'],
  }),
);
const externalIdParameter = Type.Optional(
  Type.String({ maxLength: 255, description: 'Only custom domains with this external id.' }),
);

export const usageQuerySchema: TObject = Type.Object({
  month: monthParameter,
  ...pageQuery,
  sort: Type.Optional(
    enumSchema(['host', '-host', 'external_id', '-external_id'], {
      default: 'host',
      description: 'Field to sort by; `-` before it for descending order.',
    }),
  ),
  external_id: externalIdParameter,
  host: Type.Optional(Type.String({ description: 'Only custom domains with this host.' })),
  custom_domain_uuid: Type.Optional({ ...uuidSchema, description: 'Only this custom domain.' }),
});

export const externalIdUsageQuerySchema: TObject = Type.Object({
  month: monthParameter,
  ...pageQuery,
  external_id: externalIdParameter,
});

/** Reads the month and the filters. Errors: those of the parameters. */
export function readUsageFilters(query: Query, nowMs: number): Omit<UsageFilters, 'accountUuid'> {
  return {
    month: readMonth(query, nowMs),
    externalId: readFilter(query, external_id),
    host: readFilter(query, host),
    customDomainUuid: readUuid(query, 'custom_domain_uuid', 'custom_domain_uuid_invalid'),
  };
}

function readMonth(query: Query, nowMs: number): string {
  const text = readParameter(query, 'month', 'month_invalid');
  const current = monthOf(nowMs);
  if (text === undefined) return current;
  const named = parseMonth(text);
  if (named === undefined || named > current)
    throw new ServiceError(
      'month_invalid',
      `month ${quoteValue(text)} is invalid; allowed: a month YYYY-MM from 1970-01 to the current one, ${current}`,
    );
  return named;
}

function readFilter(query: Query, attribute: typeof host): string | undefined {
  const text = readParameter(query, attribute.name, { attribute: attribute.name });
  if (text === undefined) return undefined;
  if (text === '') throw attributeInvalid(attribute, text);
  return readText(text, attribute);
}

export function usageToWire(shown: ShownUsage, ofMonth: string): WireUsage {
  return {
    month: ofMonth,
    custom_domain_uuid: shown.uuid,
    host: shown.host,
    external_id: shown.externalId,
    ...figuresToWire(shown.usage),
    closed: shown.isClosed,
  };
}

/** One entry for each external id, in the order of the domains. */
export function externalIdsToWire(shown: readonly ShownUsage[], ofMonth: string): WireExternalIdUsage[] {
  const byId = new Map<string, ShownUsage[]>();
  for (const each of shown) {
    const domains = byId.get(each.externalId);
    if (domains) domains.push(each);
    else byId.set(each.externalId, [each]);
  }
  return Array.from(byId, ([externalId, domains]) => ({
    month: ofMonth,
    external_id: externalId,
    custom_domains: domains.length,
    ...figuresToWire(sumUsage(domains.map(({ usage }) => usage))),
    closed: domains.every(({ isClosed }) => isClosed),
  }));
}

function figuresToWire({ requests, bytesIn, bytesOut, visitors }: Usage): WireFigures {
  return { requests, bytes_in: bytesIn, bytes_out: bytesOut, visitors };
}

/** The columns of usage as CSV. */
export const usageCsvColumns: readonly (keyof WireUsage)[] = [
  'month',
  'custom_domain_uuid',
  'host',
  'external_id',
  'requests',
  'bytes_in',
  'bytes_out',
  'visitors',
  'closed',
];

/** CSV with a header. */
export function usageToCsv(rows: readonly WireUsage[]): string {
  return formatCsvLine(usageCsvColumns) + rows.map((row) => toCsvLine(row, usageCsvColumns)).join('');
}

/** One line of CSV. External ids are the account's own texts, and spreadsheets would run some of them. */
export function toCsvLine<Name extends string>(
  row: Readonly<Record<Name, string | number | boolean>>,
  columns: readonly Name[],
): string {
  return formatCsvLine(columns.map((name) => withoutFormula(String(row[name]))));
}
