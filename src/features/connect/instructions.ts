/** E-mails customers what to do for a custom domain. Source: docs/reference/connect-page.md ("E-mail"). */

import { type Email, EmailError, type Mailer } from '../../api/mail/smtp-mailer.ts';
import { RateLimit, takeOrRefuse } from '../../api/rate-limit.ts';
import type { ConnectLink } from '../../control/connect-links.ts';
import type { CustomDomain } from '../../control/custom-domains.ts';
import type { ControlStore } from '../../control/store.ts';
import type { Clock } from '../../core/clock.ts';
import type { DnsRecords } from '../../core/custom-domain.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { FairPool } from '../../core/fair-pool.ts';
import { hourMs } from '../../core/time.ts';
import { instructionsEmail } from './instructions-email.ts';
import { writtenTime } from './written-time.ts';

/** An hour: what accounts may send, and what one address may get, so that nobody is flooded through us. */
const maxPerAccount = 100;
const maxPerAddress = 5;
/** E-mails at the same time. */
const places = 8;
/** Of an account whose last one took so long, the next ones share half of the places. */
const slowMs = 3_000;

export type InstructionsParts = {
  readonly store: Pick<ControlStore, 'accounts' | 'brands' | 'connectLinks'>;
  readonly records: DnsRecords;
  /** Undefined: no e-mail is sent. */
  readonly mailer: Mailer | undefined;
  readonly clock: Clock;
};

/** The mailbox that an address leads to with most providers, whatever tag or dots it has. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at).replace(/\+.*$/, '').replaceAll('.', '');
  return local === '' ? email : `${local}${email.slice(at)}`;
}

export class Instructions {
  readonly #parts: InstructionsParts;
  readonly #perAccount: RateLimit;
  readonly #perAddress: RateLimit;
  readonly #places = new FairPool(places);
  readonly #slowAccounts = new Set<string>();

  constructor(parts: InstructionsParts) {
    this.#parts = parts;
    this.#perAccount = new RateLimit(maxPerAccount, parts.clock, hourMs);
    this.#perAddress = new RateLimit(maxPerAddress, parts.clock, hourMs);
  }

  /** Counts an e-mail, before anything is done for it. Errors: `email_not_set_up`, `rate_limited`. */
  admit(accountUuid: string, to: string): void {
    if (!this.#parts.mailer)
      throw new ServiceError('email_not_set_up', 'email is given, but NAMEPLATE_SMTP_URL is not set');
    takeOrRefuse(this.#perAccount, accountUuid, `more than ${maxPerAccount} e-mails in an hour`);
    takeOrRefuse(
      this.#perAddress,
      mailboxOf(to),
      `more than ${maxPerAddress} e-mails to ${quoteValue(to)} in an hour`,
    );
  }

  /**
   * Sends the records of a domain and the address of its new link, which is revoked when that fails. `onFailure` gets what the
   * mail server says, for the operator. Errors: `email_refused`, `email_failed`, `too_many_requests_under_way`.
   */
  async send(
    to: string,
    domain: CustomDomain,
    link: ConnectLink,
    url: string,
    onFailure: (detail: string) => void,
  ): Promise<void> {
    const { store, records } = this.#parts;
    const { host, accountUuid } = domain;
    const [brand, account] = await Promise.all([
      store.brands.find(accountUuid),
      store.accounts.find(accountUuid),
    ]);
    const email = instructionsEmail({
      to,
      host,
      brand: { ...brand, name: brand.name ?? account?.name ?? '' },
      records: records.expected(domain),
      url,
      expiresAt: writtenTime(link.expiresAt),
    });
    try {
      await this.#sendInTurn(accountUuid, email);
    } catch (error) {
      await store.connectLinks.revoke(accountUuid, domain.uuid, link.uuid);
      if (!(error instanceof EmailError)) throw error;
      onFailure(error.detail);
      const code = error.outcome === 'refused' ? 'email_refused' : 'email_failed';
      throw new ServiceError(code, `no e-mail was sent to ${quoteValue(to)}: ${error.message}`);
    }
  }

  #sendInTurn(accountUuid: string, email: Email): Promise<void> {
    const send = async (): Promise<void> => {
      const startTick = performance.now();
      try {
        await this.#parts.mailer?.send(email);
      } finally {
        if (performance.now() - startTick < slowMs) this.#slowAccounts.delete(accountUuid);
        else this.#slowAccounts.add(accountUuid);
      }
    };
    return this.#places.run(accountUuid, send, this.#slowAccounts.has(accountUuid));
  }
}
