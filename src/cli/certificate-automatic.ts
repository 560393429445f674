/** `nameplate certificate automatic`. Source: docs/reference/acme.md ("When it fails"). */
import { type Command, Option } from 'commander';
import type { AutomaticCertificate } from '../control/automatic-certificate-list.ts';
import { formatTimestamp } from '../core/clock.ts';
import { defineCommand } from './command.ts';
import { outputColumns } from './output.ts';
import { type ListOptions, printList, readListOptions } from './paged-list.ts';
import { chooseAccount, withStore } from './store.ts';
import { showTime, Table } from './table.ts';

const help = `Usage: nameplate certificate automatic [--account UUID] [--page N]
                                       [--per-page N] [--all] [--json]

Lists the hosts of an account with automatic certificates: when each
certificate expires, when the next attempt is due, and why the last one failed.
On a terminal long cells are cut to fit.

Options:
  --account UUID  account to list; may be left out when there is one
  --page N        page to show (default: 1)
  --per-page N    hosts on a page, 1 to 1000 (default: 20)
  --all           all pages, one after the other
  --json          print {"data": […], "pagination": {…}}
  -h, --help      print this help
`;

type Options = Omit<ListOptions, 'sort'> & { account?: string };

export function certificateAutomaticCommand(): Command {
  return defineCommand('automatic', help)
    .option('--account <uuid>')
    .option('--page <n>')
    .option('--per-page <n>')
    .addOption(new Option('--all').conflicts(['page', 'perPage']))
    .option('--json')
    .action(listAutomatic);
}

async function listAutomatic(options: Options): Promise<void> {
  const { page } = readListOptions(options, []);
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const columns = [
      { title: 'HOST' },
      { title: 'EXPIRES', whole: true },
      { title: 'NEXT ATTEMPT', whole: true },
      { title: 'LAST ERROR' },
    ];
    const list = {
      noun: 'host',
      key: 'data',
      table: new Table(columns, outputColumns()),
      toCells,
      toWire,
      read: async (limit: number, offset: number) => {
        const { certificates, count } = await store.automaticCertificateList.list(accountUuid, {
          limit,
          offset,
        });
        return { items: certificates, count };
      },
    } as const;
    await printList(list, page, options);
  });
}

function toCells({ host, expiresAt, nextAttemptAt, lastError }: AutomaticCertificate): string[] {
  return [host, expiresAt === null ? 'none' : showTime(expiresAt), showTime(nextAttemptAt), lastError ?? '-'];
}

function toWire(certificate: AutomaticCertificate): Record<string, unknown> {
  const { host, issuer, expiresAt, nextAttemptAt, failures, lastError } = certificate;
  return {
    host,
    issuer,
    expires_at: expiresAt === null ? null : formatTimestamp(expiresAt),
    next_attempt_at: formatTimestamp(nextAttemptAt),
    failures,
    last_error: lastError,
  };
}
