/** The report of an address. Apart from the groups, which the first page needs, as only full views need this. */
import type { RankedReport } from '../../lists/ranked-report.ts';
import { type ReportGroup, reportGroups } from './report-groups.ts';
import { aiCrawlers, claimedBots, verifiedBots } from './requests/crawler-lists.ts';

/** Undefined when an address names no report. */
export function findReport(
  area: string,
  slug: string | undefined,
): { readonly group: ReportGroup; readonly report: RankedReport } | undefined {
  for (const known of reportGroups) {
    const group = withParts(known);
    const report = group.reports.find((each) => each.area === area && each.slug === slug);
    if (report) return { group, report };
  }
  return undefined;
}

/** The parts of the list of bots. */
function withParts(group: ReportGroup): ReportGroup {
  const [first, ...others] = group.reports;
  return first.slug === 'bots'
    ? { ...group, reports: [first, ...others, aiCrawlers, verifiedBots, claimedBots] }
    : group;
}
