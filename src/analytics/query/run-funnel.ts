/** Runs funnels. */
import { percentageOf } from '../../core/percentage.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { KnownDays, type VisitSource, visitSource } from '../visits/visit-source.ts';
import { changeOf } from './comparison.ts';
import type { Funnel } from './funnel.ts';
import type { FunnelQuestion } from './funnel-question.ts';
import { breakdownStatement, funnelStatement, maxBreakdownRows } from './funnel-statement.ts';
import { knownRange } from './known-range.ts';
import { refuseBadPatterns } from './result-rows.ts';

type StepCounts = {
  /** Distinct visitors who took this step and all the steps before it. */
  readonly visitors: number;
  /** Percent of the first step's visitors, two decimals. */
  readonly rate: number;
  /** Percentage of the previous step's visitors. */
  readonly step_rate: number;
};

export type AnsweredStep = StepCounts & {
  readonly label: string;
  /** The counts of the other range, and the change in percent of each. */
  readonly comparison?: StepCounts & { readonly change: Readonly<Record<keyof StepCounts, number | null>> };
};

export type FunnelAnswer = { readonly steps: readonly AnsweredStep[] };

export type QuestionAnswer = FunnelAnswer & {
  readonly breakdown: readonly {
    readonly dimensions: readonly [string];
    readonly steps: readonly AnsweredStep[];
  }[];
};

type Row = Readonly<Record<string, string | number>>;

/** `domain` is a UUID as text. Rejects with what the store rejects with; errors: `query_invalid`. */
export async function runFunnel(store: ReportStore, domain: string, asked: Funnel): Promise<FunnelAnswer> {
  const { steps } = await runFunnelQuestion(store, domain, {
    funnel: asked,
    dimension: undefined,
    comparison: undefined,
  });
  return { steps };
}

/** As {@link runFunnel}; with a dimension also its rows, at most {@link maxBreakdownRows}. */
export async function runFunnelQuestion(
  store: ReportStore,
  domain: string,
  { funnel: asked, dimension, comparison }: FunnelQuestion,
): Promise<QuestionAnswer> {
  await refuseBadPatterns(store, asked);
  const funnel = { ...asked, range: await knownRange(store, domain, asked.range, 'events') };
  const own = await run(store, domain, funnel, dimension, []);
  const other =
    comparison &&
    (await run(store, domain, { ...funnel, range: comparison.range }, dimension, [...own.rows.keys()]));
  // While there is room, the rows of the query's own range are all there are.
  const lost = comparison?.lostRows
    ? [...(other?.rows.keys() ?? [])].filter((value) => !own.rows.has(value))
    : [];
  return {
    steps: answered(funnel, own.total, other?.total),
    breakdown: [...own.rows.keys(), ...lost].slice(0, maxBreakdownRows).map((value) => ({
      dimensions: [value],
      steps: answered(funnel, own.rows.get(value) ?? [], other && (other.rows.get(value) ?? [])),
    })),
  };
}

/** The visitors of each step, in all and by value. `first`: the values whose rows come first. */
async function run(
  store: ReportStore,
  domain: string,
  funnel: Funnel,
  dimension: FunnelQuestion['dimension'],
  first: readonly string[],
): Promise<{ readonly total: readonly number[]; readonly rows: ReadonlyMap<string, readonly number[]> }> {
  const which = funnel.scope === 'visit' ? 'start' : 'overlap';
  const source: VisitSource = await visitSource(new KnownDays(store, domain), funnel.range, which);
  const countsIn = (row?: Row): number[] => funnel.steps.map((_, index) => Number(row?.[`s${index}`] ?? 0));
  const [total] = await store.query<Row>(funnelStatement(funnel, source), { domain });
  const statement = dimension && breakdownStatement(funnel, source, { dimension, first });
  const rows = statement === undefined ? [] : await store.query<Row>(statement, { domain });
  return {
    total: countsIn(total),
    rows: new Map(rows.map((row) => [String(row['d0']), countsIn(row)])),
  };
}

/** `other` has the counts of the range to compare with; empty where it has none. */
function answered({ steps }: Funnel, visitors: readonly number[], other?: readonly number[]): AnsweredStep[] {
  return steps.map(({ label }, index) => {
    const counts = countsAt(visitors, index);
    if (other === undefined) return { label, ...counts };
    const earlier = countsAt(other, index);
    const change = {
      visitors: changeOf(counts.visitors, earlier.visitors),
      rate: changeOf(counts.rate, earlier.rate),
      step_rate: changeOf(counts.step_rate, earlier.step_rate),
    };
    return { label, ...counts, comparison: { ...earlier, change } };
  });
}

function countsAt(visitors: readonly number[], index: number): StepCounts {
  const reached = visitors[index] ?? 0;
  return {
    visitors: reached,
    rate: percentageOf(reached, visitors[0] ?? 0),
    step_rate: percentageOf(reached, visitors[index - 1] ?? reached),
  };
}
