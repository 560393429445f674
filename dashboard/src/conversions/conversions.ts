/** What each goal, or each value of a property, counts. Source: docs/reference/query.md. */
import { numbersOf } from '../analytics/metric-values.ts';
import type { Answer } from '../analytics/query.ts';

/** Amount as decimal text, currency as an ISO 4217 code. */
type Money = readonly [amount: string, currency: string];

export type Conversion = {
  /** The goal's name, or the property's value. */
  readonly name: string;
  readonly visitors: number;
  readonly events: number;
  /** Percent. */
  readonly rate: number;
  /** One amount for each currency, the largest first; none without revenue. */
  readonly revenue: readonly Money[];
};

/** `split` has the revenue by currency, for answers with several. */
export function conversionsOf({ results, meta }: Answer, split: Answer | undefined): readonly Conversion[] {
  const { currencies: [currency = '', another] = [] } = meta;
  const revenueOf = (name: string, total: string): readonly Money[] => {
    if (another === undefined) return Number(total) === 0 ? [] : [[total, currency]];
    return (split?.results ?? [])
      .filter(({ dimensions: [of] }) => of === name)
      .map(({ dimensions: [, code = ''], metrics: [amount] }) => [String(amount), code]);
  };
  const rows = results.map(({ dimensions: [name = ''], metrics }) => {
    const [visitors = 0, events = 0, rate = 0] = numbersOf(metrics);
    return { name, visitors, events, rate, revenue: revenueOf(name, String(metrics[3] ?? 0)) };
  });
  // Some stand only for visits whose events are outside of the days.
  return rows.filter(({ events }) => events > 0);
}
