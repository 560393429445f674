/**
 * Hosts with automatically ordered certificates, each with its certificate and encrypted private key.
 * Source: docs/reference/acme.md.
 *
 * A row is created when a host's DNS records are found to lead here, or a handshake for it finds no certificate. It is deleted
 * with its account's claim on the host (host-claims.ts), and so is the lease of the issuer working on it. A row
 * without a claim, such as one for a former name of the edge, is deleted when it is next due.
 */

import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { CheckedCertificate } from '../../certificates/check-upload.ts';
import { recordChange } from '../../control/audit-trail.ts';
import { type Audited } from '../../control/audited.ts';
import { endsSoon, isNewFailure, recordAutomaticEvent } from '../../control/certificate-events.ts';
import type { ControlDatabase, ControlTransaction } from '../../control/database.ts';
import { refreshReadiness } from '../../control/domain-readiness.ts';
import { accountsDue, type Due, isAnyDue, pickDue } from '../../control/due-certificates.ts';
import type { NodeLeases } from '../../control/node-leases.ts';
import { recordRevisions } from '../../control/revisions.ts';
import { takingTurns } from '../../control/row-lock.ts';
import type { AutomaticCertificateRow } from '../../control/schema.ts';
import { automaticKeyIdentity } from '../../control/sealed-columns.ts';
import type { SecretKeys } from '../../control/secret-keys.ts';
import type { ControlStore } from '../../control/store.ts';
import { atOnce, describeTaken, type TakenHost } from '../../control/taken-host.ts';
import { askAgainMs, findClaims, newRow } from '../../control/wanted-certificates.ts';
import { type Clock, formatTimestamp } from '../../core/clock.ts';
import type { OrderFailureCode } from '../../core/order-failure.ts';
import { firstRehearsalAt } from '../../core/renewal-time.ts';
import { isEnding, queueOrder } from './order-queue.ts';

type Leased = Pick<TakenHost, 'host' | 'lease'>;

export type AttemptFailure = {
  readonly failures: number;
  readonly nextAttemptAt: number;
  readonly reason: string;
  readonly code: OrderFailureCode;
  /** When the authority was asked; null: it was not. */
  readonly askedAt: number | null;
};

type AuditedCertificateOrder = {
  /** The account's. */
  readonly uuid: string;
  readonly host: string;
  readonly orderedAt: number | null;
  /** Of a certificate that was imported in place of an order. */
  readonly importedFingerprint?: string;
};

/** That somebody ordered or imported one; what the service does by itself is no change of anybody's. */
export const auditedCertificateOrder: Audited<AuditedCertificateOrder> = {
  kind: 'automatic_certificate',
  columns: [],
  secrets: [],
  nameOf: ({ host }) => host,
  attributesOf: ({ orderedAt, importedFingerprint }) => ({
    ordered_at: orderedAt === null ? null : formatTimestamp(orderedAt),
    ...(importedFingerprint !== undefined && { imported_fingerprint: importedFingerprint }),
  }),
};

export class AutomaticCertificates {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  readonly #secretKeys: SecretKeys;
  readonly #leases: NodeLeases;
  readonly #ownHosts: ReadonlySet<string>;
  readonly #freeOrders: (now: number) => Promise<number | undefined>;

  /**
   * The edge's own hosts have certificates although no account serves them. `freeOrders`: how many orders the budget has, for hosts that
   * wait for it; undefined: nothing limits them.
   */
  constructor(
    {
      database,
      clock,
      secretKeys,
      nodeLeases,
      ownHosts,
    }: Pick<ControlStore, 'database' | 'clock' | 'secretKeys' | 'nodeLeases' | 'ownHosts'>,
    freeOrders: (now: number) => Promise<number | undefined> = async () => undefined,
  ) {
    this.#freeOrders = freeOrders;
    this.#database = database;
    this.#clock = clock;
    this.#secretKeys = secretKeys;
    this.#leases = nodeLeases;
    this.#ownHosts = ownHosts;
  }

