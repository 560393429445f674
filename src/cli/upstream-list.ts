/** `nameplate upstream list`. Source: docs/reference/domains.md ("Upstreams"). */
import type { Command } from 'commander';
import { upstreamToWire } from '../features/upstreams/wire.ts';
import { upstreamSortFields } from '../resources/upstream.ts';
import { defineCommand } from './command.ts';
import { type ListOptions, printList, readListOptions, withListOptions } from './paged-list.ts';
import { chooseAccount, withStore } from './store.ts';
import { toCells, upstreamTable } from './upstream-show.ts';

const help = `Usage: nameplate upstream list [--account UUID] [--sort FIELD] [--page N]
                               [--per-page N] [--all] [--json]

Lists upstreams of an account, newest first. On a terminal long cells are cut
to fit.

Options:
  --account UUID  account to list; may be left out when there is one
  --sort FIELD    created_at, updated_at or host; -FIELD sorts descending
                  (default: -created_at)
  --page N        page to show (default: 1)
  --per-page N    upstreams on a page, 1 to 1000 (default: 20)
  --all           all pages, one after the other
  --json          print {"records": […], "pagination": {…}} as the API does,
                  tokens included
  -h, --help      print this help
`;

type Options = ListOptions & { account?: string };

export function upstreamListCommand(): Command {
  return withListOptions(defineCommand('list', help).option('--account <uuid>')).action(listUpstreams);
}

async function listUpstreams(options: Options): Promise<void> {
  const { page, sort } = readListOptions(options, upstreamSortFields);
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const list = {
      noun: 'upstream',
      key: 'records',
      table: upstreamTable(),
      toCells,
      toWire: upstreamToWire,
      read: async (limit: number, offset: number) => {
        const { upstreams, count } = await store.upstreams.list({ accountUuid, sort, limit, offset });
        return { items: upstreams, count };
      },
    } as const;
    await printList(list, page, options);
  });
}
