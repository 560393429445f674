/** `nameplate usage`. Source: docs/reference/usage.md. */
import { type Command, Option } from 'commander';
import { maxPerPage, readPage, readSort } from '../api/query.ts';
import { usageSortFields } from '../control/usage-lists.ts';
import { systemClock } from '../core/clock.ts';
import { formatCsvLine } from '../core/csv.ts';
import { parseUuid } from '../core/ids.ts';
import { monthOf } from '../core/month.ts';
import {
  readUsageFilters,
  toCsvLine,
  usageCsvColumns,
  type WireExternalIdUsage,
  type WireUsage,
} from '../features/usage/schemas.ts';
import { formatHelp } from './attribute-options.ts';
import { defineCommand } from './command.ts';
import { UsageError } from './failures.ts';
import { outputColumns, print } from './output.ts';
import {
  type ListOptions,
  listHelp,
  listPerPage,
  type PagedList,
  pagesOf,
  printList,
  withListOptions,
} from './paged-list.ts';
import { readFromService } from './running-service.ts';
import { chooseAccount, withStore } from './store.ts';
import { Table } from './table.ts';

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
  const parameters = readParameters(options);
  const page = readPage({ page: options.page, per_page: listPerPage(options) });
  const { route, table, csv } = views[options.by];
  await withStore(async (store, config) => {
    const accountUuid = await chooseAccount(store, options.account);
    await readFromService(store, config, accountUuid, async (get) => {
      const list: PagedList<Row> = {
        noun: 'row',
        key: 'data',
        table: new Table(table.map(toColumn), outputColumns()),
        toCells: (row) => table.map((name) => toCell(row[name])),
        toWire: (row) => row,
        read: async (limit, offset) => {
          const part = { page: String(offset / limit + 1), per_page: String(limit) };
          const query = new URLSearchParams({ ...parameters, ...part }).toString();
          // What a service of this program answers has this shape: see src/features/usage/routes.ts.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          const { data, pagination } = (await get(`/api/v1/accounts/${accountUuid}/${route}?${query}`)) as {
            readonly data: readonly Row[];
            readonly pagination: { readonly count: number };
          };
          return { items: data, count: pagination.count };
        },
      };
      await (options.csv ? printCsv(list, csv) : printList(list, page, options));
    });
  });
}

/**
 * The parameters of the route. Errors: `month_invalid`, `external_id_invalid`, `host_invalid`, `sort_invalid`, so that they
 * are told without a running service.
 */
function readParameters({ month, by, externalId, domain, sort }: Options): Record<string, string> {
  if (by === 'external_id' && (domain !== undefined || sort !== undefined))
    throw new UsageError(`--${sort === undefined ? 'domain' : 'sort'} can't be given with --by external_id`);
  readSort({ sort }, usageSortFields, { field: 'host', direction: 'asc' });
  const uuid = parseUuid(domain ?? '');
  const filters = {
    month,
    external_id: externalId,
    host: uuid === undefined ? domain : undefined,
    custom_domain_uuid: uuid,
  };
  const now = systemClock.now();
  readUsageFilters(filters, now);
  // A month that begins meanwhile doesn't change what the pages are about.
  const given = Object.entries({ ...filters, month: month ?? monthOf(now), sort });
  return Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** All of it, page by page. */
async function printCsv(list: PagedList<Row>, columns: readonly string[]): Promise<void> {
  await print(formatCsvLine(columns));
  for await (const { items } of pagesOf(list, maxPerPage))
    await print(items.map((row) => toCsvLine(row, columns)).join(''));
}

function toColumn(name: string) {
  const isText = name === 'host' || name === 'external_id';
  return { title: name.toUpperCase().replaceAll('_', ' '), whole: !isText };
}

function toCell(value: string | number | boolean | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === undefined || value === '' ? '-' : String(value);
}
