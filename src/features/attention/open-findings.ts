/**
 * The open findings of all accounts, in memory: so that thousands of checks that find all well cost no query each. As of some
 * seconds ago where other machines write too: a good check that comes before its finding is known counts for nothing, and the next one does.
 */
import type { ControlQueries } from '../../control/database.ts';
import type { Observation, Severity } from '../../core/finding.ts';
import { type OpenFinding, stepOf } from './finding-life.ts';
import { findingTables, type OpenRow, openKey, openOf, subjectOf } from './finding-rows.ts';
import { kindOf } from './kinds.ts';

const keptForMs = 10_000;
/** Without the evidence, which may be long. */
const columns = [
  'account_uuid',
  'kind',
  'severity',
  'subject_type',
  'subject_uuid',
  'subject_host',
  'cause_code',
  'findings.good_checks',
  'last_seen_at',
] as const;

type Known = { readonly at: number; readonly findings: Map<string, OpenFinding> };

export class OpenFindings {
  readonly #queries: ControlQueries;
  #known: Known | undefined;

  constructor(queries: ControlQueries) {
    this.#queries = queries;
  }

  /** Those of the observations that may change something. */
  async relevant(observations: readonly Observation[], now: number): Promise<Observation[]> {
    const seen = observations.filter(({ seen: { state } }) => state !== 'none');
    if (seen.length === 0) return [];
    if (!this.#known || Math.abs(now - this.#known.at) > keptForMs)
      this.#known = { at: now, findings: await this.#read() };
    const { findings } = this.#known;
    return seen.filter((each) => {
      const open = findings.get(openKey(each));
      return stepOf(open, each.seen, severityOf(each), now).to !== 'nothing';
    });
  }

  /** What was written is read again before the next observations. */
  forget(): void {
    this.#known = undefined;
  }

  async #read(): Promise<Map<string, OpenFinding>> {
    const tables = findingTables(this.#queries);
    const rows = await tables
      .selectFrom('findings')
      .select(columns)
      .where('resolved_at', 'is', null)
      .execute();
    const findings = new Map(rows.map((row) => [keyOfRow(row), openOf(row)]));
    const members = await tables
      .selectFrom('finding_hosts')
      .innerJoin('findings', 'findings.uuid', 'finding_hosts.finding_uuid')
      .select(['finding_hosts.domain_uuid', 'finding_hosts.host', 'finding_hosts.good_checks as good'])
      .select(columns)
      .where('findings.resolved_at', 'is', null)
      .where('finding_hosts.good_checks', '<', 2)
      .execute();
    for (const { domain_uuid: uuid, host, good: goodChecks, ...row } of members) {
      const subject = { type: 'custom_domain', uuid, host } as const;
      const key = openKey({ accountUuid: row.account_uuid, kind: row.kind, subject });
      findings.set(key, { ...openOf(row), goodChecks });
    }
    return findings;
  }
}

export function severityOf({ kind, seen }: Observation): Severity {
  return (seen.state === 'bad' && seen.severity) || kindOf(kind).severity;
}

function keyOfRow(row: OpenRow): string {
  return openKey({ accountUuid: row.account_uuid, kind: row.kind, subject: subjectOf(row) });
}
