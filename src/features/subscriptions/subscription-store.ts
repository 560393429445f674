/**
 * Subscriptions, and which of them are due. Source: docs/reference/subscriptions.md.
 *
 * An unconfirmed one is due once, for its confirmation; a confirmed one at each `next_at`. Taking one moves its `next_at` on by a
 * lease, so a machine that dies leaves it to another.
 */
import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { actingAs, serviceActor } from '../../control/acting.ts';
import type { Constant } from '../../control/columns.ts';
import type { ControlDatabase } from '../../control/database.ts';
import { takingTurns } from '../../control/row-lock.ts';
import type { ControlStore } from '../../control/store.ts';
import type { Clock } from '../../core/clock.ts';
import { dayMs, hourMs, minuteMs } from '../../core/time.ts';
import type { StoredResource } from '../../kernel/collection.ts';
import { CollectionStore, type Writing } from '../../kernel/collection-store.ts';
import { namedAccount } from '../../kernel/owner.ts';
import { refuseForeign } from '../../kernel/refuse-foreign.ts';
import { hashToken } from '../../secrets/access-token-secret.ts';
import { hasEmail } from '../people/user-store.ts';
import { nextDue } from './schedule.ts';
import {
  type Subscription,
  type SubscriptionDefinitions,
  type SubscriptionValues,
  subscriptionResource,
} from './subscription.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    subscriptions: SubscriptionRow;
  }
}

/** An address that gets e-mails about an account's domains. */
interface SubscriptionRow {
  uuid: Constant<string>;
  account_uuid: Constant<string>;
  email: string;
  confirmed_at: number | null;
  what: string;
  /** JSON. */
  severities: string;
  frequency: string;
  custom_domain_uuid: string | null;
  external_id: string | null;
  time_zone: string;
  language: string;
  /** SHA-256 of the secret in the link of the confirmation, lower-case hex. */
  confirmation_sha256: string | null;
  confirmation_expires_at: number | null;
  /** Stands in every e-mail, and can only end the subscription. */
  unsubscribe_secret: string;
  /** When an e-mail is due; of one that is being made, when its lease ends. */
  next_at: number | null;
  /** When the last e-mail was begun. */
  claimed_at: number | null;
  /** Since when the mail server takes none. */
  failing_since: number | null;
  /** Findings that were opened until then have been told. */
  told_until: number;
  created_at: Constant<number>;
}

const maxSubscriptions = 100;
const confirmationMs: number = 48 * hourMs;
/** Between two e-mails about findings to one address. */
export const findingsGapMs: number = 10 * minuteMs;
const retryMs: number = 10 * minuteMs;
/** So long is an e-mail tried that the mail server doesn't take. */
const triedMs = dayMs;

export const stored: StoredResource<SubscriptionDefinitions> = {
  resource: subscriptionResource,
  kind: 'subscription',
  owner: namedAccount,
  table: 'subscriptions',
  label: 'email',
  limit: { most: maxSubscriptions, code: 'too_many_subscriptions' },
};

/** A subscription that is due, taken by this machine. */
export type Due = Omit<Selectable<SubscriptionRow>, 'severities'> & {
  readonly accountUuid: string;
  readonly severities: readonly string[];
};

export class Subscriptions extends CollectionStore<SubscriptionDefinitions> {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor(store: ControlStore) {
    super(stored, store);
    this.#database = store.database;
    this.#clock = store.clock;
  }

