/** The numbers of the period as tiles, and the chosen one of them over time. */
import { ComparisonSelect } from '../../../analytics/comparison.tsx';
import { FrequencySwitch } from '../../../analytics/frequency-switch.tsx';
import { MetricChart } from '../../../analytics/metric-chart.tsx';
import { PngButton } from '../../../analytics/png-button.tsx';
import { dayCompared } from '../../../analytics/presets.ts';
import { useDateRange } from '../../../analytics/range.ts';
import type { Scope } from '../../../analytics/scope.ts';
import { SeriesCard } from '../../../analytics/series-card.tsx';
import { StatTile } from '../../../analytics/stat-tile.tsx';
import { useToday } from '../../../analytics/today.ts';
import { useMetric } from '../../../analytics/use-metric.ts';
import { CsvButton } from '../../../lists/csv-button.tsx';
import { csvName } from '../../../lists/csv-name.ts';
import { AddNote } from '../../annotations/add-note.tsx';
import type { CustomDomain } from '../../custom-domains/domain-queries.ts';
import { errorShareMetric, trafficMetrics } from './traffic-metrics.ts';
import type { TrafficTotals } from './traffic-totals.ts';

export function TrafficCard({
  domain,
  scope,
  previous,
  totals,
  before,
}: {
  readonly domain: CustomDomain;
  readonly scope: Scope;
  readonly previous: Scope | undefined;
  readonly totals: TrafficTotals;
  readonly before: TrafficTotals;
}) {
  const { comparison, frequency, setRange } = useDateRange();
  const [metric, setMetric] = useMetric(trafficMetrics);
  const today = useToday();
  const hadNothing = before.values.requests === 0;
  const isUnfinishedDay = scope.from === today && scope.to === today;
  return (
    <SeriesCard
      label="Requests over time"
      failure={[totals, before].find(({ error }) => error !== null)}
      tiles={
        <>
          {trafficMetrics.map((each) => (
            <StatTile
              key={each.id}
              label={each.label}
              hint={each.hint}
              value={totals.values[each.id]}
              previous={hadNothing ? null : before.values[each.id]}
              comparison={isUnfinishedDay ? 'value' : 'change'}
              before={dayCompared[comparison]}
              format={each.format}
              goodWhen={each.goodWhen}
              stale={totals.isStale}
              selected={each.id === metric.id}
              onSelect={() => setMetric(each)}
            />
          ))}
          <StatTile
            {...errorShareMetric}
            value={totals.values.error_share}
            previous={hadNothing ? null : before.values.error_share}
            comparison={isUnfinishedDay ? 'value' : 'change'}
            before={dayCompared[comparison]}
            stale={totals.isStale}
          />
        </>
      }
      title={metric.label}
      controls={
        <>
          <ComparisonSelect />
          <FrequencySwitch />
          <AddNote domainUuid={domain.uuid} />
          <CsvButton
            what="these numbers"
            fileName={csvName(domain.host, `requests-by-${frequency}`, scope)}
            makeTable={async () =>
              (await import('../../../analytics/series-csv.ts')).seriesCsv(
                domain.uuid,
                trafficMetrics.map(({ column, queried }) => ({ name: column, queried })),
                scope,
                frequency,
              )
            }
          />
          <PngButton domain={domain} metric={metric} scope={scope} compared={previous} />
        </>
      }
    >
      <MetricChart
        domainUuid={domain.uuid}
        metric={metric}
        scope={scope}
        compared={previous}
        frequency={frequency}
        onPick={setRange}
      />
    </SeriesCard>
  );
}
