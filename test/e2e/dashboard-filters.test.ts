/** Filters on a domain's pages: by mouse, keyboard and touch, in the address, with the query API's numbers. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityProblems,
  chromiumPath,
  keepScreenshot,
  phone,
  scrollsSideways,
  scrollToEnd,
  TestDashboard,
} from '../support/dashboard.ts';
import {
  daysBefore,
  deleteSegments,
  domainUuidOf,
  queriesOf,
  readSeriesTable,
  waitForTotals,
  whenDrawn,
} from '../support/dashboard-analytics.ts';
import { integer, percent } from '../support/shown-numbers.ts';

const range = [daysBefore(30), daysBefore(1)];

function chips(page: Page): Locator {
  return page.getByRole('group', { name: 'Filters' });
}

/** The words of the chips, in their order. */
async function wordsOf(page: Page): Promise<string[]> {
  return chips(page).locator('bdi').allTextContents();
}

type RowElement = { querySelector(selector: string): { textContent: string | null } | null };

/** Label and count of each row of a list. */
async function rowsOf(page: Page, name: string): Promise<string[]> {
  await whenDrawn(page);
  // All at once, as a row that has gone meanwhile would be waited for.
  return page
    .getByRole('table', { name, exact: true })
    .locator('tbody tr')
    .evaluateAll<string[], RowElement>((rows) =>
      rows.map((row) => ['bdi', 'td'].map((each) => row.querySelector(each)?.textContent).join(': ')),
    );
}

async function totalsOf(page: Page): Promise<string[]> {
  await whenDrawn(page);
  return page.getByRole('group', { name: 'Totals' }).locator('button, div > div').allTextContents();
}

