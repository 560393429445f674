/**
 * What is wrong with hosts, from the open findings: one verdict for each. Source: docs/reference/findings.md ("Verdicts").
 *
 * A finding is about a host when the host is its subject, when the host is one of those that it stands for, or when it is about the
 * upstream of the host's custom domain. Muted ones count for nothing, and notices make no verdict.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type VerdictState, verdictStates } from '../core/finding.ts';
import type { Renewal } from '../core/renewal.ts';
import { hourMs } from '../core/time.ts';
import { certificateState } from './certificate-in-place.ts';
import type { ControlDatabase, ControlQueries } from './database.ts';
import { isOfDomain, subjectJoins } from './host-subjects.ts';
import type { Sort } from './page-query.ts';
import { type RenewalColumns, toRenewal } from './renewals.ts';
import { listed, Statement } from './statement.ts';

/** A domain that nothing has checked for so long may be in any state. */
const unknownAfterMs = 26 * hourMs;

/** A host's own times, from which its verdict follows where nothing is wrong. */
export type HostTimes = {
  readonly host: string;
  readonly readyAt: number | null;
  readonly checkedAt: number | null;
};

export type HostState = {
  readonly reachable: string | null;
  readonly readyAt: number | null;
  readonly checkedAt: number | null;
  readonly renewal: Renewal | null;
  /** Whether there is an open finding that is about the host, or about an upstream. */
  readonly mayHaveFindings: boolean;
};

type JudgedTable = 'custom_domains' | 'redirects' | 'host_rules';

type Database = Pick<ControlDatabase, 'queries' | 'kind'>;
type Account = { readonly accountUuid: string; readonly now: number };
/** Values, or parameters of a {@link Statement}. */
type Told = { readonly accountUuid: unknown; readonly now: unknown };

/** Without findings: see docs/reference/findings.md ("Verdicts"). */
export function quietVerdict({ readyAt, checkedAt }: Omit<HostTimes, 'host'>, now: number): VerdictState {
  if (readyAt === null) return 'setting_up';
  return checkedAt === null || checkedAt < now - unknownAfterMs ? 'unknown' : 'healthy';
}

const worstStatement = new Statement<
  { readonly host: string; readonly uuid: string; readonly rank: number },
  'account' | 'now' | 'hosts'
>((parameter, kind) => {
  const hosts = listed(kind, parameter('hosts'), 'host');
  const isMeant = (host: RawBuilder<unknown>) => sql<SqlBool>`${host} in ${hosts}`;
  return sql`
    select host, uuid, rank
    from (${toldOf({ accountUuid: parameter('account'), now: parameter('now') }, isMeant)}) as told
    order by rank desc, opened_at desc, uuid desc`;
});

/** By host: the worst of the open findings about it. */
export async function worstFindings(
  database: Database,
  { accountUuid, now }: Account,
  hosts: readonly string[],
): Promise<Map<string, { readonly uuid: string; readonly state: 'broken' | 'attention' }>> {
  const rows = await worstStatement.run(database, { account: accountUuid, now, hosts });
  return new Map(
    rows.map(({ host, uuid, rank }) => [host, { uuid, state: rank === 0 ? 'broken' : 'attention' }]),
  );
}

/** How many rows of a table of hosts are in each state; of those with rules, the ones that have nothing else. */
export async function countVerdicts(
  queries: ControlQueries,
  table: JudgedTable,
  account: Account,
): Promise<Record<VerdictState, number>> {
  const { rows } = await sql<{ verdict: VerdictState; count: number }>`
    select verdict, count(*) as count from ${withVerdicts(table, account)} group by verdict`.execute(queries);
  const counts = new Map(rows.map(({ verdict, count }) => [verdict, count]));
  // Each state is a key.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(verdictStates.map((state) => [state, counts.get(state) ?? 0])) as Record<
    VerdictState,
    number
  >;
}

const statesStatement = new Statement<
  RenewalColumns & {
    readonly host: string;
    readonly reachable: string | null;
    readonly ready_at: number | null;
    readonly checked_at: number | null;
    readonly has_findings: number;
  },
  'account' | 'now' | 'hosts'
