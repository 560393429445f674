/**
 * Takes what checks see, and opens, changes and resolves findings by it. Source: docs/reference/findings.md ("Life").
 *
 * Several machines may report of one subject: the step is decided again in the transaction that stores it, and of a subject and
 * kind only one finding can be open, by an index.
 */
import type { ControlDatabase, ControlTransaction } from '../../control/database.ts';
import { takingTurns } from '../../control/row-lock.ts';
import { recordEvent } from '../../control/webhook-events.ts';
import type { Clock } from '../../core/clock.ts';
import type { FindingObserver, Observation } from '../../core/finding.ts';
import { newUuid } from '../../core/ids.ts';
import {
  addMembers,
  type GroupOpening,
  groupOf,
  type Opening,
  resolveEmptyGroup,
  splitOpenings,
} from './finding-groups.ts';
import { stepOf } from './finding-life.ts';
import {
  type FindingRow,
  findingTables,
  keyOfSubject,
  openKey,
  openOf,
  subjectOf,
  toFindings,
} from './finding-rows.ts';
import { OpenFindings, severityOf } from './open-findings.ts';
import { findingToWire } from './wire.ts';

const observationsPerTransaction = 500;

type Stores = { readonly database: ControlDatabase; readonly clock: Clock };

export class Findings implements FindingObserver {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  readonly #open: OpenFindings;

  constructor({ database, clock }: Stores) {
    this.#database = database;
    this.#clock = clock;
    this.#open = new OpenFindings(database.queries);
  }

  async observe(observations: readonly Observation[]): Promise<void> {
    const relevant = await this.#open.relevant(observations, this.#clock.now());
    if (relevant.length === 0) return;
    // In one order everywhere, so that no two transactions wait for each other.
    const inOrder = relevant
      .map((observation) => ({ key: openKey(observation), observation }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1));
    try {
      for (let start = 0; start < inOrder.length; start += observationsPerTransaction) {
        const part = inOrder.slice(start, start + observationsPerTransaction);
        await this.#database.transaction((trx) => this.#apply(trx, part));
      }
    } finally {
      this.#open.forget();
    }
  }

