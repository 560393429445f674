/** What accounts have sent by e-mail: how much, and that none makes others wait. Source: docs/reference/connect-page.md ("E-mail"). */
import type { Clock } from '../../core/clock.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { FairPool } from '../../core/fair-pool.ts';
import { hourMs } from '../../core/time.ts';
import { RateLimit, takeOrRefuse } from '../rate-limit.ts';
import type { Email, Mailer } from './smtp-mailer.ts';

/** An hour: what accounts may send, and what one mailbox may get, so that nobody is flooded through us. */
const maxPerAccount = 100;
export const maxPerMailbox = 5;
/** E-mails at the same time. */
const places = 8;
/** Of an account whose last one took so long, the next ones share half of the places. */
const slowMs = 3_000;

/** The mailbox that an address leads to with most providers, whatever tag or dots it has. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at).replace(/\+.*$/, '').replaceAll('.', '');
  return local === '' ? email : `${local}${email.slice(at)}`;
}

export class OutgoingMail {
  readonly #mailer: Mailer | undefined;
  readonly #perAccount: RateLimit;
  readonly #perMailbox: RateLimit;
  readonly #places = new FairPool(places);
  readonly #slowAccounts = new Set<string>();

  /** Without `mailer` no e-mail is sent. */
  constructor(mailer: Mailer | undefined, clock: Clock) {
    this.#mailer = mailer;
    this.#perAccount = new RateLimit(maxPerAccount, clock, hourMs);
    this.#perMailbox = new RateLimit(maxPerMailbox, clock, hourMs);
  }

  get isSetUp(): boolean {
    return this.#mailer !== undefined;
  }

  /** Counts an e-mail, before anything is done for it. Errors: `email_not_set_up`, `rate_limited`. */
  admit(accountUuid: string, to: string): void {
    if (!this.#mailer)
      throw new ServiceError('email_not_set_up', 'email is given, but NAMEPLATE_SMTP_URL is not set');
    takeOrRefuse(this.#perAccount, accountUuid, `more than ${maxPerAccount} e-mails in an hour`);
    takeOrRefuse(
      this.#perMailbox,
      mailboxOf(to),
      `more than ${maxPerMailbox} e-mails to ${quoteValue(to)} in an hour`,
    );
  }

  /** Sends an account's e-mail in its turn. Throws EmailError; errors: `too_many_requests_under_way`. */
  send(accountUuid: string, email: Email): Promise<void> {
    const send = async (): Promise<void> => {
      const startTick = performance.now();
      try {
        await this.#mailer?.send(email);
      } finally {
        if (performance.now() - startTick < slowMs) this.#slowAccounts.delete(accountUuid);
        else this.#slowAccounts.add(accountUuid);
      }
    };
    return this.#places.run(accountUuid, send, this.#slowAccounts.has(accountUuid));
  }
}
