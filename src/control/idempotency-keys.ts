/**
 * Requests that carry an idempotency key, with their answers. Source: docs/reference/api.md ("Idempotency keys").
 *
 * A key is under way from `begin` on, answered from `finish` on, and unknown again after `release` or a day. What is
 * interrupted stays under way: whether it was carried out isn't known, so it must not be carried out again.
 */
import { sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import { dayMs } from '../core/time.ts';
import type { AccountLimits } from './account-limits.ts';
import type { ControlDatabase, ControlTransaction } from './database.ts';
import type { CountedLimit } from './limit-uses.ts';

const lifetimeMs = dayMs;
/** In place of an answer that was dropped: its request was carried out, and must not be again. */
const dropped = '';
/** An account has this much more than it may, at most, in each process: counting 64 MiB of answers takes milliseconds. */
const uncountedShare = 1 / 64;

export const idempotencyBytesLimit: CountedLimit = {
  name: 'idempotency_bytes',
  count: (accountUuid) => sql`
    select sum(body_bytes) as used from idempotency_keys where account_uuid = ${accountUuid} and body_bytes > 0`,
};

export type StoredAnswer = {
  readonly status: number;
  readonly location: string | null;
  /** Sealed by the caller's access token: the store can't open it. */
  readonly sealedBody: string;
};

/** `another request`: the key was sent with something else. `dropped`: the answer was too much to keep. */
type Outcome = 'begun' | 'under way' | 'another request' | 'dropped' | StoredAnswer;

export class IdempotencyKeys {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  readonly #limits: AccountLimits;
  /** By account, what this process has stored since it last looked how much there is. */
  readonly #storedSince = new Map<string, number>();

  constructor(database: ControlDatabase, clock: Clock, limits: AccountLimits) {
    this.#database = database;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Takes a key for a request, unless it was taken before. Of requests at the same time one begins. */
  begin(id: string, accountUuid: string, requestSha256: string): Promise<Outcome> {
    const now = this.#clock.now();
    return this.#database.transaction(async (trx): Promise<Outcome> => {
      await trx.deleteFrom('idempotency_keys').where('id', '=', id).where('expires_at', '<=', now).execute();
      const begun = await trx
        .insertInto('idempotency_keys')
        .values({
          id,
          account_uuid: accountUuid,
          request_sha256: requestSha256,
          status: null,
          location: null,
          sealed_body: null,
          expires_at: now + lifetimeMs,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (begun) return 'begun';
      const row = await trx
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      // Released since the insert met it: the client may send it again.
      if (!row) return 'under way';
      if (row.request_sha256 !== requestSha256) return 'another request';
      const { status, location, sealed_body: sealedBody } = row;
      if (sealedBody === dropped) return 'dropped';
      return status === null || sealedBody === null ? 'under way' : { status, location, sealedBody };
    });
  }

  /** Keeps the answer for those who send the request again, and drops the account's oldest ones where it has too many bytes. */
  async finish(
    id: string,
    accountUuid: string,
    { status, location, sealedBody }: StoredAnswer,
  ): Promise<void> {
    const { idempotency_bytes: allowed } = await this.#limits.recentlyAllowed(accountUuid);
    const stored = (this.#storedSince.get(accountUuid) ?? 0) + sealedBody.length;
    const isDue = allowed !== null && stored >= allowed * uncountedShare;
    this.#storedSince.set(accountUuid, isDue ? 0 : stored);
    await this.#database.transaction(async (trx) => {
      await trx
        .updateTable('idempotency_keys')
        .set({ status, location, sealed_body: sealedBody, body_bytes: sealedBody.length })
        .where('id', '=', id)
        .execute();
      if (isDue) await dropOldest(trx, accountUuid, allowed);
    });
  }

  /** Forgets a key whose request was refused. */
  async release(id: string): Promise<void> {
    await this.#database.transaction((trx) =>
      trx.deleteFrom('idempotency_keys').where('id', '=', id).execute(),
    );
  }

  async deleteExpired(): Promise<void> {
    const now = this.#clock.now();
    await this.#database.transaction((trx) =>
      trx.deleteFrom('idempotency_keys').where('expires_at', '<=', now).execute(),
    );
  }
}

/** Drops an account's oldest answers, so that the others have at most `allowed` bytes. Their requests stay known. */
async function dropOldest(trx: ControlTransaction, accountUuid: string, allowed: number): Promise<void> {
  await sql`
    update idempotency_keys set sealed_body = ${dropped}, body_bytes = 0
    where id in (
      select id from (
        select id, sum(body_bytes) over (order by expires_at desc, id) as newer
        from idempotency_keys where account_uuid = ${accountUuid} and body_bytes > 0
      ) as summed
      where newer > ${allowed}
    )`.execute(trx);
}
