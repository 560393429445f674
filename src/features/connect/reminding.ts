/**
 * Sends the reminders that are due. Machines share the work by leases, and accounts take turns (core/account-loop.ts). Source: docs/reference/connect-page.md ("Reminders").
 */

import type { Logger } from 'pino';
import { actingAs, serviceActor } from '../../control/acting.ts';
import type { ControlStore } from '../../control/store.ts';
import { AccountLoop } from '../../core/account-loop.ts';
import type { Clock } from '../../core/clock.ts';
import { languageOf } from '../../core/languages.ts';
import { minuteMs, secondMs } from '../../core/time.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { ConnectLinks } from './connect-link-store.ts';
import type { Instructions } from './instructions.ts';
import { linkPath } from './link-path.ts';
import type { ConnectReminders, DueReminder } from './reminder-store.ts';

const places = 8;
const pollMs = 30 * secondMs;
/** Longer than an e-mail takes. */
const leaseMs = 5 * minuteMs;
/** What a mail server takes so long for is slow. */
const slowMs = 2 * secondMs;

export type RemindingParts = {
  readonly store: ControlStore;
  readonly reminders: ConnectReminders;
  readonly instructions: Instructions;
  /** What links begin with. */
  readonly origin: string;
  readonly clock: Clock;
  readonly logger: Logger;
};

export class Reminding implements AsyncDisposable {
  readonly #parts: RemindingParts;
  readonly #loop: AccountLoop<DueReminder>;

  constructor(parts: RemindingParts) {
    this.#parts = parts;
    this.#loop = new AccountLoop({
      queue: parts.reminders,
      places,
      pollMs,
      leaseMs,
      slowMs,
      clock: parts.clock,
      work: (due) => actingAs(serviceActor, () => this.#work(due)),
      onAway: (error) => parts.logger.warn({ err: error }, 'reminders wait for the control store'),
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

  async #work(due: DueReminder): Promise<void> {
    const { reminders, logger } = this.#parts;
    let reason: string | undefined;
    try {
      await this.#loop.timed(due.accountUuid, () =>
        this.#send(due, (detail) => {
          reason = detail;
        }),
      );
      await reminders.done(due);
    } catch (error) {
      const isGivenUp = await reminders.failed(due);
      const { account_uuid, custom_domain_uuid } = due;
      logger.warn(
        { account_uuid, custom_domain_uuid, ...(reason === undefined ? { err: error } : { reason }) },
        isGivenUp ? 'a reminder was given up after a day' : 'a reminder was not sent; it is tried again',
      );
    }
  }

  /** With a link of its own, as the one before can't be shown again. */
  async #send(due: DueReminder, onFailure: (detail: string) => void): Promise<void> {
    const { store, reminders, instructions, origin } = this.#parts;
    const domain = await new CustomDomains(store).findInAccount(due.account_uuid, due.custom_domain_uuid);
    if (!domain) return;
    const to = await reminders.emailOf(due);
    const wanted = { kind: 'connect', embedOrigins: [], expiresAt: due.expires_at } as const;
    const made = await new ConnectLinks(store).create(due.account_uuid, domain.uuid, wanted);
    if (!made) return;
    await instructions.send(
      {
        to,
        language: languageOf(due.language),
        unsubscribeUrl: `${origin}/unsubscribe/${due.unsubscribe_secret}`,
      },
      domain,
      made.link,
      origin + linkPath('connect', made.secret),
      onFailure,
    );
  }
}
