/** What the `list` commands share: their options, pages, tables and JSON. Source: docs/reference/api.md ("Lists"). */
import { type Command, Option } from 'commander';
import { defaultPerPage, maxPerPage, readPage } from '../api/query.ts';
import { type PageRequest, pageOffset } from '../core/page.ts';
import { type ApiClient, withApi } from './api-client.ts';
import { counted } from './counted.ts';
import { note, outputColumns, print, printData, printJson } from './output.ts';
import { type Column, Table } from './table.ts';

export type ListOptions = {
  readonly sort?: string;
  readonly page?: string;
  readonly perPage?: string;
  readonly all?: true;
  readonly json?: true;
};

type Page<Item> = { readonly items: readonly Item[]; readonly count: number };

/** A list that is read in parts, and how its items are shown. */
export type PagedList<Item> = {
  /** What an item is called. */
  readonly noun: string;
  /** The noun with an s by default. */
  readonly plural?: string;
  /** `data` by default. */
  readonly key?: 'data' | 'records';
  readonly table: Table;
  readonly toCells: (item: Item) => string[];
  readonly read: (limit: number, offset: number) => Promise<Page<Item>>;
};

export function withListOptions(command: Command): Command {
  return withPageOptions(command.option('--sort <field>'));
}

/** The help lines of these options; `noun` is what the items are called, in the plural. */
export function listHelp(
  noun: string,
  sortFields: readonly string[],
  defaultSort = '-created_at',
): readonly (readonly [string, string])[] {
  const fields = [sortFields.slice(0, -1).join(', '), sortFields.at(-1)].filter(Boolean).join(' or ');
  return [
    ['--sort FIELD', `${fields}; -FIELD sorts descending (default: ${defaultSort})`],
    ['--page N', 'page to show (default: 1)'],
    ['--per-page N', `${noun} on a page, 1 to ${maxPerPage} (default: ${defaultPerPage})`],
    ['--all', 'all pages, one after the other'],
    ['--json', 'print {"data": […], "pagination": {…}} as the API does'],
  ];
}

/** `per_page` as the options have it. */
export function perPageOf({ all, perPage }: ListOptions): string | undefined {
  return all ? String(maxPerPage) : perPage;
}

/** Adds the options of a list that has one order. */
export function withPageOptions(command: Command): Command {
  return command
    .option('--page <n>')
    .option('--per-page <n>')
    .addOption(new Option('--all').conflicts(['page', 'perPage']))
    .option('--json');
}

/** A list of the API's. */
export type ListOfAccount<Item> = Omit<PagedList<Item>, 'read' | 'table'> & {
  readonly columns: readonly Column[];
  /** Below the account's unless it begins with `/api/`. */
  readonly path: string | ((api: ApiClient, accountPath: string) => Promise<string>);
  readonly filters?: Readonly<Record<string, string | boolean | undefined>>;
};

/** Prints a list of the account that the options name. */
export async function printListOf<Item>(
  { columns, path, filters, ...list }: ListOfAccount<Item>,
  options: ListOptions & { readonly account?: string },
): Promise<void> {
  const page = readPage({ page: options.page, per_page: perPageOf(options) });
  await withApi(async (api) => {
    const accountPath = await api.accountPath(options.account);
    const named = typeof path === 'string' ? path : await path(api, accountPath);
    const collection = named.startsWith('/api/') ? named : `${accountPath}${named}`;
    const read = (limit: number, offset: number) =>
      api.page<Item>(collection, { ...filters, sort: options.sort }, limit, offset);
    await printList({ ...list, table: new Table(columns, outputColumns()), read }, page, options);
  });
}

/** Prints the page, or with `--all` every page. */
export async function printList<Item>(
  list: PagedList<Item>,
  page: PageRequest,
  options: ListOptions,
): Promise<void> {
  if (options.all) return options.json ? printAllJson(list, page.perPage) : printAllTable(list, page.perPage);
  const { items, count } = await list.read(page.perPage, pageOffset(page));
  if (options.json) {
    return printJson({ [list.key ?? 'data']: items, pagination: { page: page.page, count } });
  }
  await print(list.table.format(items.map(list.toCells)));
  const pages = Math.max(1, Math.ceil(count / page.perPage));
  note(`Page ${page.page} of ${pages}; ${counted(count, list.noun, list.plural)} in all.`);
}

/** Pages until one is not full: an item made meanwhile may be shown twice or not at all, as in any paged list. */
export async function* pagesOf<Item>(
  list: Pick<PagedList<Item>, 'read'>,
  size: number,
): AsyncGenerator<Page<Item>> {
  for (let offset = 0; ; offset += size) {
    const part = await list.read(size, offset);
    yield part;
    if (part.items.length < size) return;
  }
}

async function printAllTable<Item>(list: PagedList<Item>, size: number): Promise<void> {
  for await (const { items } of pagesOf(list, size)) await print(list.table.format(items.map(list.toCells)));
}

async function printAllJson<Item>(list: PagedList<Item>, size: number): Promise<void> {
  let count = 0;
  let separator = '';
  await printData(`{"${list.key ?? 'data'}":[`);
  for await (const part of pagesOf(list, size)) {
    for (const item of part.items) {
      await printData(`${separator}\n${JSON.stringify(item)}`);
      separator = ',';
    }
    count = part.count;
  }
  await printData(`\n],"pagination":{"page":1,"count":${count}}}\n`);
}
