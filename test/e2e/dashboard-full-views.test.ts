/** Full views: their search, order, pages and filters, and the files of lists. */
import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { percentageOf } from '../../src/core/percentage.ts';
import { accessibilityProblems, chromiumPath, keepScreenshot, TestDashboard } from '../support/dashboard.ts';
import {
  answerQueries,
  daysBefore,
  domainUuidOf,
  queriesOf,
  reportsOf,
} from '../support/dashboard-analytics.ts';
import { rowsOf, whenListed } from '../support/dashboard-lists.ts';
import { integer, shownShareOf } from '../support/shown-numbers.ts';

const range = { from: daysBefore(30), to: daysBefore(1) };

describe.skipIf(!chromiumPath)('full views', () => {
  let dashboard: TestDashboard;
  let report: ReturnType<typeof reportsOf>;
  let home: string;
  /** A domain with several cities in one region. */
  let journal: { readonly query: ReturnType<typeof queriesOf>; readonly home: string };

  beforeAll(async () => {
    dashboard = await TestDashboard.ofDemo();
    const uuid = await domainUuidOf(dashboard.service, 'velo-atelier.example');
    report = reportsOf(dashboard.service, uuid);
    home = `/domains/${uuid}`;
    const journalUuid = await domainUuidOf(dashboard.service, 'journal.nordlicht.example');
    journal = { query: queriesOf(dashboard.service, journalUuid), home: `/domains/${journalUuid}` };
  });
  afterEach(() => dashboard.closePages());

  test('a card leads to its full view, which finds, sorts and turns pages, and says so in its address', async () => {
    const { page, complaints } = await dashboard.open(`${home}/requests?period=90d&own=shown`);
    await whenListed(page);
    await page.getByRole('link', { name: 'Show all files' }).click();
    await page.getByRole('heading', { level: 2, name: 'Files' }).waitFor();
    await whenListed(page);
    expect(new URL(page.url()).pathname).toBe(`${home}/requests/files`);
    expect(new URL(page.url()).searchParams.get('period')).toBe('90d');
    expect(new URL(page.url()).searchParams.get('own')).toBe('shown');
    const { data } = await report('files', { from: daysBefore(90), to: daysBefore(1), limit: '10000' });
    const table = page.getByRole('table', { name: 'Files' });
    const paths = async () => (await rowsOf(table)).map(([, path]) => path);
    await expect.poll(() => paths()).toEqual(data.slice(0, 100).map(({ name }: { name: string }) => name));
    await page.getByText(`${integer.format(data.length)} in all`).waitFor();

    await page.getByRole('textbox', { name: 'Search files' }).fill('WP-');
    const found = data.filter(({ name }: { name: string }) => name.includes('wp-'));
    await page.getByText(`${found.length} of ${integer.format(data.length)} found`).waitFor();
    await expect.poll(() => paths()).toEqual(found.map(({ name }: { name: string }) => name));
    await page.getByRole('textbox', { name: 'Search files' }).fill('nowhere at all');
    await page.getByText('Nothing found').waitFor();
    await page.getByRole('button', { name: 'Clear the search', exact: true }).last().click();
    await table.waitFor();

    await page.getByRole('button', { name: 'Requests' }).click();
    await page.waitForURL(/sort=count/);
    await expect.poll(async () => (await paths())[0]).toBe(data.at(-1).name);
    await page.getByRole('button', { name: 'Path' }).click();
    await page.waitForURL(/sort=label/);
    await expect.poll(async () => (await paths()).slice(0, 2)).toEqual(['/', '/.env']);
    await page.goBack();
    await page.getByRole('heading', { level: 2, name: 'Response times' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('a full view is filtered like the cards, with a file of what it shows', async () => {
    const { page, complaints } = await dashboard.open(
      `${journal.home}/visitors/cities?period=90d&f=is,visit:country,US`,
    );
    await whenListed(page);
    const days = { from: daysBefore(90), to: daysBefore(1) };
    const rows = await journal.query({
      metrics: ['visitors'],
      dimensions: ['visit:city', 'visit:country'],
      date_range: [days.from, days.to],
      filters: [['is', 'visit:country', ['US']]],
    });
    expect(rows.length).toBeGreaterThan(1);
    const sum = rows.reduce((total, { metrics: [visitors = 0] }) => total + visitors, 0);
    const table = page.getByRole('table', { name: 'Cities' });
    await expect
      .poll(async () => (await rowsOf(table)).map((cells) => [cells[1], cells.at(-2), cells.at(-1)]))
      .toEqual(
        rows.map(({ dimensions: [city], metrics: [visitors = 0] }) => [
          city,
          integer.format(visitors),
          shownShareOf(visitors, sum),
        ]),
      );
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'cities-of-a-country');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(
      `journal.nordlicht.example-cities-filtered-${days.from}-${days.to}.csv`,
    );
    expect(await readFile(await download.path(), 'utf8')).toBe(
      `city,country_code,visitors,percentage\r\n${rows
        .map(
          ({ dimensions: [city, code], metrics: [visitors = 0] }) =>
            `${city},${code},${visitors},${percentageOf(visitors, sum)}\r\n`,
        )
        .join('')}`,
    );

    const city = rows[0]?.dimensions[0] ?? '';
    await table.getByRole('link', { name: `Filter by ${city}`, exact: true }).click();
    await page.getByRole('table', { name: 'Top pages' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${journal.home}/visitors`);
    expect(new URL(page.url()).searchParams.getAll('f')).toEqual([
      'is,visit:country,US',
      `is,visit:city,${city}`,
    ]);
    expect(complaints).toEqual([]);
  });

  test('a list of thousands has pages', async () => {
    const { page } = await dashboard.open('/domains');
    await answerQueries(page, {
      'event:page': Array.from({ length: 10_000 }, (_, index) => ({
        dimensions: [`/p/${index}`],
        metrics: [10_000 - index],
      })),
    });
    await page.goto(`${dashboard.service.apiOrigin}${home}/visitors/pages?page=2`);
    await page.getByText('101–200 of 10,000').waitFor();
    await page.getByText('limited to the first 10,000').waitFor();
    const table = page.getByRole('table', { name: 'Top pages' });
    expect((await rowsOf(table))[0]?.slice(0, 2)).toEqual(['101', '/p/100']);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('201–300 of 10,000').waitFor();
    expect((await rowsOf(table))[0]?.slice(0, 2)).toEqual(['201', '/p/200']);
  });

  test('files hold the whole list, and of a full view what was found', async () => {
    const { page } = await dashboard.open(`${home}/visitors`);
    await whenListed(page);
    const saved = async (button: Locator) => {
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
    };
    const { data: pages } = await report('pages', range);
    const file = await saved(page.getByRole('button', { name: 'Download top pages as CSV' }));
    expect(file.name).toBe(`velo-atelier.example-pages-${range.from}-${range.to}.csv`);
    expect(file.text).toBe(
      `page,views,percentage\r\n${pages
        .map(
          (row: { path: string; views: number; percentage: number }) =>
            `${row.path},${row.views},${row.percentage}\r\n`,
        )
        .join('')}`,
    );
    await page.goto(`${dashboard.service.apiOrigin}${home}/visitors/countries?q=united`);
    await whenListed(page);
    const { data: countries } = await report('locations', range);
    const united = countries.filter(({ location }: { location: string }) => location.startsWith('United'));
    expect(united.length).toBeGreaterThan(1);
    expect((await saved(page.getByRole('button', { name: 'Download CSV' }))).text).toBe(
      `country,code,visitors,percentage\r\n${united
        .map(
          (row: { location: string; code: string; visitors: number; percentage: number }) =>
            `${row.location},${row.code},${row.visitors},${row.percentage}\r\n`,
        )
        .join('')}`,
    );
    await page.goto(`${dashboard.service.apiOrigin}${home}/requests`);
    await whenListed(page);
    const times = await saved(page.getByRole('button', { name: 'Download response times as CSV' }));
    expect(times.text.split('\r\n')).toHaveLength(18);
    const numbers = await saved(page.getByRole('button', { name: 'Download these numbers as CSV' }));
    expect(numbers.text.split('\r\n')[0]).toBe('date,requests,bytes,average_response_time_seconds');
    const { data: byDay } = await report('request_counts_by_date', range);
    expect(numbers.text.split('\r\n')[1]?.startsWith(`${range.from},${byDay[range.from]},`)).toBe(true);
  });
});
