/** The days that the analytics pages are about: chosen by name, in a calendar, by typing or step by step, and kept in the address. */
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
  readSeriesTable,
  reportsOf,
  whenDrawn,
} from '../support/dashboard-analytics.ts';
import { integer } from '../support/shown-numbers.ts';

function searchOf(page: Page): string {
  return new URL(page.url()).search;
}

describe.skipIf(!chromiumPath)('the days of the analytics pages', () => {
  let dashboard: TestDashboard;
  let report: ReturnType<typeof reportsOf>;
  let home: string;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofDemo();
    const uuid = await domainUuidOf(dashboard.service, 'velo-atelier.example');
    report = reportsOf(dashboard.service, uuid);
    home = `/domains/${uuid}`;
  });
  afterEach(() => dashboard.closePages());

  const trigger = (page: Page) => page.getByRole('group', { name: 'Days shown' }).getByRole('button').nth(1);
  const choose = async (page: Page, name: string): Promise<void> => {
    await trigger(page).click();
    await page.getByRole('button', { name, exact: true }).click();
  };
  const showsPageviews = async (page: Page, from: string, to: string): Promise<void> => {
    const { count } = await report('total_pageviews_count', { from, to });
    await page
      .getByRole('group', { name: 'Totals' })
      .getByRole('button', { name: new RegExp(`^Pageviews ?${integer.format(count)}(?!\\d)`) })
      .waitFor();
  };

  test('are chosen by name, kept in the address, and come back with the way back', async () => {
    const { page, complaints } = await dashboard.open(`${home}/visitors`);
    await showsPageviews(page, daysBefore(30), daysBefore(1));
    const month = daysBefore(0).slice(0, 8);
    const lastOfMonthBefore = new Date(Date.parse(`${month}01`) - 86_400_000).toISOString().slice(0, 10);
    for (const [name, wanted, from, to] of [
      ['Today', '?period=today', daysBefore(0), daysBefore(0)],
      ['Last 7 days', '?period=7d', daysBefore(7), daysBefore(1)],
      ['Last month', '?period=last-month', `${lastOfMonthBefore.slice(0, 8)}01`, lastOfMonthBefore],
      ['This year', '?period=year', `${month.slice(0, 4)}-01-01`, daysBefore(0)],
      ['Last 30 days', '', daysBefore(30), daysBefore(1)],
    ] as const) {
      await choose(page, name);
      await page.waitForURL(({ search }) => search === wanted);
      await showsPageviews(page, from, to);
    }
    await page.goBack();
    expect(searchOf(page)).toBe('?period=year');
    await page.goBack();
    await page.reload();
    await showsPageviews(page, `${lastOfMonthBefore.slice(0, 8)}01`, lastOfMonthBefore);
    expect(complaints).toEqual([]);
  });

  test('of all time begin with the first day that has anything', async () => {
    const { page } = await dashboard.open(`${home}/visitors?period=all&frequency=day`);
    await whenDrawn(page);
    const rows = await readSeriesTable(page);
    const range = { from: daysBefore(3_659), to: daysBefore(0), frequency: 'day' };
    const series = await Promise.all(
      ['pageviews_by_date', 'request_counts_by_date'].map(async (name) => (await report(name, range)).data),
    );
    const days = Object.keys(series[0]);
    const first = days.findIndex((day) => series.some((data) => data[day] > 0));
    expect(rows).toHaveLength(days.length - first);
    await showsPageviews(page, range.from, range.to);
    expect(await page.getByLabel('Compare with').count()).toBe(0);
  });

  test('may be as many as the API answers', async () => {
    const { page, complaints } = await dashboard.open(
      `${home}/visitors?from=${daysBefore(3_659)}&to=${daysBefore(0)}&frequency=day`,
    );
    await whenDrawn(page);
    await expect.poll(() => readSeriesTable(page)).toHaveLength(3_660);
    await page.getByRole('slider').hover();
    await page.getByTestId('read-out').waitFor();
    await keepScreenshot(page, 'visitors-ten-years');
    expect(complaints).toEqual([]);
  });

  test.each([
    '?period=fortnight',
    '?from=2026-13-01&to=2026-14-01',
    '?from=1900-01-01&to=2026-01-01',
    '?from=2026-10-02&to=2026-10-01&frequency=century',
    '?period=30d&metric=luck&compare=maybe',
  ])('are the usual ones when the address says %s', async (search) => {
    const { page, complaints } = await dashboard.open(`${home}/visitors${search}`);
    await showsPageviews(page, daysBefore(30), daysBefore(1));
    expect(complaints).toEqual([]);
  });

  test('are picked in the calendar with the keyboard alone', async () => {
    const { page, complaints } = await dashboard.open(`${home}/visitors?from=2026-10-10&to=2026-10-10`);
    await whenDrawn(page);
    await trigger(page).focus();
    await page.keyboard.press('Enter');
    const grid = page.getByRole('grid', { name: 'October 2026' });
    await grid.waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'days-calendar');
    const focused = (): Promise<string> =>
      page.evaluate("document.activeElement?.getAttribute('aria-label') ?? ''");
    await expect.poll(focused).toMatch(/10 October 2026|10 Oct 2026/);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(({ search }) => search === '?from=2026-10-09&to=2026-10-16');
    await expect
      .poll(() => trigger(page).evaluate((button) => button === button.ownerDocument.activeElement))
      .toBe(true);
    await page.keyboard.press('Enter');
    await grid.waitFor();
    await page.keyboard.press('Escape');
    await grid.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('are typed, with a word about those that are none', async () => {
    const { page } = await dashboard.open(`${home}/visitors`);
    await trigger(page).click();
    await page.getByLabel('From', { exact: true }).fill('2026-09-20');
    await page.getByLabel('to', { exact: true }).fill('2026-09-10');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('The first day must be before the last day.').waitFor();
    await page.getByLabel('From', { exact: true }).fill('2001-09-01');
    await page.getByText('Choose at most 3,660 days.').waitFor();
    await page.getByLabel('From', { exact: true }).fill('2026-09-01');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(({ search }) => search === '?from=2026-09-01&to=2026-09-10');
  });

  test('go step by step, and along to the other pages of the domain', async () => {
    const { page } = await dashboard.open(`${home}/visitors?period=last-month`);
    await page.getByRole('button', { name: /^Earlier/ }).click();
    await page.waitForURL(/from=/);
    const { from, to } = Object.fromEntries(new URLSearchParams(searchOf(page)));
    expect(from).toMatch(/-01$/);
    await showsPageviews(page, String(from), String(to));
    await page.getByRole('link', { name: 'Requests' }).click();
    await page.waitForURL(`**/requests?from=${from}&to=${to}`);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('group', { name: 'Days shown' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Visitors' }).click();
    await showsPageviews(page, String(from), String(to));
  });

  test('go every step that is asked for, however quickly', async () => {
    const { page } = await dashboard.open(`${home}/visitors?from=2026-03-06&to=2026-03-06`);
    await page.getByRole('button', { name: /^Earlier/ }).focus();
    for (let i = 0; i < 5; i++) await page.keyboard.press('Enter');
    await page.waitForURL(({ search }) => search === '?from=2026-03-01&to=2026-03-01');
  });

  test('can be chosen on a phone', async () => {
    const { page } = await dashboard.open(`${home}/visitors`, {
      viewport: phone,
      hasTouch: true,
      isMobile: true,
    });
    await trigger(page).tap();
    await page.getByRole('grid').first().waitFor();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'days-phone');
    // The end of it is reached by scrolling in it, not behind the window's edge.
    const apply = page.getByRole('button', { name: 'Apply' });
    await apply.scrollIntoViewIfNeeded();
    const box = await page.getByRole('dialog', { name: 'Choose days' }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.height);
    await page.getByRole('button', { name: 'Last 7 days' }).tap();
    await page.waitForURL(({ search }) => search === '?period=7d');
  });
});
