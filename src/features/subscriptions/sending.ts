/** Sends what subscriptions are due for. Machines share the work by leases. Source: docs/reference/subscriptions.md ("When"). */
import type { Logger } from 'pino';
import type { ReportStore } from '../../analytics/engine/report-store.ts';
import type { OutgoingMail } from '../../api/mail/outgoing-mail.ts';
import { type Email, EmailError } from '../../api/mail/smtp-mailer.ts';
import type { ControlStore } from '../../control/store.ts';
import { AccountLoop } from '../../core/account-loop.ts';
import type { Clock } from '../../core/clock.ts';
import { languageOf } from '../../core/languages.ts';
import { plainName } from '../../core/plain-name.ts';
import { minuteMs } from '../../core/time.ts';
import { AccountBrands } from '../connect/brand-store.ts';
import { domainGoals } from '../goals/domain-goals.ts';
import { confirmationEmail, type Frame, findingsEmail, reportEmail } from './emails.ts';
import { type ReportedDomain, readReport } from './report.ts';
import { reportedPeriods } from './schedule.ts';
import type { Due, Subscriptions } from './subscription-store.ts';
import { toldFindings } from './told-findings.ts';

const places = 8;
const pollMs = 20_000;
/** Longer than an e-mail takes with its queries. */
const leaseMs: number = 5 * minuteMs;
/** Mail servers mostly answer in a second. */
const slowMs = 3_000;
/** What other machines are storing now may have an earlier time than this one's. */
const settledMs = 5_000;
/** Of an account with more, a report has the first ones by name. */
const maxReported = 100;

export type SendingParts = {
  readonly store: ControlStore;
  readonly subscriptions: Subscriptions;
  readonly analytics: ReportStore;
  readonly mail: OutgoingMail;
  /** What links begin with. */
  readonly origin: string;
  readonly clock: Clock;
  readonly logger: Logger;
};

export class SubscriptionSending implements AsyncDisposable {
  readonly #parts: SendingParts;
  readonly #loop: AccountLoop<Due>;

  constructor(parts: SendingParts) {
    this.#parts = parts;
    this.#loop = new AccountLoop({
      queue: parts.subscriptions,
      places,
      pollMs,
      leaseMs,
      slowMs,
      clock: parts.clock,
      work: (due) => this.#work(due),
      onAway: (error) => parts.logger.warn({ err: error }, 'subscriptions wait for the control store'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Sends everything that is due. Never rejects. */
  sendDue(): Promise<void> {
    return this.#loop.runDue();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#loop[Symbol.asyncDispose]();
  }

  async #work(due: Due): Promise<void> {
    const { subscriptions, mail, clock, logger } = this.#parts;
    const until = clock.now() - settledMs;
    try {
      const email = await this.#emailOf(due, until);
      if (email) await this.#loop.timed(due.accountUuid, () => mail.send(due.accountUuid, email));
      await subscriptions.done(due, until, email !== undefined);
    } catch (error) {
      const reason = error instanceof EmailError ? error.detail : undefined;
      const isGivenUp = await subscriptions.failed(due, until);
      logger.warn(
        {
          subscription_uuid: due.uuid,
          account_uuid: due.accountUuid,
          ...(reason ? { reason } : { err: error }),
        },
        isGivenUp ? 'an e-mail was given up after a day' : 'an e-mail was not sent; it is tried again',
      );
    }
  }

  /** Undefined: there is nothing to tell. */
  async #emailOf(due: Due, until: number): Promise<Email | undefined> {
    const { store, subscriptions, clock } = this.#parts;
    const frame = await this.#frameOf(due);
    if (due.confirmed_at === null)
      return confirmationEmail(frame, await subscriptions.prepareConfirmation(due));
    if (due.what === 'findings') {
      const opened = { since: due.told_until, until };
      const { findings, count } = await toldFindings(store.database, due, clock.now(), opened);
      return count === 0 ? undefined : findingsEmail(frame, findings, count);
    }
    const periods = reportedPeriods(due.frequency, due.time_zone, clock.now());
    const domains = await this.#domainsOf(due);
    const numbers = await readReport(this.#parts.analytics, domains, periods);
    const openFindings = await toldFindings(store.database, due, clock.now());
    const subject = domains.length === 1 ? domains[0]?.host : (due.external_id ?? undefined);
    return reportEmail(frame, { ...numbers, subject, from: periods.from, to: periods.to, openFindings });
  }

  async #frameOf({ account_uuid: account, email, language, unsubscribe_secret }: Due): Promise<Frame> {
    const { store, origin } = this.#parts;
    const { name, color } = await new AccountBrands(store).named(account);
    return {
      to: email,
      language: languageOf(language),
      name: plainName(name) || 'Nameplate',
      color,
      origin,
      unsubscribeSecret: unsubscribe_secret,
    };
  }

  async #domainsOf({ account_uuid, custom_domain_uuid, external_id }: Due): Promise<ReportedDomain[]> {
    const { database } = this.#parts.store;
    const rows = await database.queries
      .selectFrom('custom_domains')
      .select(['uuid', 'host'])
      .where('account_uuid', '=', account_uuid)
      .$if(custom_domain_uuid !== null, (query) => query.where('uuid', '=', custom_domain_uuid ?? ''))
      .$if(external_id !== null, (query) => query.where('external_id', '=', external_id ?? ''))
      .orderBy('host')
      .limit(maxReported)
      .execute();
    const goals = domainGoals({ database });
    return Promise.all(
      rows.map(async ({ uuid, host }) => ({ uuid, host, goals: await goals.ofDomain(uuid) })),
    );
  }
}