describe.skipIf(!chromiumPath)('filters', () => {
  let dashboard: TestDashboard;
  let query: ReturnType<typeof queriesOf>;
  let requestsQuery: ReturnType<typeof queriesOf>;
  let home: string;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofDemo();
    const uuid = await domainUuidOf(dashboard.service, 'velo-atelier.example');
    query = queriesOf(dashboard.service, uuid);
    requestsQuery = queriesOf(dashboard.service, uuid, 'requests/query');
    home = `/domains/${uuid}`;
  });
  afterEach(() => dashboard.closePages());
  afterAll(() => deleteSegments(dashboard.service));

  const listOf = async (
    ask: ReturnType<typeof queriesOf>,
    metric: string,
    dimension: string,
    filters: readonly unknown[],
  ): Promise<string[]> =>
    (await ask({ metrics: [metric], dimensions: [dimension], date_range: range, filters }))
      .slice(0, 8)
      .map(({ dimensions: [label], metrics: [count = 0] }) => `${label}: ${integer.format(count)}`);

  test('a click on a row filters tiles, chart and lists, with the numbers of the API', async () => {
    const { page, complaints } = await dashboard.open(`${home}/visitors`);
    await whenDrawn(page);
    await page.getByRole('link', { name: 'Filter by Google', exact: true }).click();
    await expect.poll(() => wordsOf(page)).toEqual(['Source is Google']);
    expect(new URL(page.url()).search).toBe('?f=is,visit:source,Google');
    await page.getByRole('tab', { name: 'Entry' }).click();
    await page.getByRole('link', { name: 'Filter by /', exact: true }).click();
    await expect.poll(() => wordsOf(page)).toEqual(['Source is Google', 'Entry page is /']);

    const filters = [
      ['is', 'visit:source', ['Google']],
      ['is', 'visit:entry_page', ['/']],
    ];
    const [totals] = await query({
      metrics: ['visitors', 'visits', 'pageviews', 'bounce_rate'],
      date_range: range,
      filters,
    });
    const [visitors = 0, visits = 0, pageviews = 0, bounceRate = 0] = totals?.metrics ?? [];
    expect(visitors).toBeGreaterThan(0);
    await waitForTotals(page, [
      `Unique visitors${integer.format(visitors)}`,
      `Visits${integer.format(visits)}`,
      `Pageviews${integer.format(pageviews)}`,
      `Bounce rate${percent.format(bounceRate)}`,
    ]);

    const days = await query({
      metrics: ['visitors'],
      dimensions: ['time:day'],
      date_range: range,
      filters,
    });
    const series = await readSeriesTable(page);
    expect(series).toHaveLength(30);
    expect(series.map(({ value }) => value).filter((value) => value !== '0')).toEqual(
      days.map(({ metrics: [count = 0] }) => integer.format(count)),
    );
    for (const [table, metric, dimension] of [
      ['Entry pages', 'visits', 'visit:entry_page'],
      ['Countries', 'visitors', 'visit:country_name'],
      ['Browsers', 'visitors', 'visit:browser'],
    ] as const) {
      await expect
        .poll(() => rowsOf(page, table), { message: table })
        .toEqual(await listOf(query, metric, dimension, filters));
    }
    await expect
      .poll(() => rowsOf(page, 'UTM campaign'))
      .toEqual(
        await listOf(query, 'visits', 'visit:utm_campaign', [
          ...filters,
          ['is_not', 'visit:utm_campaign', ['(none)']],
        ]),
      );
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await keepScreenshot(page, 'filters');
  });

  test('the address opened anew shows the same, and back, other days and other pages keep it', async () => {
    const search = '?f=is,visit:source,Google,Bing&f=is_not,visit:country,DE';
    const { page, complaints } = await dashboard.open(`${home}/visitors${search}`);
    const words = ['Source is Google or Bing', 'Country is not Germany'];
    await expect.poll(() => wordsOf(page)).toEqual(words);
    const totals = await totalsOf(page);
    await page.reload();
    await expect.poll(() => totalsOf(page)).toEqual(totals);
    expect(new URL(page.url()).search).toBe(search);

    await page.getByRole('link', { name: 'Filter by Chrome', exact: true }).click();
    await expect.poll(() => wordsOf(page)).toEqual([...words, 'Browser is Chrome']);
    await page.goBack();
    await expect.poll(() => wordsOf(page)).toEqual(words);
    await page.goForward();
    await expect.poll(() => wordsOf(page)).toEqual([...words, 'Browser is Chrome']);
    await page.goBack();

    await page.getByRole('button', { name: /^Earlier/ }).click();
    await page.waitForURL(/from=/);
    await expect.poll(() => wordsOf(page)).toEqual(words);
    await page.getByRole('link', { name: 'Show all sources' }).click();
    await page.waitForURL(/visitors\/sources/);
    await expect.poll(() => wordsOf(page)).toEqual(words);
    await page.getByRole('link', { name: 'All visitor reports' }).click();
    // Filters on visitors don't apply to requests, but come back with the visitors page.
    await page.getByRole('link', { name: 'Requests' }).click();
    await page.getByRole('heading', { level: 2, name: 'Response times' }).waitFor();
    expect(await chips(page).count()).toBe(0);
    await page.getByRole('link', { name: 'Visitors' }).click();
    await expect.poll(() => wordsOf(page)).toEqual(words);
    expect(complaints).toEqual([]);
  });

  test('are made, changed and removed with the keyboard alone', async () => {
    const { page, complaints } = await dashboard.open(`${home}/visitors`);
    await whenDrawn(page);
    const focused = () =>
      page.evaluate<string>(
        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
      );
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Add a filter' });
    await form.waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await form.getByLabel('Filter by').selectOption('Page');
    await form.getByLabel('Condition').selectOption('contains');
    await form.getByRole('button', { name: 'Apply' }).press('Enter');
    await form.getByText('Enter a value, or choose one from the list.').waitFor();
    await form.getByLabel('Value', { exact: true }).fill('/bikes');
    await page.keyboard.press('Enter');
    await expect.poll(() => wordsOf(page)).toEqual(['Page contains /bikes']);
    await expect.poll(focused).toBe('Filter');

    const chip = chips(page).getByRole('button', { name: 'Page contains /bikes', exact: true });
    await chip.press('Enter');
    const editor = page.getByRole('dialog', { name: /^Change the filter/ });
    await editor.getByLabel('Condition').selectOption('does not contain');
    await editor.getByRole('button', { name: 'Another value' }).press('Enter');
    await editor.getByLabel('Or value 2').fill('/sale, all');
    await page.keyboard.press('Enter');
    await expect.poll(() => wordsOf(page)).toEqual(['Page does not contain /bikes or /sale, all']);
    expect(new URL(page.url()).search).toBe('?f=contains_not,event:page,/bikes,/sale%252C+all');
    await expect
      .poll(() => rowsOf(page, 'Top pages'))
      .toEqual(
        await listOf(query, 'pageviews', 'event:page', [
          ['contains_not', 'event:page', ['/bikes', '/sale, all']],
        ]),
      );

    // A country's name is stored as its code.
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
    await form.getByLabel('Filter by').selectOption('Country');
    await form.getByLabel('Value', { exact: true }).fill('germany');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.getAll('f').at(-1)).toBe('is,visit:country,DE');
    await chips(page).getByRole('button', { name: 'Remove: Country is Germany' }).press('Enter');
    await expect.poll(() => wordsOf(page)).toHaveLength(1);
    await expect.poll(() => focused()).toBe('Filter');
    await chips(page).getByRole('button', { name: 'Clear all' }).press('Enter');
    await expect.poll(() => new URL(page.url()).search).toBe('');
    expect(complaints).toEqual([]);
  });

  test('are set, changed and removed on a phone, light and dark', async () => {
    const { page, complaints } = await dashboard.open(`${home}/visitors`, {
      viewport: phone,
      hasTouch: true,
      isMobile: true,
    });
    await whenDrawn(page);
    await page.getByRole('link', { name: 'Filter by Safari', exact: true }).tap();
    await expect.poll(() => wordsOf(page)).toEqual(['Browser is Safari']);
    await whenDrawn(page);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await chips(page).getByRole('button', { name: 'Browser is Safari', exact: true }).tap();
    const editor = page.getByRole('dialog', { name: /^Change the filter/ });
    await editor.getByLabel('Condition').selectOption('is not');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => scrollsSideways(page)).toBe(false);
      await expect.poll(() => accessibilityProblems(page), { message: colorScheme }).toEqual([]);
      await keepScreenshot(page, `phone-${colorScheme}-filter`);
    }
    await editor.getByRole('button', { name: 'Apply' }).tap();
    await expect.poll(() => wordsOf(page)).toEqual(['Browser is not Safari']);
    await expect
      .poll(() => rowsOf(page, 'Browsers'))
      .toEqual(await listOf(query, 'visitors', 'visit:browser', [['is_not', 'visit:browser', ['Safari']]]));
    await chips(page).getByRole('button', { name: 'Remove: Browser is not Safari' }).tap();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    expect(complaints).toEqual([]);
  });

  test('of requests narrow status codes, paths, bots and datacenters', async () => {
    const { page, complaints } = await dashboard.open(`${home}/requests`);
    await page.getByRole('link', { name: /^Filter by 404 / }).click();
    await expect.poll(() => wordsOf(page)).toEqual(['Status is 404']);
    const filters = [['is', 'request:status', ['404']]];
    await scrollToEnd(page);
    for (const [table, dimension] of [
      ['Files', 'request:path'],
      ['Bots', 'request:bot'],
      ['Datacenters', 'request:datacenter'],
    ] as const) {
      await expect
        .poll(() => rowsOf(page, table), { message: table })
        .toEqual(
          await listOf(requestsQuery, 'requests', dimension, [
            ...filters,
            ...(table === 'Files' ? [] : [['is_not', dimension, ['(none)']]]),
          ]),
        );
    }
    const [totals] = await requestsQuery({
      metrics: ['requests', 'response_time_p95'],
      date_range: range,
      filters,
    });
    await waitForTotals(page, [`Requests${integer.format(totals?.metrics[0] ?? -1)}`]);
    await page.getByText('The distribution is only available in UTC').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'filters-requests');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download files as CSV' }).click(),
    ]);
    const paths = await requestsQuery({
      metrics: ['requests'],
      dimensions: ['request:path'],
      date_range: range,
      filters,
    });
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 2).join())).toEqual(
      paths.map(({ dimensions: [path], metrics: [count] }) => `${path},${count}`),
    );

    await page.goto(`${dashboard.service.apiOrigin}${home}/requests?f=is,request:path,/nowhere`);
    await page.getByText('No request matches all filters.').waitFor();
    expect(complaints).toEqual([]);
  });

  test('are kept as a segment, chosen on another domain, renamed and deleted', async () => {
    const { page, complaints } = await dashboard.open(
      `${home}/visitors?f=is,visit:source,Google&f=is_not,visit:os,iOS`,
    );
    await chips(page).getByRole('button', { name: 'Save as segment' }).click();
    const saving = page.getByRole('dialog', { name: 'Save as a segment' });
    await saving.getByLabel('Name').fill('Searching, no iPhones');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Segment saved').waitFor();
    const stored = await dashboard.service.api('/api/v1/analytics/segments');
    expect(stored.body.data).toMatchObject([
      {
        name: 'Searching, no iPhones',
        filters: [
          ['is', 'visit:source', ['Google']],
          ['is_not', 'visit:os', ['iOS']],
        ],
      },
    ]);
    // Segments that can't be shown as chips are left out.
    const { status } = await dashboard.service.api('/api/v1/analytics/segments', {
      json: { name: 'By script', filters: [['not', ['is', 'visit:source', ['Google']]]] },
    });
    expect(status).toBe(201);

    const other = await domainUuidOf(dashboard.service, 'journal.nordlicht.example');
    await page.goto(`${dashboard.service.apiOrigin}/domains/${other}/visitors?f=is,visit:os,Android`);
    const open = page.getByRole('button', { name: 'Filter', exact: true });
    await open.click();
    const list = page.getByRole('dialog', { name: 'Add a filter' }).getByRole('list');
    await expect.poll(() => list.locator('bdi').allTextContents()).toEqual(['Searching, no iPhones']);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'segments');
    await list.getByRole('button', { name: 'Searching, no iPhones', exact: true }).click();
    await expect.poll(() => wordsOf(page)).toEqual(['Source is Google', 'Operating system is not iOS']);

    await open.press('Enter');
    await list.getByRole('button', { name: 'Rename Searching, no iPhones' }).press('Enter');
    await list.getByLabel('Segment name').fill('');
    await page.keyboard.press('Enter');
    await list.getByRole('alert').waitFor();
    await list.getByLabel('Segment name').fill('Google');
    await page.keyboard.press('Enter');
    await list.getByRole('button', { name: 'Delete Google' }).press('Enter');
    await list.getByText('Delete “Google”?').waitFor();
    await list.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await list.waitFor({ state: 'detached' });
    const { body } = await dashboard.service.api('/api/v1/analytics/segments');
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['By script']);
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
  });

  test('a view is saved with its days and filters, opened on another domain, renamed and deleted', async () => {
    const { page, complaints } = await dashboard.open(
      `${home}/visitors?period=7d&f=is,visit:source,Google&metric=pageviews`,
    );
    const open = page.getByRole('button', { name: 'Saved views' });
    const views = page.getByRole('dialog', { name: 'Saved views' });
    await open.click();
    await views.getByLabel('Save this view as').fill('');
    await page.keyboard.press('Enter');
    await views.getByRole('alert').waitFor();
    await views.getByLabel('Save this view as').fill('Searchers, last week');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('View saved').waitFor();
    const stored = await dashboard.service.api('/api/v1/analytics/views');
    expect(stored.body.data).toMatchObject([
      { name: 'Searchers, last week', query_string: 'period=7d&f=is,visit:source,Google&metric=pageviews' },
    ]);

    const other = await domainUuidOf(dashboard.service, 'journal.nordlicht.example');
    await page.goto(`${dashboard.service.apiOrigin}/domains/${other}/visitors?period=90d`);
    await open.click();
    await expect
      .poll(() => views.getByRole('list').locator('bdi').allTextContents())
      .toEqual(['Searchers, last week']);
    await keepScreenshot(page, 'saved-views');
    await views.getByRole('button', { name: 'Searchers, last week', exact: true }).click();
    await expect.poll(() => wordsOf(page)).toEqual(['Source is Google']);
    expect(new URL(page.url()).pathname).toBe(`/domains/${other}/visitors`);
    expect(new URL(page.url()).search).toBe('?period=7d&f=is,visit:source,Google&metric=pageviews');

    await open.press('Enter');
    await views.getByRole('button', { name: 'Rename Searchers, last week' }).press('Enter');
    await views.getByLabel('View name').fill('Searchers');
    await page.keyboard.press('Enter');
    await views.getByRole('button', { name: 'Delete Searchers' }).press('Enter');
    await views.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await views.getByRole('list').waitFor({ state: 'detached' });
    const { body } = await dashboard.service.api('/api/v1/analytics/views');
    expect(body.data).toEqual([]);
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
  });

  test('what the API refuses is said where the numbers would be', async () => {
    const { page } = await dashboard.open('/domains');
    let asked: (string | null)[] = [];
    const refuse = async (status: number, code: string, error: string): Promise<void> => {
      // What the page before still asks for is none of this.
      await page.goto('about:blank');
      await page.unrouteAll();
      asked = [];
      await page.route('**/query', (route) => {
        asked.push(route.request().postData());
        return route.fulfill({ status, json: { error, error_code: code } });
      });
      await page.goto(`${dashboard.service.apiOrigin}${home}/visitors?f=is,visit:source,Google`);
    };
    await refuse(400, 'query_invalid', 'filters[0][2] has 1,001 values; allowed: 1,000');
    await page.getByText('Filters[0][2] has 1,001 values; allowed: 1,000.').first().waitFor();
    await refuse(503, 'query_too_expensive', 'a query may take 30 s');
    await page.getByText('These numbers take too long to compute.').first().waitFor();
    // The dashboard doesn't retry an expensive query.
    expect(asked).toEqual([...new Set(asked)]);
    await page.unrouteAll();
    await page
      .locator('section', { has: page.getByRole('heading', { level: 2, name: 'Sources' }) })
      .getByRole('button', { name: 'Try again' })
      .click();
    await page.getByRole('table', { name: 'Sources' }).waitFor();
  });
});
