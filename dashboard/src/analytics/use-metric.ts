/** Which of a page's numbers is shown over time, kept in the address. */
import { useSearchParams } from 'react-router';
import type { SeriesName } from './report-query.ts';

/** `series` is the report that has the number over time; without it there is nothing to show. */
type Choosable = { readonly id: string; readonly series: SeriesName | undefined };

/** The chosen number and how to choose another; the first one unless the address names one that has a series. */
export function useMetric<Metric extends Choosable>(
  metrics: readonly [Metric, ...Metric[]],
): readonly [Metric, (metric: Metric) => void] {
  const [search, setSearch] = useSearchParams();
  const named = search.get('metric');
  const chosen = metrics.find(({ id, series }) => id === named && series !== undefined);
  const choose = (metric: Metric): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (metric === metrics[0]) next.delete('metric');
        else next.set('metric', metric.id);
        return next;
      },
      { replace: true },
    );
  return [chosen ?? metrics[0], choose];
}
