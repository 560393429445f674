/**
 * Options that set error pages: `--error-page-404 FILE`, and `--no-error-page-404` to delete it.
 * Source: docs/reference/error-pages.md ("Setting pages").
 */
import type { Command } from 'commander';
import { maxPerPage } from '../api/query.ts';
import { type ErrorPageStatus, errorPageStatuses } from '../core/error-page.ts';
import { errorPageHtml } from '../features/error-pages/error-page.ts';
import { readText } from '../resources/read-attributes.ts';
import { collectBody } from '../resources/request-body.ts';
import type { ApiClient } from './api-client.ts';
import { UsageError } from './failures.ts';
import { readFileOrInput } from './named-file.ts';
import { note } from './output.ts';
import { ApiError } from './sending.ts';

/** The page by status; null deletes it. */
export type GivenPages = ReadonlyMap<ErrorPageStatus, string | null>;

export const errorPageHelp: readonly (readonly [option: string, text: string])[] = errorPageStatuses.flatMap(
  (status) => [
    [`--error-page-${status} FILE`, `HTML to answer ${status} with; "-" for standard input`] as const,
    [`--no-error-page-${status}`, 'delete it'] as const,
  ],
);

export function withErrorPageOptions(command: Command): Command {
  for (const status of errorPageStatuses)
    command.option(`--error-page-${status} <file>`).option(`--no-error-page-${status}`);
  return command;
}

/** Reads the files. Errors: `html_invalid`. */
export async function readErrorPages(options: Readonly<Record<string, unknown>>): Promise<GivenPages> {
  const pages = new Map<ErrorPageStatus, string | null>();
  let readsInput = false;
  for (const status of errorPageStatuses) {
    const given = options[`errorPage${status}`];
    if (given === false) pages.set(status, null);
    if (typeof given !== 'string') continue;
    if (given === '-' && readsInput) throw new UsageError('only one error page can be standard input');
    readsInput ||= given === '-';
    const html = (await readFileOrInput(`--error-page-${status}`, given)).toString();
    pages.set(status, readText(html, errorPageHtml));
  }
  return pages;
}

/** Of what is at a path of the API. */
export async function setErrorPages(api: ApiClient, path: string, pages: GivenPages): Promise<void> {
  for (const [status, html] of pages) {
    const page = `${path}/error_pages/${status}`;
    if (html !== null) await api.put(page, collectBody('json', [['html', html]]));
    else await api.delete(page).catch(ignoreMissing);
  }
}

/** Says which pages there are, and whether there is maintenance. */
export async function noteErrorPages(
  api: ApiClient,
  path: string,
  isUnderMaintenance: boolean,
): Promise<void> {
  if (isUnderMaintenance) note('Maintenance: requests are answered with 503.');
  const { items } = await api.page<{ status: number }>(`${path}/error_pages`, {}, maxPerPage, 0);
  if (items.length > 0) note(`Error pages: ${items.map(({ status }) => status).join(', ')}`);
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
}
