/**
 * The table of reports that put what machines do beside what people do. Source: docs/reference/bots.md ("Assistants"),
 * docs/reference/page-loads.md.
 */
import type { Report } from './report.ts';

export const machineReports: readonly Report[] = [
  {
    name: 'assistants',
    summary: 'How often AI assistants crawl the site for each visit that they send',
    notes:
      'Crawls are requests of the assistant’s crawlers, whatever was answered; visits are those whose source it is. Assistants with neither are left out.',
    measure: 'visits',
    dimension: 'all',
    shape: { kind: 'assistants' },
  },
  {
    name: 'page_loads',
    summary: 'Page loads by what is known of who loaded them',
    notes:
      'A page load is a GET that the upstream answered with 200 and HTML. `unexplained` are not bots: people who block trackers are among them.',
    measure: 'requests',
    dimension: 'all',
    shape: { kind: 'page_loads' },
  },
];
