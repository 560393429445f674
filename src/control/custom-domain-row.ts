/** A custom domain, and the row it is stored as. Source: docs/reference/domains.md ("Custom domains"). */
import type { Insertable, Selectable } from 'kysely';
import type { ChallengeType, DnsFindings, DomainStatus } from '../core/custom-domain.ts';
import type { WebAnalyticsMode } from '../core/route.ts';
import { toFlag } from './flag.ts';
import type { CustomDomainRow } from './schema.ts';

/** What a caller may set; already validated, the host normalised. */
export type CustomDomainAttributes = {
  readonly host: string;
  readonly challengeType: ChallengeType;
  readonly redirectToWww: boolean;
  readonly webAnalytics: WebAnalyticsMode;
  /** Seconds; 0 = off. */
  readonly hstsMaxAge: number;
  /** IANA name; the default of queries from the command line and the dashboard. */
  readonly timeZone: string;
};

export type CustomDomain = CustomDomainAttributes & {
  readonly uuid: string;
  readonly accountUuid: string;
  readonly upstreamUuid: string;
  readonly status: DomainStatus;
  readonly tlsCertificateIssued: boolean;
  readonly dns: {
    /** Milliseconds since the epoch; null = never. */
    readonly lastCheckAt: number | null;
    readonly nextCheckAt: number;
    /** Checks since the records were last found. */
    readonly failures: number;
    /** What the last check came to. */
    readonly report: DnsFindings | null;
  };
  readonly createdAt: number;
  readonly updatedAt: number;
};

type Changeable = Omit<Selectable<CustomDomainRow>, 'uuid' | 'account_uuid' | 'upstream_uuid' | 'created_at'>;

export function toRow(domain: CustomDomain): Insertable<CustomDomainRow> {
  return {
    ...toUpdate(domain),
    uuid: domain.uuid,
    account_uuid: domain.accountUuid,
    upstream_uuid: domain.upstreamUuid,
    created_at: domain.createdAt,
  };
}

/** The columns that are not written once and for all. */
export function toUpdate(domain: CustomDomain): Changeable {
  return {
    host: domain.host,
    status: domain.status,
    challenge_type: domain.challengeType,
    redirect_to_www: toFlag(domain.redirectToWww),
    web_analytics: domain.webAnalytics,
    hsts_max_age: domain.hstsMaxAge,
    time_zone: domain.timeZone,
    tls_certificate_issued: toFlag(domain.tlsCertificateIssued),
    last_dns_check_at: domain.dns.lastCheckAt,
    next_dns_check_at: domain.dns.nextCheckAt,
    dns_check_failures: domain.dns.failures,
    dns_check_report: domain.dns.report === null ? null : JSON.stringify(domain.dns.report),
    updated_at: domain.updatedAt,
  };
}

export function toCustomDomain(row: Selectable<CustomDomainRow>): CustomDomain {
  return {
    uuid: row.uuid,
    accountUuid: row.account_uuid,
    upstreamUuid: row.upstream_uuid,
    host: row.host,
    status: row.status,
    challengeType: row.challenge_type,
    redirectToWww: row.redirect_to_www === 1,
    webAnalytics: row.web_analytics,
    hstsMaxAge: row.hsts_max_age,
    timeZone: row.time_zone,
    tlsCertificateIssued: row.tls_certificate_issued === 1,
    dns: {
      lastCheckAt: row.last_dns_check_at,
      nextCheckAt: row.next_dns_check_at,
      failures: row.dns_check_failures,
      report: row.dns_check_report === null ? null : toFindings(row.dns_check_report),
    },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toFindings(json: string): DnsFindings {
  const findings: DnsFindings = JSON.parse(json);
  return findings;
}
