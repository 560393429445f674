/** The elements that are added to pages. Source: docs/reference/injection.md, docs/reference/engagement.md. */
import type { DomainRoute } from '../../core/route.ts';
import { engagementScriptPath, scriptPath } from '../../core/tracker-paths.ts';

/** What a domain's pages get, and the mark of their entity tags: pages with another mark have other bytes. */
export type PageScripts = { readonly tag: string; readonly mark: string };

/** ASCII, so it means the same in every encoding that pages are changed in. */
export const scriptTag: string = tagOf(scriptPath);

export const trackerAlone: PageScripts = { tag: scriptTag, mark: '-np1' };
export const withEngagement: PageScripts = { tag: scriptTag + tagOf(engagementScriptPath), mark: '-np1e' };

export function scriptsOf({ engagement }: Pick<DomainRoute, 'engagement'>): PageScripts {
  return engagement ? withEngagement : trackerAlone;
}

function tagOf(path: string): string {
  return `<script defer src="${path}"></script>`;
}
