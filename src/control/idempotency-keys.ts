/**
 * Requests that carry an idempotency key, with their answers. Source: docs/reference/api.md ("Idempotency keys").
 *
 * A key is under way from `begin` on, answered from `finish` on, and unknown again after `release` or a day. What is
 * interrupted stays under way: whether it was carried out isn't known, so it must not be carried out again.
 */
import type { Clock } from '../core/clock.ts';
import { dayMs } from '../core/time.ts';
import type { ControlDatabase } from './database.ts';

const lifetimeMs = dayMs;

export type StoredAnswer = {
  readonly status: number;
  readonly location: string | null;
  /** Sealed by the caller's access token: the store can't open it. */
  readonly sealedBody: string;
};

/** `another request`: the key was sent with something else. */
type Outcome = 'begun' | 'under way' | 'another request' | StoredAnswer;

export class IdempotencyKeys {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor(database: ControlDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Takes a key for a request, unless it was taken before. Of requests at the same time one begins. */
  begin(id: string, requestSha256: string): Promise<Outcome> {
    const now = this.#clock.now();
    return this.#database.transaction(async (trx): Promise<Outcome> => {
      await trx.deleteFrom('idempotency_keys').where('id', '=', id).where('expires_at', '<=', now).execute();
      const begun = await trx
        .insertInto('idempotency_keys')
        .values({
          id,
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
      return status === null || sealedBody === null ? 'under way' : { status, location, sealedBody };
    });
  }

  /** Keeps the answer for those who send the request again. */
  async finish(id: string, { status, location, sealedBody }: StoredAnswer): Promise<void> {
    await this.#database.transaction((trx) =>
      trx
        .updateTable('idempotency_keys')
        .set({ status, location, sealed_body: sealedBody })
        .where('id', '=', id)
        .execute(),
    );
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
