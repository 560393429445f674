/**
 * One finding of an upstream in place of those of many of its domains. Source: docs/reference/findings.md ("Many domains of one
 * upstream").
 *
 * More than ten domains with the same kind make a group: a finding whose subject is the upstream, and whose members are the domains.
 * Those that come later join it. Each member has its own good checks; when none is left, the group is resolved.
 */
import type { ControlDatabase, ControlTransaction } from '../../control/database.ts';
import { takingTurns } from '../../control/row-lock.ts';
import { type Observation, type Severity, severities } from '../../core/finding.ts';
import { goodChecksToResolve, type OpenFinding } from './finding-life.ts';
import { type FindingRow, findingTables, openKey, openOf } from './finding-rows.ts';

const mostSingle = 10;

export type Opening = {
  readonly observation: Observation;
  readonly seen: Extract<Observation['seen'], { readonly state: 'bad' }>;
  readonly severity: Severity;
};

export type Member = {
  readonly group: FindingRow;
  readonly domainUuid: string;
  readonly open: OpenFinding;
};

type NewMember = {
  readonly domainUuid: string;
  readonly host: string;
  /** The finding of its own that the group replaces. */
  readonly findingUuid?: string | undefined;
};

export type GroupOpening = Opening & { readonly members: readonly NewMember[] };

/** By key of the observation: the groups that its domain is in. */
export async function groupOf(
  trx: ControlTransaction,
  kind: ControlDatabase['kind'],
  observations: readonly { readonly observation: Observation }[],
): Promise<Map<string, Member>> {
  const uuids = observations.flatMap(({ observation: { subject } }) =>
    subject.type === 'custom_domain' && subject.uuid !== null ? [subject.uuid] : [],
  );
  if (uuids.length === 0) return new Map();
  const tables = findingTables(trx);
  const rows = await tables
    .selectFrom('finding_hosts')
    .innerJoin('findings', 'findings.uuid', 'finding_hosts.finding_uuid')
    .select(['finding_uuid', 'domain_uuid', 'host', 'finding_hosts.good_checks'])
    .where('domain_uuid', 'in', uuids)
    .where('findings.resolved_at', 'is', null)
    .where('finding_hosts.good_checks', '<', goodChecksToResolve)
    .execute();
  if (rows.length === 0) return new Map();
  const query = tables
    .selectFrom('findings')
    .selectAll()
    .where('uuid', 'in', [...new Set(rows.map((row) => row.finding_uuid))])
    .where('resolved_at', 'is', null)
    .orderBy('uuid');
  const groups = new Map((await takingTurns(kind, query).execute()).map((row) => [row.uuid, row]));
  const members = new Map<string, Member>();
  for (const { finding_uuid: findingUuid, domain_uuid: domainUuid, host, good_checks: goodChecks } of rows) {
    const group = groups.get(findingUuid);
    if (!group) continue;
    const subject = { type: 'custom_domain', uuid: domainUuid, host } as const;
    const key = openKey({ accountUuid: group.account_uuid, kind: group.kind, subject });
    members.set(key, { group, domainUuid, open: { ...openOf(group), goodChecks } });
  }
  return members;
}

/** Whether nothing is left of a group. */
export async function resolveEmptyGroup(trx: ControlTransaction, group: FindingRow): Promise<boolean> {
  const left = await findingTables(trx)
    .selectFrom('finding_hosts')
    .select('domain_uuid')
    .where('finding_uuid', '=', group.uuid)
    .where('good_checks', '<', goodChecksToResolve)
    .limit(1)
    .executeTakeFirst();
  return left === undefined;
}

/**
 * Splits findings to open into those of single subjects and groups; those whose domain is gone, and those that join a group that
 * is open, are in neither.
 */
export async function splitOpenings(
  trx: ControlTransaction,
  openings: readonly Opening[],
  now: number,
): Promise<{ readonly single: Opening[]; readonly groups: GroupOpening[] }> {
  const single: Opening[] = [];
  const groups: GroupOpening[] = [];
  const ofDomains = openings.filter(({ observation }) => observation.subject.type === 'custom_domain');
  single.push(...openings.filter((each) => !ofDomains.includes(each)));
  for (const { upstreamUuid, upstreamHost, list } of await byUpstream(trx, ofDomains)) {
    const [first] = list;
    if (!first) continue;
    const { accountUuid, kind } = first.observation;
    const added = list.map(({ observation: { subject } }) => ({
      domainUuid: subject.uuid ?? '',
      host: subject.host ?? '',
    }));
    if (await joinGroup(trx, { accountUuid, kind, upstreamUuid }, added)) continue;
    const present = await singleFindings(trx, { accountUuid, kind, upstreamUuid }, now);
    if (present.length + added.length <= mostSingle) single.push(...list);
    else
      groups.push({
        ...first,
        severity: worstOf(list),
        observation: {
          ...first.observation,
          subject: { type: 'upstream', uuid: upstreamUuid, host: upstreamHost },
        },
        members: [...present, ...added],
      });
  }
  return { single, groups };
}

