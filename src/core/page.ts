/**
 * Pages of a list and the Link field that leads from one to the next. Source: docs/reference/api.md ("Lists"), RFC
 * 8288.
 */

export type PageRequest = { readonly page: number; readonly perPage: number };

/** How many items stand before a page; never beyond what both stores can count exactly. */
export function pageOffset(request: PageRequest): number {
  return Math.min((request.page - 1) * request.perPage, Number.MAX_SAFE_INTEGER);
}

/**
 * The value of the Link field for a page: first, prev, next and last as far as they exist, each the request's own
 * path and query with another `page`.
 */
export function pageLinks(request: PageRequest, count: number, path: string, query: URLSearchParams): string {
  const last = Math.max(1, Math.ceil(count / request.perPage));
  const pages: [relation: string, page: number][] = [['first', 1]];
  if (request.page > 1) pages.push(['prev', Math.min(request.page - 1, last)]);
  if (request.page < last) pages.push(['next', request.page + 1]);
  pages.push(['last', last]);
  return pages
    .map(([relation, page]) => {
      const parameters = new URLSearchParams(query);
      parameters.set('page', String(page));
      parameters.set('per_page', String(request.perPage));
      return `<${path}?${parameters.toString()}>; rel="${relation}"`;
    })
    .join(', ');
}
