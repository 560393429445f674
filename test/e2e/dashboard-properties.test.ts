/** Properties of custom events: their values with the query API's numbers, and filters on them. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityProblems,
  chromiumPath,
  desktop,
  keepScreenshot,
  phone,
  scrollsSideways,
  TestDashboard,
  tablet,
} from '../support/dashboard.ts';
import {
  daysBefore,
  deleteSegments,
  domainUuidOf,
  queriesOf,
  reportsOf,
  waitForTotals,
} from '../support/dashboard-analytics.ts';
import { conversionRow, integer, money, percent } from '../support/shown-numbers.ts';

const [from, to] = [daysBefore(30), daysBefore(1)];
const conversions = {
  metrics: ['visitors', 'events', 'conversion_rate', 'total_revenue'],
  date_range: [from, to],
};

async function rowsOf(page: Page): Promise<string[][]> {
  const rows = await page
    .getByRole('table', { name: /^Values of/ })
    .getByRole('row')
    .all();
  return Promise.all(rows.slice(1).map((row) => row.getByRole('cell').allTextContents()));
}

describe.skipIf(!chromiumPath)('properties', () => {
  let dashboard: TestDashboard;
  let shop: string;
  let query: ReturnType<typeof queriesOf>;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofDemo();
    shop = await domainUuidOf(dashboard.service, 'velo-atelier.example');
    query = queriesOf(dashboard.service, shop);
  });
  afterEach(() => dashboard.closePages());
  afterAll(() => deleteSegments(dashboard.service));

  test('have values with the numbers of the API, by all events or by one, and the address keeps both', async () => {
    const { page, complaints } = await dashboard.open(`/domains/${shop}/properties`);
    const property = page.getByLabel('Property', { exact: true });
    const { data: keys } = await reportsOf(dashboard.service, shop)('event_properties', { from, to });
    await expect
      .poll(() => property.locator('option').allTextContents())
      .toEqual(keys.map(({ name }: { name: string }) => name));
    const shownRows = async (key: string, filter: unknown, currency: string) => {
      const rows = await query({ ...conversions, dimensions: [`event:props:${key}`], filters: [filter] });
      return rows.map((row) => [`Filter by ${row.dimensions[0]}`].concat(conversionRow(row, currency)));
    };
    const all = ['is_not', 'event:name', ['pageview']];
    await expect.poll(() => rowsOf(page)).toEqual(await shownRows(keys[0].name, all, 'EUR'));
    expect(keys[0].name).toBe('product');
    expect((await rowsOf(page)).map(([value]) => value)).toContain('Filter by (none)');

    await property.selectOption('payment');
    await page.waitForURL(/\?property=payment$/);
    await page.getByLabel('Event', { exact: true }).selectOption('Order');
    await page.waitForURL(/\?property=payment&event=Order$/);
    const orders = await shownRows('payment', ['is', 'event:name', ['Order']], 'EUR');
    expect(orders).toHaveLength(3);
    await expect.poll(() => rowsOf(page)).toEqual(orders);
    await page.getByText('percentage of visitors who sent this event').waitFor();
    await page.reload();
    await expect.poll(() => rowsOf(page)).toEqual(orders);
    await page.goBack();
    await expect.poll(async () => (await rowsOf(page)).length).toBe(4);
    await page.goForward();
    await expect.poll(() => rowsOf(page)).toEqual(orders);

    for (const [name, viewport] of Object.entries({ desktop, tablet, phone })) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expect
          .poll(() => accessibilityProblems(page), { message: `${name}, ${colorScheme}` })
          .toEqual([]);
        await keepScreenshot(page, `properties-${name}-${colorScheme}`);
      }
      await expect.poll(() => scrollsSideways(page)).toBe(false);
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download values as CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines[0]).toBe('payment,visitors,events,conversion_rate,revenue');
    expect(lines[1]).toMatch(/^card,\d+,\d+,[\d.]+,[\d.]+ EUR$/);
    expect(lines).toHaveLength(4);
    expect(complaints).toEqual([]);
  });

  test('filter the visitors page by a click or by keyboard, and the address keeps the filter', async () => {
    const { page, complaints } = await dashboard.open(`/domains/${shop}/properties?property=payment`);
    await page.getByRole('link', { name: 'Filter by PayPal' }).click();
    const chips = page.getByRole('group', { name: 'Filters' });
    await expect.poll(() => chips.locator('bdi').allTextContents()).toEqual(['Property payment is PayPal']);
    const showsTotals = async (filter: unknown): Promise<void> => {
      const [totals] = await query({ ...conversions, filters: [filter] });
      const [visitors = 0, events = 0, rate = 0] = (totals?.metrics ?? []).map(Number);
      expect(visitors).toBeGreaterThan(0);
      await waitForTotals(page, [
        `Unique visitors${integer.format(visitors)}`,
        `Events${integer.format(events)}`,
        `Conversion rate${percent.format(rate)}`,
      ]);
    };
    await showsTotals(['is', 'event:props:payment', ['PayPal']]);

    await chips.getByRole('button', { name: 'Clear all' }).press('Enter');
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Add a filter' });
    await form.getByLabel('Filter by').selectOption('Property');
    await form.getByLabel('Value', { exact: true }).fill('M');
    await page.keyboard.press('Enter');
    await form.getByText('Enter a property, or choose one from the list.').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await form.locator('datalist option', { hasText: 'size' }).waitFor({ state: 'attached' });
    await form.getByLabel('Property', { exact: true }).fill('size');
    await form.locator('datalist option', { hasText: /^L$/ }).waitFor({ state: 'attached' });
    await form.getByLabel('Condition').selectOption('is not');
    await form.getByLabel('Value', { exact: true }).press('Enter');
    await page.waitForURL(/f=is_not,event:props:size,M$/);
    await page.reload();
    await expect.poll(() => chips.locator('bdi').allTextContents()).toEqual(['Property size is not M']);
    await showsTotals(['is_not', 'event:props:size', ['M']]);

    await chips.getByRole('button', { name: 'Property size is not M', exact: true }).press('Enter');
    const editor = page.getByRole('dialog', { name: /^Change the filter/ });
    await expect.poll(() => editor.getByLabel('Property', { exact: true }).inputValue()).toBe('size');
    await expect.poll(() => editor.getByLabel('Value', { exact: true }).inputValue()).toBe('M');
    await page.keyboard.press('Escape');
    await chips.getByRole('button', { name: 'Save as segment' }).click();
    await page.getByRole('dialog', { name: 'Save as a segment' }).getByLabel('Name').fill('Not medium');
    await page.keyboard.press('Enter');
    await page.getByText('Segment saved').waitFor();
    await chips.getByRole('button', { name: 'Clear all' }).press('Enter');
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
    await form.getByRole('button', { name: 'Not medium', exact: true }).press('Enter');
    await expect.poll(() => chips.locator('bdi').allTextContents()).toEqual(['Property size is not M']);
    expect(complaints).toEqual([]);
  });

  test('list revenue by currency where there are several', async () => {
    const conference = await domainUuidOf(dashboard.service, 'open-data-days.example');
    const amounts = await queriesOf(
      dashboard.service,
      conference,
    )({
      metrics: ['total_revenue'],
      dimensions: ['event:props:type', 'event:currency'],
      date_range: [from, to],
      filters: [['is', 'event:name', ['Ticket']]],
    });
    const inCurrency = (type: string, currency: string): string =>
      money(
        Number(amounts.find(({ dimensions: [a, b] }) => a === type && b === currency)?.metrics[0]),
        currency,
      );
    const { page, complaints } = await dashboard.open(`/domains/${conference}/properties?event=Ticket`);
    await expect
      .poll(async () => (await rowsOf(page)).map(([name, , , , revenue]) => `${name}: ${revenue}`))
      .toEqual([
        `Filter by regular: ${inCurrency('regular', 'EUR')} + ${inCurrency('regular', 'USD')}`,
        `Filter by student: ${inCurrency('student', 'EUR')}`,
      ]);
    expect(complaints).toEqual([]);
  });

  test('a domain without any says how they are sent, and what the API refuses is said', async () => {
    const cafe = await domainUuidOf(dashboard.service, 'harbour-coffee.example');
    const { page } = await dashboard.open(`/domains/${cafe}/properties`);
    await page.getByText('No properties in this period').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.route('**/query', (route) =>
      route.fulfill({
        status: 503,
        json: { error: 'a query may take 30 s', error_code: 'query_too_expensive' },
      }),
    );
    await page.goto(`${dashboard.service.apiOrigin}/domains/${cafe}/properties?property=plan`);
    await page.getByText('These numbers take too long to compute.').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No such events in this period').waitFor();
  });
});
