/** Parts of the list of bots. Source: docs/reference/bots.md. */
import type { Scope } from '../../../analytics/scope.ts';
import type { Filter } from '../../../filters/filter.ts';
import { bots } from '../../../lists/proxy-lists.ts';
import type { RankedReport } from '../../../lists/ranked-report.ts';

export const aiCrawlers = partOfBots('ai-crawlers', 'AI crawlers', ['is', 'request:bot_class', ['ai']]);
export const verifiedBots = partOfBots('verified-bots', 'Verified', [
  'is',
  'request:bot_verified',
  ['verified'],
]);
export const claimedBots = partOfBots('claimed-bots', 'Claimed only', [
  'is',
  'request:bot_verified',
  ['claimed'],
]);

function partOfBots(slug: string, title: string, filter: Filter): RankedReport {
  const within = (scope: Scope): Scope => ({ ...scope, filters: [...scope.filters, filter] });
  return {
    ...bots,
    slug,
    title,
    tab: title,
    rowsQuery: (domainUuid, scope, limit) => bots.rowsQuery(domainUuid, within(scope), limit),
    fetchRows: (domainUuid, scope) => bots.fetchRows(domainUuid, within(scope)),
  };
}
