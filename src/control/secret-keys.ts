/**
 * Tracks which secret key encrypts the control store. All machines share this state; the keyring holds one machine's keys.
 * Source: docs/reference/certificates.md ("The secret key").
 *
 * One key is current; code that encrypts reads which one in the transaction that stores the result. A rotation makes another
 * key current. It waits for such transactions and makes later ones wait, so that after its commit nothing more is
 * encrypted with the old key. That key is then called previous until nothing uses it (key-rotation.ts).
 */

import { sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import { errorMessage } from '../core/error-field.ts';
import { commandName } from '../core/program-files.ts';
import { type Sealed, type SecretKey, seal, unseal } from '../secrets/secret-key.ts';
import { SecretKeyError } from '../secrets/secret-key-error.ts';
import type { SecretKeyring } from '../secrets/secret-keyring.ts';
import type { ControlDatabase, ControlQueries, ControlTransaction } from './database.ts';
import { exclusively } from './migrate.ts';
import { sealedColumns, selectKeyIdsInUse } from './sealed-columns.ts';

export class SecretKeys {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  readonly #keyring: SecretKeyring | undefined;

  /** Without a keyring nothing can be sealed or unsealed. */
  constructor(database: ControlDatabase, clock: Clock, keyring: SecretKeyring | undefined) {
    this.#database = database;
    this.#clock = clock;
    this.#keyring = keyring;
  }

  get keyring(): SecretKeyring {
    if (this.#keyring) return this.#keyring;
    throw new SecretKeyError('this program has no secret key to work with private keys');
  }

  /**
   * Sees to it that what the store has sealed can be opened on this machine; makes the first key when there is none,
   * and seals what a migration has left plain. Answers what the operator should know. Throws SecretKeyError when a key is missing, and changes nothing then.
   */
  async prepare(): Promise<string[]> {
    const { keyring } = this;
    const warnings = await exclusively(this.#database, async (trx) => {
      const inUse = await keyIdsInUse(trx);
      // Only where there is nothing that a new key could not open is a new one made.
      const held = inUse.length === 0 ? await keyring.readOrMake() : await keyring.read();
      const lost = await findLost(trx, inUse, held, keyring);
      if (lost) throw lost;
      return this.#adopt(trx, held);
    });
    if ((await this.#sealPlain()) > 0) warnings.push(...(await this.#scrub()));
    const exposure = await keyring.findExposure();
    return exposure === undefined ? warnings : [exposure, ...warnings];
  }

  /** What {@link prepare} would throw; makes and changes nothing. Undefined: all that is sealed can be opened. */
  async findLost(): Promise<SecretKeyError | undefined> {
    const { queries } = this.#database;
    return findLost(queries, await keyIdsInUse(queries), await this.keyring.read(), this.keyring);
  }

  /** Seals a text with the current key. Throws SecretKeyError when this machine does not have it. */
  async seal(trx: ControlTransaction, text: string, identity: string): Promise<Sealed> {
    // The second look: a rotation that was committed while the first one waited for its lock hides both rows from it.
    const id = (await this.#currentId(trx)) ?? (await this.#currentId(trx));
    if (id === undefined)
      throw new SecretKeyError('the control store has no secret key yet; start the service first');
    return seal(await this.#find(id), text, identity);
  }

  /** Seals with the current key what is not stored, so that no rotation has to wait for it. Throws SecretKeyError. */
  async sealPassing(text: string, identity: string): Promise<Sealed> {
    const row = await this.#database.queries
      .selectFrom('secret_keys')
      .select('key_id')
      .where('state', '=', 'current')
      .executeTakeFirst();
    if (!row) throw new SecretKeyError('the control store has no secret key yet; start the service first');
    return seal(await this.#find(row.key_id), text, identity);
  }

  /** Opens what was sealed. Throws SecretKeyError when this machine does not have the key, or it was tampered with. */
  async unseal(sealed: Sealed, identity: string): Promise<string> {
    const key = await this.#find(sealed.keyId);
    try {
      return unseal(key, sealed, identity);
    } catch {
      throw new SecretKeyError(`${identity} cannot be decrypted: the control store was changed`);
    }
  }

  /** Answers how many secrets there were. Run again after a crash, it finds what is left. */
  #sealPlain(): Promise<number> {
    return exclusively(this.#database, async (trx) => {
      let count = 0;
      for (const column of sealedColumns) {
        const [table, id] = [sql.table(column.table), sql.ref(column.id)];
        const sealed = sql.ref(column.sealed);
        const { rows } = await sql<{ id: string; text: string }>`
          select ${id} as id, ${sealed} as text from ${table} where key_id is null`.execute(trx);
        for (const row of rows) {
          const made = await this.seal(trx, row.text, column.identity(row.id));
          await sql`update ${table} set ${sealed} = ${made.text}, key_id = ${made.keyId}
            where ${id} = ${row.id}`.execute(trx);
        }
        count += rows.length;
      }
      return count;
    });
  }

  /**
   * Removes what was plain from where the engines still have it: the write-ahead log, and rows that were replaced.
   * Answers a warning when the engine refuses.
   */
  async #scrub(): Promise<string[]> {
    const { kind, queries } = this.#database;
    const statement = kind === 'sqlite' ? sql`pragma wal_checkpoint(truncate)` : sql`vacuum full upstreams`;
    try {
      await statement.execute(queries);
      return [];
    } catch (error) {
      const reason = errorMessage(error);
      return [
        `the tokens of upstreams are encrypted now, but old copies may be left in the store: ${statement.compile(queries).sql} failed: ${reason}`,
      ];
    }
  }

  async #find(id: string): Promise<SecretKey> {
    const key = await this.keyring.find(id);
    if (key) return key;
    throw new SecretKeyError(
      `${this.keyring.describe()} does not have the secret key ${id} that the control store uses now; give every machine the same keys and restart`,
    );
  }

  async #currentId(trx: ControlTransaction): Promise<string | undefined> {
    const query = trx.selectFrom('secret_keys').select('key_id').where('state', '=', 'current');
    // On SQLite the transaction holds the only write lock already.
    const row = await (this.#database.kind === 'postgres' ? query.forShare() : query).executeTakeFirst();
    return row?.key_id;
  }

  /** Makes a key of this machine current if the current one is missing and protects nothing. */
  async #adopt(trx: ControlTransaction, held: readonly SecretKey[]): Promise<string[]> {
    const rows = await trx.selectFrom('secret_keys').selectAll().execute();
    const current = rows.find(({ state }) => state === 'current');
    if (current && held.some(({ id }) => id === current.key_id)) {
      return rows.length === 1
        ? []
        : [`a rotation of the secret key is not finished; "${commandName} key rotate" finishes it`];
    }
    const [newest] = held;
    if (!newest) throw new SecretKeyError(`${this.keyring.describe()} has no key`);
    await makeCurrent(trx, newest.id, this.#clock.now());
    if (!current) return [];
    return [
      `the secret key ${current.key_id}, which no private key was encrypted with, is replaced by ${newest.id}; if several machines share the control store, give them all the same key`,
    ];
  }
}

/** Makes a key the current one; the one before becomes a previous one. */
export async function makeCurrent(trx: ControlTransaction, id: string, now: number): Promise<void> {
  await trx.updateTable('secret_keys').set({ state: 'previous' }).where('state', '=', 'current').execute();
  await trx
    .insertInto('secret_keys')
    .values({ key_id: id, state: 'current', created_at: now })
    .onConflict((conflict) => conflict.column('key_id').doUpdateSet({ state: 'current' }))
    .execute();
  await forgetUnused(trx);
}

/** Forgets previous keys that nothing is sealed with any more. */
export async function forgetUnused(trx: ControlTransaction): Promise<void> {
  await sql`delete from secret_keys where state = 'previous' and key_id not in (${selectKeyIdsInUse()})`.execute(
    trx,
  );
}

/** The ids of the keys that something is sealed with. */
export async function keyIdsInUse(queries: ControlQueries): Promise<string[]> {
  const { rows } = await selectKeyIdsInUse().execute(queries);
  return rows.map(({ key_id }) => key_id);
}

async function findLost(
  queries: ControlQueries,
  inUse: readonly string[],
  held: readonly SecretKey[],
  keyring: SecretKeyring,
): Promise<SecretKeyError | undefined> {
  const lost = inUse.filter((id) => !held.some((key) => key.id === id));
  if (lost.length === 0) return undefined;
  const counts = new Map<(count: number) => string, number>();
  for (const { table, lost: words } of sealedColumns) {
    if (!words) continue;
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where key_id in (${sql.join(lost)})`.execute(queries);
    counts.set(words, (counts.get(words) ?? 0) + (rows[0]?.count ?? 0));
  }
  const what =
    [...counts].flatMap(([words, count]) => (count === 0 ? [] : [words(count)])).join(' and ') ||
    'the keys of ACME accounts';
  const place = keyring.describe();
  const state =
    held.length === 0 ? `${place} is not there` : `${place} has only ${held.map(({ id }) => id).join(', ')}`;
  return new SecretKeyError(
    `${what} are encrypted with the secret key ${lost.join(', ')}, but ${state}: restore the key from its backup; if it is lost for good, "${commandName} key reset" deletes these certificates, second factors, reminders and signing keys, gives these upstreams new tokens and disables these webhook endpoints`,
  );
}
