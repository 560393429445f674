/** A domain's proxy analytics: requests, response times, status codes, files, bots and datacenters. */
import { lazy, Suspense } from 'react';
import { useScope } from '../../../analytics/scope.ts';
import { RouteViews } from '../../../lists/attribution.tsx';
import { OwnRequestsLink, useOwnRequestsFilter } from '../../../lists/own-requests.tsx';
import { bots, datacenters, files } from '../../../lists/proxy-lists.ts';
import { QuietEmpty } from '../../../lists/quiet-empty.tsx';
import { RankedListCard } from '../../../lists/ranked-list-card.tsx';
import { CardGrid, WideCard } from '../../../ui/card-grid.tsx';
import { WhenInView } from '../../../ui/when-in-view.tsx';
import { useDomain } from '../../custom-domains/frame/domain-context.ts';
import { ResponseTimesCard } from './response-times-card.tsx';
import { StatusCodesCard } from './status-codes-card.tsx';
import { TrafficCard } from './traffic-card.tsx';
import { useTrafficTotals } from './traffic-totals.ts';

// Neither is part of what is seen first.
const NoRequests = lazy(async () => ({ default: (await import('./no-requests.tsx')).NoRequests }));
const AiCrawlersCard = lazy(async () => ({
  default: (await import('./ai-crawlers-card.tsx')).AiCrawlersCard,
}));

export function RequestsPage() {
  const domain = useDomain();
  const { scope, previous } = useScope('requests');
  const totals = useTrafficTotals(domain.uuid, scope);
  const before = useTrafficTotals(domain.uuid, previous);
  const withoutOwn = useOwnRequestsFilter();
  const ownRequests = <OwnRequestsLink filters={scope.filters} />;
  const shared = { domainUuid: domain.uuid, scope };
  return (
    <>
      <TrafficCard domain={domain} scope={scope} previous={previous} totals={totals} before={before} />
      {totals.values.requests === 0 && !totals.isStale ? (
        <Suspense>
          <NoRequests domain={domain} isFiltered={scope.filters.length > 0} />
        </Suspense>
      ) : (
        <CardGrid>
          <WideCard>
            <ResponseTimesCard domain={domain} scope={scope} />
          </WideCard>
          <StatusCodesCard {...shared} scope={withoutOwn(scope)} note={ownRequests} />
          <RankedListCard
            {...shared}
            scope={withoutOwn(scope)}
            title="Files"
            reports={[files]}
            shareOf="the requests listed"
            note={ownRequests}
            empty={<QuietEmpty title="No requests in this period">Requested paths appear here.</QuietEmpty>}
          />
          <RankedListCard
            {...shared}
            title="Bots"
            reports={[bots]}
            shareOf="requests by bots"
            empty={
              <QuietEmpty title="No bots in this period">
                Crawlers and monitors that identify themselves appear here. They don't count as visitors.
              </QuietEmpty>
            }
          />
          <WhenInView>
            <AiCrawlersCard {...shared} />
          </WhenInView>
          <RankedListCard
            {...shared}
            title="Datacenters"
            reports={[datacenters]}
            shareOf="requests from datacenters"
            note={<RouteViews />}
            empty={
              <QuietEmpty title="No datacenters in this period">
                Requests from hosting providers' networks appear here.
              </QuietEmpty>
            }
          />
        </CardGrid>
      )}
    </>
  );
}