>((parameter, kind) => {
  const account = parameter('account');
  const isTold = isToldOf({ accountUuid: account, now: parameter('now') });
  return sql`
    select named.host, reachable, ready_at, checked_at, fingerprint, not_before, expires_at, rehearsal,
      renew_at, failures, automatic_certificates.next_attempt_at,
      case when exists (select 1 from findings where ${isTold} and subject_host = named.host)
        or exists (select 1 from findings where ${isTold} and subject_type = 'upstream')
        then 1 else 0 end as has_findings
    from ${listed(kind, parameter('hosts'), 'host')} as named
    left join host_states on host_states.account_uuid = ${account} and host_states.host = named.host
    left join host_claims on host_claims.account_uuid = ${account} and host_claims.host = named.host
    left join automatic_certificates on automatic_certificates.host = host_claims.host`;
});

/** What is known of hosts beside their domains, by host. */
export async function readHostStates(
  database: Database,
  { accountUuid, now }: Account,
  hosts: readonly string[],
): Promise<Map<string, HostState>> {
  const rows = await statesStatement.run(database, { account: accountUuid, now, hosts });
  return new Map(
    rows.map((row) => [
      row.host,
      {
        reachable: row.reachable,
        readyAt: row.ready_at,
        checkedAt: row.checked_at,
        renewal: toRenewal(row),
        mayHaveFindings: row.has_findings === 1,
      },
    ]),
  );
}

/** A list of an account's hosts as its page is read: with verdicts where they are filtered or sorted by. */
export function judged<Field extends string>(
  table: 'custom_domains' | 'redirects',
  { accountUuid, sort, verdict, reachable, certificateState: certificate }: ListedByVerdict<Field>,
  { kind, now }: { readonly kind: ControlDatabase['kind']; readonly now: number },
): {
  readonly sort: Sort<Exclude<Field, 'verdict'>>;
  readonly source: RawBuilder<unknown> | undefined;
} {
  const wanted = [verdict, reachable, certificate];
  const isNeeded = sort.field === 'verdict' || wanted.some((value) => value !== undefined);
  const more = certificate === undefined ? [] : [sql`${certificateState(kind, now)} as certificate_state`];
  const field = sort.field === 'verdict' ? 'verdict_order' : sort.field;
  return {
    // `verdict_order` is a column of the source.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    sort: { ...sort, field: field as Exclude<Field, 'verdict'> },
    source: isNeeded ? withVerdicts(table, { accountUuid, now }, more) : undefined,
  };
}

type ListedByVerdict<Field extends string> = {
  readonly accountUuid: string;
  readonly sort: Sort<Field>;
  readonly verdict?: unknown;
  readonly reachable?: unknown;
  /** Of custom domains. */
  readonly certificateState?: unknown;
};

/**
 * The rows of a table of hosts of an account with `verdict`, `verdict_order` (worst first) and `reachable`, for lists that are
 * filtered or sorted by them. `more` are further columns.
 */
function withVerdicts(
  table: JudgedTable,
  { accountUuid, now }: Account,
  more: readonly RawBuilder<unknown>[] = [],
): RawBuilder<unknown> {
  const rows = sql.table(table);
  const host = sql.ref(table === 'redirects' ? 'redirects.source_host' : `${table}.host`);
  const [readyAt, checkedAt] =
    table === 'custom_domains'
      ? [sql.ref('custom_domains.ready_at'), sql.ref('custom_domains.last_dns_check_at')]
      : [sql.ref('host_states.ready_at'), sql.ref('host_states.checked_at')];
  return sql`(
    select ordered.*, ${verdictInOrder} as verdict
    from (
      select ${sql.join([sql`${rows}.*`, sql`host_states.reachable`, sql`${orderOf(readyAt, checkedAt, now)} as verdict_order`, ...more])}
      from ${rows}
      left join ${worstOf({ accountUuid, now })} as worst on worst.host = ${host}
      left join host_states on host_states.account_uuid = ${rows}.account_uuid and host_states.host = ${host}
      where ${rows}.account_uuid = ${accountUuid} ${table === 'host_rules' ? sql`and ${hasRulesOnly(accountUuid)}` : sql``}
    ) as ordered
  ) as ${rows}`;
}

