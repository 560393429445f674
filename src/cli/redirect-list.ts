/** `nameplate redirect list`. Source: docs/reference/redirects.md ("Finding redirects"). */
import type { Command } from 'commander';
import { type Redirect, redirectResource, redirectSortFields } from '../resources/redirect.ts';
import { fromWire } from '../resources/resource.ts';
import { withApi } from './api-client.ts';
import { filterHelp, filterQueryOf, formatHelp, withFilterOptions } from './attribute-options.ts';
import { defineCommand } from './command.ts';
import { outputColumns } from './output.ts';
import { type ListOptions, listHelp, printList, readListOptions, withListOptions } from './paged-list.ts';
import { Table } from './table.ts';

const help = `Usage: nameplate redirect list [OPTIONS]

Lists redirects of an account, newest first. APPENDS shows which parts of the
request are appended to the destination. On a terminal long cells are cut to
fit.

Options:
${formatHelp([
  ['--account UUID', 'account to list; may be left out when there is one'],
  ...filterHelp(redirectResource),
  ...listHelp('redirects', redirectSortFields),
])}
`;

type Options = ListOptions & { account?: string };

export function redirectListCommand(): Command {
  const command = defineCommand('list', help).option('--account <uuid>');
  return withListOptions(withFilterOptions(command, redirectResource)).action(listRedirects);
}

async function listRedirects(options: Options): Promise<void> {
  const { page, sort } = readListOptions(options, redirectSortFields);
  const filters = filterQueryOf(redirectResource, options);
  await withApi(async (api) => {
    const collection = `/api/v1/accounts/${await api.chooseAccount(options.account)}/redirects`;
    const list = {
      noun: 'redirect',
      key: 'data',
      table: redirectTable(),
      toCells: (wire: object) => toCells(fromWire(redirectResource, wire)),
      toWire: (wire: object) => wire,
      read: (limit: number, offset: number) => api.page(collection, { filters, sort }, limit, offset),
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
