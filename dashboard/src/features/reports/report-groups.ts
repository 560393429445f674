/** The full views there are, and which of them belong together. */
import type { FilterDimension } from '../../filters/filter.ts';
import { bots, datacenters, files, statusCodes } from '../../lists/proxy-lists.ts';
import type { RankedReport } from '../../lists/ranked-report.ts';
import {
  browsers,
  channels,
  cities,
  countries,
  entryPages,
  exitPages,
  operatingSystems,
  referrers,
  regions,
  screenSizes,
  sources,
  topPages,
  utmCampaign,
  utmContent,
  utmMedium,
  utmSource,
  utmTerm,
} from '../../lists/web-lists.ts';

export type ReportGroup = {
  readonly title: string;
  readonly reports: readonly [RankedReport, ...RankedReport[]];
};

export const reportGroups: readonly ReportGroup[] = [
  { title: 'Sources', reports: [sources, referrers, channels] },
  { title: 'Campaigns', reports: [utmCampaign, utmSource, utmMedium, utmTerm, utmContent] },
  { title: 'Pages', reports: [topPages, entryPages, exitPages] },
  { title: 'Locations', reports: [countries, regions, cities] },
  { title: 'Devices', reports: [browsers, operatingSystems, screenSizes] },
  { title: 'Status codes', reports: [statusCodes] },
  { title: 'Files', reports: [files] },
  { title: 'Bots', reports: [bots] },
  { title: 'Datacenters', reports: [datacenters] },
];

/** The report that lists a dimension's values; undefined if there is none. */
export function reportOn(dimension: FilterDimension): RankedReport | undefined {
  return reportGroups.flatMap(({ reports }) => reports).find((report) => report.dimension === dimension);
}
