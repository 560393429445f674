/** `nameplate redirect list`. Source: docs/reference/redirects.md ("Finding redirects"). */
import type { Command } from 'commander';
import { redirectToWire } from '../api/schemas/redirect.ts';
import { type Redirect, redirectSortFields } from '../control/redirects.ts';
import { defineCommand } from './command.ts';
import { outputColumns } from './output.ts';
import { type ListOptions, printList, readListOptions, withListOptions } from './paged-list.ts';
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

type Options = ListOptions & { account?: string; sourceHost?: string };

export function redirectListCommand(): Command {
  return withListOptions(
    defineCommand('list', help).option('--account <uuid>').option('--source-host <host>'),
  ).action(listRedirects);
}

async function listRedirects(options: Options): Promise<void> {
  const { page, sort } = readListOptions(options, redirectSortFields);
  const sourceHost = options.sourceHost === undefined ? undefined : readHost(options.sourceHost);
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const list = {
      noun: 'redirects',
      key: 'data',
      table: redirectTable(),
      toCells,
      toWire: redirectToWire,
      read: async (limit: number, offset: number) => {
        const { redirects, count } = await store.redirects.list({
          accountUuid,
          sourceHost,
          sort,
          limit,
          offset,
        });
        return { items: redirects, count };
      },
    } as const;
    await printList(list, page, options);
  });
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
