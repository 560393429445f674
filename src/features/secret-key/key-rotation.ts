/**
 * Rotates the secret key: re-encrypts everything with another key. Source: docs/reference/certificates.md.
 *
 * States, all kept where a crash does not reach them: one key → (the new key is added to the machine's keys) → new key
 * current, old one previous → (rows are re-encrypted, batch by batch) → nothing under the old key: it is forgotten and
 * taken out of the file. A repeated run continues from the state it finds; a running service reads a new key
 * from the file when it first encounters it.
 */

import { type SelectQueryBuilder, sql } from 'kysely';
import type { ControlDatabase, ControlTransaction } from '../../control/database.ts';
import { disableSealedWith } from '../../control/disable-webhooks.ts';
import { exclusively } from '../../control/migrate.ts';
import { recordRevisions } from '../../control/revisions.ts';
import { hostsServedBy } from '../../control/rule-upstreams.ts';
import type { ControlSchema } from '../../control/schema.ts';
import { sealedColumns } from '../../control/sealed-columns.ts';
import { forgetUnused, keyIdsInUse, makeCurrent, type SecretKeys } from '../../control/secret-keys.ts';
import type { ControlStore } from '../../control/store.ts';
import { tlsDigestOf } from '../../control/upstream-tls.ts';
import { newAuthToken } from '../../control/upstream-tokens.ts';
import type { Clock } from '../../core/clock.ts';
import { type SecretKey, seal } from '../../secrets/secret-key.ts';
import { SecretKeyError } from '../../secrets/secret-key-error.ts';
import type { SecretKeyring } from '../../secrets/secret-keyring.ts';
import { CustomCertificates } from '../custom-certificates/custom-certificate-store.ts';
import { deleteKeysSealedWith } from '../domain-connect/key-store.ts';
import { forgetCredentialsSealedWith } from '../exports/destination-store.ts';
import { recordSecondFactor } from '../people/second-factor-store.ts';
import { deleteSigningKeysSealedWith } from '../signing-keys/signing-key-store.ts';

const rowsPerBatch = 200;

export type RotationOutcome = { readonly keyId: string; readonly rotated: number };

export class KeyRotation {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  readonly #secretKeys: SecretKeys;
  readonly #certificates: CustomCertificates;

  constructor(store: ControlStore) {
    const { database, clock, secretKeys } = store;
    this.#database = database;
    this.#clock = clock;
    this.#secretKeys = secretKeys;
    this.#certificates = new CustomCertificates(store);
  }

