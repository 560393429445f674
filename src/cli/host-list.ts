/** `nameplate host list`. Source: docs/reference/hosts.md. */
import { type Command, Option } from 'commander';
import { readPage, readSearch, readSort } from '../api/query.ts';
import type { AccountHost } from '../control/hosts.ts';
import { hostSortFields, hostToWire } from '../features/hosts/schemas.ts';
import { formatHelp } from './attribute-options.ts';
import { defineCommand } from './command.ts';
import { outputColumns } from './output.ts';
import { type ListOptions, listHelp, listPerPage, printList, withListOptions } from './paged-list.ts';
import { chooseAccount, withStore } from './store.ts';
import { showTime, Table } from './table.ts';

const help = `Usage: nameplate host list [OPTIONS]

Lists the hosts of an account, and what each has: a custom domain, a redirect,
rules. On a terminal long cells are cut to fit.

Options:
${formatHelp([
  ['--account UUID', 'account to list; may be left out when there is one'],
  ['--query TEXT', 'only hosts that contain this text'],
  ['--has-rules', 'only hosts that have rules'],
  ['--no-rules', 'only hosts that have none'],
  ...listHelp('hosts', hostSortFields, 'host'),
])}
`;

type Options = ListOptions & { account?: string; query?: string; hasRules?: true; rules: boolean };

export function hostListCommand(): Command {
  const command = defineCommand('list', help)
    .option('--account <uuid>')
    .option('--query <text>')
    .addOption(new Option('--has-rules').conflicts('rules'))
    .option('--no-rules');
  return withListOptions(command).action(listHosts);
}

async function listHosts(options: Options): Promise<void> {
  const page = readPage({ page: options.page, per_page: listPerPage(options) });
  const { direction } = readSort({ sort: options.sort }, hostSortFields, { field: 'host', direction: 'asc' });
  const search = readSearch({ query: options.query });
  const hasRules = options.rules ? options.hasRules : false;
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const list = {
      noun: 'host',
      key: 'data',
      table: hostTable(),
      toCells,
      toWire: hostToWire,
      read: async (limit: number, offset: number) => {
        const query = { accountUuid, search, hasRules, direction, limit, offset };
        const { hosts, count } = await store.hosts.list(query);
        return { items: hosts, count };
      },
    } as const;
    await printList(list, page, options);
  });
}

function hostTable(): Table {
  return new Table(
    [
      { title: 'HOST' },
      { title: 'DOMAIN', whole: true },
      { title: 'REDIRECT', whole: true },
      { title: 'RULES', whole: true },
      { title: 'UPDATED', whole: true },
    ],
    outputColumns(),
  );
}

function toCells({ host, customDomainUuid, redirectUuid, rules, updatedAt }: AccountHost): string[] {
  return [
    host,
    yes(customDomainUuid),
    yes(redirectUuid),
    rules === 0 ? '-' : String(rules),
    showTime(updatedAt),
  ];
}

function yes(uuid: string | null): string {
  return uuid === null ? '-' : 'yes';
}
