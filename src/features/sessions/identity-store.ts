/** Users' identities at an OpenID provider: each is one user's, and a user has one per provider. Source: docs/reference/openid-connect.md. */

import type { Constant } from '../../control/columns.ts';
import type { ControlDatabase, StoreParts } from '../../control/database.ts';
import { recordRevisions } from '../../control/revisions.ts';
import type { Clock } from '../../core/clock.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import type { User } from '../../resources/user.ts';
import { findStored, recordUser, selectUsers, toUser } from '../people/user-store.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    user_identities: UserIdentityRow;
  }
}

/** What an OpenID provider calls a user. */
interface UserIdentityRow {
  issuer: Constant<string>;
  subject: Constant<string>;
  user_uuid: Constant<string>;
  created_at: Constant<number>;
}

/** What a provider calls a person: the pair is never given to another one (OpenID Connect Core section 5.7). */
export type IdentityKey = { readonly issuer: string; readonly subject: string };

export class Identities {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: StoreParts) {
    this.#database = database;
    this.#clock = clock;
  }

  async findUser({ issuer, subject }: IdentityKey): Promise<User | undefined> {
    const row = await selectUsers(this.#database.queries)
      .innerJoin('user_identities', 'user_identities.user_uuid', 'users.uuid')
      .where('user_identities.issuer', '=', issuer)
      .where('user_identities.subject', '=', subject)
      .executeTakeFirst();
    return row && toUser(row);
  }

  /**
   * Links an identity to a user whose email address the provider has verified. Whoever created the user may not own the
   * address, so all other ways in end: password, second factor, passkeys, sessions. Errors: `another_identity`.
   */
  link({ issuer, subject }: IdentityKey, userUuid: string): Promise<User | undefined> {
    return this.#database.transaction(async (trx) => {
      const before = await findStored(trx, this.#database.kind, userUuid);
      if (!before) return undefined;
      const now = this.#clock.now();
      const added = await trx
        .insertInto('user_identities')
        .values({ issuer, subject, user_uuid: userUuid, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (added.numInsertedOrUpdatedRows === 0n)
        throw new ServiceError(
          'another_identity',
          `the user ${quoteValue(before.email)} belongs to another identity of the provider; ask the operator`,
        );
      await trx.deleteFrom('user_sessions').where('user_uuid', '=', userUuid).execute();
      await trx.deleteFrom('passkeys').where('user_uuid', '=', userUuid).execute();
      await trx.deleteFrom('recovery_codes').where('user_uuid', '=', userUuid).execute();
      await trx.deleteFrom('totp_secrets').where('user_uuid', '=', userUuid).execute();
      await trx
        .updateTable('users')
        .set({ password_hash: '', updated_at: now })
        .where('uuid', '=', userUuid)
        .execute();
      const after = {
        ...before,
        passwordHash: '',
        hasPassword: false,
        hasSecondFactor: false,
        updatedAt: now,
      };
      await recordUser(trx, before, after);
      recordRevisions(trx, 'user', [userUuid]);
      const { passwordHash: _, ...user } = after;
      return user;
    });
  }
}