  /**
   * Has a host that is served taken up, unless it is already; one whose certificate is gone becomes due, but not one
   * that waits after a failure. Answers whether it is due by that.
   */
  async want(host: string): Promise<boolean> {
    const now = this.#clock.now();
    const { queries } = this.#database;
    const known = await queries
      .selectFrom('automatic_certificates')
      .select(['failures', 'next_attempt_at', 'expires_at'])
      .where('host', '=', host)
      .executeTakeFirst();
    const hasOne = (known?.expires_at ?? 0) > now;
    if (known && (hasOne || known.failures > 0 || known.next_attempt_at <= now)) return false;
    return this.#database.transaction(async (trx) => {
      const accountUuid = await this.#accountOf(trx, host);
      if (accountUuid === undefined) return false;
      await trx
        .insertInto('automatic_certificates')
        .values(newRow(host, accountUuid, now))
        .onConflict((conflict) =>
          conflict
            .column('host')
            .doUpdateSet({ next_attempt_at: now })
            .where('automatic_certificates.failures', '=', 0),
        )
        .execute();
      return true;
    });
  }

  /** Has a host's certificate ordered at once, whatever its schedule; false when no account serves it. */
  async wantNow(host: string): Promise<boolean> {
    const now = this.#clock.now();
    return this.#database.transaction(async (trx) => {
      const accountUuid = await this.#accountOf(trx, host);
      if (accountUuid === undefined) return false;
      await orderAtOnce(trx, host, accountUuid, now);
      return true;
    });
  }

  /**
   * Has the certificate of an account's host ordered at once. `mayRepeat`: also where the authority refused one less than 15
   * minutes ago. Answers when it is ordered, or when it may be; undefined: the account doesn't have the host.
   */
  order(
    accountUuid: string,
    host: string,
    mayRepeat: boolean,
  ): Promise<{ readonly isOrdered: boolean; readonly at: number } | undefined> {
    const now = this.#clock.now();
    return this.#database.transaction(async (trx) => {
      if ((await this.#accountOf(trx, host)) !== accountUuid) return undefined;
      const row = await trx
        .selectFrom('automatic_certificates')
        .select(['failures', 'last_attempt_at'])
        .where('host', '=', host)
        .executeTakeFirst();
      const allowedAt = row && row.failures > 0 ? (row.last_attempt_at ?? 0) + askAgainMs : 0;
      // A clock that was ahead doesn't keep anyone waiting for longer.
      if (!mayRepeat && allowedAt > now && allowedAt <= now + askAgainMs)
        return { isOrdered: false, at: allowedAt };
      await orderAtOnce(trx, host, accountUuid, now);
      const entity = { uuid: accountUuid, host };
      recordChange(
        trx,
        auditedCertificateOrder,
        accountUuid,
        { ...entity, orderedAt: null },
        { ...entity, orderedAt: now },
      );
      return { isOrdered: true, at: now };
    });
  }

  /**
   * The accounts that have hosts due, in the order of their turns; an empty one stands for hosts of none. Of queued ones, while the
   * budget has orders: those of certificates that end soon come alone.
   */
  async accountsDue(now: number): Promise<string[]> {
    const { queries } = this.#database;
    const { free, due } = await this.#queued(now);
    const queued = free > 0 ? await accountsDue(queries, due) : [];
    return [...new Set([...queued, ...(await accountsDue(queries, orderDue(now)))])];
  }

  /**
   * Takes so many of each account's hosts that are due and not taken: of queued ones as many as the budget has orders for, then those
   * whose certificates end soon, then those waiting longest.
   */
  async takeDue(now: number, leaseMs: number, shares: ReadonlyMap<string, number>): Promise<TakenHost[]> {
    const { kind, queries } = this.#database;
    const lease = this.#leases.newLease();
    const queued = await this.#queued(now);
    const rows = await this.#database.transaction(async (trx) => {
      const hosts = new Set<string>();
      for (const [account, share] of shares) {
        const end = hosts.size + share;
        const pick = async (due: Due, limit: number) => {
          if (limit <= 0) return;
          for (const host of await pickDue(trx, kind, due, new Map([[account, limit]]))) hosts.add(host);
        };
        await pick(queued.due, Math.min(share, queued.free - hosts.size));
        await pick(endingDue(now), end - hosts.size);
        await pick(orderDue(now), end - hosts.size);
      }
      if (hosts.size === 0) return [];
      return await trx
        .updateTable('automatic_certificates')
        .set({ lease, leased_until: now + leaseMs })
        .where('host', 'in', [...hosts])
        .returningAll()
        .execute();
    });
    return Promise.all(
      rows.map((row) => describeTaken(queries, row, { lease, now, ownHosts: this.#ownHosts })),
    );
  }

  /** Which queued hosts come now, and how many orders the budget has for them; 0 if there are none. */
  async #queued(now: number): Promise<{ readonly due: Due; readonly free: number }> {
    const { queries } = this.#database;
    const [all, ending] = [queuedDue(now), queuedDue(now, isEnding(now))];
    // Mostly there are none.
    if (!(await isAnyDue(queries, all))) return { due: all, free: 0 };
    const free = (await this.#freeOrders(now)) ?? Number.MAX_SAFE_INTEGER;
    return { due: (await isAnyDue(queries, ending)) ? ending : all, free };
  }

  async extend({ host, lease }: Leased, leasedUntil: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.transaction((trx) =>
      trx
        .updateTable('automatic_certificates')
        .set({ leased_until: leasedUntil })
        .where('host', '=', host)
        .where('lease', '=', lease)
        .executeTakeFirst(),
    );
    return numUpdatedRows > 0n;
  }

  release(taken: Leased): Promise<void> {
    return this.#giveBack(taken, {});
  }

  /** What was not rehearsed yet is, as early as another `renewAt` asks for. */
  putOff(taken: Leased, nextAttemptAt: number, renewAt: number | null): Promise<void> {
    const { host, lease } = taken;
    return this.#database.transaction(async (trx) => {
      const row = await trx
        .selectFrom('automatic_certificates')
        .selectAll()
        .where('host', '=', host)
        .where('lease', '=', lease)
        .executeTakeFirst();
      const isPlannedAnew = row?.rehearsal === null && row.renew_at !== renewAt;
      const current = row && isPlannedAnew ? currentOf(row) : null;
      await giveBack(trx, taken, {
        next_attempt_at: nextAttemptAt,
        queued_at: null,
        failures: 0,
        last_error: null,
        last_error_code: null,
        renew_at: renewAt,
        ...(current && { next_rehearsal_at: firstRehearsalAt({ ...current, renewAt }) }),
      });
    });
  }

  /** It keeps its place in the queue. */
  enqueue(taken: Leased & Pick<TakenHost, 'isQueued'>, freeAt: number): Promise<void> {
    return this.#giveBack(taken, {
      next_attempt_at: Math.ceil(freeAt),
      ...(!taken.isQueued && { queued_at: this.#clock.now() }),
    });
  }

  fail(taken: Leased, { failures, nextAttemptAt, reason, code, askedAt }: AttemptFailure): Promise<void> {
    const { host, lease } = taken;
    return this.#database.transaction(async (trx) => {
      const mine = trx.selectFrom('automatic_certificates').selectAll().where('host', '=', host);
      const row = await takingTurns(this.#database.kind, mine.where('lease', '=', lease)).executeTakeFirst();
      if (!row) return;
      const ending = endingOf(row, this.#clock.now());
      await giveBack(trx, taken, {
        failures,
        next_attempt_at: nextAttemptAt,
        queued_at: null,
        last_error: reason,
        last_error_code: code,
        ...(askedAt === null ? {} : { last_attempt_at: askedAt }),
        ...(ending && { expiry_announced: 1 }),
      });
      if (isNewFailure(reason, row.last_error))
        await recordAutomaticEvent(trx, 'certificate.failed', host, currentOf(row), { reason });
      if (ending) await recordAutomaticEvent(trx, 'certificate.expiring', host, ending, { reason });
    });
  }

  /** Stores a certificate; false when the lease is gone, as it is once the host is released. Throws SecretKeyError without the secret key. */
  complete(
    { host, lease }: Leased,
    certificate: CheckedCertificate,
    lookAt: number,
    directoryUrl: string | null = null,
  ): Promise<boolean> {
    return this.#database.transaction(async (trx) => {
      const now = this.#clock.now();
      const before = await trx
        .selectFrom('automatic_certificates')
        .select(['fingerprint', 'directory_url', 'acme_account_id'])
        .where('host', '=', host)
        .executeTakeFirst();
      const { numUpdatedRows } = await trx
        .updateTable('automatic_certificates')
        .set({
          next_attempt_at: lookAt,
          queued_at: null,
          lease: null,
          leased_until: null,
          failures: 0,
          last_error: null,
          last_error_code: null,
          last_attempt_at: now,
          fingerprint: certificate.fingerprint,
          issuer: certificate.issuer,
          // By a clock that is behind the authority's it would not be valid yet, and visitors' clocks judge it anyway.
          not_before: Math.min(certificate.notBefore, now),
          expires_at: certificate.expiresAt,
          directory_url: directoryUrl,
          acme_account_id: before?.directory_url === directoryUrl ? before.acme_account_id : null,
          expiry_announced: 0,
          renew_at: null,
          next_rehearsal_at: firstRehearsalAt(certificate),
          rehearsal: null,
        })
        .where('host', '=', host)
        .where('lease', '=', lease)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      const { text, keyId } = await this.#secretKeys.seal(
        trx,
        certificate.privateKeyPem,
        automaticKeyIdentity(host),
      );
      const key = { chain_pem: certificate.chainPem, sealed_key: text, key_id: keyId };
      await trx
        .insertInto('automatic_certificate_keys')
        .values({ host, ...key })
        .onConflict((conflict) => conflict.column('host').doUpdateSet(key))
        .execute();
      const type = before?.fingerprint ? 'certificate.renewed' : 'certificate.issued';
      await recordAutomaticEvent(trx, type, host, certificate);
      await refreshReadiness(trx, this.#database.kind, { names: [host] }, now);
      recordRevisions(trx, 'certificate', [host]);
      return true;
    });
  }

  forget({ host, lease }: Leased): Promise<void> {
    return this.#database.transaction(async (trx) => {
      const rows = await trx
        .deleteFrom('automatic_certificates')
        .where('host', '=', host)
        .where('lease', '=', lease)
        .returning('host')
        .execute();
      recordRevisions(
        trx,
        'certificate',
        rows.map((row) => row.host),
      );
    });
  }

  /** The account that has the host, and keeps it until the transaction ends; null: the host is one of the edge's own; undefined: neither. */
  async #accountOf(trx: ControlTransaction, host: string): Promise<string | null | undefined> {
    const [claim] = await findClaims(trx, this.#database.kind, [host]);
    return claim?.account_uuid ?? (this.#ownHosts.has(host) ? null : undefined);
  }

  async #giveBack(taken: Leased, change: Partial<Selectable<AutomaticCertificateRow>>): Promise<void> {
    await this.#database.transaction((trx) => giveBack(trx, taken, change));
  }
}

