/** AI crawlers by number of requests: the list of bots, of one class. Source: docs/reference/bots.md ("Classes"). */
import type { Scope } from '../../../analytics/scope.ts';
import { bots } from '../../../lists/proxy-lists.ts';
import type { RankedReport } from '../../../lists/ranked-report.ts';

export const aiCrawlers: RankedReport = {
  ...bots,
  slug: 'ai-crawlers',
  title: 'AI crawlers',
  tab: 'AI crawlers',
  rowsQuery: (domainUuid, scope, limit) => bots.rowsQuery(domainUuid, ofAi(scope), limit),
  fetchRows: (domainUuid, scope) => bots.fetchRows(domainUuid, ofAi(scope)),
};

function ofAi(scope: Scope): Scope {
  return { ...scope, filters: [...scope.filters, ['is', 'request:bot_class', ['ai']]] };
}
