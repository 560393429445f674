/** `nameplate domain move`. Source: docs/reference/domains.md ("Moving to another upstream"). */
import type { Command } from 'commander';
import { defineCommand } from './command.ts';
import { openDnsRecords } from './domain-dns.ts';
import { findDomain, noDomain, showDomain } from './domain-show.ts';
import { chooseAccount, withStore } from './store.ts';
import { findUpstream, noUpstream } from './upstream-show.ts';

const help = `Usage: nameplate domain move UUID_OR_HOST --to UUID [--account UUID] [--json]

Moves a custom domain to another upstream of the account, without a gap. Its
uuid, certificates and analytics stay.

Options:
  --to UUID       upstream to move it to
  --account UUID  account that owns it; may be left out when there is one
  --json          print the custom domain as JSON
  -h, --help      print this help
`;

type Options = { to: string; account?: string; json?: true };

export function domainMoveCommand(): Command {
  return defineCommand('move', help)
    .argument('<uuid_or_host>')
    .requiredOption('--to <uuid>')
    .option('--account <uuid>')
    .option('--json')
    .action(async (target: string, options: Options) => {
      await withStore(async (store, config) => {
        const accountUuid = await chooseAccount(store, options.account);
        const { uuid, upstreamUuid } = await findDomain(store, accountUuid, target);
        const upstream = await findUpstream(store, accountUuid, options.to);
        const moved = await store.customDomains.move(accountUuid, upstreamUuid, uuid, upstream.uuid);
        if (moved === 'no domain') throw noDomain(target);
        if (moved === 'no upstream') throw noUpstream(options.to);
        await showDomain(store, moved, await openDnsRecords(config), 'Moved the custom domain:', options);
      });
    });
}
