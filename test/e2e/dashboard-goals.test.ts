/** A domain's goals: adding, the query API's numbers, filtering by one, deleting. */
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityProblems,
  chromiumPath,
  keepScreenshot,
  phone,
  scrollsSideways,
  TestDashboard,
} from '../support/dashboard.ts';
import {
  daysBefore,
  domainUuidOf,
  queriesOf,
  waitForTotals,
  whenDrawn,
} from '../support/dashboard-analytics.ts';
import { conversionRow, integer, percent } from '../support/shown-numbers.ts';

const range = [daysBefore(30), daysBefore(1)];
const conversions = {
  metrics: ['visitors', 'events', 'conversion_rate', 'total_revenue'],
  dimensions: ['event:goal'],
  date_range: range,
};

/** The cells of each goal, without the button. */
async function rowsOf(page: Page): Promise<string[][]> {
  const rows = await page.getByRole('table', { name: 'Goals' }).getByRole('row').all();
  return Promise.all(
    rows.slice(1).map(async (row) => (await row.getByRole('cell').allTextContents()).slice(0, -1)),
  );
}

describe.skipIf(!chromiumPath)('goals', () => {
  let dashboard: TestDashboard;
  let shop: string;
  let cafe: string;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofDemo();
    shop = await domainUuidOf(dashboard.service, 'velo-atelier.example');
    cafe = await domainUuidOf(dashboard.service, 'harbour-coffee.example');
  });
  afterEach(() => dashboard.closePages());

  test('are added, count visitors under the filters of the page, and are deleted', async () => {
    const query = queriesOf(dashboard.service, cafe);
    const { page, complaints } = await dashboard.open(`/domains/${cafe}/goals?f=is,visit:source,Google`);
    await page.getByText('No goals yet').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    const dialog = page.getByRole('dialog', { name: 'Add a goal' });
    const add = async (target: string, name: string): Promise<void> => {
      await page.getByRole('button', { name: 'Add a goal' }).click();
      await dialog.getByLabel('Path').fill(target);
      await dialog.getByLabel(/^Name/).fill(name);
      await page.keyboard.press('Enter');
    };
    await add('menu', '');
    await dialog.getByRole('alert').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel('Path').fill('/menu');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await add('/never/*', 'Never reached');
    await dialog.waitFor({ state: 'detached' });

    const [menu] = await query({ ...conversions, filters: [['is', 'visit:source', ['Google']]] });
    await expect
      .poll(() => rowsOf(page))
      .toEqual([
        ['Filter by Never reached', 'pageview of /never/*', '0', '0', '0.0%'],
        ['Filter by Visit /menu', 'pageview of /menu', ...conversionRow(menu)],
      ]);
    await page.setViewportSize(phone);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete Visit /menu' }).click();
    await page.getByRole('button', { name: 'Delete goal' }).click();
    await expect
      .poll(async () => (await rowsOf(page)).map(([name]) => name))
      .toEqual(['Filter by Never reached']);
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
  });

  test('take one query for all of them, with revenue', async () => {
    const { page, complaints } = await dashboard.open('/domains');
    const asked: string[] = [];
    page.on('request', (request) => {
      // The list of domains may still be asking for its numbers.
      if (request.url().includes(`${shop}/query`) && !request.postData()?.includes('time:day'))
        asked.push(request.postData() ?? '');
    });
    await page.goto(`${dashboard.service.apiOrigin}/domains/${shop}/goals`);
    const answer = await queriesOf(dashboard.service, shop)(conversions);
    const shown = (name: string) =>
      conversionRow(
        answer.find(({ dimensions: [goal] }) => goal === name),
        'EUR',
      );
    await expect
      .poll(() => rowsOf(page))
      .toEqual([
        ['Filter by Looked at a bike', 'pageview of /bikes/*', ...shown('Looked at a bike')],
        ['Filter by Newsletter signup', 'event Newsletter signup', ...shown('Newsletter signup')],
        ['Filter by Order', 'event Order', ...shown('Order')],
        ['Filter by Visit /cart', 'pageview of /cart', ...shown('Visit /cart')],
      ]);
    expect(shown('Order')[3]).toMatch(/^€\d/);
    expect(asked).toHaveLength(1);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => accessibilityProblems(page), { message: colorScheme }).toEqual([]);
      await keepScreenshot(page, `goals-${colorScheme}`);
    }
    expect(complaints).toEqual([]);
  });

  test('filter the visitors page by a click or by keyboard, and the address keeps the filter', async () => {
    const { page, complaints } = await dashboard.open(`/domains/${shop}/goals`);
    await page.getByRole('link', { name: 'Filter by Order' }).click();
    await page.waitForURL(/visitors\?f=is,event:goal,Order$/);
    const filters = [['is', 'event:goal', ['Order']]];
    const [totals] = await queriesOf(
      dashboard.service,
      shop,
    )({ metrics: ['visitors', 'visits', 'events', 'conversion_rate'], date_range: range, filters });
    const [visitors = 0, visits = 0, events = 0, rate = 0] = (totals?.metrics ?? []).map(Number);
    expect(visitors).toBeGreaterThan(0);
    const tiles = page.getByRole('group', { name: 'Totals' });
    const showsTotals = async (): Promise<void> => {
      await waitForTotals(page, [
        `Unique visitors${integer.format(visitors)}`,
        `Visits${integer.format(visits)}`,
        `Events${integer.format(events)}`,
        `Conversion rate${percent.format(rate)}`,
      ]);
      expect(await tiles.textContent()).not.toContain('Pages per visit');
    };
    await showsTotals();
    await page.reload();
    await showsTotals();
    await tiles.getByRole('button', { name: /^Events/ }).click();
    await page.getByRole('heading', { level: 2, name: 'Events' }).waitFor();
    await whenDrawn(page);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'goal-filter');

    await page.goto(`${dashboard.service.apiOrigin}/domains/${shop}/visitors`);
    await whenDrawn(page);
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Add a filter' });
    await form.getByLabel('Filter by').selectOption('Goal');
    await form.locator('datalist option', { hasText: 'Newsletter signup' }).waitFor({ state: 'attached' });
    await form.getByLabel('Value', { exact: true }).fill('order');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).search).toBe('?f=is,event:goal,Order');
    await showsTotals();
    expect(complaints).toEqual([]);
  });
});
