/** `nameplate domain verify`. Source: docs/reference/dns.md ("When it is checked"). */
import type { Command } from 'commander';
import type { CustomDomain } from '../control/custom-domains.ts';
import { systemClock } from '../core/clock.ts';
import type { DomainStatus } from '../core/custom-domain.ts';
import { defineCommand } from './command.ts';
import { findDomain, noDomain, showDomain } from './domain-show.ts';
import { chooseAccount, withStore } from './store.ts';

const help = `Usage: nameplate domain verify UUID_OR_HOST [--account UUID] [--json]

Checks the DNS records of a custom domain now, stores the result and
shows it. The exit code is 1 unless the records lead to the edge, and the
account has the host.

Options:
  --account UUID  account that owns it; may be left out when there is one
  --json          print the custom domain as JSON
  -h, --help      print this help
`;

const titles: Readonly<Record<DomainStatus, string>> = {
  dns_records_found: 'The DNS records lead to the edge:',
  dns_records_not_found: 'The DNS records do not lead to the edge:',
  pending_check: 'It could not be found out where the DNS records lead:',
};

type Options = { account?: string; json?: true };

export function domainVerifyCommand(): Command {
  return defineCommand('verify', help)
    .argument('<uuid_or_host>')
    .option('--account <uuid>')
    .option('--json')
    .action(verifyDomain);
}

async function verifyDomain(target: string, options: Options): Promise<void> {
  await withStore(async (store, config) => {
    const { uuid } = await findDomain(store, await chooseAccount(store, options.account), target);
    const { dnsServers, responder } = config;
    const edge = { ...config.edge, zone: responder?.zone };
    const { DomainDns } = await import('../dns/domain-dns.ts');
    const { pino } = await import('pino');
    const logger = pino({ level: 'silent' });
    const { issuersOf } = await import('../service/certificate-issuance.ts');
    const dnsOptions = {
      dnsServers,
      edge,
      clock: systemClock,
      logger,
      ...issuersOf(config, store.acmeAccounts),
    };
    await using dns = new DomainDns<CustomDomain>(store.customDomains, dnsOptions);
    const domain = await dns.verifier.verify(uuid);
    if (!domain) throw noDomain(target);
    await showDomain(store, domain, dns.records, titles[domain.status], options);
    if (domain.status !== 'dns_records_found' || (await store.customDomains.needsProof(domain)))
      process.exitCode = 1;
  });
}
