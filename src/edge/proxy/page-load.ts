/**
 * Whether an upstream's answer is a page load, and whether the page could report its view. Source:
 * docs/reference/page-loads.md ("What is recorded").
 */
import { hasPrivacySignal } from '../../analytics/ingest/collector-signals.ts';
import type { PageLoad } from '../../core/page-load.ts';
import type { DomainRoute } from '../../core/route.ts';
import type { Exchange } from '../http1/exchange.ts';
import type { RequestHead } from '../http1/request-head.ts';
import { isHtml } from '../inject/page-fields.ts';
import type { PageOutcome } from '../inject/page-outcome.ts';
import type { ResponseHead } from './response-head.ts';

/** By the head of the answer: with injection, a page can't report its view until it is known that it has the script. */
export function pageLoadOf(
  { domainUuid, redirectUuid }: Exchange,
  { method, fieldSection }: RequestHead,
  { webAnalytics }: DomainRoute,
  answer: ResponseHead,
): PageLoad | '' {
  const isOfDomain = domainUuid !== '' && redirectUuid === '';
  if (!isOfDomain || method !== 'GET' || answer.status !== 200 || !isHtml(answer.fields)) return '';
  return webAnalytics === 'manual' && !hasPrivacySignal(fieldSection) ? 'measured' : 'not_measured';
}

/** The same once it is known what became of the page. */
export function pageLoadAfter(
  pageLoad: PageLoad | '',
  outcome: PageOutcome,
  { fieldSection }: RequestHead,
): PageLoad | '' {
  const hasScript = outcome === 'injected' || outcome === 'present';
  return pageLoad !== '' && hasScript && !hasPrivacySignal(fieldSection) ? 'measured' : pageLoad;
}