  async #apply(
    trx: ControlTransaction,
    observations: readonly { readonly key: string; readonly observation: Observation }[],
  ): Promise<void> {
    const now = this.#clock.now();
    const open = await this.#lockOpen(trx, observations);
    const members = await groupOf(trx, this.#database.kind, observations);
    const openings: Opening[] = [];
    for (const { key, observation } of observations) {
      const { seen } = observation;
      const severity = severityOf(observation);
      const row = open.get(key);
      const member = row ? undefined : members.get(key);
      const step = stepOf(row ? openOf(row) : member?.open, seen, severity, now);
      if (step.to === 'opened' && seen.state === 'bad') openings.push({ observation, seen, severity });
      else if (member) await this.#changeMember(trx, member, step, now);
      else if (row && step.to === 'resolved') await resolveFinding(trx, row, now);
      else if (row && step.to === 'changed')
        await findingTables(trx)
          .updateTable('findings')
          .set({
            cause_code: step.finding.causeCode,
            severity: step.finding.severity,
            good_checks: step.finding.goodChecks,
            last_seen_at: step.finding.lastSeenAt,
            ...(seen.state === 'bad' && { evidence: JSON.stringify(seen.evidence) }),
          })
          .where('uuid', '=', row.uuid)
          .execute();
    }
    if (openings.length > 0) await this.#openAll(trx, openings, now);
  }

  async #lockOpen(
    trx: ControlTransaction,
    observations: readonly { readonly observation: Observation }[],
  ): Promise<Map<string, FindingRow>> {
    const keys = observations.map(({ observation: { subject } }) => keyOfSubject(subject));
    const query = findingTables(trx)
      .selectFrom('findings')
      .selectAll()
      .where('resolved_at', 'is', null)
      .where('account_uuid', 'in', [
        ...new Set(observations.map(({ observation }) => observation.accountUuid)),
      ])
      .where('kind', 'in', [...new Set(observations.map(({ observation }) => observation.kind))])
      .where('subject_key', 'in', [...new Set(keys)])
      .orderBy('uuid');
    const rows = await takingTurns(this.#database.kind, query).execute();
    return new Map(
      rows.map((row) => [
        openKey({ accountUuid: row.account_uuid, kind: row.kind, subject: subjectOf(row) }),
        row,
      ]),
    );
  }

  async #changeMember(
    trx: ControlTransaction,
    { group, domainUuid }: { readonly group: FindingRow; readonly domainUuid: string },
    step: ReturnType<typeof stepOf>,
    now: number,
  ): Promise<void> {
    if (step.to !== 'changed' && step.to !== 'resolved') return;
    const goodChecks = step.to === 'changed' ? step.finding.goodChecks : 2;
    await findingTables(trx)
      .updateTable('finding_hosts')
      .set({ good_checks: goodChecks })
      .where('finding_uuid', '=', group.uuid)
      .where('domain_uuid', '=', domainUuid)
      .execute();
    if (step.to === 'changed' && step.finding.lastSeenAt !== group.last_seen_at)
      await findingTables(trx)
        .updateTable('findings')
        .set({ last_seen_at: step.finding.lastSeenAt })
        .where('uuid', '=', group.uuid)
        .execute();
    if (step.to === 'resolved' && (await resolveEmptyGroup(trx, group)))
      await resolveFinding(trx, group, now);
  }

  async #openAll(trx: ControlTransaction, openings: readonly Opening[], now: number): Promise<void> {
    const { single, groups } = await splitOpenings(trx, openings, now);
    const rows = [...single, ...groups].map((each) => rowOf(each, now));
    if (rows.length === 0) return;
    // Another machine may have opened one meanwhile.
    const opened = await findingTables(trx)
      .insertInto('findings')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .execute();
    const isOpened = new Set(opened.map(({ uuid }) => uuid));
    for (const [place, { members }] of groups.entries()) {
      const uuid = rows[single.length + place]?.uuid ?? '';
      if (!isOpened.has(uuid)) continue;
      await addMembers(trx, uuid, members);
      const replaced = members.flatMap(({ findingUuid }) => (findingUuid === undefined ? [] : [findingUuid]));
      if (replaced.length > 0)
        await findingTables(trx)
          .updateTable('findings')
          .set({ resolved_at: now })
          .where('uuid', 'in', replaced)
          .execute();
    }
    await tell(trx, 'finding.opened', opened, now);
  }
}

/** Resolves a finding; a muted one silently. */
export async function resolveFinding(trx: ControlTransaction, row: FindingRow, now: number): Promise<void> {
  await findingTables(trx)
    .updateTable('findings')
    .set({ resolved_at: now, good_checks: 2 })
    .where('uuid', '=', row.uuid)
    .execute();
  if (row.muted_until === null || row.muted_until <= now)
    await tell(trx, 'finding.resolved', [{ ...row, resolved_at: now }], now);
}

async function tell(
  trx: ControlTransaction,
  type: 'finding.opened' | 'finding.resolved',
  rows: readonly FindingRow[],
  now: number,
): Promise<void> {
  for (const finding of await toFindings(trx, rows)) {
    const { accountUuid, uuid: resource } = finding;
    recordEvent(trx, { accountUuid, type, resource, data: () => findingToWire(finding, now) });
  }
}

function rowOf(
  { observation: { accountUuid, kind, subject }, seen, severity, members }: Opening & Partial<GroupOpening>,
  now: number,
): FindingRow {
  return {
    uuid: newUuid(),
    account_uuid: accountUuid,
    kind,
    severity,
    subject_type: subject.type,
    subject_uuid: subject.uuid,
    subject_host: subject.host,
    subject_key: keyOfSubject(subject),
    is_group: members ? 1 : 0,
    cause_code: seen.causeCode,
    evidence: JSON.stringify(members ? {} : seen.evidence),
    good_checks: 0,
    opened_at: now,
    last_seen_at: now,
    resolved_at: null,
    muted_until: null,
  };
}