  get #keyring(): SecretKeyring {
    return this.#secretKeys.keyring;
  }

  /**
   * Adds a new key to those of this machine, unless one waits already, and answers its id. Nothing is sealed with it
   * yet, so the file can be copied to other machines first. Throws SecretKeyError.
   */
  prepareNext(): Promise<string> {
    return exclusively(this.#database, async (trx) => (await this.#nextKey(trx)).id);
  }

  /** Rotates, or finishes a rotation that was begun. Throws SecretKeyError. */
  async run(
    onProgress: (rotated: number) => void = () => {},
    batchSize: number = rowsPerBatch,
  ): Promise<RotationOutcome> {
    const target = await exclusively(this.#database, async (trx) => {
      const rows = await trx.selectFrom('secret_keys').selectAll().execute();
      const current = rows.find(({ state }) => state === 'current');
      const held = await this.#keyring.read();
      const begun = rows.length > 1 ? held.find(({ id }) => id === current?.key_id) : undefined;
      if (begun) return begun;
      const next = await this.#nextKey(trx);
      await makeCurrent(trx, next.id, this.#clock.now());
      return next;
    });
    let rotated = 0;
    for (let done = batchSize; done > 0; ) {
      done = await this.#database.transaction((trx) => this.#rotateBatch(trx, target, batchSize));
      rotated += done;
      onProgress(rotated);
      // SQLite works in this thread and holds the one lock: others get a turn between batches.
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    await exclusively(this.#database, async (trx) => {
      await forgetUnused(trx);
      await this.#keyring.keepOnly(target.id);
    });
    return { keyId: target.id, rotated };
  }

  /**
   * Deletes what is sealed with keys that this machine does not have, so that it can be stored anew, and gives upstreams
   * whose token is lost a new one; answers how many there were of both. Webhook endpoints without their secrets are
   * disabled. Throws SecretKeyError.
   */
  discardLost(): Promise<{ certificates: number; tokens: number }> {
    return exclusively(this.#database, async (trx) => {
      const held = new Set((await this.#keyring.readOrMake()).map(({ id }) => id));
      const lost = (await keyIdsInUse(trx)).filter((id) => !held.has(id));
      await deleteAutomatic(trx, lost);
      await deleteSecondFactors(trx, this.#database.kind, lost);
      await disableSealedWith(trx, lost, this.#clock.now());
      await deleteSigningKeysSealedWith(trx, lost);
      await forgetCredentialsSealedWith(trx, lost);
      if (lost.length > 0) await trx.deleteFrom('connect_reminders').where('key_id', 'in', lost).execute();
      await deleteKeysSealedWith(trx, lost);
      return {
        certificates:
          (await this.#certificates.deleteSealedWith(trx, lost)) +
          (await deleteClientCertificates(trx, this.#database.kind, lost)),
        tokens: await replaceTokens(trx, this.#database.kind, lost),
      };
    });
  }

  /** The newest key, if it is not the current one already; else a new one. */
  async #nextKey(trx: ControlTransaction): Promise<SecretKey> {
    const current = await trx
      .selectFrom('secret_keys')
      .select('key_id')
      .where('state', '=', 'current')
      .executeTakeFirst();
    const [newest, ...older] = await this.#keyring.readOrMake();
    if (!current || newest.id === current.key_id) return current ? this.#keyring.addNewKey() : newest;
    if (!older.some(({ id }) => id === current.key_id)) {
      throw new SecretKeyError(
        `${this.#keyring.describe()} does not have the secret key ${current.key_id} that is in use: both keys are needed, "NEW,OLD" in NAMEPLATE_SECRET_KEY`,
      );
    }
    return newest;
  }

  /** Re-encrypts up to a batch of rows; answers how many, 0 when all is done. */
  async #rotateBatch(trx: ControlTransaction, target: SecretKey, batchSize: number): Promise<number> {
    for (const column of sealedColumns) {
      const [table, id, sealed] = [sql.table(column.table), sql.ref(column.id), sql.ref(column.sealed)];
      const { rows } = await sql<{ id: string; text: string; key_id: string }>`
        select ${id} as id, ${sealed} as text, key_id from ${table}
        where key_id in (select key_id from secret_keys where state = 'previous')
        limit ${sql.lit(batchSize)} ${this.#database.kind === 'postgres' ? sql`for update` : sql``}`.execute(
        trx,
      );
      for (const row of rows) {
        const again = seal(target, await this.#open(row, column.identity(row.id)), column.identity(row.id));
        await sql`update ${table} set ${sealed} = ${again.text}, key_id = ${again.keyId}
          where ${id} = ${row.id}`.execute(trx);
      }
      if (rows.length > 0) return rows.length;
    }
    return 0;
  }

  #open(row: { readonly text: string; readonly key_id: string }, identity: string): Promise<string> {
    return this.#secretKeys.unseal({ keyId: row.key_id, text: row.text }, identity);
  }
}

/** Has no host join the upstreams of a query, or leave them, until the transaction ends: which are told of the change is then known. */
function keepHosts<Row>(
  kind: ControlDatabase['kind'],
  upstreams: SelectQueryBuilder<ControlSchema, 'upstreams', Row>,
): SelectQueryBuilder<ControlSchema, 'upstreams', Row> {
  const inOrder = upstreams.orderBy('upstreams.uuid');
  return kind === 'postgres' ? inOrder.forUpdate() : inOrder;
}

/** The new tokens are left plain for {@link SecretKeys.prepare} to seal: the current key may be a lost one. */
async function replaceTokens(
  trx: ControlTransaction,
  kind: ControlDatabase['kind'],
  keyIds: readonly string[],
): Promise<number> {
  if (keyIds.length === 0) return 0;
  const lost = trx.selectFrom('upstreams').select('uuid').where('key_id', 'in', keyIds);
  const rows = await keepHosts(kind, lost).execute();
  for (const { uuid } of rows) {
    const token = { sealed_auth_token: newAuthToken(), key_id: null };
    await trx.updateTable('upstreams').set(token).where('uuid', '=', uuid).execute();
    recordRevisions(trx, 'host', await hostsServedBy(trx, uuid));
  }
  return rows.length;
}

/** Upstreams whose client certificates have a lost key have none until they get another one. */
async function deleteClientCertificates(
  trx: ControlTransaction,
  kind: ControlDatabase['kind'],
  keyIds: readonly string[],
): Promise<number> {
  if (keyIds.length === 0) return 0;
  const withKey = trx
    .selectFrom('upstream_client_keys')
    .select('upstream_uuid')
    .where('key_id', 'in', keyIds);
  await keepHosts(kind, trx.selectFrom('upstreams').select('uuid').where('uuid', 'in', withKey)).execute();
  const rows = await trx
    .deleteFrom('upstream_client_keys')
    .where('key_id', 'in', keyIds)
    .returning('upstream_uuid as uuid')
    .execute();
  for (const { uuid } of rows) {
    const { tls_ca: tlsCa } = await trx
      .updateTable('upstreams')
      .set({ tls_client_certificate: '' })
      .where('uuid', '=', uuid)
      .returning('tls_ca')
      .executeTakeFirstOrThrow();
    const tls_digest = tlsDigestOf({ tlsCa, tlsClientCertificate: '' });
    await trx.updateTable('upstreams').set({ tls_digest }).where('uuid', '=', uuid).execute();
    recordRevisions(trx, 'host', await hostsServedBy(trx, uuid));
  }
  return rows.length;
}

/** Their users sign in with the password alone until they set up another one. */
async function deleteSecondFactors(
  trx: ControlTransaction,
  kind: ControlDatabase['kind'],
  keyIds: readonly string[],
): Promise<void> {
  if (keyIds.length === 0) return;
  const rows = await trx
    .deleteFrom('totp_secrets')
    .where('key_id', 'in', keyIds)
    .returning(['user_uuid', 'confirmed_at'])
    .execute();
  for (const { user_uuid, confirmed_at } of rows)
    if (confirmed_at !== null) await recordSecondFactor(trx, kind, user_uuid, false);
  const users = rows.map(({ user_uuid }) => user_uuid);
  if (users.length > 0) await trx.deleteFrom('recovery_codes').where('user_uuid', 'in', users).execute();
  recordRevisions(trx, 'user', users);
}

/** What was issued automatically is ordered again, by a new account. */
async function deleteAutomatic(trx: ControlTransaction, keyIds: readonly string[]): Promise<void> {
  if (keyIds.length === 0) return;
  await trx.deleteFrom('acme_accounts').where('key_id', 'in', keyIds).execute();
  await trx
    .updateTable('automatic_certificates')
    .set({
      next_attempt_at: 0,
      failures: 0,
      fingerprint: null,
      issuer: null,
      not_before: null,
      expires_at: null,
    })
    .where(
      'host',
      'in',
      trx.selectFrom('automatic_certificate_keys').select('host').where('key_id', 'in', keyIds),
    )
    .execute();
  await trx.deleteFrom('automatic_certificate_keys').where('key_id', 'in', keyIds).execute();
}
