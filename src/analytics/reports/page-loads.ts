/** Page loads by class. Source: docs/reference/page-loads.md ("The report"). */
import { type PageLoadClass, pageLoadClasses } from '../../core/page-load.ts';
import { percentageOf } from '../../core/percentage.ts';
import { dayMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { requestQueryRows } from '../query/run-query.ts';
import type { ReportRequest } from './report.ts';

export type PageLoadRow = {
  readonly name: PageLoadClass;
  readonly count: number;
  /** Of all page loads. */
  readonly percentage: number;
};

/** All classes, in their order. */
export async function pageLoadRows(
  store: ReportStore,
  { domainUuid, range: { from, to } }: ReportRequest,
): Promise<PageLoadRow[]> {
  const [row = {}] = await requestQueryRows(store, domainUuid, {
    metrics: pageLoadClasses,
    dimensions: [],
    range: { since: from * dayMs, until: (to + 1) * dayMs, zone: 'UTC' },
    filters: [
      {
        kind: 'not',
        filter: { kind: 'test', operator: 'is', dimension: 'raw:page_load', values: [''], place: '' },
      },
    ],
    orderBy: [],
    limit: 1,
    offset: 0,
    include: { timeLabels: false, totalRows: false },
  });
  const counts = pageLoadClasses.map((_, index) => Number(row[`m${index}`] ?? 0));
  const all = counts.reduce((sum, count) => sum + count, 0);
  return pageLoadClasses.map((name, index) => {
    const count = counts[index] ?? 0;
    return { name, count, percentage: percentageOf(count, all) };
  });
}
