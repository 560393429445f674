/** Which of a page's numbers is shown over time, kept in the address. */
import { useAddress } from '../ui/address.ts';

/** The chosen number and how to choose another; the first one unless the address names one. */
export function useMetric<Metric extends { readonly id: string }>(
  metrics: readonly [Metric, ...Metric[]],
): readonly [Metric, (metric: Metric) => void] {
  const [search, setSearch] = useAddress();
  const named = search.get('metric');
  const chosen = metrics.find(({ id }) => id === named);
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
