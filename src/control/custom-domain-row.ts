/** A custom domain, and the row it is stored as. Source: docs/reference/domains.md ("Custom domains"). */
import { createHash } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { DnsFindings } from '../core/custom-domain.ts';
import { type CustomDomainEntity, customDomainResource } from '../resources/custom-domain.ts';
import { fromColumns, toColumns } from './columns.ts';
import type { CustomDomainRow } from './schema.ts';

export type CustomDomain = CustomDomainEntity & {
  readonly accountUuid: string;
  readonly dns: {
    /** Milliseconds since the epoch; null = never. */
    readonly lastCheckAt: number | null;
    readonly nextCheckAt: number;
    /** Checks since the records were last found. */
    readonly failures: number;
    /** The result of the last check. */
    readonly report: DnsFindings | null;
    /** Whether the challenges of all its hosts led to this service's zone when that was last known. */
    readonly isDelegated: boolean;
    /** Since when records that were found are not; null: they are, or never were. */
    readonly lostAt: number | null;
  };
};

const storedNames = customDomainResource.stored;

export function toRow(domain: CustomDomain): Insertable<CustomDomainRow> {
  return {
    ...toColumns(customDomainResource, storedNames, domain),
    account_uuid: domain.accountUuid,
    last_dns_check_at: domain.dns.lastCheckAt,
    next_dns_check_at: domain.dns.nextCheckAt,
    dns_check_failures: domain.dns.failures,
    dns_check_report: domain.dns.report === null ? null : JSON.stringify(domain.dns.report),
    challenges_delegated: domain.dns.isDelegated ? 1 : 0,
    dns_lost_at: domain.dns.lostAt,
    tls_client_ca_digest: clientCaDigestOf(domain.tlsClientCa),
  };
}

/** Tells texts of `tls_client_ca` apart; empty: there are no authorities. */
export function clientCaDigestOf(pem: string): string {
  return pem === '' ? '' : createHash('sha256').update(pem).digest('base64url');
}

export function toCustomDomain(row: Selectable<CustomDomainRow>): CustomDomain {
  return {
    ...fromColumns(customDomainResource, storedNames, row),
    accountUuid: row.account_uuid,
    dns: {
      lastCheckAt: row.last_dns_check_at,
      nextCheckAt: row.next_dns_check_at,
      failures: row.dns_check_failures,
      report: row.dns_check_report === null ? null : toFindings(row.dns_check_report),
      isDelegated: row.challenges_delegated === 1,
      lostAt: row.dns_lost_at,
    },
  };
}

function toFindings(json: string): DnsFindings {
  const findings: DnsFindings = JSON.parse(json);
  return findings;
}

/** The state of a domain whose records haven't been checked; the check is due at once. */
export function unchecked(now: number): Pick<CustomDomain, 'status' | 'ready' | 'readyAt' | 'dns'> {
  return {
    status: 'pending_check',
    ready: false,
    readyAt: null,
    dns: { lastCheckAt: null, nextCheckAt: now, failures: 0, report: null, isDelegated: false, lostAt: null },
  };
}
