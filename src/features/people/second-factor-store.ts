/**
 * Second factors: the secret that a user's authenticator app has, and recovery codes. States: none → begun (a secret
 * waits for its first code) → on → none. Source: docs/reference/people.md ("Second factor").
 */

import type { Constant } from '../../control/columns.ts';
import type { ControlDatabase, ControlTransaction } from '../../control/database.ts';
import { recordRevisions } from '../../control/revisions.ts';
import { totpSecretIdentity } from '../../control/sealed-columns.ts';
import type { SecretKeys } from '../../control/secret-keys.ts';
import type { ControlStore } from '../../control/store.ts';
import type { Clock } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import { hashRecoveryCode, newRecoveryCodes } from '../../secrets/recovery-codes.ts';
import { findTotpStep, newTotpSecret } from '../../secrets/totp.ts';
import { findStored, recordUser } from './user-store.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    totp_secrets: TotpSecretRow;
    recovery_codes: RecoveryCodeRow;
  }
}

/** The secret that a user shares with an authenticator app. */
interface TotpSecretRow {
  user_uuid: Constant<string>;
  sealed_secret: string;
  key_id: string;
  /** Null until a first code has shown that the app has it. */
  confirmed_at: number | null;
  /** The time step of the last accepted code: none is accepted twice. */
  last_step: number;
}

/** A code that works once in place of the authenticator app's. */
interface RecoveryCodeRow {
  user_uuid: Constant<string>;
  code_sha256: Constant<string>;
}

const totpPattern = /^\d{6}$/;

export class SecondFactors {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  readonly #secretKeys: SecretKeys;

  constructor({ database, clock, secretKeys }: Pick<ControlStore, 'database' | 'clock' | 'secretKeys'>) {
    this.#database = database;
    this.#clock = clock;
    this.#secretKeys = secretKeys;
  }

