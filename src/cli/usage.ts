/** `nameplate usage`. Source: docs/reference/usage.md. */
import { type Command, Option } from 'commander';
import { maxPerPage } from '../api/query.ts';
import { systemClock } from '../core/clock.ts';
import { formatCsvLine } from '../core/csv.ts';
import { parseUuid } from '../core/ids.ts';
import { monthOf } from '../core/month.ts';
import {
  toCsvLine,
  usageCsvColumns,
  type WireExternalIdUsage,
  type WireUsage,
} from '../features/usage/schemas.ts';
import { usageSortFields } from '../features/usage/usage-lists.ts';
import { withApi } from './api-client.ts';
import { formatHelp } from './attribute-options.ts';
import { defineCommand } from './command.ts';
import { UsageError } from './failures.ts';
import { printData } from './output.ts';
import { type ListOptions, listHelp, pagesOf, printListOf, withListOptions } from './paged-list.ts';

const help = `Usage: nameplate usage [OPTIONS]

Shows what each custom domain of an account used in a month, deleted ones
included: requests, bytes and visitors. It asks the running service. Figures of
a closed month never change again. docs/reference/usage.md says what counts.

Options:
${formatHelp([
  ['--month MONTH', 'UTC calendar month, YYYY-MM (default: the current one)'],
  ['--by WHAT', 'custom_domain, or external_id for the sums of each (default:\u00a0custom_domain)'],
  ['--external-id ID', 'only custom domains with this external id'],
  ['--domain UUID_OR_HOST', 'only this custom domain; not with --by\u00a0external_id'],
  ['--account UUID', 'account to show; may be left out when there is one'],
  ...listHelp('rows', usageSortFields, 'host'),
  ['--csv', 'print all rows as CSV with a header'],
])}

--by external_id always lists in order of external id.

Examples:
  nameplate usage --month 2026-11 --csv > usage-2026-11.csv
  nameplate usage --month 2026-11 --by external_id --all
`;

type By = 'custom_domain' | 'external_id';
type Options = ListOptions & {
  month?: string;
  by: By;
  externalId?: string;
  domain?: string;
  account?: string;
  csv?: true;
};
type Row = Readonly<Record<string, string | number | boolean>>;

const figures = ['requests', 'bytes_in', 'bytes_out', 'visitors', 'closed'] as const;
const externalIdColumns: readonly (keyof WireExternalIdUsage)[] = [
  'external_id',
  'custom_domains',
  ...figures,
];
const views: Readonly<
  Record<By, { readonly route: string; readonly table: readonly string[]; readonly csv: readonly string[] }>
> = {
  custom_domain: {
    route: 'usage',
    table: ['host', 'external_id', ...figures] satisfies (keyof WireUsage)[],
    csv: usageCsvColumns,
  },
  external_id: {
    route: 'usage/external_ids',
    table: externalIdColumns,
    csv: ['month', ...externalIdColumns],
  },
};

export function usageCommand(): Command {
  const command = defineCommand('usage', help)
    .option('--month <month>')
    .addOption(new Option('--by <what>').choices(['custom_domain', 'external_id']).default('custom_domain'))
    .option('--external-id <id>')
    .option('--domain <uuid_or_host>')
    .option('--account <uuid>');
  return withListOptions(command)
    .addOption(new Option('--csv').conflicts(['json', 'page', 'perPage']))
    .action(showUsage);
}

async function showUsage(options: Options): Promise<void> {
  const filters = readParameters(options);
  const { route, table, csv } = views[options.by];
  const columns = table.map(toColumn);
  const toCells = (row: Row) => table.map((name) => toCell(row[name]));
  if (!options.csv)
    return printListOf<Row>({ noun: 'row', columns, toCells, path: `/${route}`, filters }, options);
  await withApi(async (api) => {
    const path = `${await api.accountPath(options.account)}/${route}`;
    const read = (limit: number, offset: number) =>
      api.page<Row>(path, { ...filters, sort: options.sort }, limit, offset);
    await printData(formatCsvLine(csv));
    for await (const { items } of pagesOf({ read }, maxPerPage))
      await printData(items.map((row) => toCsvLine(row, csv)).join(''));
  });
}

/** The filters of the route. What is wrong with them, the API says. */
function readParameters({
  month,
  by,
  externalId,
  domain,
  sort,
}: Options): Record<string, string | undefined> {
  if (by === 'external_id' && (domain !== undefined || sort !== undefined))
    throw new UsageError(`--${sort === undefined ? 'domain' : 'sort'} can't be given with --by external_id`);
  const uuid = parseUuid(domain ?? '');
  return {
    // A month that begins meanwhile doesn't change what the pages are about.
    month: month ?? monthOf(systemClock.now()),
    external_id: externalId,
    host: uuid === undefined ? domain : undefined,
    custom_domain_uuid: uuid,
  };
}

function toColumn(name: string) {
  const isText = name === 'host' || name === 'external_id';
  return { title: name.toUpperCase().replaceAll('_', ' '), whole: !isText };
}

function toCell(value: string | number | boolean | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === undefined || value === '' ? '-' : String(value);
}
