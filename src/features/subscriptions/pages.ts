/** `/subscribe/:secret` and `/unsubscribe/:secret`: what the links of e-mails open. Source: docs/reference/subscriptions.md ("Links"). */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CallerLimit } from '../../api/caller-limit.ts';
import { readerOf } from '../../core/accept-language.ts';
import { type Html, html } from '../../core/html.ts';
import { type Language, languageOf } from '../../core/languages.ts';
import { type Brand, brandHeader } from '../connect/brand-header.ts';
import type { AccountBrands } from '../connect/brand-store.ts';
import { guardPages, sendClosed, sendPage } from '../connect/page-answers.ts';
import { type ConnectReminders, reminderSecretPrefix } from '../connect/reminder-store.ts';
import { texts as reminderTexts } from '../connect/texts/texts.ts';
import type { Subscriptions } from './subscription-store.ts';
import { texts } from './texts.ts';

type PageRequest = { Params: { secret: string } };
type Shown = {
  readonly language: Language;
  readonly brand?: Brand & { readonly color: string | null };
};

const formOf = (label: string): Html => html`<form method="post"><button>${label}</button></form>`;

function send(reply: FastifyReply, { language, brand }: Shown, title: string, more?: Html): FastifyReply {
  return sendPage(reply, 200, {
    title,
    body: html`${brand ? brandHeader(brand) : ''}<main><h1>${title}</h1>${more ?? ''}</main>`,
    language,
    color: brand?.color ?? null,
  });
}

export type SubscriptionPagesParts = {
  readonly subscriptions: Subscriptions;
  readonly reminders: ConnectReminders;
  readonly brands: AccountBrands;
  readonly limit: CallerLimit;
};

export function addSubscriptionPages(
  app: FastifyInstance,
  { subscriptions, reminders, brands, limit }: SubscriptionPagesParts,
): void {
  const options = { schema: { hide: true }, onRequest: guardPages(limit) } as const;
  const shownTo = async (found: { readonly accountUuid: string; readonly language: string }) => ({
    language: languageOf(found.language),
    brand: await brands.shown(found.accountUuid),
  });

  // Only a POST confirms: programs that look for viruses open every link.
  app.get<PageRequest>('/subscribe/:secret', options, async (request, reply) => {
    const found = await subscriptions.findByConfirmation(request.params.secret);
    if (!found) return sendClosed(reply);
    const shown = await shownTo(found);
    const own = texts[shown.language];
    if (found.isConfirmed) return send(reply, shown, own.confirmed);
    return send(reply, shown, own.confirmIntro(shown.brand.name || 'Nameplate'), formOf(own.confirmButton));
  });

  app.post<PageRequest>('/subscribe/:secret', options, async (request, reply) => {
    const { secret } = request.params;
    const found = await subscriptions.findByConfirmation(secret);
    if (!found) return sendClosed(reply);
    await subscriptions.confirm(secret);
    const shown = await shownTo(found);
    return send(reply, shown, texts[shown.language].confirmed);
  });

  app.get<PageRequest>('/unsubscribe/:secret', options, async (request, reply) => {
    const { secret } = request.params;
    const { rows, words } = endedBy(secret);
    const found = await rows.findBySecret(secret);
    if (!found)
      return send(reply, { language: readerLanguage(reply) }, words[readerLanguage(reply)].unsubscribed);
    const shown = await shownTo(found);
    const own = words[shown.language];
    return send(reply, shown, own.unsubscribeQuestion, formOf(own.unsubscribe));
  });

  // Mail programs post here by themselves (RFC 8058), and may do so twice.
  app.post<PageRequest>('/unsubscribe/:secret', options, async (request, reply) => {
    const { secret } = request.params;
    const { rows, words } = endedBy(secret);
    const found = await rows.findBySecret(secret);
    await rows.unsubscribe(secret);
    const shown = found ? await shownTo(found) : { language: readerLanguage(reply) };
    return send(reply, shown, words[shown.language].unsubscribed);
  });

  function endedBy(secret: string) {
    return secret.startsWith(reminderSecretPrefix)
      ? { rows: reminders, words: reminderTexts }
      : { rows: subscriptions, words: texts };
  }
}

function readerLanguage(reply: FastifyReply): Language {
  return readerOf(reply.request.headers['accept-language']).language;
}
