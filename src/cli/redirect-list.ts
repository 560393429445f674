/** `nameplate redirect list`. Source: spec section 4.4, contract section 2 ("Lists"). */
import { type Command, Option } from 'commander';
import { maxPerPage, readPage, readSort } from '../api/query.ts';
import { redirectToWire } from '../api/schemas/redirect.ts';
import { type Redirect, type RedirectQuery, redirectSortFields } from '../control/redirects.ts';
import type { ControlStore } from '../control/store.ts';
import { pageOffset } from '../core/page.ts';
import { defineCommand } from './command.ts';
import { note, outputColumns, print, printJson } from './output.ts';
import { readHost } from './redirect-attributes.ts';
import { chooseAccount, withStore } from './store.ts';
import { Table } from './table.ts';

const help = `Usage: nameplate redirect list [--account UUID] [--source-host HOST]
                               [--sort FIELD] [--page N] [--per-page N]
                               [--all] [--json]

Lists redirects of an account, newest first. APPENDS tells what of the request
goes to the destination. On a terminal long cells are cut to fit.

Options:
  --account UUID      account to list; may be left out when there is one
  --source-host HOST  only the redirect of this host
  --sort FIELD        created_at, updated_at or source_host; -FIELD sorts
                      descending (default: -created_at)
  --page N            page to show (default: 1)
  --per-page N        redirects on a page, 1 to 1000 (default: 20)
  --all               all pages, one after the other
  --json              print {"data": […], "pagination": {…}} as the API does
  -h, --help          print this help
`;

type Options = {
  account?: string;
  sourceHost?: string;
  sort?: string;
  page?: string;
  perPage?: string;
  all?: true;
  json?: true;
};

export function redirectListCommand(): Command {
  return defineCommand('list', help)
    .option('--account <uuid>')
    .option('--source-host <host>')
    .option('--sort <field>')
    .option('--page <n>')
    .option('--per-page <n>')
    .addOption(new Option('--all').conflicts(['page', 'perPage']))
    .option('--json')
    .action(listRedirects);
}

async function listRedirects(options: Options): Promise<void> {
  const page = readPage({ page: options.page, per_page: options.all ? String(maxPerPage) : options.perPage });
  const sort = readSort({ sort: options.sort }, redirectSortFields, {
    field: 'created_at',
    direction: 'desc',
  });
  const sourceHost = options.sourceHost === undefined ? undefined : readHost(options.sourceHost);
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const query = { accountUuid, sourceHost, sort, limit: page.perPage, offset: pageOffset(page) };
    if (options.all) return options.json ? printAllJson(store, query) : printAllTable(store, query);
    const { redirects, count } = await store.redirects.list(query);
    if (options.json) {
      return printJson({ data: redirects.map(redirectToWire), pagination: { page: page.page, count } });
    }
    await print(redirectTable().format(redirects.map(toCells)));
    const pages = Math.max(1, Math.ceil(count / page.perPage));
    note(`Page ${page.page} of ${pages}; ${count} redirects in all.`);
  });
}

/** Pages until one is not full: a redirect made meanwhile may be shown twice or not at all, as in any paged list. */
async function* pagesOf(
  store: ControlStore,
  query: RedirectQuery,
): AsyncGenerator<{ redirects: Redirect[]; count: number }> {
  for (let offset = 0; ; offset += query.limit) {
    const part = await store.redirects.list({ ...query, offset });
    yield part;
    if (part.redirects.length < query.limit) return;
  }
}

async function printAllTable(store: ControlStore, query: RedirectQuery): Promise<void> {
  const table = redirectTable();
  for await (const { redirects } of pagesOf(store, query)) await print(table.format(redirects.map(toCells)));
}

async function printAllJson(store: ControlStore, query: RedirectQuery): Promise<void> {
  let count = 0;
  let separator = '';
  await print('{"data":[');
  for await (const part of pagesOf(store, query)) {
    for (const redirect of part.redirects) {
      await print(`${separator}\n${JSON.stringify(redirectToWire(redirect))}`);
      separator = ',';
    }
    count = part.count;
  }
  await print(`\n],"pagination":{"page":1,"count":${count}}}\n`);
}

/** A table of redirects; see {@link toCells}. */
export function redirectTable(): Table {
  return new Table(
    [
      { title: 'SOURCE HOST' },
      { title: 'PATH' },
      { title: 'DESTINATION' },
      { title: 'TYPE', whole: true },
      { title: 'APPENDS', whole: true },
      { title: 'STATE', whole: true },
    ],
    outputColumns(),
  );
}

export function toCells(redirect: Redirect): string[] {
  const appends = [redirect.preservePath ? 'path' : '', redirect.preserveQueryString ? 'query' : ''];
  return [
    redirect.sourceHost,
    redirect.matchPath,
    redirect.destinationUrl,
    redirect.redirectType,
    appends.filter((part) => part !== '').join('+') || '-',
    redirect.active ? 'active' : 'paused',
  ];
}
