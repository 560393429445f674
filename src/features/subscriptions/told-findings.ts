/** The findings that a subscription is about. Source: docs/reference/subscriptions.md ("Findings"). */
import { sql } from 'kysely';
import type { ControlDatabase } from '../../control/database.ts';
import { languageOf } from '../../core/languages.ts';
import { type FindingRow, findingTables, toFindings } from '../attention/finding-rows.ts';
import { toldSentences } from '../attention/texts/told-sentences.ts';
import type { Sentences } from '../attention/wire.ts';
import type { Due } from './subscription-store.ts';

export type ToldFinding = Sentences & { readonly severity: string };

/** More are counted. */
const shownFindings = 20;

export type ToldFindings = { readonly findings: readonly ToldFinding[]; readonly count: number };

/** Those that are open and not muted, worst first; with `since`, those that were opened from then until `until`. */
export async function toldFindings(
  { queries }: ControlDatabase,
  due: Due,
  now: number,
  opened?: { readonly since: number; readonly until: number },
): Promise<ToldFindings> {
  const source = sql`
    from findings where account_uuid = ${due.account_uuid} and resolved_at is null
      and (muted_until is null or muted_until <= ${now})
      and severity in (${sql.join(due.severities)})
      ${opened ? sql`and opened_at > ${opened.since} and opened_at <= ${opened.until}` : sql``}
      ${ofDomains(due)}`;
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count ${source}`.execute(queries);
  const { rows } = await sql<FindingRow>`
    select * ${source}
    order by case severity when 'critical' then 0 when 'warning' then 1 else 2 end, opened_at desc, uuid
    limit ${shownFindings}`.execute(queries);
  const language = languageOf(due.language);
  const findings = (await toFindings(findingTables(queries), rows)).map((finding) => {
    const { summary, cause, fix } = toldSentences(finding, language);
    return { severity: finding.severity, summary, cause, fix };
  });
  return { findings, count: counted[0]?.count ?? 0 };
}

/** Of the domain, of its host, or of its upstream for many domains. */
function ofDomains({ account_uuid: account, custom_domain_uuid: uuid, external_id: externalId }: Due) {
  if (uuid === null && externalId === null) return sql``;
  const domains = sql`custom_domains where account_uuid = ${account} and ${
    uuid === null ? sql`external_id = ${externalId}` : sql`uuid = ${uuid}`
  }`;
  return sql`and (
    subject_uuid in (select uuid from ${domains}) or subject_host in (select host from ${domains})
    or uuid in (select finding_uuid from finding_hosts where domain_uuid in (select uuid from ${domains})))`;
}
