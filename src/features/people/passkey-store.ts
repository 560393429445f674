/** Users' passkeys: public keys, with what their authenticators counted last. Source: docs/reference/passkeys.md. */

import type { Selectable } from 'kysely';
import type { Constant } from '../../control/columns.ts';
import type { ControlDatabase, ControlTransaction, StoreParts } from '../../control/database.ts';
import type { Clock } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import type { User } from '../../resources/user.ts';
import { findStored, recordUser, selectUsers, toUser } from './user-store.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    passkeys: PasskeyRow;
  }
}

interface PasskeyRow {
  uuid: Constant<string>;
  user_uuid: Constant<string>;
  /** Base64url; unique. */
  credential_id: Constant<string>;
  /** COSE key, base64url. */
  public_key: Constant<string>;
  counter: number;
  name: Constant<string>;
  last_used_at: number | null;
  created_at: Constant<number>;
}

export const maxPasskeysPerUser = 20;
/** A last use further ahead was stored by a clock that was wrong, and says nothing. No sign-in takes that long. */
const maxClockErrorMs = 600_000;

export type Passkey = {
  readonly uuid: string;
  /** Base64url, by the authenticator. */
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** Signatures made, as the authenticator counts; 0 for one that doesn't. */
  readonly counter: number;
  readonly name: string;
  readonly lastUsedAt: number | null;
  readonly createdAt: number;
};

export class Passkeys {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: StoreParts) {
    this.#database = database;
    this.#clock = clock;
  }

  /** A user's passkeys, oldest first. */
  list(userUuid: string): Promise<Passkey[]> {
    return listOf(this.#database.queries, userUuid);
  }

  /** The passkey with this id of its authenticator, and its user. */
  async find(credentialId: string): Promise<{ passkey: Passkey; user: User } | undefined> {
    const row = await this.#database.queries
      .selectFrom('passkeys')
      .selectAll()
      .where('credential_id', '=', credentialId)
      .executeTakeFirst();
    if (!row) return undefined;
    const user = await selectUsers(this.#database.queries)
      .where('users.uuid', '=', row.user_uuid)
      .executeTakeFirst();
    return user && { passkey: toPasskey(row), user: toUser(user) };
  }

  /** Errors: `too_many_passkeys`; `credential_invalid` for one that is registered already. */
  add(
    userUuid: string,
    added: Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'name'>,
  ): Promise<Passkey | undefined> {
    const passkey = { ...added, uuid: newUuid(), lastUsedAt: null, createdAt: this.#clock.now() };
    return this.#change(userUuid, async (trx, before) => {
      if (before.length >= maxPasskeysPerUser)
        throw new ServiceError(
          'too_many_passkeys',
          `you have ${maxPasskeysPerUser} passkeys; delete one first`,
        );
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('passkeys')
        .values({
          uuid: passkey.uuid,
          user_uuid: userUuid,
          credential_id: passkey.credentialId,
          public_key: passkey.publicKey,
          counter: passkey.counter,
          name: passkey.name,
          last_used_at: null,
          created_at: passkey.createdAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n)
        throw new ServiceError('credential_invalid', 'this passkey is registered already');
      return passkey;
    });
  }

  /** Deletes a passkey of a user; answers it, or undefined when there was none. */
  remove(userUuid: string, uuid: string): Promise<Passkey | undefined> {
    return this.#change(userUuid, async (trx, before) => {
      await trx.deleteFrom('passkeys').where('user_uuid', '=', userUuid).where('uuid', '=', uuid).execute();
      return before.find((passkey) => passkey.uuid === uuid);
    });
  }

  /**
   * Stores what the authenticator counts now, in a sign-in that was begun at `begunAt`. False when it doesn't count on from
   * the last time, as when the passkey was copied (Web Authentication Level 3 section 6.1.1), and when the passkey was used
   * since the sign-in began: many authenticators don't count, and the answer may be sent again.
   */
  async use({ uuid }: Passkey, counter: number, begunAt: number): Promise<boolean> {
    const now = this.#clock.now();
    const { numUpdatedRows } = await this.#database.transaction((trx) =>
      trx
        .updateTable('passkeys')
        .set({ counter, last_used_at: now })
        .where('uuid', '=', uuid)
        .where('counter', counter === 0 ? '=' : '<', counter)
        .where((eb) =>
          eb.or([
            eb('last_used_at', 'is', null),
            eb('last_used_at', '<=', begunAt),
            eb('last_used_at', '>', now + maxClockErrorMs),
          ]),
        )
        .executeTakeFirstOrThrow(),
    );
    return numUpdatedRows > 0n;
  }

  /** Changes a user's passkeys, in turn with others, and records their names in the audit trail. */
  #change(
    userUuid: string,
    change: (trx: ControlTransaction, before: readonly Passkey[]) => Promise<Passkey | undefined>,
  ): Promise<Passkey | undefined> {
    return this.#database.transaction(async (trx) => {
      const user = await findStored(trx, this.#database.kind, userUuid);
      if (!user) return undefined;
      const before = await listOf(trx, userUuid);
      const changed = await change(trx, before);
      const after = await listOf(trx, userUuid);
      await recordUser(trx, { ...user, passkeys: namesOf(before) }, { ...user, passkeys: namesOf(after) });
      return changed;
    });
  }
}

function namesOf(passkeys: readonly Passkey[]): string[] {
  return passkeys.map(({ name }) => name);
}

async function listOf(queries: ControlDatabase['queries'], userUuid: string): Promise<Passkey[]> {
  const rows = await queries
    .selectFrom('passkeys')
    .selectAll()
    .where('user_uuid', '=', userUuid)
    .orderBy('created_at')
    .orderBy('uuid')
    .execute();
  return rows.map(toPasskey);
}

function toPasskey(row: Selectable<PasskeyRow>): Passkey {
  return {
    uuid: row.uuid,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    name: row.name,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
  };
}
