/** How custom domains are shown. Source: docs/reference/domains.md ("Custom domains"). */
import { defaultTimeZone } from '../core/time-zone.ts';
import { customDomainResource } from '../resources/custom-domain.ts';
import type { ApiClient } from './api-client.ts';
import { noteErrorPages } from './error-page-options.ts';
import type { WireDomain } from './find-domain.ts';
import { noteOtherSettings } from './other-settings.ts';
import { note, outputColumns, print, printLine } from './output.ts';
import { type Column, showTime, Table } from './table.ts';

type DnsRecord = { readonly type: string; readonly name: string; readonly value: string };

export type ShownDomain = WireDomain & {
  readonly status: 'pending_check' | 'dns_records_found' | 'dns_records_not_found';
  readonly ready: boolean;
  readonly ready_at: string | null;
  readonly redirect_to_www: boolean;
  readonly web_analytics: string;
  readonly hsts_max_age: number;
  readonly ai_crawlers: string;
  readonly ai_crawlers_robots_txt: boolean;
  readonly maintenance: boolean;
  readonly external_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly ownership: { readonly status: string; readonly record: DnsRecord | null };
  readonly certificate: {
    readonly issuer: string | null;
    readonly expires_at: string | null;
    readonly last_error: string | null;
  } | null;
  readonly verdict: {
    readonly state: string;
    readonly cause: string | null;
    readonly finding_uuid: string | null;
  };
  readonly reachable: string | null;
  readonly renewal: {
    readonly due_at: string;
    readonly state: string;
    readonly reason: string | null;
  } | null;
  readonly dns_records: readonly DnsRecord[];
  readonly last_dns_check_at: string | null;
  readonly dns_check: {
    readonly found: readonly DnsRecord[];
    readonly problems: readonly string[];
  } | null;
};

/** In the table, or a line of their own. */
const shownSettings = [
  'host',
  'redirect_to_www',
  'web_analytics',
  'hsts_max_age',
  'time_zone',
  'ai_crawlers',
  'ai_crawlers_robots_txt',
  'maintenance',
  'external_id',
  'metadata',
] as const;

/** Prints one custom domain, the records to set, and what the last check found and thinks of it. */
export async function showDomain(
  api: ApiClient,
  path: string,
  domain: ShownDomain,
  title: string,
): Promise<void> {
  const { certificate, ownership, dns_check: check, verdict, renewal } = domain;
  note(title);
  await print(new Table(domainColumns(true), outputColumns()).format([toCells(domain)]));
  note(`Upstream: ${domain.upstream_uuid}`);
  note(`Created: ${showTime(domain.created_at)} UTC, last changed: ${showTime(domain.updated_at)} UTC`);
  note(`Verdict: ${verdict.state}${verdict.cause === null ? '' : `: ${verdict.cause}`}`);
  if (verdict.finding_uuid !== null) note(`Finding: ${verdict.finding_uuid}`);
  if (domain.reachable !== null) note(`Reachable: ${domain.reachable}`);
  note(
    typeof certificate?.expires_at === 'string'
      ? `Certificate: by ${certificate.issuer ?? ''}, valid until ${showTime(certificate.expires_at)} UTC`
      : 'Certificate: none',
  );
  if (typeof certificate?.last_error === 'string')
    note(`The last attempt to get a certificate failed: ${certificate.last_error}`);
  if (renewal)
    note(
      `Renewal: ${renewal.state}, due ${showTime(renewal.due_at)} UTC${renewal.reason === null ? '' : `: ${renewal.reason}`}`,
    );
  if (domain.ready && domain.ready_at !== null)
    note(`Ready for visitors since ${showTime(domain.ready_at)} UTC`);
  if (domain.external_id !== '') note(`External id: ${domain.external_id}`);
  const metadata = Object.entries(domain.metadata).map(([key, value]) => `${key}=${value}`);
  if (metadata.length > 0) note(`Metadata: ${metadata.join(', ')}`);
  if (domain.hsts_max_age > 0)
    note(`HSTS: browsers that came by HTTPS come back by HTTPS only, for ${domain.hsts_max_age} s.`);
  if (domain.time_zone !== defaultTimeZone) note(`Time zone: ${domain.time_zone}`);
  const aboutCrawlers = [
    ...(domain.ai_crawlers === 'allow' ? [] : [domain.ai_crawlers === 'block' ? '403' : '402']),
    ...(domain.ai_crawlers_robots_txt ? ['robots.txt asks them to stay away'] : []),
  ];
  noteOtherSettings(customDomainResource, domain, shownSettings);
  await noteErrorPages(api, path, domain.maintenance);
  if (aboutCrawlers.length > 0) note(`AI crawlers: ${aboutCrawlers.join('; ')}`);
  if (ownership.record) {
    note(
      'Another account had the host until recently. It is served once this record proves that it is yours:',
    );
    await print(formatRecords([ownership.record]));
  }
  if (domain.dns_records.length === 0) {
    note('Set NAMEPLATE_EDGE_HOSTNAME or NAMEPLATE_EDGE_ADDRESSES to see which DNS records to create.');
  } else {
    note('DNS records to set:');
    await print(formatRecords(domain.dns_records));
  }
  if (check === null) return;
  note(check.found.length === 0 ? 'The last check found no records.' : 'Found at the last check:');
  if (check.found.length > 0) await print(formatRecords(check.found));
  if (check.problems.length === 0) return;
  note('Problems:');
  for (const problem of check.problems) await printLine(`- ${problem}`);
}

function formatRecords(records: readonly DnsRecord[]): string {
  const columns = ['TYPE', 'NAME', 'VALUE'].map((name) => ({ title: name, whole: true }));
  return new Table(columns, outputColumns()).format(
    records.map(({ type, name, value }) => [type, name, value]),
  );
}

const words: Readonly<Record<ShownDomain['status'], string>> = {
  pending_check: 'unchecked',
  dns_records_found: 'found',
  dns_records_not_found: 'not found',
};

/** The columns fit a terminal of 80 with the host whole, unless it has more than 40 characters. */
export function domainColumns(wide = false): readonly Column[] {
  const narrow = ['HOST', 'RECORDS', 'READY', 'CHECKED'];
  const titles = wide ? [...narrow, 'WWW', 'ANALYTICS', 'UUID'] : narrow;
  return titles.map((title) => ({ title, whole: true }));
}

/** The cells of a row; the narrow table has the first of them. */
export function toCells(domain: ShownDomain): string[] {
  const { last_dns_check_at: checkedAt } = domain;
  return [
    domain.host,
    words[domain.status],
    domain.ready ? 'yes' : 'no',
    checkedAt === null ? 'never' : showTime(checkedAt),
    domain.redirect_to_www ? 'redirect' : '-',
    domain.web_analytics,
    domain.uuid,
  ];
}
