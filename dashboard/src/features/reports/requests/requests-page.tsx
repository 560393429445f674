/** A domain's proxy analytics: requests, response times, status codes, files, bots and datacenters. */
import { lazy, Suspense } from 'react';
import { useScope } from '../../../analytics/scope.ts';
import { OwnRequestsLink, useOwnRequestsFilter } from '../../../lists/own-requests.tsx';
import { files } from '../../../lists/proxy-lists.ts';
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
const MachineCards = lazy(async () => ({
  default: (await import('./machine-cards.tsx')).MachineCards,
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
          <WideCard>
            <WhenInView>
              <MachineCards {...shared} />
            </WhenInView>
          </WideCard>
        </CardGrid>
      )}
    </>
  );
}
