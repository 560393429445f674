/**
 * Gives the pages of a host, or of its upstream, in place of the edge's own plain answers.
 * Source: docs/reference/error-pages.md ("Which answers get a page").
 */
import type { ErrorPageStatus } from '../../core/error-page.ts';
import type { DomainRoute } from '../../core/route.ts';
import type { Answer } from '../http1/answer.ts';
import type { Exchange } from '../http1/exchange.ts';
import { withoutFields } from '../proxy/response-head.ts';
import type { ErrorPageCache, PageReference } from './error-page-cache.ts';

/** Seconds after which a client may come back, while a host is under maintenance. */
const maintenanceRetrySeconds = 120;

const pageOf: Readonly<Record<number, ErrorPageStatus>> = { 502: 502, 503: 503, 504: 502 };
const contentType: ReadonlySet<string> = new Set(['content-type']);
export const pageType = 'Content-Type: text/html; charset=utf-8\r\n';

export class ErrorPages {
  readonly #cache: ErrorPageCache;

  constructor(cache: ErrorPageCache) {
    this.#cache = cache;
  }

  /** Gives an answer of the edge's own, with the page for its status if there is one: at once, or when it has been read. */
  answer(exchange: Exchange, route: DomainRoute, answer: Answer): void {
    const status = pageOf[answer.status];
    const page = status && referenceOf(route, status);
    if (!page) return exchange.answer(answer);
    const known = this.#cache.peek(page);
    if (known !== undefined) return exchange.answer(withPage(answer, known));
    void this.#cache
      .read(page)
      .then((read) => exchange.answer(read === undefined ? answer : withPage(answer, read)));
  }

  /** Answers for an upstream that is under maintenance. */
  answerMaintenance(exchange: Exchange, route: DomainRoute): void {
    exchange.failure = 'maintenance';
    const fields = `Content-Type: text/plain; charset=utf-8\r\nCache-Control: no-store\r\nRetry-After: ${maintenanceRetrySeconds}\r\n`;
    this.answer(exchange, route, { status: 503, fields, body: 'This site is under maintenance.\n' });
  }

  /** Finds the page for what the upstream doesn't have; undefined: there is none. */
  notFoundPageOf(route: DomainRoute): NotFoundPage | undefined {
    const page = referenceOf(route, 404);
    if (!page) return undefined;
    return { peek: () => this.#cache.peek(page), read: () => this.#cache.read(page) };
  }
}

/** The page for 404, latin1. */
export type NotFoundPage = {
  readonly peek: () => string | undefined;
  readonly read: () => Promise<string | undefined>;
};

/** The domain's own pages come first. */
function referenceOf(route: DomainRoute, status: ErrorPageStatus): PageReference | undefined {
  const { uuid, errorPages, upstream } = route;
  const own = errorPages?.[status];
  if (own !== undefined) return { owner: 'custom_domain', uuid, status, digest: own };
  const digest = upstream.errorPages?.[status];
  return digest === undefined ? undefined : { owner: 'upstream', uuid: upstream.uuid, status, digest };
}

function withPage({ status, fields }: Answer, page: string): Answer {
  return { status, fields: withoutFields(fields, contentType) + pageType, body: page };
}
