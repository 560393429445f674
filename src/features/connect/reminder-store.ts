/**
 * Customers who are reminded of a connect link until their domain is ready. Source: docs/reference/connect-page.md ("Reminders").
 *
 * One is due at each `next_at`. Taking it moves that on by a lease, so a machine that dies leaves it to another. It is gone after
 * the last reminder, once the domain is ready, when the customer wants no more, and with its link.
 */
import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Constant } from '../../control/columns.ts';
import type { ControlDatabase } from '../../control/database.ts';
import { reminderEmailIdentity } from '../../control/sealed-columns.ts';
import type { SecretKeys } from '../../control/secret-keys.ts';
import type { ControlStore } from '../../control/store.ts';
import type { AccountQueue } from '../../core/account-turns.ts';
import type { Clock } from '../../core/clock.ts';
import { dayMs, minuteMs } from '../../core/time.ts';
import type { ConnectLink } from './connect-link-store.ts';
import type { Recipient } from './instructions.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    connect_reminders: ConnectReminderRow;
  }
}

/** A customer's address, until nothing has to be reminded of. */
interface ConnectReminderRow {
  /** The link that was handed out first. */
  link_uuid: Constant<string>;
  account_uuid: Constant<string>;
  custom_domain_uuid: Constant<string>;
  sealed_email: string;
  /** Of the secret key. */
  key_id: string | null;
  language: Constant<string>;
  /** Stands in every reminder, and can only end them. */
  unsubscribe_secret: Constant<string>;
  /** Reminders that were sent or given up. */
  sent: number;
  /** When the next one is due; of one that is being sent, when its lease ends. */
  next_at: number;
  /** Since when the mail server takes none. */
  failing_since: number | null;
  /** Of the links. */
  expires_at: Constant<number>;
  created_at: Constant<number>;
}

/** After the first e-mail. */
const remindedAfterMs = [2 * dayMs, 7 * dayMs] as const;
const retryMs = 10 * minuteMs;
/** So long is a reminder tried that the mail server doesn't take. */
const triedMs = dayMs;

export const reminderSecretPrefix = 'nm_';

/** A reminder that is due, taken by this machine. */
export type DueReminder = Selectable<ConnectReminderRow> & { readonly accountUuid: string };

export class ConnectReminders implements AccountQueue<DueReminder> {
  readonly #database: ControlDatabase;
  readonly #secretKeys: SecretKeys;
  readonly #clock: Clock;

  constructor({ database, secretKeys, clock }: Pick<ControlStore, 'database' | 'secretKeys' | 'clock'>) {
    this.#database = database;
    this.#secretKeys = secretKeys;
    this.#clock = clock;
  }

  /** Reminds of a link that was sent. Throws SecretKeyError. */
  async add(
    accountUuid: string,
    { uuid, customDomainUuid, expiresAt }: ConnectLink,
    to: Recipient,
  ): Promise<void> {
    const now = this.#clock.now();
    await this.#database.transaction(async (trx) => {
      const { text, keyId } = await this.#secretKeys.seal(trx, to.to, reminderEmailIdentity(uuid));
      await trx
        .insertInto('connect_reminders')
        .values({
          link_uuid: uuid,
          account_uuid: accountUuid,
          custom_domain_uuid: customDomainUuid,
          sealed_email: text,
          key_id: keyId,
          language: to.language,
          unsubscribe_secret: reminderSecretPrefix + randomBytes(32).toString('base64url'),
          sent: 0,
          next_at: now + remindedAfterMs[0],
          failing_since: null,
          expires_at: expiresAt,
          created_at: now,
        })
        .execute();
    });
  }

  /** Forgets those of domains that are ready and of links that have ended, and answers which accounts have others that are due. */
  async accountsDue(now: number): Promise<string[]> {
    const { queries } = this.#database;
    const isOver = sql<boolean>`(expires_at <= ${now} or exists (
      select 1 from custom_domains where custom_domains.uuid = connect_reminders.custom_domain_uuid and ready = 1))`;
    const over = await queries
      .selectFrom('connect_reminders')
      .select('link_uuid')
      .where(isOver)
      .limit(1)
      .execute();
    if (over.length > 0)
      await this.#database.transaction((trx) => trx.deleteFrom('connect_reminders').where(isOver).execute());
    const due = queries.selectFrom('connect_reminders').where('next_at', '<=', now);
    return (await due.select('account_uuid').distinct().execute()).map(({ account_uuid }) => account_uuid);
  }

  /** Takes so many of each account's that are due, those waiting longest first, for as long as the lease. */
  takeDue(now: number, leaseMs: number, shares: ReadonlyMap<string, number>): Promise<DueReminder[]> {
    return this.#database.transaction(async (trx) => {
      const taken: DueReminder[] = [];
      for (const [account, limit] of shares) {
        const due = trx
          .selectFrom('connect_reminders')
          .select('link_uuid')
          .where('account_uuid', '=', account)
          .where('next_at', '<=', now)
          .orderBy('next_at')
          .limit(limit);
        const rows = await trx
          .updateTable('connect_reminders')
          .set({ next_at: now + leaseMs })
          .where('link_uuid', 'in', due)
          // Another machine may have taken one meanwhile.
          .where('next_at', '<=', now)
          .returningAll()
          .execute();
        for (const row of rows) taken.push(Object.assign(row, { accountUuid: row.account_uuid }));
      }
      return taken;
    });
  }

  /** Throws SecretKeyError. */
  emailOf({ link_uuid, key_id, sealed_email }: DueReminder): Promise<string> {
    const sealed = { keyId: key_id ?? '', text: sealed_email };
    return this.#secretKeys.unseal(sealed, reminderEmailIdentity(link_uuid));
  }

  /** It was sent, or given up. After the last one the address is gone. */
  async done({ link_uuid, sent, created_at }: DueReminder): Promise<void> {
    const after = remindedAfterMs[sent + 1];
    await this.#database.transaction(async (trx) => {
      if (after === undefined) {
        await trx.deleteFrom('connect_reminders').where('link_uuid', '=', link_uuid).execute();
        return;
      }
      // Where no machine ran for days, two don't come at once.
      const next_at = Math.max(created_at + after, this.#clock.now() + dayMs);
      await trx
        .updateTable('connect_reminders')
        .set({ sent: sent + 1, next_at, failing_since: null })
        .where('link_uuid', '=', link_uuid)
        .execute();
    });
  }

  /** The mail server didn't take it: it is tried again, for a day. Answers whether it was given up. */
  async failed(due: DueReminder): Promise<boolean> {
    const now = this.#clock.now();
    const since = due.failing_since ?? now;
    if (now - since >= triedMs) {
      await this.done(due);
      return true;
    }
    await this.#database.transaction((trx) =>
      trx
        .updateTable('connect_reminders')
        .set({ next_at: now + retryMs, failing_since: since })
        .where('link_uuid', '=', due.link_uuid)
        .execute(),
    );
    return false;
  }

  async findBySecret(
    secret: string,
  ): Promise<{ readonly accountUuid: string; readonly language: string } | undefined> {
    const row = await this.#database.queries
      .selectFrom('connect_reminders')
      .select(['account_uuid', 'language'])
      .where('unsubscribe_secret', '=', secret)
      .executeTakeFirst();
    return row && { accountUuid: row.account_uuid, language: row.language };
  }

  /** Deletes the address with this secret, if there is one. */
  async unsubscribe(secret: string): Promise<void> {
    await this.#database.transaction((trx) =>
      trx.deleteFrom('connect_reminders').where('unsubscribe_secret', '=', secret).execute(),
    );
  }
}
