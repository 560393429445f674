/** E-mails customers what to do for a custom domain. Source: docs/reference/connect-page.md ("E-mail"). */

import type { OutgoingMail } from '../../api/mail/outgoing-mail.ts';
import { EmailError } from '../../api/mail/smtp-mailer.ts';
import type { ControlStore } from '../../control/store.ts';
import type { DnsRecords } from '../../core/custom-domain.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import type { Language } from '../../core/languages.ts';
import type { CustomDomain } from '../custom-domains/custom-domain-store.ts';
import { AccountBrands } from './brand-store.ts';
import { type ConnectLink, ConnectLinks } from './connect-link-store.ts';
import { instructionsEmail } from './instructions-email.ts';

/** Whom instructions are for. */
export type Recipient = {
  readonly to: string;
  readonly language: Language;
  /** Of a reminder: where there are no more. */
  readonly unsubscribeUrl?: string;
};

export type InstructionsParts = {
  readonly store: Pick<ControlStore, 'database' | 'clock'>;
  readonly records: DnsRecords;
  readonly mail: OutgoingMail;
};

export class Instructions {
  readonly #parts: InstructionsParts;

  constructor(parts: InstructionsParts) {
    this.#parts = parts;
  }

  /**
   * Sends the records of a domain and the address of its new link, which is revoked when that fails. `onFailure` gets what the
   * mail server says, for the operator. Errors: `email_refused`, `email_failed`, `too_many_requests_under_way`.
   */
  async send(
    recipient: Recipient,
    domain: CustomDomain,
    link: ConnectLink,
    url: string,
    onFailure: (detail: string) => void,
  ): Promise<void> {
    const { store, records, mail } = this.#parts;
    const { host, accountUuid } = domain;
    const email = instructionsEmail({
      ...recipient,
      host,
      brand: await new AccountBrands(store).named(accountUuid),
      records: records.expected(domain),
      url,
      expiresAt: link.expiresAt,
    });
    try {
      await mail.send(accountUuid, email);
    } catch (error) {
      await new ConnectLinks(store).revoke(accountUuid, domain.uuid, link.uuid);
      if (!(error instanceof EmailError)) throw error;
      onFailure(error.detail);
      const code = error.outcome === 'refused' ? 'email_refused' : 'email_failed';
      throw new ServiceError(code, `no e-mail was sent to ${quoteValue(recipient.to)}: ${error.message}`);
    }
  }
}
