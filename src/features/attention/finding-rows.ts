/** Findings, and the rows that they are stored as. Source: docs/reference/findings.md. */
import type { Kysely } from 'kysely';
import type { ControlQueries, ControlTransaction } from '../../control/database.ts';
import type { ControlSchema } from '../../control/schema.ts';
import type { Evidence, FindingKindName, Severity, Subject, SubjectType } from '../../core/finding.ts';
import { goodChecksToResolve, type OpenFinding } from './finding-life.ts';

export type FindingRow = {
  uuid: string;
  account_uuid: string;
  kind: FindingKindName;
  severity: Severity;
  subject_type: SubjectType;
  subject_uuid: string | null;
  subject_host: string | null;
  /** The uuid, else the host, else empty. */
  subject_key: string;
  /** 1: of an upstream, in place of those of its domains. */
  is_group: number;
  cause_code: string;
  /** JSON. */
  evidence: string;
  good_checks: number;
  opened_at: number;
  last_seen_at: number;
  resolved_at: number | null;
  muted_until: number | null;
};

/** A domain that a finding of its upstream stands for. */
export type FindingHostRow = {
  finding_uuid: string;
  domain_uuid: string;
  host: string;
  good_checks: number;
};

export type FindingTables = { findings: FindingRow; finding_hosts: FindingHostRow };

export type Finding = {
  readonly uuid: string;
  readonly accountUuid: string;
  readonly kind: FindingKindName;
  readonly severity: Severity;
  readonly subject: Subject;
  readonly isGroup: boolean;
  readonly causeCode: string;
  readonly evidence: Evidence;
  readonly openedAt: number;
  readonly lastSeenAt: number;
  readonly resolvedAt: number | null;
  readonly mutedUntil: number | null;
};

export function findingTables(
  trx: ControlTransaction | ControlQueries,
): Kysely<ControlSchema & FindingTables> {
  return trx.withTables<FindingTables>();
}

/** With the hosts of groups: those that are left, or of resolved ones all that there were. */
export async function toFindings(
  queries: ControlTransaction | ControlQueries,
  rows: readonly FindingRow[],
): Promise<Finding[]> {
  const groups = rows.filter((row) => row.is_group === 1);
  const hosts = new Map(groups.map(({ uuid }) => [uuid, new Array<string>()]));
  const isOver = new Set(groups.flatMap((row) => (row.resolved_at === null ? [] : [row.uuid])));
  const members =
    groups.length === 0
      ? []
      : await findingTables(queries)
          .selectFrom('finding_hosts')
          .selectAll()
          .where('finding_uuid', 'in', [...hosts.keys()])
          .orderBy('host')
          .execute();
  for (const { finding_uuid: uuid, host, good_checks: goodChecks } of members)
    if (isOver.has(uuid) || goodChecks < goodChecksToResolve) hosts.get(uuid)?.push(host);
  return rows.map((row) => toFinding(row, hosts.get(row.uuid)));
}

function toFinding(row: FindingRow, hosts: readonly string[] | undefined): Finding {
  const evidence: Evidence = JSON.parse(row.evidence);
  return {
    uuid: row.uuid,
    accountUuid: row.account_uuid,
    kind: row.kind,
    severity: row.severity,
    subject: subjectOf(row),
    isGroup: row.is_group === 1,
    causeCode: row.cause_code,
    evidence: hosts ? { ...evidence, hosts } : evidence,
    openedAt: row.opened_at,
    lastSeenAt: row.last_seen_at,
    resolvedAt: row.resolved_at,
    mutedUntil: row.muted_until,
  };
}

export function subjectOf(row: Pick<FindingRow, 'subject_type' | 'subject_uuid' | 'subject_host'>): Subject {
  return { type: row.subject_type, uuid: row.subject_uuid, host: row.subject_host };
}

/** What a step is decided by. */
export type OpenRow = Pick<
  FindingRow,
  | 'account_uuid'
  | 'kind'
  | 'severity'
  | 'subject_type'
  | 'subject_uuid'
  | 'subject_host'
  | 'cause_code'
  | 'good_checks'
  | 'last_seen_at'
>;

export function openOf(row: OpenRow): OpenFinding {
  return {
    causeCode: row.cause_code,
    severity: row.severity,
    goodChecks: row.good_checks,
    lastSeenAt: row.last_seen_at,
  };
}

export function keyOfSubject({ uuid, host }: Subject): string {
  return uuid ?? host ?? '';
}

/** Of a finding among all that are open. */
export function openKey(finding: {
  readonly accountUuid: string;
  readonly kind: FindingKindName;
  readonly subject: Subject;
}): string {
  const { accountUuid, kind, subject } = finding;
  return [accountUuid, kind, subject.type, keyOfSubject(subject)].join(' ');
}