function worstOf(list: readonly Opening[]): Severity {
  return severities.find((severity) => list.some((each) => each.severity === severity)) ?? 'notice';
}

type Place = {
  readonly accountUuid: string;
  readonly kind: Observation['kind'];
  readonly upstreamUuid: string;
};

/** By account, kind and upstream; without domains that are gone. */
async function byUpstream(
  trx: ControlTransaction,
  openings: readonly Opening[],
): Promise<{ readonly upstreamUuid: string; readonly upstreamHost: string; readonly list: Opening[] }[]> {
  if (openings.length === 0) return [];
  const rows = await trx
    .selectFrom('custom_domains')
    .innerJoin('upstreams', 'upstreams.uuid', 'custom_domains.upstream_uuid')
    .select(['custom_domains.uuid', 'custom_domains.account_uuid', 'upstream_uuid', 'upstreams.host'])
    .where(
      'custom_domains.uuid',
      'in',
      openings.map(({ observation: { subject } }) => subject.uuid ?? ''),
    )
    .execute();
  const domains = new Map(rows.map((row) => [row.uuid, row]));
  const parts = new Map<string, { upstreamUuid: string; upstreamHost: string; list: Opening[] }>();
  for (const opening of openings) {
    const { accountUuid, kind, subject } = opening.observation;
    const domain = domains.get(subject.uuid ?? '');
    if (domain?.account_uuid !== accountUuid) continue;
    const key = `${kind} ${domain.upstream_uuid}`;
    const part = parts.get(key) ?? {
      upstreamUuid: domain.upstream_uuid,
      upstreamHost: domain.host,
      list: [],
    };
    parts.set(key, part);
    part.list.push(opening);
  }
  return [...parts.values()];
}

/** Adds domains to the group that is open; false: there is none. */
async function joinGroup(
  trx: ControlTransaction,
  { accountUuid, kind, upstreamUuid }: Place,
  added: readonly NewMember[],
): Promise<boolean> {
  const tables = findingTables(trx);
  const group = await tables
    .selectFrom('findings')
    .select('uuid')
    .where('account_uuid', '=', accountUuid)
    .where('kind', '=', kind)
    .where('subject_type', '=', 'upstream')
    .where('subject_key', '=', upstreamUuid)
    .where('is_group', '=', 1)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  if (!group) return false;
  await addMembers(trx, group.uuid, added);
  return true;
}

export async function addMembers(
  trx: ControlTransaction,
  groupUuid: string,
  members: readonly NewMember[],
): Promise<void> {
  await findingTables(trx)
    .insertInto('finding_hosts')
    .values(
      members.map(({ domainUuid, host }) => ({
        finding_uuid: groupUuid,
        domain_uuid: domainUuid,
        host,
        good_checks: 0,
      })),
    )
    // It left the group before.
    .onConflict((conflict) =>
      conflict.columns(['finding_uuid', 'domain_uuid']).doUpdateSet({ good_checks: 0 }),
    )
    .execute();
}

/** The findings of an upstream's domains that a group would replace; muted ones stay as they are. */
async function singleFindings(
  trx: ControlTransaction,
  { accountUuid, kind, upstreamUuid }: Place,
  now: number,
): Promise<NewMember[]> {
  const rows = await findingTables(trx)
    .selectFrom('findings')
    .innerJoin('custom_domains', 'custom_domains.uuid', 'findings.subject_uuid')
    .select(['findings.uuid', 'custom_domains.uuid as domain_uuid', 'custom_domains.host'])
    .where('findings.account_uuid', '=', accountUuid)
    .where('kind', '=', kind)
    .where('subject_type', '=', 'custom_domain')
    .where('resolved_at', 'is', null)
    .where((where) => where.or([where('muted_until', 'is', null), where('muted_until', '<=', now)]))
    .where('custom_domains.upstream_uuid', '=', upstreamUuid)
    .execute();
  return rows.map(({ uuid, domain_uuid: domainUuid, host }) => ({ domainUuid, host, findingUuid: uuid }));
}
