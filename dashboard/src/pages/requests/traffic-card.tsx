/** The numbers of the period as tiles, and the chosen one of them over time. */
import { CompareSwitch, useComparison } from '../../analytics/comparison.tsx';
import { FrequencySwitch } from '../../analytics/frequency-switch.tsx';
import { MetricChart } from '../../analytics/metric-chart.tsx';
import { useDateRange } from '../../analytics/range.ts';
import { SeriesCard } from '../../analytics/series-card.tsx';
import { seriesCsv } from '../../analytics/series-csv.ts';
import { StatTile } from '../../analytics/stat-tile.tsx';
import { useToday } from '../../analytics/today.ts';
import { useMetric } from '../../analytics/use-metric.ts';
import { CsvButton } from '../../lists/csv-button.tsx';
import { csvName } from '../../lists/csv-file.ts';
import type { CustomDomain } from '../domains/domain-queries.ts';
import { errorShareMetric, trafficMetrics } from './traffic-metrics.ts';
import type { TrafficTotals } from './traffic-totals.ts';

export function TrafficCard({
  domain,
  totals,
  before,
}: {
  readonly domain: CustomDomain;
  readonly totals: TrafficTotals;
  readonly before: TrafficTotals;
}) {
  const { range, previous, frequency, setRange } = useDateRange();
  const { isCompared } = useComparison();
  const [metric, setMetric] = useMetric(trafficMetrics);
  const today = useToday();
  const isUnfinishedDay = range.from === today && range.to === today;
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
              previous={isCompared ? before.values[each.id] : undefined}
              comparison={isUnfinishedDay ? 'value' : 'change'}
              format={each.format}
              {...(each.goodWhen === undefined ? {} : { goodWhen: each.goodWhen })}
              stale={totals.isStale}
              selected={each.id === metric.id}
              onSelect={() => setMetric(each)}
            />
          ))}
          <StatTile
            {...errorShareMetric}
            goodWhen="down"
            value={totals.values.error_share}
            previous={isCompared ? before.values.error_share : undefined}
            comparison={isUnfinishedDay ? 'value' : 'change'}
            stale={totals.isStale}
          />
        </>
      }
      title={metric.label}
      controls={
        <>
          {previous === undefined ? null : <CompareSwitch />}
          <FrequencySwitch />
          <CsvButton
            what="these numbers"
            fileName={csvName(domain.host, `requests-by-${frequency}`, range)}
            makeText={() =>
              seriesCsv(
                domain.uuid,
                trafficMetrics.map(({ column, series }) => ({ name: column, series })),
                { ...range, frequency },
              )
            }
          />
        </>
      }
    >
      <MetricChart
        domainUuid={domain.uuid}
        metric={metric}
        range={range}
        compared={isCompared ? previous : undefined}
        frequency={frequency}
        onPick={setRange}
      />
    </SeriesCard>
  );
}
