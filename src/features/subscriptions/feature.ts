/** E-mails about an account's domains: findings and reports. Source: docs/reference/subscriptions.md. */
import { OutgoingMail } from '../../api/mail/outgoing-mail.ts';
import { SmtpMailer } from '../../api/mail/smtp-mailer.ts';
import { ServiceError } from '../../core/errors.ts';
import { auditedCollection } from '../../kernel/collection-store.ts';
import type { Feature, RouteParts } from '../../kernel/feature.ts';
import { namedAccount } from '../../kernel/owner.ts';
import { type Acts, addResourceRoutes } from '../../kernel/resource-routes.ts';
import { type ResourceWords, schemasOf } from '../../kernel/resource-words.ts';
import { attributeErrorsOf } from '../../resources/attribute-errors.ts';
import { readChanged, readNew } from '../../resources/read-attributes.ts';
import { toWire } from '../../resources/resource.ts';
import { AccountBrands } from '../connect/brand-store.ts';
import { ConnectReminders } from '../connect/reminder-store.ts';
import { addSubscriptionPages } from './pages.ts';
import { SubscriptionSending } from './sending.ts';
import {
  completeSubscription,
  type Subscription,
  type SubscriptionDefinitions,
  subscriptionResource,
} from './subscription.ts';
import { Subscriptions, stored } from './subscription-store.ts';

const words: ResourceWords<SubscriptionDefinitions> = {
  resource: subscriptionResource,
  kind: 'subscription',
  owner: namedAccount,
  path: '/api/v1/accounts/:account_uuid/subscriptions',
  item: 'subscription_uuid',
  sortFields: [],
  tag: {
    name: 'Subscriptions',
    description: 'Addresses that get e-mails about the account’s domains: what is wrong, and reports.',
  },
  verbs: {
    list: { description: 'Newest first.' },
    create: {
      description:
        'The address of a member is confirmed at once; any other gets one e-mail, and nothing else until it confirms by the link in it, within 48 hours. Without a mail server the answer is 400 `email_not_set_up`. More than 100 subscriptions answer 400 `too_many_subscriptions`.',
    },
    get: {},
    update: { description: 'Another address has to confirm anew.' },
    delete: { description: 'The address gets no more e-mails of it.' },
  },
};

const schemas = schemasOf(subscriptionResource);

export const subscriptions: Feature = {
  tags: [words.tag],
  schemas: [schemas.answer, schemas.bodies.create, schemas.bodies.update],
  attributeErrors: attributeErrorsOf(subscriptionResource),
  tables: { subscriptions: auditedCollection(stored) },
  addRoutes(app, { store, mail, origin, limit }) {
    const rows = new Subscriptions(store);
    addResourceRoutes(app, store, words, schemas, subscriptionActs({ store, mail, origin }));
    addSubscriptionPages(app, {
      subscriptions: rows,
      reminders: new ConnectReminders(store),
      brands: new AccountBrands(store),
      limit,
    });
  },
  startWork(work, { config, store, analytics, clock, logger }) {
    const { smtp, api } = config;
    if (smtp === undefined || api.origin === undefined) return;
    const sending = new SubscriptionSending({
      store,
      subscriptions: new Subscriptions(store),
      analytics,
      mail: new OutgoingMail(new SmtpMailer(smtp), clock),
      origin: api.origin,
      clock,
      logger,
    });
    work.defer(() => sending[Symbol.asyncDispose]());
    sending.start();
  },
};

export function subscriptionActs({
  store,
  mail,
  origin,
}: Pick<RouteParts, 'store' | 'mail' | 'origin'>): Acts<SubscriptionDefinitions, Subscription> {
  const rows = new Subscriptions(store);
  /** Errors: `email_not_set_up`, `brand_missing`, `rate_limited`. */
  const admit = async (accountUuid: string, email: string): Promise<void> => {
    if (!mail.isSetUp || origin === undefined)
      throw new ServiceError('email_not_set_up', 'no e-mail can be sent: NAMEPLATE_SMTP_URL is not set');
    await new AccountBrands(store).named(accountUuid);
    mail.admit(accountUuid, email);
  };
  return {
    toWire: (all) => all.map((each) => toWire(subscriptionResource, each)),
    find: (accountUuid, uuid) => rows.find(accountUuid, uuid),
    list: (accountUuid, query) => rows.list(accountUuid, query),
    async create(accountUuid, body, _request, uuid) {
      const values = completeSubscription(readNew(subscriptionResource, body));
      await admit(accountUuid, values.email);
      const entity = await rows.subscribe(accountUuid, values, uuid);
      return entity && { entity };
    },
    async update(accountUuid, { uuid, body, found }) {
      const wanted = completeSubscription(readChanged(subscriptionResource, body, found));
      if (wanted.email !== found.email) await admit(accountUuid, wanted.email);
      return rows.change(accountUuid, uuid, (current) =>
        completeSubscription(readChanged(subscriptionResource, body, current)),
      );
    },
    async delete(accountUuid, uuid) {
      const deleted = await rows.delete(accountUuid, uuid);
      return deleted && `The subscription of ${deleted.email} was deleted.`;
    },
  };
}
