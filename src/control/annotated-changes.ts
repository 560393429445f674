/**
 * Collects a transaction's changes that visitors can notice and, at its end, writes each as an annotation: of the custom domain,
 * or of the upstream, whose domains share it. Source: docs/reference/annotations.md ("Changes").
 */
import type { Transaction } from 'kysely';
import type { AuditedKind } from '../core/audit.ts';
import { systemClock } from '../core/clock.ts';
import { newUuid } from '../core/ids.ts';
import { type Actor, serviceActor } from './acting.ts';
import type { EntityChange } from './audited.ts';
import { inParts } from './host-parts.ts';
import type { ControlSchema } from './schema.ts';

/** Each takes nine parameters; both engines allow at least 32,766. */
const rowsPerInsert = 1_000;

type Subject =
  | { readonly customDomainUuid: string }
  | { readonly upstreamUuid: string }
  /** The account's custom domain with it, if there is one. */
  | { readonly host: string };
type Noticed = { readonly accountUuid: string; readonly subject: Subject; readonly text: string };

const collected = new WeakMap<Transaction<ControlSchema>, Noticed[]>();

/** Begins to collect; the returned function writes the annotations, for the actor of the changes. */
export function collectAnnotations(
  trx: Transaction<ControlSchema>,
): (last: Transaction<ControlSchema>, actor: Actor | undefined) => Promise<void> {
  const noticed: Noticed[] = [];
  collected.set(trx, noticed);
  return (last, actor = serviceActor) => writeAnnotations(last, noticed, actor);
}

/** To be called within `ControlDatabase.transaction`. */
export function annotate(trx: Transaction<ControlSchema>, noticed: Noticed): void {
  collected.get(trx)?.push(noticed);
}

/** Annotates the change of an audited entity, if visitors can notice it. */
export function annotateChange(
  trx: Transaction<ControlSchema>,
  kind: AuditedKind,
  change: EntityChange<{ readonly uuid: string }>,
): void {
  const describe = noticeable[kind];
  if (!describe || change.names.length === 0) return;
  const found = describe(change);
  if (found) for (const accountUuid of change.accountUuids) annotate(trx, { accountUuid, ...found });
}

type Entity = Readonly<Record<string, unknown>> & { readonly uuid: string };
type Describe = (change: EntityChange<Entity>) => Omit<Noticed, 'accountUuid'> | undefined;

/** Attributes that change what visitors get, or what is counted of them. */
const ofDomain: readonly string[] = [
  'host',
  'upstream_uuid',
  'redirect_to_www',
  'web_analytics',
  'hsts_max_age',
  'tls_min_version',
  'tls_client_ca',
  'ai_crawlers',
  'maintenance',
];
const ofUpstream: readonly string[] = [
  'host',
  'port',
  'tls',
  'maintenance',
  'host_header',
  'tls_server_name',
  'compression',
  'targets',
];

const noticeable: Partial<Record<AuditedKind, Describe>> = {
  custom_domain({ before, after, names }) {
    if (!before || !after) return undefined;
    const text = sentenceOf(before, after, names, ofDomain);
    return text === undefined ? undefined : { subject: { customDomainUuid: after.uuid }, text };
  },
  upstream({ before, after, names }) {
    if (!before || !after) return undefined;
    const text = sentenceOf(before, after, names, ofUpstream);
    return text === undefined
      ? undefined
      : { subject: { upstreamUuid: after.uuid }, text: `Upstream: ${text}` };
  },
  host_rules({ before, after }) {
    const host = (after ?? before)?.['host'];
    if (typeof host !== 'string') return undefined;
    const count = Number(after?.['ruleCount'] ?? 0);
    const text =
      count === 0 ? 'Rules removed' : `Rules replaced (${count === 1 ? '1 rule' : `${count} rules`})`;
    return { subject: { host }, text };
  },
  redirect({ before, after }) {
    const host = (after ?? before)?.['sourceHost'];
    if (typeof host !== 'string') return undefined;
    return { subject: { host }, text: `Redirect ${before ? (after ? 'changed' : 'deleted') : 'added'}` };
  },
};

function sentenceOf(before: Entity, after: Entity, names: readonly string[], noticed: readonly string[]) {
  const changed = names.filter((name) => noticed.includes(name));
  if (changed.length === 0) return undefined;
  if (changed.includes('maintenance'))
    return after['maintenance'] === true ? 'Maintenance on' : 'Maintenance off';
  if (changed.includes('host')) return `Host ${String(before['host'])} became ${String(after['host'])}`;
  if (changed.includes('upstream_uuid')) return 'Moved to another upstream';
  return `Changed ${changed.map((name) => name.replaceAll('_', ' ')).join(', ')}`;
}

async function writeAnnotations(
  trx: Transaction<ControlSchema>,
  noticed: readonly Noticed[],
  { kind, uuid, name }: Actor,
): Promise<void> {
  const at = systemClock.now();
  const domainOf = await findDomains(
    trx,
    noticed.flatMap(({ subject }) => ('host' in subject ? [subject.host] : [])),
  );
  const rows = noticed.flatMap(({ accountUuid, subject, text }) => {
    const domainUuid =
      'customDomainUuid' in subject
        ? subject.customDomainUuid
        : 'host' in subject
          ? (domainOf(accountUuid, subject.host) ?? null)
          : null;
    const upstreamUuid = 'upstreamUuid' in subject ? subject.upstreamUuid : null;
    if (domainUuid === null && upstreamUuid === null) return [];
    return {
      uuid: newUuid(),
      account_uuid: accountUuid,
      custom_domain_uuid: domainUuid,
      upstream_uuid: upstreamUuid,
      at,
      text,
      kind: 'change' as const,
      actor: JSON.stringify({ kind, uuid, name }),
      created_at: at,
    };
  });
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await trx
      .insertInto('annotations')
      .values(rows.slice(start, start + rowsPerInsert))
      .execute();
}

/** The uuids of accounts' custom domains with these hosts. */
async function findDomains(
  trx: Transaction<ControlSchema>,
  hosts: readonly string[],
): Promise<(accountUuid: string, host: string) => string | undefined> {
  const found = new Map<string, { readonly uuid: string; readonly account_uuid: string }>();
  for (const part of inParts(hosts)) {
    const rows = await trx
      .selectFrom('custom_domains')
      .select(['uuid', 'account_uuid', 'host'])
      .where('host', 'in', part)
      .execute();
    for (const row of rows) found.set(row.host, row);
  }
  return (accountUuid, host) => {
    const domain = found.get(host);
    return domain?.account_uuid === accountUuid ? domain.uuid : undefined;
  };
}
