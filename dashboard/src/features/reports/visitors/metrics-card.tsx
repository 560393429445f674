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
import { type Metric, metricsFor } from './metrics.ts';
import type { Totals } from './totals.ts';

export function MetricsCard({
  domain,
  scope,
  previous,
  totals,
  before,
}: {
  readonly domain: CustomDomain;
  readonly scope: Scope;
  readonly previous: Scope | undefined;
  readonly totals: Totals;
  readonly before: Totals;
}) {
  const { comparison, frequency, setRange } = useDateRange();
  const metrics = metricsFor(scope.filters);
  const [first, ...others] = metrics;
  const charted: readonly [Metric, ...Metric[]] = [
    first,
    ...others.filter(({ isTotalOnly }) => !isTotalOnly),
  ];
  const [metric, setMetric] = useMetric(charted);
  const isUnfinishedDay = useToday() === scope.from;
  const hadNothing = before.values.visitors === 0;
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
          comparison={previous === undefined ? 'none' : isUnfinishedDay ? 'value' : 'change'}
          before={dayCompared[comparison]}
          format={each.format}
          goodWhen={each.goodWhen}
          isRate={each.isRate}
          stale={totals.isStale}
          selected={each.id === metric.id}
          onSelect={each.isTotalOnly ? undefined : () => setMetric(each)}
        />
      ))}
      title={metric.label}
      controls={
        <>
          <ComparisonSelect />
          <FrequencySwitch />
          <AddNote domainUuid={domain.uuid} />
          <CsvButton
            fileName={csvName(domain.host, `visitors-by-${frequency}`, scope)}
            makeTable={async () =>
              (await import('../../../analytics/series-csv.ts')).seriesCsv(
                domain.uuid,
                charted.map(({ id, queried }) => ({ name: id, queried })),
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
