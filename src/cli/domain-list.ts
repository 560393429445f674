/** `nameplate domain list`. Source: docs/reference/domains.md ("Custom domains"). */
import type { Command } from 'commander';
import { readText } from '../api/attributes.ts';
import {
  certificateHosts,
  coverageOf,
  customDomainToWire,
  domainHostAttribute,
} from '../api/schemas/custom-domain.ts';
import type { Coverage } from '../control/certificate-lookup.ts';
import { type CustomDomain, customDomainSortFields } from '../control/custom-domains.ts';
import { defineCommand } from './command.ts';
import { openDnsRecords } from './domain-dns.ts';
import { domainTable, toCells } from './domain-show.ts';
import { type ListOptions, printList, readListOptions, withListOptions } from './paged-list.ts';
import { chooseAccount, withStore } from './store.ts';
import { findUpstream } from './upstream-show.ts';

const help = `Usage: nameplate domain list [--account UUID] [--upstream UUID] [--host HOST]
                             [--sort FIELD] [--page N] [--per-page N]
                             [--all] [--json]

Lists custom domains of an account, newest first. On a terminal long cells are
cut to fit.

Options:
  --account UUID   account to list; may be left out when there is one
  --upstream UUID  only those on this upstream
  --host HOST      only the one with this host
  --sort FIELD     created_at, updated_at or host; -FIELD sorts descending
                   (default: -created_at)
  --page N         page to show (default: 1)
  --per-page N     custom domains on a page, 1 to 1000 (default: 20)
  --all            all pages, one after the other
  --json           print {"data": […], "pagination": {…}} as the API does
  -h, --help       print this help
`;

type Shown = { readonly domain: CustomDomain; readonly coverage: Coverage | undefined };
type Options = ListOptions & { account?: string; upstream?: string; host?: string };

export function domainListCommand(): Command {
  return withListOptions(
    defineCommand('list', help)
      .option('--account <uuid>')
      .option('--upstream <uuid>')
      .option('--host <host>'),
  ).action(listDomains);
}

async function listDomains(options: Options): Promise<void> {
  const { page, sort } = readListOptions(options, customDomainSortFields);
  const host = options.host === undefined ? undefined : readText(options.host, domainHostAttribute);
  await withStore(async (store, config) => {
    const accountUuid = await chooseAccount(store, options.account);
    const upstreamUuid =
      options.upstream === undefined
        ? undefined
        : (await findUpstream(store, accountUuid, options.upstream)).uuid;
    const records = options.json ? await openDnsRecords(config) : { expected: () => [] };
    const list = {
      noun: 'custom domains',
      key: 'data',
      table: domainTable(),
      toCells: ({ domain }: Shown) => toCells(domain),
      toWire: ({ domain, coverage }: Shown) => customDomainToWire(domain, records, coverage),
      read: async (limit: number, offset: number) => {
        const query = { accountUuid, upstreamUuid, host, sort, limit, offset };
        const { domains, count } = await store.customDomains.list(query);
        const hosts = options.json ? domains.flatMap(certificateHosts) : [];
        const coverage = await store.certificates.findCoverage(accountUuid, hosts);
        return {
          items: domains.map((domain) => ({ domain, coverage: coverageOf(domain, coverage) })),
          count,
        };
      },
    } as const;
    await printList(list, page, options);
  });
}
