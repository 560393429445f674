/** Looks at the analytics pages of the dashboard, and at the reports they show. */
import type { Page, Route } from 'playwright-core';
import type { TestAccount } from './test-account.ts';

const dayMs = 86_400_000;

/** The UTC day so many days before today. */
export function daysBefore(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
}

/** The uuid of one of the demo's domains. */
export async function domainUuidOf(service: TestAccount, host: string): Promise<string> {
  const { body } = await service.api(`/api/v1/accounts/${service.accountUuid}/custom_domains?host=${host}`);
  return body.data[0].uuid;
}

/** Asks the API for reports of a domain. */
export function reportsOf(
  service: TestAccount,
  domainUuid: string,
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
): (name: string, params: Readonly<Record<string, string>>) => Promise<any> {
  return async (name, params) => {
    const search = new URLSearchParams(params).toString();
    const answer = await service.api(`/api/v1/analytics/custom_domains/${domainUuid}/${name}?${search}`);
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status}`);
    return answer.body;
  };
}

/** Waits until the chart and all tiles are there. */
export async function whenDrawn(page: Page): Promise<void> {
  await page.getByRole('slider').waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('[data-waiting], [data-stale]').first().waitFor({ state: 'detached' });
}

/** Waits until the tiles show all of these, such as `Visits12`. When filters change, the address does so before the numbers. */
export async function waitForTotals(page: Page, texts: readonly string[]): Promise<void> {
  const tiles = page.getByRole('group', { name: 'Totals' });
  for (const hasText of texts) await tiles.filter({ hasText }).waitFor();
  await whenDrawn(page);
  // The filter ignores case.
  const shown = (await tiles.textContent()) ?? '';
  const missing = texts.filter((text) => !shown.includes(text));
  if (missing.length > 0) throw new Error(`the tiles show ${shown} without ${missing.join(', ')}`);
}

/** The table that screen readers get in place of the chart. */
export async function readSeriesTable(
  page: Page,
): Promise<{ readonly date: string; readonly value: string; readonly before: string }[]> {
  return page.evaluate(`[...document.querySelectorAll('figure table tbody tr')].map((row) => {
    const [date, value, before] = [...row.cells].map((cell) => cell.textContent ?? '');
    return { date, value, before: before ?? '' };
  })`);
}

/** Deletes the account's segments, so that the next test file finds none. */
export async function deleteSegments(service: TestAccount): Promise<void> {
  const segments = '/api/v1/analytics/segments';
  const { body } = await service.api(segments);
  for (const { uuid } of body.data) await service.api(`${segments}/${uuid}`, { method: 'DELETE' });
}

export type QueryRow = {
  readonly dimensions: readonly string[];
  readonly metrics: readonly number[];
  readonly comparison?: {
    readonly dimensions: readonly string[];
    readonly metrics: readonly number[];
    readonly change: readonly (number | null)[];
  };
};

/** Returns a function that queries a domain's visitors, or its requests with `requests/query`, and returns the rows. */
export function queriesOf(
  service: TestAccount,
  domainUuid: string,
  route: 'query' | 'requests/query' = 'query',
): (query: Readonly<Record<string, unknown>>) => Promise<readonly QueryRow[]> {
  return async (query) => {
    const answer = await service.api(`/api/v1/analytics/custom_domains/${domainUuid}/${route}`, {
      json: query,
    });
    if (answer.status !== 200) throw new Error(`query: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.results;
  };
}

/** What the dashboard queries. */
export function askedFor(route: Route): { readonly dimensions: readonly string[] } {
  return route.request().postDataJSON();
}

/** Answers queries in place of the service, if their first dimension has rows here. */
export async function answerQueries(
  page: Page,
  rows: Readonly<Record<string, readonly QueryRow[]>>,
): Promise<void> {
  await page.route('**/query', (route) => {
    const results = rows[askedFor(route).dimensions[0] ?? ''];
    return results === undefined ? route.fallback() : route.fulfill({ json: { results, meta: {} } });
  });
}