/** Of a row of `host_rules`: what a verdict of its own is about. */
function hasRulesOnly(accountUuid: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`
    not exists (select 1 from redirects
      where redirects.source_host = host_rules.host and redirects.account_uuid = ${accountUuid})
    and not ${isOfDomain(sql`${accountUuid}`, sql.ref('host_rules.host'))}`;
}

/**
 * The hosts that an account has claimed with `verdict`, `verdict_order` (worst first) and `reachable`, for their list: of a host of a
 * custom domain the verdict is the domain's.
 */
export function judgedHosts({ accountUuid, now }: Account): RawBuilder<unknown> {
  const [account, host] = [sql.ref('claims.account_uuid'), sql.ref('claims.host')];
  const hasDomain = sql`own_domain.uuid is not null or www_domain.uuid is not null`;
  const timeOf = (ofDomain: string, ofHost: string) => sql`case when ${hasDomain}
    then coalesce(${sql.ref(`own_domain.${ofDomain}`)}, ${sql.ref(`www_domain.${ofDomain}`)})
    else ${sql.ref(`host_states.${ofHost}`)} end`;
  return sql`(
    select ordered.*, ${verdictInOrder} as verdict
    from (
      select claims.account_uuid, claims.host, host_states.reachable,
        ${orderOf(timeOf('ready_at', 'ready_at'), timeOf('last_dns_check_at', 'checked_at'), now)} as verdict_order
      from host_claims as claims ${subjectJoins(account, host)}
      left join ${worstOf({ accountUuid, now })} as worst on worst.host = coalesce(own_domain.host, www_domain.host, ${host})
      left join host_states on host_states.account_uuid = ${account} and host_states.host = ${host}
      where ${account} = ${accountUuid}
    ) as ordered
  ) as host_claims`;
}

const verdictInOrder = sql`case verdict_order
  when 0 then 'broken' when 1 then 'attention' when 2 then 'unknown' when 3 then 'setting_up' else 'healthy' end`;

function orderOf(
  readyAt: RawBuilder<unknown>,
  checkedAt: RawBuilder<unknown>,
  now: number,
): RawBuilder<unknown> {
  return sql`case
    when worst.rank = 0 then 0 when worst.rank = 1 then 1
    when ${readyAt} is null then 3
    when ${checkedAt} is null or ${checkedAt} < ${now - unknownAfterMs} then 2
    else 4 end`;
}

/** By host: how bad the worst finding about it is. */
function worstOf(account: Account): RawBuilder<unknown> {
  return sql`(
    select host, min(rank) as rank from (${toldOf(account, () => sql<SqlBool>`true`)}) as told group by host)`;
}

/** Each host with each of the findings about it: `host`, `uuid`, `rank` (0: critical, 1: warning), `opened_at`. */
function toldOf(
  told: Told,
  isMeant: (host: RawBuilder<unknown>) => RawBuilder<SqlBool>,
): RawBuilder<unknown> {
  const columns = sql`findings.uuid, case findings.severity when 'critical' then 0 else 1 end as rank, findings.opened_at`;
  const isTold = isToldOf(told);
  return sql`
    select findings.subject_host as host, ${columns} from findings
    where ${isTold} and findings.subject_type in ('custom_domain', 'redirect', 'host')
      and ${isMeant(sql.ref('findings.subject_host'))}
    union all
    select finding_hosts.host, ${columns}
    from findings join finding_hosts on finding_hosts.finding_uuid = findings.uuid and finding_hosts.good_checks < 2
    where ${isTold} and findings.is_group = 1 and ${isMeant(sql.ref('finding_hosts.host'))}
    union all
    select custom_domains.host, ${columns}
    from findings join custom_domains on custom_domains.upstream_uuid = findings.subject_uuid
    where ${isTold} and findings.is_group = 0 and findings.subject_type = 'upstream'
      and ${isMeant(sql.ref('custom_domains.host'))}`;
}

/** Whether a finding makes a verdict. */
function isToldOf({ accountUuid, now }: Told): RawBuilder<SqlBool> {
  return sql<SqlBool>`findings.account_uuid = ${accountUuid} and findings.resolved_at is null
    and findings.severity in ('critical', 'warning')
    and (findings.muted_until is null or findings.muted_until <= ${now})`;
}
