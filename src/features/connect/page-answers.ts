/** How pages for customers are answered: never stored, framed or followed, unless their link allows it. Source: docs/reference/connect-page.md ("The page"). */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallerLimit } from '../../api/caller-limit.ts';
import { readerOf } from '../../core/accept-language.ts';
import { html } from '../../core/html.ts';
import { type PageDocument, pageDocument } from './page-document.ts';
import { texts } from './texts/texts.ts';

/** A hook that runs before anything is looked up. Errors: `rate_limited`. */
export function guardPages(limit: CallerLimit) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      vary: 'Accept-Language',
      'x-robots-tag': 'noindex',
      'cross-origin-resource-policy': 'same-origin',
    });
    limit.count(request, reply, null);
  };
}

/** The one answer to every link that opens nothing. */
export function sendClosed(reply: FastifyReply): FastifyReply {
  const { language } = readerOf(reply.request.headers['accept-language']);
  const { closedTitle, closedText } = texts[language];
  return sendPage(reply, 404, {
    title: closedTitle,
    body: html`<main><h1>${closedTitle}</h1><p>${closedText}</p></main>`,
    language,
    color: null,
  });
}

/** `embedOrigins` are those whose pages may frame it. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  document: Omit<PageDocument, 'nonce'>,
  embedOrigins: readonly string[] = [],
): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  if (embedOrigins.length > 0) reply.header('cross-origin-resource-policy', 'cross-origin');
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src data:; connect-src 'self'; ` +
        `form-action 'self'; base-uri 'none'; frame-ancestors ${embedOrigins.length === 0 ? "'none'" : embedOrigins.join(' ')}`,
    )
    .send(pageDocument({ ...document, nonce }));
}
