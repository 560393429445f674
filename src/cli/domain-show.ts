/** `nameplate domain show`, and how custom domains are shown. Source: docs/reference/domains.md ("Custom domains"). */
import type { Command } from 'commander';
import type { CustomDomain } from '../control/custom-domains.ts';
import type { ControlStore } from '../control/store.ts';
import type { DnsRecord, DnsRecords } from '../core/custom-domain.ts';
import { quoteValue, ServiceError } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import { defaultTimeZone } from '../core/time-zone.ts';
import { readDomainStates } from '../features/custom-domains/answers.ts';
import { customDomainToWire } from '../features/custom-domains/wire.ts';
import { readDomainHost } from '../resources/custom-domain.ts';
import { defineCommand } from './command.ts';
import { openDnsRecords } from './domain-dns.ts';
import { noteErrorPages } from './error-page-options.ts';
import { note, outputColumns, print, printJson } from './output.ts';
import { chooseAccount, withStore } from './store.ts';
import { type Column, oneLine, showTime, Table } from './table.ts';

const help = `Usage: nameplate domain show UUID_OR_HOST [--account UUID] [--json]

Shows a custom domain, the DNS records to set, and what the last check of them
found.

Options:
  --account UUID  account that owns it; may be left out when there is one
  --json          print the custom domain as JSON
  -h, --help      print this help
`;

type Options = { account?: string; json?: true };

export function domainShowCommand(): Command {
  return defineCommand('show', help)
    .argument('<uuid_or_host>')
    .option('--account <uuid>')
    .option('--json')
    .action(async (target: string, options: Options) => {
      await withStore(async (store, config) => {
        const domain = await findDomain(store, await chooseAccount(store, options.account), target);
        await showDomain(store, domain, await openDnsRecords(config), 'Custom domain:', options);
      });
    });
}

/** Errors: `not_found`, `host_invalid`. */
export async function findDomain(
  store: ControlStore,
  accountUuid: string,
  target: string,
): Promise<CustomDomain> {
  const uuid = parseUuid(target);
  const domain =
    uuid === undefined
      ? await store.customDomains.findByHost(readDomainHost(target))
      : await store.customDomains.findInAccount(accountUuid, uuid);
  if (domain?.accountUuid !== accountUuid) throw noDomain(target);
  return domain;
}

export function noDomain(target: string): ServiceError {
  return new ServiceError('not_found', `there is no custom domain ${quoteValue(target)}`);
}

/** Prints one custom domain, the records to set, and what the last check found and thinks of it. */
export async function showDomain(
  store: ControlStore,
  domain: CustomDomain,
  records: DnsRecords,
  title: string,
  options: { readonly json?: true },
): Promise<void> {
  const state = (await readDomainStates(store, domain.accountUuid, [domain]))(domain);
  const { coverage, ownership } = state;
  if (options.json) return printJson(customDomainToWire(domain, records, state));
  note(title);
  await print(domainTable({ wide: true }).format([toCells(domain)]));
  note(
    typeof coverage?.expiresAt === 'number'
      ? `Certificate: by ${oneLine(coverage.issuer ?? '')}, valid until ${showTime(coverage.expiresAt)} UTC`
      : 'Certificate: none',
  );
  if (typeof coverage?.lastError === 'string')
    note(`The last attempt to get a certificate failed: ${oneLine(coverage.lastError)}`);
  if (domain.ready && domain.readyAt !== null)
    note(`Ready for visitors since ${showTime(domain.readyAt)} UTC`);
  if (domain.externalId !== '') note(`External id: ${oneLine(domain.externalId)}`);
  const metadata = Object.entries(domain.metadata).map(([key, value]) => `${key}=${oneLine(value)}`);
  if (metadata.length > 0) note(`Metadata: ${metadata.join(', ')}`);
  if (domain.hstsMaxAge > 0)
    note(`HSTS: browsers that came by HTTPS come back by HTTPS only, for ${domain.hstsMaxAge} s.`);
  if (domain.timeZone !== defaultTimeZone) note(`Time zone: ${domain.timeZone}`);
  const aboutCrawlers = [
    ...(domain.aiCrawlers === 'allow' ? [] : [domain.aiCrawlers === 'block' ? '403' : '402']),
    ...(domain.aiCrawlersRobotsTxt ? ['robots.txt asks them to stay away'] : []),
  ];
  await noteErrorPages(store, { kind: 'custom_domain', ...domain }, domain.maintenance);
  if (aboutCrawlers.length > 0) note(`AI crawlers: ${aboutCrawlers.join('; ')}`);
  if (ownership.record) {
    note(
      'Another account had the host until recently. It is served once this record proves that it is yours:',
    );
    await print(formatRecords([ownership.record]));
  }
  const wanted = records.expected(domain);
  if (wanted.length === 0) {
    note('Set NAMEPLATE_EDGE_HOSTNAME or NAMEPLATE_EDGE_ADDRESSES to see which DNS records to create.');
  } else {
    note('DNS records to set:');
    await print(formatRecords(wanted));
  }
  const { report } = domain.dns;
  if (report === null) return;
  note(report.found.length === 0 ? 'The last check found no records.' : 'Found at the last check:');
  if (report.found.length > 0) await print(formatRecords(report.found));
  if (report.problems.length === 0) return;
  note('Problems:');
  await print(report.problems.map((problem) => `- ${problem}\n`).join(''));
}

function formatRecords(records: readonly DnsRecord[]): string {
  const columns = ['TYPE', 'NAME', 'VALUE'].map((name) => ({ title: name, whole: true }));
  return new Table(columns, outputColumns()).format(
    records.map(({ type, name, value }) => [type, name, value]),
  );
}

const words: Readonly<Record<CustomDomain['status'], string>> = {
  pending_check: 'unchecked',
  dns_records_found: 'found',
  dns_records_not_found: 'not found',
};

/** The column fits a terminal of 80 with the host whole, unless it has more than 40 characters. */
const columns: readonly Column[] = [
  { title: 'HOST', whole: true },
  { title: 'RECORDS', whole: true },
  { title: 'READY', whole: true },
  { title: 'CHECKED', whole: true },
];
const wideColumns: readonly Column[] = [
  ...columns,
  { title: 'WWW', whole: true },
  { title: 'ANALYTICS', whole: true },
  { title: 'UUID', whole: true },
];

/** A table of custom domains; see {@link toCells}. */
export function domainTable({ wide }: { readonly wide?: boolean } = {}): Table {
  return new Table(wide ? wideColumns : columns, outputColumns());
}

/** The cells of a row; the narrow table has the first of them. */
export function toCells(domain: CustomDomain): string[] {
  const { lastCheckAt } = domain.dns;
  return [
    domain.host,
    words[domain.status],
    domain.ready ? 'yes' : 'no',
    lastCheckAt === null ? 'never' : showTime(lastCheckAt),
    domain.redirectToWww ? 'redirect' : '-',
    domain.webAnalytics,
    domain.uuid,
  ];
}
