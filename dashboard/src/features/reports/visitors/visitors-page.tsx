/** A domain's web analytics: visitors, sources, pages, locations and devices. */
import { lazy, Suspense } from 'react';
import { useScope } from '../../../analytics/scope.ts';
import { DevicesCard } from '../../../lists/cards/devices-card.tsx';
import { LocationsCard } from '../../../lists/cards/locations-card.tsx';
import { PagesCard } from '../../../lists/cards/pages-card.tsx';
import { SourcesCard } from '../../../lists/cards/sources-card.tsx';
import { UtmCard } from '../../../lists/cards/utm-card.tsx';
import { CardGrid, WideCard } from '../../../ui/card-grid.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { WhenInView } from '../../../ui/when-in-view.tsx';
import { useDomain } from '../../custom-domains/frame/domain-context.ts';
import { MetricsCard } from './metrics-card.tsx';
import { QuietNotice } from './quiet-notice.tsx';
import { useTotals } from './totals.ts';
import { useHasEverCounted } from './use-has-ever-counted.ts';

// Only new domains need it.
const NoVisitorsYet = lazy(async () => ({ default: (await import('./no-visitors-yet.tsx')).NoVisitorsYet }));

const SearchTermsCard = lazy(async () => ({
  default: (await import('../../search-terms/search-terms-card.tsx')).SearchTermsCard,
}));

export function VisitorsPage() {
  const domain = useDomain();
  const { scope, previous } = useScope('visitors');
  const totals = useTotals(domain.uuid, scope);
  const before = useTotals(domain.uuid, previous);
  const isFiltered = scope.filters.length > 0;
  const isQuiet = totals.values.pageviews === 0 && !totals.isStale && !isFiltered;
  const hasEverCounted = useHasEverCounted(domain.uuid, isQuiet);
  if (isQuiet && hasEverCounted === undefined) return <Skeleton lines={8} />;
  if (isQuiet && hasEverCounted === false)
    return (
      <Suspense fallback={<Skeleton lines={8} />}>
        <NoVisitorsYet domain={domain} />
      </Suspense>
    );
  const shared = { domainUuid: domain.uuid, scope };
  return (
    <>
      {isQuiet || domain.web_analytics === 'off' ? <QuietNotice domain={domain} isQuiet={isQuiet} /> : null}
      <MetricsCard domain={domain} scope={scope} previous={previous} totals={totals} before={before} />
      <CardGrid>
        <SourcesCard {...shared} />
        <PagesCard {...shared} />
        <WideCard>
          <LocationsCard {...shared} />
        </WideCard>
        <UtmCard {...shared} />
        <DevicesCard {...shared} />
        <WideCard>
          <WhenInView>
            <SearchTermsCard {...shared} />
          </WhenInView>
        </WideCard>
      </CardGrid>
    </>
  );
}
