/** Page loads: the five classes in all, over time and by page, source, country and hosting network; and assistants. */
import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { percentageOf } from '../../src/core/percentage.ts';
import { chromiumPath, problemsEverywhere, TestDashboard } from '../support/dashboard.ts';
import { daysBefore, domainUuidOf, queriesOf, reportsOf } from '../support/dashboard-analytics.ts';
import { integer, shownShare } from '../support/shown-numbers.ts';

const days = [daysBefore(7), daysBefore(1)] as const;
const metrics = [
  'page_loads',
  'people',
  'verified_crawlers',
  'claimed_crawlers',
  'not_measured',
  'unexplained',
];
const names = ['People', 'Verified crawlers', 'Claimed crawlers', 'Not measured', 'Unexplained'];

describe.skipIf(!chromiumPath)('page loads', () => {
  let dashboard: TestDashboard;
  let uuid: string;
  let path: string;
  let query: ReturnType<typeof queriesOf>;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofDemo();
    uuid = await domainUuidOf(dashboard.service, 'velo-atelier.example');
    path = `/domains/${uuid}/requests/page-loads`;
    query = queriesOf(dashboard.service, uuid, 'requests/query');
  });
  afterEach(() => dashboard.closePages());

  const open = async (search: string) => {
    const { page, complaints } = await dashboard.open(`${path}?${search}`);
    const rowsOf = (name: string): Promise<string[][]> =>
      page
        .getByRole('table', { name, exact: true })
        .locator('tbody tr')
        .evaluateAll((rows) =>
          rows.map((row) =>
            [...row.querySelectorAll('td')].map((cell) => (cell.querySelector('bdi') ?? cell).textContent),
          ),
        );
    return { page, complaints, rowsOf };
  };

  test('have five classes, each with two sentences, and a row for each day', async () => {
    const [all] = await query({ metrics, date_range: days });
    const [total = 0, ...classes] = all?.metrics ?? [];
    expect(total).toBeGreaterThan(0);
    const { page, complaints, rowsOf } = await open('period=7d');
    const shown = page.locator('dl > div');
    await expect
      .poll(() => shown.locator('dd:nth-of-type(1)').allTextContents())
      .toEqual(classes.map((count) => expect.stringMatching(new RegExp(`^${integer.format(count)} .*%$`))));
    expect(await shown.locator('dt').allTextContents()).toEqual(names);
    for (const meaning of await shown.locator('dd:nth-of-type(2)').allTextContents())
      expect(meaning).toMatch(/^[^.]+[.] [^.]+[.]$/);

    const byDay = await query({ metrics, dimensions: ['time:day'], date_range: days });
    await expect
      .poll(async () => (await rowsOf('Page loads: over time')).map(([, ...counts]) => counts))
      .toEqual(byDay.map((row) => row.metrics.map((count) => integer.format(count))));
    const { data } = await reportsOf(dashboard.service, uuid)('assistants', { from: days[0], to: days[1] });
    await expect
      .poll(() => rowsOf('Assistants'))
      .toEqual(
        data.map((row: { name: string; crawls: number; visits: number; crawls_per_visit: number | null }) => [
          row.name,
          integer.format(row.crawls),
          integer.format(row.visits),
          String(row.crawls_per_visit ?? '–'),
        ]),
      );
    expect(await problemsEverywhere(page, 'page-loads')).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('are split by page, source, country and hosting network, and filtered by a row', async () => {
    const { page, complaints, rowsOf } = await open('period=7d');
    const tab = (name: string) => page.getByRole('tab', { name }).press('Enter');
    for (const [name, dimension] of [
      ['Pages', 'request:path'],
      ['Sources', 'request:source'],
      ['Datacenters', 'request:datacenter'],
    ] as const) {
      await tab(name);
      const rows = (await query({ metrics, dimensions: [dimension], date_range: days })).filter(
        ({ metrics: [count] }) => Number(count) > 0,
      );
      await expect
        .poll(async () => (await rowsOf(`Page loads: ${name.toLowerCase()}`)).slice(0, 10))
        .toEqual(
          rows
            .slice(0, 10)
            .map(({ dimensions, metrics: counts }) =>
              dimensions
                .map((value) => (value === '(none)' ? 'No datacenter' : value))
                .concat(counts.map((count) => integer.format(count))),
            ),
        );
    }
    await tab('Sources');
    await page.getByRole('link', { name: 'Filter by Google' }).click();
    await page.getByText('Source is Google').waitFor();
    await page.getByRole('tab', { name: 'Countries' }).click();
    await page.getByRole('button', { name: 'Percent' }).click();
    const filters = [['is', 'request:source', ['Google']]];
    const [germany] = await query({ metrics, dimensions: ['request:country'], date_range: days, filters });
    expect(germany?.dimensions).toEqual(['DE']);
    const [most = 0, ...counts] = germany?.metrics ?? [];
    await expect
      .poll(async () => (await rowsOf('Page loads: countries'))[0])
      .toEqual([
        'Germany',
        integer.format(most),
        ...counts.map((count) => (count === 0 ? '0.0%' : shownShare(percentageOf(count, most)))),
      ]);
    // The form knows names and codes of countries.
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Filter by').selectOption('Country');
    await page.locator('datalist option', { hasText: 'France' }).waitFor({ state: 'attached' });
    await page.getByLabel('Value').fill('Germany');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/f=is,request:country,DE/);
    await page.getByText('Country is Germany').waitFor();
    await expect.poll(async () => (await rowsOf('Page loads: countries')).length).toBe(1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download page loads as CSV' }).click(),
    ]);
    const [head, row] = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(head).toBe(
      'country,page_loads,people,verified_crawlers,claimed_crawlers,not_measured,unexplained',
    );
    expect(row).toBe(['DE', most, ...counts].join(','));
    expect(complaints).toEqual([]);
  });

  test('say when there are none, and when they could not be loaded', async () => {
    const { page } = await open('period=7d&f=is,request:path,/nowhere');
    await page.getByText('No page loads in this period').first().waitFor();
    await page.route('**/requests/query', (route) => route.fulfill({ status: 503, json: {} }));
    await page.getByRole('button', { name: 'Remove: Path is /nowhere' }).click();
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
  });
});
