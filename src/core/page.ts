/**
 * Pages of a list and the Link field that leads from one to the next. Source: docs/reference/api.md ("Lists"), RFC
 * 8288.
 */

/** `cursor` of a list that is read without counting pages. */
export type PageRequest = {
  readonly page: number;
  readonly perPage: number;
  readonly cursor?: PageCursor | undefined;
};

/** Where a page ended: what its last item is sorted by, and what no other item of the list has. */
export type Position = readonly [sorted: string | number, id: string];

/** A way through a list on which nothing is met twice or missed because something else was added or deleted. */
export class PageCursor {
  readonly after: Position | undefined;
  /** Set by who reads the page, when there is more behind it. */
  next: Position | undefined;

  constructor(after?: Position) {
    this.after = after;
  }
}

/** The items that are read for a page. With a cursor one more than it has: {@link turnPage} takes it away. */
export type PageRange = {
  readonly limit: number;
  readonly offset: number;
  readonly cursor?: PageCursor | undefined;
};

export function rangeOf(request: PageRequest): PageRange {
  const { perPage, cursor } = request;
  return cursor ? { limit: perPage + 1, offset: 0, cursor } : { limit: perPage, offset: pageOffset(request) };
}

/** The items of the page among those that were read for it; tells the cursor whether there is more, and where it goes on. */
export function turnPage<Item>(
  { cursor, limit }: PageRange,
  items: readonly Item[],
  positionOf: (item: Item, place: number) => Position,
): Item[] {
  if (!cursor || items.length < limit) return [...items];
  const page = items.slice(0, limit - 1);
  const last = page.at(-1);
  if (last !== undefined) cursor.next = positionOf(last, page.length - 1);
  return page;
}

/** A page of a list that is all in memory, in the order of the list. An item that is gone is where it was. */
export function pageOfList<Item>(
  range: PageRange,
  items: readonly Item[],
  idOf: (item: Item) => string,
): Item[] {
  const { cursor, limit, offset } = range;
  const [place = 0, id] = cursor?.after ?? [];
  const last = id === undefined ? -1 : items.findIndex((item) => idOf(item) === id);
  const start = last >= 0 ? last + 1 : offset + Number(place);
  return turnPage(range, items.slice(start, start + limit), (item, at) => [start + at + 1, idOf(item)]);
}

/** How many items stand before a page; never beyond what both stores can count exactly. */
export function pageOffset(request: Pick<PageRequest, 'page' | 'perPage'>): number {
  return Math.min((request.page - 1) * request.perPage, Number.MAX_SAFE_INTEGER);
}

/**
 * The value of the Link field for a page: first, prev, next and last as far as they exist, each the request's own
 * path and query with another `page`; with a cursor first and next, with another `cursor`.
 */
export function pageLinks(request: PageRequest, count: number, path: string, query: URLSearchParams): string {
  const { cursor, page, perPage } = request;
  if (cursor) {
    const next = cursor.next && writeCursor(cursor.next, query.get('sort') ?? '');
    return cursorLinks(next, perPage, path, query);
  }
  const last = Math.max(1, Math.ceil(count / perPage));
  const pages: [relation: string, page: number][] = [['first', 1]];
  if (page > 1) pages.push(['prev', Math.min(page - 1, last)]);
  if (page < last) pages.push(['next', page + 1]);
  pages.push(['last', last]);
  return pages
    .map(([relation, number]) => linkTo(relation, { page: String(number) }, perPage, path, query))
    .join(', ');
}

/** The value of the Link field for a page of a list that is read by `cursor`. */
export function cursorLinks(
  next: string | undefined,
  perPage: number,
  path: string,
  query: URLSearchParams,
): string {
  const first = linkTo('first', { cursor: '' }, perPage, path, query);
  return next === undefined ? first : `${first}, ${linkTo('next', { cursor: next }, perPage, path, query)}`;
}

function linkTo(
  relation: string,
  place: Readonly<Record<string, string>>,
  perPage: number,
  path: string,
  query: URLSearchParams,
): string {
  const parameters = new URLSearchParams({
    ...Object.fromEntries(query),
    ...place,
    per_page: String(perPage),
  });
  return `<${path}?${parameters.toString()}>; rel="${relation}"`;
}

/** `sort` is that of the request: in another order the position means nothing. */
function writeCursor(position: Position, sort: string): string {
  return Buffer.from(JSON.stringify([sort, ...position])).toString('base64url');
}

/** Reads what the Link field had; undefined when it is not that of a list in this order. */
export function readCursor(text: string, sort: string): Position | undefined {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(read) || read.length !== 3) return undefined;
  const [itsSort, sorted, id]: readonly unknown[] = read;
  const isSorted = typeof sorted === 'string' || (typeof sorted === 'number' && Number.isSafeInteger(sorted));
  return itsSort === sort && isSorted && typeof id === 'string' ? [sorted, id] : undefined;
}
