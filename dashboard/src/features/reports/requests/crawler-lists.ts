/** Parts of the list of bots. Source: docs/reference/bots.md. */
import type { ComparedScope } from '../../../analytics/query.ts';
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
  const within = (scope: ComparedScope): ComparedScope => ({ ...scope, filters: [...scope.filters, filter] });
  return {
    ...bots,
    slug,
    title,
    tab: title,
    rowsQuery: (domainUuid, scope, ...rest) => bots.rowsQuery(domainUuid, within(scope), ...rest),
    fetchRows: (domainUuid, scope, beside) => bots.fetchRows(domainUuid, within(scope), beside),
  };
}