  /** Makes a secret, which counts once {@link confirm} got a code of it. Errors: `second_factor_exists`. */
  begin(userUuid: string): Promise<string> {
    const secret = newTotpSecret();
    return this.#change(userUuid, async (trx) => {
      const existing = await this.#find(trx, userUuid);
      if (existing?.confirmed_at != null)
        throw new ServiceError('second_factor_exists', 'the user has a second factor; remove it first');
      const sealed = await this.#secretKeys.seal(trx, secret, totpSecretIdentity(userUuid));
      await trx.deleteFrom('totp_secrets').where('user_uuid', '=', userUuid).execute();
      await trx
        .insertInto('totp_secrets')
        .values({
          user_uuid: userUuid,
          sealed_secret: sealed.text,
          key_id: sealed.keyId,
          confirmed_at: null,
          last_step: 0,
        })
        .execute();
      return secret;
    });
  }

  /** Turns the second factor on with a code of the secret; answers recovery codes. Errors: `code_invalid`. */
  confirm(userUuid: string, code: string): Promise<string[]> {
    return this.#change(userUuid, async (trx) => {
      const row = await this.#find(trx, userUuid);
      if (!row || row.confirmed_at !== null)
        throw new ServiceError('code_invalid', 'no second factor is waiting for its first code');
      if (!(await this.#takeTotp(trx, userUuid, code)))
        throw new ServiceError(
          'code_invalid',
          'the code is not what the authenticator app shows now; is the clock of the phone right?',
        );
      await trx
        .updateTable('totp_secrets')
        .set({ confirmed_at: this.#clock.now() })
        .where('user_uuid', '=', userUuid)
        .execute();
      const codes = await this.#replaceRecoveryCodes(trx, userUuid);
      await recordSecondFactor(trx, this.#database.kind, userUuid, true);
      recordRevisions(trx, 'user', [userUuid]);
      return codes;
    });
  }

  /** Replaces the recovery codes; answers the new ones. Errors: `second_factor_missing`. */
  renewRecoveryCodes(userUuid: string): Promise<string[]> {
    return this.#change(userUuid, async (trx) => {
      const existing = await this.#find(trx, userUuid);
      if (existing?.confirmed_at == null)
        throw new ServiceError('second_factor_missing', 'the user has no second factor; set one up first');
      return this.#replaceRecoveryCodes(trx, userUuid);
    });
  }

  /** Takes a code of the app or a recovery code; neither works twice. Errors: `second_factor_refused`. */
  use(userUuid: string, code: string): Promise<void> {
    return this.#database.transaction(async (trx) => {
      const text = code.replace(/\s/g, '');
      const isTaken = totpPattern.test(text)
        ? await this.#takeTotp(trx, userUuid, text)
        : await takeRecoveryCode(trx, userUuid, text);
      if (!isTaken) throw refused();
    });
  }

  /** Removes the second factor; answers whether there was one. */
  remove(userUuid: string): Promise<boolean> {
    return this.#change(userUuid, async (trx) => {
      await trx.deleteFrom('recovery_codes').where('user_uuid', '=', userUuid).execute();
      const removed = await trx
        .deleteFrom('totp_secrets')
        .where('user_uuid', '=', userUuid)
        .returning('confirmed_at')
        .execute();
      if (removed.some(({ confirmed_at }) => confirmed_at !== null))
        await recordSecondFactor(trx, this.#database.kind, userUuid, false);
      recordRevisions(trx, 'user', [userUuid]);
      return removed.length > 0;
    });
  }

  /** Changes a user's second factor in turn with every other change of it: each sees what the one before has left. */
  #change<T>(userUuid: string, change: (trx: ControlTransaction) => Promise<T>): Promise<T> {
    return this.#database.transaction(async (trx) => {
      await findStored(trx, this.#database.kind, userUuid);
      return change(trx);
    });
  }

  async #takeTotp(trx: ControlTransaction, userUuid: string, code: string): Promise<boolean> {
    const row = await this.#find(trx, userUuid);
    if (!row) return false;
    const sealed = { keyId: row.key_id, text: row.sealed_secret };
    const secret = await this.#secretKeys.unseal(sealed, totpSecretIdentity(userUuid));
    const step = findTotpStep(secret, code, this.#clock.now());
    if (step === undefined) return false;
    // Whoever stores the step first has used the code (RFC 6238 section 5.2).
    const taken = await trx
      .updateTable('totp_secrets')
      .set({ last_step: step })
      .where('user_uuid', '=', userUuid)
      .where('last_step', '<', step)
      .executeTakeFirstOrThrow();
    return taken.numUpdatedRows > 0n;
  }

  async #replaceRecoveryCodes(trx: ControlTransaction, userUuid: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    await trx.deleteFrom('recovery_codes').where('user_uuid', '=', userUuid).execute();
    await trx
      .insertInto('recovery_codes')
      .values(codes.map((code) => ({ user_uuid: userUuid, code_sha256: hashRecoveryCode(code) })))
      .execute();
    return codes;
  }

  #find(trx: ControlTransaction, userUuid: string) {
    return trx.selectFrom('totp_secrets').selectAll().where('user_uuid', '=', userUuid).executeTakeFirst();
  }
}

/** Records in the audit trail that the second factor was turned on or removed. */
export async function recordSecondFactor(
  trx: ControlTransaction,
  engine: ControlDatabase['kind'],
  userUuid: string,
  isOn: boolean,
): Promise<void> {
  const user = await findStored(trx, engine, userUuid);
  if (user) await recordUser(trx, { ...user, hasSecondFactor: !isOn }, { ...user, hasSecondFactor: isOn });
}

async function takeRecoveryCode(trx: ControlTransaction, userUuid: string, code: string): Promise<boolean> {
  const used = await trx
    .deleteFrom('recovery_codes')
    .where('user_uuid', '=', userUuid)
    .where('code_sha256', '=', hashRecoveryCode(code))
    .executeTakeFirstOrThrow();
  return used.numDeletedRows > 0n;
}

function refused(): ServiceError {
  return new ServiceError('second_factor_refused', 'the code is wrong, too old, or was used before');
}
