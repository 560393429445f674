/** The elements that are added to pages. Source: docs/reference/injection.md, docs/reference/engagement.md, docs/reference/web-vitals.md. */
import { reportScripts } from '../../core/report-scripts.ts';
import type { DomainRoute } from '../../core/route.ts';
import { scriptPath } from '../../core/tracker-paths.ts';

/** What a domain's pages get, and the mark of their entity tags: pages with another mark have other bytes. */
export type PageScripts = { readonly tag: string; readonly mark: string };

/** ASCII, so it means the same in every encoding that pages are changed in. */
export const scriptTag: string = tagOf(scriptPath);

export const trackerAlone: PageScripts = { tag: scriptTag, mark: '-np1' };
const withEngagement = withReport(trackerAlone, 'engagement');
const withVitals = withReport(trackerAlone, 'vitals');
const withBoth = withReport(withEngagement, 'vitals');

export function scriptsOf({
  engagement,
  webVitals,
}: Pick<DomainRoute, 'engagement' | 'webVitals'>): PageScripts {
  if (engagement) return webVitals ? withBoth : withEngagement;
  return webVitals ? withVitals : trackerAlone;
}

function withReport({ tag, mark }: PageScripts, name: keyof typeof reportScripts): PageScripts {
  return { tag: tag + tagOf(reportScripts[name].path), mark: mark + reportScripts[name].mark };
}

function tagOf(path: string): string {
  return `<script defer src="${path}"></script>`;
}
