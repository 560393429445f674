/** `nameplate domain list`. Source: docs/reference/domains.md ("Custom domains"). */
import type { Command } from 'commander';
import type { CustomDomain } from '../control/custom-domains.ts';
import { readDomainStates } from '../features/custom-domains/answers.ts';
import { customDomainToWire, type DomainState } from '../features/custom-domains/wire.ts';
import { customDomainResource, customDomainSortFields } from '../resources/custom-domain.ts';
import { filterHelp, filtersOfOptions, formatHelp, withFilterOptions } from './attribute-options.ts';
import { defineCommand } from './command.ts';
import { openDnsRecords } from './domain-dns.ts';
import { domainTable, toCells } from './domain-show.ts';
import { type ListOptions, listHelp, printList, readListOptions, withListOptions } from './paged-list.ts';
import { chooseAccount, withStore } from './store.ts';
import { findUpstream } from './upstream-show.ts';

const help = `Usage: nameplate domain list [OPTIONS]

Lists custom domains of an account, newest first. RECORDS tells whether the
last check found the DNS records.

Options:
${formatHelp([
  ['--account UUID', 'account to list; may be left out when there is one'],
  ['--upstream UUID', 'only those on this upstream'],
  ...filterHelp(customDomainResource),
  ['--wide', 'show www, analytics and the uuid as well'],
  ...listHelp('custom domains', customDomainSortFields),
])}
`;

type Shown = { readonly domain: CustomDomain; readonly state: DomainState };
type Options = ListOptions & { account?: string; upstream?: string; wide?: true };

export function domainListCommand(): Command {
  const command = defineCommand('list', help)
    .option('--account <uuid>')
    .option('--upstream <uuid>')
    .option('--wide');
  return withListOptions(withFilterOptions(command, customDomainResource)).action(listDomains);
}

async function listDomains(options: Options): Promise<void> {
  const { page, sort } = readListOptions(options, customDomainSortFields);
  const filters = filtersOfOptions(customDomainResource, options);
  await withStore(async (store, config) => {
    const accountUuid = await chooseAccount(store, options.account);
    const upstreamUuid =
      options.upstream === undefined
        ? undefined
        : (await findUpstream(store, accountUuid, options.upstream)).uuid;
    const records = options.json ? await openDnsRecords(config) : { expected: () => [] };
    const list = {
      noun: 'custom domain',
      key: 'data',
      table: domainTable(options),
      toCells: ({ domain }: Shown) => toCells(domain),
      toWire: ({ domain, state }: Shown) => customDomainToWire(domain, records, state),
      read: async (limit: number, offset: number) => {
        const query = { accountUuid, upstreamUuid, ...filters, sort, limit, offset };
        const { domains, count } = await store.customDomains.list(query);
        const stateOf = await readDomainStates(store, accountUuid, domains);
        return { items: domains.map((domain) => ({ domain, state: stateOf(domain) })), count };
      },
    } as const;
    await printList(list, page, options);
  });
}
