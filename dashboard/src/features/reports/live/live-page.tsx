/** The last half hour of a domain: visitors, pages, sources, places and devices. */

import { StatTile, StatTiles } from '../../../analytics/stat-tile.tsx';
import { liveMinutes, useLiveScope } from '../../../analytics/use-live-scope.ts';
import { DevicesCard } from '../../../lists/cards/devices-card.tsx';
import { LocationsCard } from '../../../lists/cards/locations-card.tsx';
import { PagesCard } from '../../../lists/cards/pages-card.tsx';
import { SourcesCard } from '../../../lists/cards/sources-card.tsx';
import { UtmCard } from '../../../lists/cards/utm-card.tsx';
import { Card } from '../../../ui/card.tsx';
import { CardGrid, WideCard } from '../../../ui/card-grid.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { useDomain } from '../../custom-domains/frame/domain-context.ts';
import { metricsFor } from '../visitors/metrics.ts';
import { useTotals } from '../visitors/totals.ts';
import { MinutesCard } from './minutes-card.tsx';

const shownMetrics: ReadonlySet<string> = new Set(['visitors', 'visits', 'pageviews', 'events']);

export function LivePage() {
  const domain = useDomain();
  const scope = useLiveScope();
  const totals = useTotals(domain.uuid, scope);
  const shared = { domainUuid: domain.uuid, scope };
  return (
    <>
      <Card title={`The last ${liveMinutes} minutes`} flush>
        {totals.error === null ? null : <FailureNotice error={totals.error} onRetry={totals.retry} />}
        <StatTiles label="Totals">
          {metricsFor(scope.filters)
            .filter(({ id }) => shownMetrics.has(id))
            .map(({ id, label, hint, format }) => (
              <StatTile
                key={id}
                label={label}
                hint={hint}
                value={totals.values[id]}
                comparison="none"
                format={format}
              />
            ))}
        </StatTiles>
      </Card>
      <MinutesCard {...shared} />
      <CardGrid>
        <PagesCard {...shared} />
        <SourcesCard {...shared} />
        <WideCard>
          <LocationsCard {...shared} />
        </WideCard>
        <UtmCard {...shared} />
        <DevicesCard {...shared} />
      </CardGrid>
    </>
  );
}
