/** Asks the analytics store for a report. Source: design of trip 3, spec sections 4.2 and 4.3. */
import type { ReportStore } from '../answers/report-store.ts';
import { currentVisitors } from '../visits/current-visitors.ts';
import { rememberedGroups } from './remembered-groups.ts';
import type { Report, ReportRequest } from './report.ts';
import { type Answer, shapeAnswer } from './shape.ts';

export type { ReportStore } from '../answers/report-store.ts';

/** Answers a report as it goes over the wire. Rejects with what the store rejects with. */
export async function runReport(store: ReportStore, report: Report, request: ReportRequest): Promise<Answer> {
  if (report.source !== 'current_visitors')
    return shapeAnswer(report, request, (await rememberedGroups(store, report, request)).rows);
  const total = await currentVisitors(store, request.domainUuid, request.nowMs);
  return shapeAnswer(report, request, [{ total }]);
}
