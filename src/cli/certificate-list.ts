/** `nameplate certificate list`. Source: docs/reference/certificates.md ("Routes"). */
import { type Command, Option } from 'commander';
import { customCertificateToWire } from '../features/custom-certificates/wire.ts';
import { certificateTable, toCells } from './certificate-show.ts';
import { defineCommand } from './command.ts';
import { type ListOptions, printList, readListOptions } from './paged-list.ts';
import { chooseAccount, withStore } from './store.ts';

const help = `Usage: nameplate certificate list [--account UUID] [--page N] [--per-page N]
                                  [--all] [--json]

Lists custom certificates of an account, newest first. On a terminal long cells
are cut to fit.

Options:
  --account UUID  account to list; may be left out when there is one
  --page N        page to show (default: 1)
  --per-page N    certificates on a page, 1 to 1000 (default: 20)
  --all           all pages, one after the other
  --json          print {"data": […], "pagination": {…}} as the API does
  -h, --help      print this help
`;

type Options = Omit<ListOptions, 'sort'> & { account?: string };

export function certificateListCommand(): Command {
  return defineCommand('list', help)
    .option('--account <uuid>')
    .option('--page <n>')
    .option('--per-page <n>')
    .addOption(new Option('--all').conflicts(['page', 'perPage']))
    .option('--json')
    .action(listCertificates);
}

async function listCertificates(options: Options): Promise<void> {
  const { page } = readListOptions(options, []);
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const list = {
      noun: 'certificate',
      key: 'data',
      table: certificateTable(),
      toCells,
      toWire: customCertificateToWire,
      read: async (limit: number, offset: number) => {
        const { certificates, count } = await store.customCertificates.list(accountUuid, { limit, offset });
        return { items: certificates, count };
      },
    } as const;
    await printList(list, page, options);
  });
}
