/** Runs questions of retention. Source: docs/reference/retention.md. */
import { formatDay } from '../../core/date-range.ts';
import { type SaltPeriodKind, saltPeriodAt } from '../../core/salt-period.ts';
import { dayMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { KnownDays, visitSource } from '../visits/visit-source.ts';
import { isAboutVisits } from './filter-sql.ts';
import { knownRange } from './known-range.ts';
import { refuseBadPatterns } from './result-rows.ts';
import type { Retention } from './retention.ts';
import { retentionStatement } from './retention-statement.ts';
import { startOfDay, timeLabels } from './time-range.ts';

export type RetentionAnswer = {
  readonly cohorts: readonly {
    /** The Monday on which the week begins. */
    readonly week: string;
    /** Distinct visitors first seen in it. */
    readonly visitors: number;
    /** How many of them were seen in this week and each later one; null where none could be recognized. */
    readonly cells: readonly (number | null)[];
  }[];
};

type Row = {
  readonly cohort: number;
  readonly week: number;
  readonly visitors: number;
  readonly unsalted: number;
  readonly latest: number;
};

/**
 * `domain` is a UUID as text, `kind` how long a salt lives. Rejects with what the store rejects with; errors: `query_invalid`.
 */
export async function runRetention(
  store: ReportStore,
  domain: string,
  asked: Retention,
  kind: SaltPeriodKind,
): Promise<RetentionAnswer> {
  await refuseBadPatterns(store, asked);
  const retention = { ...asked, range: await knownRange(store, domain, asked.range, 'events') };
  const { range, filters } = retention;
  const source = filters.some(isAboutVisits)
    ? await visitSource(new KnownDays(store, domain), range, 'overlap')
    : undefined;
  const rows = await store.query<Row>(retentionStatement(retention, source, kind), { domain });
  const cohorts = new Map<number, Row[]>();
  for (const row of rows) {
    const seen = cohorts.get(row.cohort);
    if (seen) seen.push(row);
    else cohorts.set(row.cohort, [row]);
  }
  const weeks = timeLabels(range, 'time:week').map((label) => ({
    label,
    day: Date.parse(label) / dayMs,
    start: startOfDay(label, range.zone),
  }));
  return {
    cohorts: [...cohorts].map(([cohort, seen]) => {
      const counts = new Map(seen.map(({ week, visitors }) => [week, visitors]));
      const [first] = seen;
      const isSalted = first?.unsalted === 0;
      const end = isSalted ? saltPeriodAt(first.latest, kind).endMs : Number.POSITIVE_INFINITY;
      return {
        week: formatDay(cohort),
        visitors: first?.visitors ?? 0,
        cells: weeks
          .filter(({ day }) => day >= cohort)
          .map(({ day, start }) => counts.get(day) ?? (start < end ? 0 : null)),
      };
    }),
  };
}
