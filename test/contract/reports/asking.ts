/** What the suites of remembered reports share: a store that counts what it is asked, a month to ask for, and a pageview. */
import type { AnalyticsStore, PageviewBatch } from '../../../src/analytics/analytics-store.ts';
import type { ReportStore } from '../../../src/analytics/answers/report-store.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { pageviewRow } from '../analytics-store/rows.ts';
import { firstDay } from './random-pageviews.ts';

const dayMs = 86_400_000;

/** Looks for derived rows however few pageviews there are, and counts its statements. */
export function countingStore(
  getStore: () => AnalyticsStore,
  limits: Partial<ReportStore> = {},
): ReportStore & { statements: number } {
  return {
    statements: 0,
    query(sql, params) {
      this.statements += 1;
      return getStore().query(sql, params);
    },
    remember: (question, ask) => getStore().remember(question, ask),
    minDerivedPageviews: 0,
    ...limits,
  };
}

/** As {@link countingStore}, of which nothing is remembered yet: whatever is asked is read. */
export function unknowingStore(getStore: () => AnalyticsStore): ReportStore {
  const remember: ReportStore['remember'] = async (_, ask) => (await ask({ outdated: undefined })).value;
  return { ...countingStore(getStore), remember };
}

export const today: number = firstDay + 20;

export const request = {
  range: { from: firstDay, to: today },
  frequency: 'day',
  limit: 1_000,
  utmParam: 'utm_source',
  locationType: 'country',
  nowMs: today * dayMs + 1_000,
} as const;

export function batchOf(domain: string, time: number): PageviewBatch {
  return { name: newUuid(), rows: [pageviewRow({ domain, time })], mayBeStored: false };
}
