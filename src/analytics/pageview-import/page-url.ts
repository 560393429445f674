/** The page of an imported line, from a URL or a path. Source: docs/guides/import-pageviews.md ("Files"). */

import { parseUrl } from '../../core/url.ts';
import { importedHost } from '../import/wanted-host.ts';
import type { Cells } from './columns.ts';

export type ImportedPage = {
  /** Lower case, without the port; '' when the line names none. */
  readonly host: string;
  /** Percent-encoded, without query and fragment. */
  readonly path: string;
  readonly query: string;
};

const utmColumns = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** UTM parameters of columns of their own go before those of the query. */
export function readPage(cells: Cells): ImportedPage | 'url_missing' | 'url_invalid' {
  const { url = '', path = '', host = '', query = '' } = cells;
  const given = url || path;
  if (given === '') return 'url_missing';
  const parsed = given.startsWith('/') ? parseUrl(`http://x${given}`) : parseWebUrl(given);
  if (!parsed) return 'url_invalid';
  const named = given.startsWith('/') ? host : parsed.hostname;
  return {
    host: importedHost(named),
    path: parsed.pathname,
    query: withUtm(parsed.search === '' ? query : parsed.search, cells),
  };
}

/** Whatever the path is, it stays on its host: `//a` is a path with two slashes. */
function parseWebUrl(text: string): URL | undefined {
  return /^https?:\/\//i.test(text) ? parseUrl(text) : undefined;
}

function withUtm(query: string, cells: Cells): string {
  const given = utmColumns.flatMap((name) => (cells[name] ? [[name, cells[name]] as const] : []));
  if (given.length === 0) return query;
  const params = new URLSearchParams(query);
  for (const [name, value] of given) params.set(name, value);
  return params.toString();
}
