/** Turns AI crawlers away from domains that want none. Source: docs/reference/bots.md ("The switch"). */
import type { DomainRoute } from '../../core/route.ts';
import { type Answer, plainAnswer } from '../http1/answer.ts';
import type { RequestHead } from '../http1/request-head.ts';
import type { CrawlerLookup } from './crawler-lookup.ts';
import { robotsPath } from './robots-file.ts';

/** Undefined: the request is to be served. */
export function aiCrawlerAnswer(
  head: RequestHead,
  { aiCrawlers }: DomainRoute,
  lookup: CrawlerLookup,
): Answer | undefined {
  // A crawler that gets a 4xx for robots.txt may take it that everything is allowed (RFC 9309 section 2.3.1.3).
  if (aiCrawlers === 'allow' || head.path === robotsPath) return undefined;
  if (lookup.classOf(head.userAgent) !== 'ai') return undefined;
  return aiCrawlers === 'block'
    ? plainAnswer(403, 'This site does not allow AI crawlers.')
    : plainAnswer(402, 'This site allows AI crawlers for payment only. Ask its owner for access.');
}
