/** `/subscribe/:secret` and `/unsubscribe/:secret`: what the links of e-mails open. Source: docs/reference/subscriptions.md ("Links"). */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CallerLimit } from '../../api/caller-limit.ts';
import { type Html, html } from '../../core/html.ts';
import { guardPages, sendClosed, sendPage } from '../connect/page-answers.ts';
import { languageOf } from './sending.ts';
import type { Subscriptions } from './subscription-store.ts';
import { texts } from './texts.ts';

type PageRequest = { Params: { secret: string } };

function sendText(reply: FastifyReply, title: string, more: Html = html``): FastifyReply {
  return sendPage(reply, 200, { title, body: html`<main><h1>${title}</h1>${more}</main>`, color: null });
}

export function addSubscriptionPages(
  app: FastifyInstance,
  subscriptions: Subscriptions,
  limit: CallerLimit,
): void {
  const options = { schema: { hide: true }, onRequest: guardPages(limit) } as const;

  app.get<PageRequest>(
    '/subscribe/:secret',
    { ...options, exposeHeadRoute: false },
    async (request, reply) => {
      const confirmed = await subscriptions.confirm(request.params.secret);
      return confirmed ? sendText(reply, texts[languageOf(confirmed)].confirmed) : sendClosed(reply);
    },
  );

  app.get<PageRequest>('/unsubscribe/:secret', options, async (request, reply) => {
    const found = await subscriptions.findBySecret(request.params.secret);
    const own = texts[languageOf(found?.language ?? 'en')];
    if (!found) return sendText(reply, own.unsubscribed);
    return sendText(
      reply,
      own.unsubscribeQuestion,
      html`<form method="post"><button>${own.unsubscribe}</button></form>`,
    );
  });

  // Mail programs post here by themselves (RFC 8058), and may do so twice.
  app.post<PageRequest>('/unsubscribe/:secret', options, async (request, reply) => {
    const { secret } = request.params;
    const found = await subscriptions.findBySecret(secret);
    await subscriptions.unsubscribe(secret);
    return sendText(reply, texts[languageOf(found?.language ?? 'en')].unsubscribed);
  });
}