async function orderAtOnce(
  trx: ControlTransaction,
  host: string,
  accountUuid: string | null,
  now: number,
): Promise<void> {
  await trx
    .insertInto('automatic_certificates')
    .values(newRow(host, accountUuid, now))
    .onConflict((conflict) => conflict.column('host').doUpdateSet({ next_attempt_at: atOnce, failures: 0 }))
    .execute();
}

async function giveBack(
  trx: ControlTransaction,
  { host, lease }: Leased,
  change: Partial<Selectable<AutomaticCertificateRow>>,
): Promise<void> {
  const { host: _host, account_uuid: _account, created_at: _createdAt, ...changed } = change;
  await trx
    .updateTable('automatic_certificates')
    .set({ ...changed, lease: null, leased_until: null })
    .where('host', '=', host)
    .where('lease', '=', lease)
    .execute();
}

/** The certificate that a host has. */
function currentOf(row: Selectable<AutomaticCertificateRow>) {
  const { fingerprint, issuer, not_before: notBefore, expires_at: expiresAt } = row;
  if (fingerprint === null || issuer === null || notBefore === null || expiresAt === null) return null;
  return { fingerprint, issuer, notBefore, expiresAt };
}

/** The certificate that a host has, if it ends soon and that wasn't announced. */
function endingOf(row: Selectable<AutomaticCertificateRow>, now: number) {
  const current = currentOf(row);
  return current && row.expiry_announced === 0 && endsSoon(current, now) ? current : null;
}

function isFree(now: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`next_attempt_at <= ${now} and (leased_until is null or leased_until <= ${now})`;
}

function orderDue(now: number): Due {
  return { isDue: sql`queued_at is null and ${isFree(now)}`, by: sql`next_attempt_at` };
}

function endingDue(now: number): Due {
  return { isDue: sql`queued_at is null and ${isEnding(now)} and ${isFree(now)}`, by: sql`expires_at` };
}

function queuedDue(now: number, which: RawBuilder<SqlBool> = sql`true`): Due {
  return { isDue: sql`queued_at is not null and ${isFree(now)} and ${which}`, by: queueOrder };
}
