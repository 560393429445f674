/** Runs funnels. */
import { percentageOf } from '../../core/percentage.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { KnownDays, visitSource } from '../visits/visit-source.ts';
import type { Funnel } from './funnel.ts';
import { funnelStatement } from './funnel-statement.ts';
import { knownRange } from './known-range.ts';
import { refuseBadPatterns } from './result-rows.ts';

export type FunnelAnswer = {
  readonly steps: readonly {
    readonly label: string;
    /** Distinct visitors who took this step and all the steps before it. */
    readonly visitors: number;
    /** Percent of the first step's visitors, two decimals. */
    readonly rate: number;
    /** Percentage of the previous step's visitors. */
    readonly step_rate: number;
  }[];
};

/** `domain` is a UUID as text. Rejects with what the store rejects with; errors: `query_invalid`. */
export async function runFunnel(store: ReportStore, domain: string, asked: Funnel): Promise<FunnelAnswer> {
  await refuseBadPatterns(store, asked);
  const funnel = { ...asked, range: await knownRange(store, domain, asked.range, 'events') };
  const which = funnel.scope === 'visit' ? 'start' : 'overlap';
  const source = await visitSource(new KnownDays(store, domain), funnel.range, which);
  const [row] = await store.query<Record<string, string | number>>(funnelStatement(funnel, source), {
    domain,
  });
  const visitors = funnel.steps.map((_, index) => Number(row?.[`s${index}`] ?? 0));
  return {
    steps: funnel.steps.map(({ label }, index) => {
      const reached = visitors[index] ?? 0;
      return {
        label,
        visitors: reached,
        rate: percentageOf(reached, visitors[0] ?? 0),
        step_rate: percentageOf(reached, visitors[index - 1] ?? reached),
      };
    }),
  };
}
