/** Connect links, the pages behind them, and the account's brand. Source: docs/reference/connect-page.md. */

import { OutgoingMail } from '../../api/mail/outgoing-mail.ts';
import { SmtpMailer } from '../../api/mail/smtp-mailer.ts';
import { hourMs } from '../../core/time.ts';
import type { Feature } from '../../kernel/feature.ts';
import { auditedBrand } from './brand-store.ts';
import { addConnectLinkRoutes } from './connect-link-routes.ts';
import { auditedConnectLink, ConnectLinks } from './connect-link-store.ts';
import { addConnectPage } from './connect-page.ts';
import { DomainStatistics } from './domain-statistics.ts';
import { Instructions } from './instructions.ts';
import { ConnectReminders } from './reminder-store.ts';
import { Reminding } from './reminding.ts';
import {
  brandBodySchema,
  brandSchema,
  connectLinkBodySchema,
  connectLinkSchema,
  createdConnectLinkSchema,
} from './schemas.ts';
import { addSharePage } from './share-page.ts';

export const connect: Feature = {
  tags: [
    {
      name: 'Connect page',
      description:
        'Links at which a customer sees what to do for a custom domain, or its statistics, and the brand that they see there.',
    },
  ],
  schemas: [connectLinkSchema, createdConnectLinkSchema, connectLinkBodySchema, brandSchema, brandBodySchema],
  tables: { connect_links: auditedConnectLink, account_brands: auditedBrand, connect_reminders: null },
  addRoutes(app, { store, peers, clock, origin, mail, dns, domainConnect, analytics, limit }) {
    const instructions = new Instructions({ store, records: dns.records, mail });
    addConnectLinkRoutes(app, store, { peers, clock, origin, instructions, mail });
    const statistics = new DomainStatistics(analytics, clock);
    addConnectPage(app, { store, dns, domainConnect, peers, origin, statistics, limit, clock });
    addSharePage(app, { store, statistics, limit, clock });
  },
  startWork(work, { config: { smtp, api }, store, records, clock, logger }) {
    work.every(hourMs, () => new ConnectLinks(store).deleteExpired());
    if (smtp === undefined || api.origin === undefined) return;
    const mail = new OutgoingMail(new SmtpMailer(smtp), clock);
    const reminding = new Reminding({
      store,
      reminders: new ConnectReminders(store),
      instructions: new Instructions({ store, records, mail }),
      origin: api.origin,
      clock,
      logger,
    });
    work.defer(() => reminding[Symbol.asyncDispose]());
    reminding.start();
  },
};
