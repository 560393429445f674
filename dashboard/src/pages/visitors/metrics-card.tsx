/** The numbers of the period as tiles, and the chosen one of them over time. */
import { CompareSwitch, useComparison } from '../../analytics/comparison.tsx';
import { FrequencySwitch } from '../../analytics/frequency-switch.tsx';
import { MetricChart } from '../../analytics/metric-chart.tsx';
import { chartRangeOf, previousOf } from '../../analytics/presets.ts';
import { useDateRange } from '../../analytics/range.ts';
import { SeriesCard } from '../../analytics/series-card.tsx';
import { seriesCsv } from '../../analytics/series-csv.ts';
import { StatTile } from '../../analytics/stat-tile.tsx';
import { useToday } from '../../analytics/today.ts';
import { useMetric } from '../../analytics/use-metric.ts';
import { CsvButton } from '../../lists/csv-button.tsx';
import type { CustomDomain } from '../domains/domain-queries.ts';
import { metrics } from './metrics.ts';
import type { Totals } from './totals.ts';

export function MetricsCard({
  domain,
  totals,
  before,
}: {
  readonly domain: CustomDomain;
  readonly totals: Totals;
  readonly before: Totals;
}) {
  const { range, previous, frequency, setRange } = useDateRange();
  const { isCompared } = useComparison();
  const [metric, setMetric] = useMetric(metrics);
  const isUnfinishedDay = useToday() === range.from;
  const shown = chartRangeOf(range);
  const compared = isCompared && previous !== undefined ? previousOf(shown) : undefined;
  const hadNothing = before.values.pageviews === 0;
  const failed = [totals, before].find(({ error }) => error !== null);
  return (
    <SeriesCard
      label="Visitors over time"
      failure={
        failed && {
          error: failed.error,
          retry: () => {
            totals.retry();
            before.retry();
          },
        }
      }
      tiles={metrics.map((each) => (
        <StatTile
          key={each.id}
          label={each.label}
          hint={each.hint}
          value={totals.values[each.id]}
          previous={hadNothing ? null : before.values[each.id]}
          comparison={compared === undefined ? 'none' : isUnfinishedDay ? 'value' : 'change'}
          format={each.format}
          goodWhen={each.goodWhen}
          stale={totals.isStale}
          selected={each.id === metric.id}
          onSelect={() => setMetric(each)}
        />
      ))}
      title={metric.label}
      about={shown === range ? undefined : 'in the two weeks up to this day'}
      controls={
        <>
          {previous === undefined ? null : <CompareSwitch hasData={!hadNothing} />}
          <FrequencySwitch />
          <CsvButton
            fileName={`${domain.host}-visitors-${range.from}-${range.to}-by-${frequency}.csv`}
            makeText={() =>
              seriesCsv(
                domain.uuid,
                metrics.map(({ id, series }) => ({ name: id, series })),
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
        range={shown}
        compared={compared}
        frequency={frequency}
        marksLast={shown !== range}
        onPick={setRange}
      />
    </SeriesCard>
  );
}