  /** Errors: `too_many_subscriptions`, `custom_domain_uuid_invalid`. */
  async subscribe(
    accountUuid: string,
    values: SubscriptionValues,
    again?: string,
  ): Promise<Subscription | undefined> {
    const now = this.#clock.now();
    const confirmedAt = (await this.#isMember(accountUuid, values.email)) ? now : null;
    const write = async ({ trx, columns }: Writing): Promise<void> => {
      await refuseForeign(trx, accountUuid, 'custom_domain_uuid', values.customDomainUuid);
      columns['unsubscribe_secret'] = `nu_${randomBytes(32).toString('base64url')}`;
      columns['next_at'] = confirmedAt === null ? now : nextDue(values.frequency ?? '', values.timeZone, now);
      columns['told_until'] = now - 1;
      columns['created_at'] = now;
    };
    return super.create(accountUuid, { ...values, confirmedAt }, write, again);
  }

  /** Changes one; another address confirms anew. Errors: `custom_domain_uuid_invalid`. */
  async change(
    accountUuid: string,
    uuid: string,
    change: (current: Subscription) => SubscriptionValues,
  ): Promise<Subscription | undefined> {
    return super.update(accountUuid, uuid, async (current, { trx, now, columns }) => {
      const values = change(current);
      await refuseForeign(trx, accountUuid, 'custom_domain_uuid', values.customDomainUuid);
      const isSame = values.email === current.email;
      const confirmedAt = isSame
        ? current.confirmedAt
        : (await this.#isMember(accountUuid, values.email, trx))
          ? now
          : null;
      if (!isSame) {
        columns['confirmation_sha256'] = null;
        columns['unsubscribe_secret'] = `nu_${randomBytes(32).toString('base64url')}`;
      }
      if (!isSame || confirmedAt !== null)
        columns['next_at'] =
          confirmedAt === null ? now : nextDue(values.frequency ?? '', values.timeZone, now);
      return { ...values, confirmedAt };
    });
  }

  /** What the link with this secret confirms; undefined: it opens nothing any more. */
  async findByConfirmation(
    secret: string,
  ): Promise<
    { readonly accountUuid: string; readonly language: string; readonly isConfirmed: boolean } | undefined
  > {
    const row = await this.#confirmed(this.#database.queries, secret).executeTakeFirst();
    return (
      row && {
        accountUuid: row.account_uuid,
        language: row.language,
        isConfirmed: row.confirmed_at !== null,
      }
    );
  }

  /** Confirms by the secret of a link that still opens something, once. */
  confirm(secret: string): Promise<void> {
    const now = this.#clock.now();
    return this.#database.transaction(async (trx) => {
      const row = await takingTurns(this.#database.kind, this.#confirmed(trx, secret)).executeTakeFirst();
      if (!row || row.confirmed_at !== null) return;
      const next_at = nextDue(row.frequency, row.time_zone, now);
      await trx
        .updateTable('subscriptions')
        // The e-mail that asked for this is none about findings: the first of them doesn't wait for it.
        .set({ confirmed_at: now, next_at, told_until: now - 1, failing_since: null, claimed_at: null })
        .where('uuid', '=', row.uuid)
        .execute();
    });
  }

  #confirmed(queries: ControlDatabase['queries'], secret: string) {
    return queries
      .selectFrom('subscriptions')
      .selectAll()
      .where('confirmation_sha256', '=', hashToken(secret))
      .where('confirmation_expires_at', '>', this.#clock.now());
  }

  /** Deletes the subscription with this secret, if there is one. */
  async unsubscribe(secret: string): Promise<void> {
    const row = await this.findBySecret(secret);
    if (row) await actingAs(serviceActor, () => super.delete(row.accountUuid, row.uuid));
  }

  async findBySecret(
    secret: string,
  ): Promise<{ readonly uuid: string; readonly accountUuid: string; readonly language: string } | undefined> {
    const row = await this.#database.queries
      .selectFrom('subscriptions')
      .select(['uuid', 'account_uuid', 'language'])
      .where('unsubscribe_secret', '=', secret)
      .executeTakeFirst();
    return row && { uuid: row.uuid, accountUuid: row.account_uuid, language: row.language };
  }

  /** The accounts that have some due. */
  async accountsDue(now: number): Promise<string[]> {
    const rows = await this.#due(now).select('account_uuid').distinct().execute();
    return rows.map(({ account_uuid: account }) => account);
  }

  /**
   * Takes so many of each account's that are due, those waiting longest first, for as long as the lease. Those about findings wait
   * until their address had none for a while.
   */
  async takeDue(now: number, leaseMs: number, shares: ReadonlyMap<string, number>): Promise<Due[]> {
    const { kind } = this.#database;
    const due: { uuid: string; email: string }[] = [];
    for (const [account, limit] of shares) {
      const ofAccount = this.#due(now).where('account_uuid', '=', account).orderBy('next_at').limit(limit);
      due.push(...(await ofAccount.select(['uuid', 'email']).execute()));
    }
    if (due.length === 0) return [];
    return this.#database.transaction(async (trx) => {
      const taken: Due[] = [];
      const emails = [...new Set(due.map(({ email }) => email))].toSorted();
      const uuids = new Set(due.map(({ uuid }) => uuid));
      for (const email of emails) {
        const query = trx.selectFrom('subscriptions').selectAll().where('email', '=', email).orderBy('uuid');
        const rows = await takingTurns(kind, query).execute();
        let last = Math.max(0, ...rows.map((row) => (row.what === 'findings' ? (row.claimed_at ?? 0) : 0)));
        // The one that waited longest is first, or the others of the address would never get their turn.
        for (const row of rows.toSorted((a, b) => (a.claimed_at ?? 0) - (b.claimed_at ?? 0))) {
          if (!uuids.has(row.uuid) || row.next_at === null || row.next_at > now) continue;
          const isOfFindings = row.what === 'findings' && row.confirmed_at !== null;
          // A clock that was set back must not silence it.
          const waits = isOfFindings && last <= now && now - last < findingsGapMs;
          await trx
            .updateTable('subscriptions')
            .set(waits ? { next_at: last + findingsGapMs } : { next_at: now + leaseMs, claimed_at: now })
            .where('uuid', '=', row.uuid)
            .execute();
          if (waits) continue;
          if (isOfFindings) last = now;
          taken.push({ ...row, accountUuid: row.account_uuid, severities: JSON.parse(row.severities) });
        }
      }
      return taken;
    });
  }

  #due(now: number) {
    return this.#database.queries.selectFrom('subscriptions').where('next_at', '<=', now).where(hasSomething);
  }

  /** Gives a taken one the secret of its confirmation. */
  async prepareConfirmation({ uuid }: Due): Promise<string> {
    const secret = `nc_${randomBytes(32).toString('base64url')}`;
    await this.#database.transaction((trx) =>
      trx
        .updateTable('subscriptions')
        .set({
          confirmation_sha256: hashToken(secret),
          confirmation_expires_at: this.#clock.now() + confirmationMs,
        })
        .where('uuid', '=', uuid)
        .execute(),
    );
    return secret;
  }

  /** What it was taken for is done, up to `toldUntil`; without an e-mail, the next one doesn't wait for this. */
  async done(due: Due, toldUntil: number, wasSent: boolean): Promise<void> {
    const { uuid, confirmed_at, frequency, time_zone } = due;
    const now = this.#clock.now();
    await this.#database.transaction((trx) =>
      trx
        .updateTable('subscriptions')
        .set({
          next_at: confirmed_at === null ? null : nextDue(frequency, time_zone, now),
          failing_since: null,
          told_until: toldUntil,
          ...(!wasSent && { claimed_at: due.claimed_at }),
        })
        .where('uuid', '=', uuid)
        // Confirmed meanwhile, it is due already.
        .where('confirmed_at', confirmed_at === null ? 'is' : 'is not', null)
        .execute(),
    );
  }

  /** The mail server didn't take it: it is tried again, for a day. Answers whether it was given up. */
  async failed(due: Due, toldUntil: number): Promise<boolean> {
    const now = this.#clock.now();
    const since = due.failing_since ?? now;
    if (now - since >= triedMs) {
      await this.done(due, toldUntil, true);
      return true;
    }
    await this.#database.transaction((trx) =>
      trx
        .updateTable('subscriptions')
        .set({ next_at: now + retryMs, failing_since: since })
        .where('uuid', '=', due.uuid)
        .execute(),
    );
    return false;
  }

  async #isMember(
    accountUuid: string,
    email: string,
    queries: ControlDatabase['queries'] = this.#database.queries,
  ): Promise<boolean> {
    const row = await queries
      .selectFrom('memberships')
      .innerJoin('users', 'users.uuid', 'memberships.user_uuid')
      .select('users.uuid')
      .where('memberships.account_uuid', '=', accountUuid)
      .where(hasEmail(email))
      .executeTakeFirst();
    return row !== undefined;
  }
}

/** Those about findings at once are taken when there is a new one. */
const hasSomething = sql<boolean>`(
  subscriptions.frequency <> 'instant' or subscriptions.confirmed_at is null or exists (
    select 1 from findings
    where findings.account_uuid = subscriptions.account_uuid and findings.opened_at > subscriptions.told_until))`;
