/** The visitors page shows what the API answers: totals, changes, series, files, and what to do while nothing is counted. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  accessibilityProblems,
  chromiumPath,
  keepScreenshot,
  phone,
  scrollsSideways,
  TestDashboard,
} from '../support/dashboard.ts';
import {
  askedFor,
  daysBefore,
  domainUuidOf,
  queriesOf,
  readSeriesTable,
  reportsOf,
  whenDrawn,
} from '../support/dashboard-analytics.ts';
import { whenListed } from '../support/dashboard-lists.ts';
import { addDomain } from '../support/domains.ts';
import { decimal, integer, percent, shownChange } from '../support/shown-numbers.ts';
import { chromeOnWindows } from '../support/user-agents.ts';

/** The browser's, as far as it is used here. */
declare const IntersectionObserver: new (
  callback: (entries: readonly { readonly intersectionRatio: number }[]) => void,
) => { readonly observe: (node: unknown) => void };

const last30 = { from: daysBefore(30), to: daysBefore(1) };
const before30 = { from: daysBefore(60), to: daysBefore(31) };

function stay(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole}s` : `${Math.floor(whole / 60)}m ${whole % 60}s`;
}

/** The button, or the place, of one number. */
function tile(page: Page, label: string): Locator {
  return page
    .getByRole('group', { name: 'Totals' })
    .locator('button, div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .last();
}

describe.skipIf(!chromiumPath)('the visitors page', () => {
  let dashboard: TestDashboard;
  let report: ReturnType<typeof reportsOf>;
  let query: ReturnType<typeof queriesOf>;
  let home: string;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofDemo();
    const uuid = await domainUuidOf(dashboard.service, 'velo-atelier.example');
    report = reportsOf(dashboard.service, uuid);
    query = queriesOf(dashboard.service, uuid);
    home = `/domains/${uuid}/visitors`;
  });
  afterEach(() => dashboard.closePages());

  test('shows the totals of the last 30 days, each with its change since the 30 days before', async () => {
    const { page, complaints } = await dashboard.open(home);
    await whenDrawn(page);
    const names = ['unique_visitors_count', 'total_visits_count', 'total_pageviews_count'] as const;
    const labels = ['Unique visitors', 'Visits', 'Pageviews'];
    const [now, earlier] = await Promise.all(
      [last30, before30].map((range) =>
        Promise.all(names.map(async (name) => (await report(name, range)).count)),
      ),
    );
    for (const [index, label] of labels.entries()) {
      const [value, previous] = [Number(now?.[index]), Number(earlier?.[index])];
      const change = shownChange(value, previous);
      await expect
        .poll(() => tile(page, label).textContent())
        .toBe(`${label}${integer.format(value)}${change}from ${integer.format(previous)}`);
    }
    await expect
      .poll(() => tile(page, 'Pages per visit').textContent())
      .toContain(`Pages per visit${decimal.format(Number(now?.[2]) / Number(now?.[1]))}`);
    const { rate } = await report('bounce_rate', last30);
    await expect
      .poll(() => tile(page, 'Bounce rate').textContent())
      .toContain(`Bounce rate${percent.format(rate)}`);
    const { duration } = await report('average_visit_duration', last30);
    await expect
      .poll(() => tile(page, 'Visit duration').textContent())
      .toContain(`Visit duration${stay(duration)}`);
    await expect.poll(() => page.title()).toBe('velo-atelier.example: visitors · Nameplate');
    expect(complaints).toEqual([]);
    await keepScreenshot(page, 'visitors');
  });

  test('shows the series of each tile, with the period before, by day and by week', async () => {
    const { page, complaints } = await dashboard.open(home);
    await whenDrawn(page);
    const [daily, dailyBefore] = await Promise.all([
      report('unique_visitors_by_date', { ...last30, frequency: 'day' }),
      report('unique_visitors_by_date', { ...before30, frequency: 'day' }),
    ]);
    const rows = await readSeriesTable(page);
    expect(rows.map(({ value }) => value)).toEqual(
      Object.values<number>(daily.data).map((value) => integer.format(value)),
    );
    expect(rows.map(({ before }) => before.split(' ')[0])).toEqual(
      Object.values<number>(dailyBefore.data).map((value) => integer.format(value)),
    );

    await tile(page, 'Pages per visit').click();
    await page.getByRole('heading', { name: 'Pages per visit' }).waitFor();
    await page.getByRole('button', { name: 'Week', exact: true }).click();
    const weekly = await report('pageviews_per_visit_by_date', { ...last30, frequency: 'week' });
    const wanted = Object.values<number>(weekly.data).map((value) => decimal.format(value));
    await expect.poll(async () => (await readSeriesTable(page)).map(({ value }) => value)).toEqual(wanted);
    expect(new URL(page.url()).search).toBe('?metric=pages_per_visit&frequency=week');
    await page.reload();
    await whenDrawn(page);
    expect((await readSeriesTable(page)).map(({ value }) => value)).toEqual(wanted);

    const means = [
      ['Bounce rate', 'bounce_rate', 'bounce_rate_by_date', (rate: number) => percent.format(rate)],
      ['Visit duration', 'visit_duration', 'average_visit_duration_by_date', stay],
    ] as const;
    for (const [label, metric, name, format] of means) {
      await tile(page, label).click();
      await page.getByRole('heading', { name: label }).waitFor();
      const { data } = await report(name, { ...last30, frequency: 'week' });
      await expect
        .poll(async () => (await readSeriesTable(page)).map(({ value }) => value))
        .toEqual(Object.values<number>(data).map(format));
      expect(new URL(page.url()).search).toBe(`?metric=${metric}&frequency=week`);
      await keepScreenshot(page, `visitors-${metric}`);
    }

    await page.getByLabel('Compare with').selectOption('No comparison');
    await expect
      .poll(async () => (await readSeriesTable(page)).every(({ before }) => before === ''))
      .toBe(true);
    expect(new URL(page.url()).searchParams.get('compare')).toBe('off');
    expect(complaints).toEqual([]);
  });

  test('reads values out by pointer and by keys, and takes days from the chart', async () => {
    const { page, complaints } = await dashboard.open(home);
    await whenDrawn(page);
    const { data } = await report('unique_visitors_by_date', { ...last30, frequency: 'day' });
    const values = Object.values<number>(data);
    const chart = page.getByRole('slider', { name: /^Unique visitors/ });
    await chart.focus();
    await page.keyboard.press('Home');
    await expect
      .poll(() => chart.getAttribute('aria-valuetext'))
      .toContain(`: ${integer.format(values[0] ?? -1)};`);
    await page.keyboard.press('ArrowRight');
    const readOut = page.getByTestId('read-out');
    await expect
      .poll(() => readOut.textContent())
      .toContain(`Unique visitors${integer.format(values[1] ?? -1)}`);
    await page.keyboard.press('Escape');
    await expect.poll(() => readOut.count()).toBe(0);

    await chart.hover();
    await expect
      .poll(() => readOut.textContent())
      .toMatch(/Unique visitors[\d,]+.*Click for this day, drag for more$/);
    const box = await chart.boundingBox();
    if (!box) throw new Error('no chart');
    await page.mouse.move(box.x + box.width - 23, box.y + 100);
    await expect
      .poll(() => readOut.textContent())
      .toContain(`Unique visitors${integer.format(values.at(-1) ?? -1)}`);
    await keepScreenshot(page, 'visitors-read-out');

    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 150, box.y + 100, { steps: 4 });
    await page.mouse.up();
    const picked = () => new URL(page.url()).searchParams;
    await expect.poll(() => picked().get('to')).toBe(last30.to);
    expect(picked().get('from')).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(complaints).toEqual([]);
  });

  test('saves the series as a file', async () => {
    const { page } = await dashboard.open(`${home}?period=7d`);
    await whenDrawn(page);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).first().click();
    const file = await coming;
    const range = { from: daysBefore(7), to: daysBefore(1) };
    expect(file.suggestedFilename()).toBe(
      `velo-atelier.example-visitors-by-day-${range.from}-${range.to}.csv`,
    );
    const [head = '', ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(head.split(',')).toEqual([
      'date',
      'visitors',
      'visits',
      'pageviews',
      'pages_per_visit',
      'bounce_rate',
      'visit_duration',
    ]);
    const names = [
      'unique_visitors_by_date',
      'visits_by_date',
      'pageviews_by_date',
      'pageviews_per_visit_by_date',
      'bounce_rate_by_date',
      'average_visit_duration_by_date',
    ] as const;
    const series = await Promise.all(names.map(async (name) => (await report(name, range)).data));
    expect(lines).toEqual(
      Object.keys(series[0] ?? {}).map((day) => [day, ...series.map((data) => data[day])].join()),
    );
  });

  test('shows a day that is not over beside the day before, without a verdict', async () => {
    const { page } = await dashboard.open(`${home}?period=today`);
    await whenDrawn(page);
    const [{ count: yesterday }, { count }] = await Promise.all([
      report('total_pageviews_count', { from: daysBefore(1), to: daysBefore(1) }),
      report('total_pageviews_count', { from: daysBefore(0), to: daysBefore(0) }),
    ]);
    await expect
      .poll(() => tile(page, 'Pageviews').textContent())
      .toBe(`Pageviews${integer.format(count)}${integer.format(yesterday)} the day before`);
  });

  test('shows a day by the hour, beside the day it is compared with', async () => {
    const { page, complaints } = await dashboard.open(`${home}?period=yesterday&metric=pageviews`);
    await whenDrawn(page);
    const byHour = async (day: string): Promise<string[]> => {
      const rows = await query({
        metrics: ['pageviews'],
        dimensions: ['time:hour'],
        date_range: [day, day],
      });
      const counts = new Map(
        rows.map(({ dimensions: [hour = ''], metrics }) => [hour.slice(11, 13), metrics[0]]),
      );
      return Array.from({ length: 24 }, (_, hour) =>
        integer.format(counts.get(String(hour).padStart(2, '0')) ?? 0),
      );
    };
    const shown = async () =>
      (await readSeriesTable(page)).map(({ value, before }) => [value, before.split(' ')[0]].join(' '));
    const beside = async (days: number): Promise<string[]> => {
      const [now, before] = await Promise.all([byHour(daysBefore(1)), byHour(daysBefore(1 + days))]);
      return now.map((value, hour) => `${value} ${before[hour]}`);
    };
    await expect.poll(() => shown()).toEqual(await beside(1));
    expect((await readSeriesTable(page))[13]?.date).toContain('13:00');
    await page.getByLabel('Compare with').selectOption('Previous period, same weekdays');
    await expect.poll(shown).toEqual(await beside(7));
    expect(new URL(page.url()).search).toBe('?period=yesterday&metric=pageviews&compare=weekdays');
    await keepScreenshot(page, 'visitors-by-hour');

    // An hour may begin meanwhile.
    const hours = (): number => new Date().getUTCHours() + 1;
    const hoursBefore = hours();
    await page.goto(`${dashboard.service.apiOrigin}${home}?period=today&metric=pageviews`);
    await whenDrawn(page);
    const today = await readSeriesTable(page);
    expect([hoursBefore, hours()]).toContain(today.length);
    expect(today.at(-1)?.date).toContain(':00 (so far)');
    expect(complaints).toEqual([]);
  });

  test('compares with the same days of last year', async () => {
    const { page } = await dashboard.open(`${home}?from=${daysBefore(3)}&to=${daysBefore(1)}&compare=year`);
    await whenDrawn(page);
    // The demo's data is younger than a year.
    await expect.poll(() => tile(page, 'Pageviews').textContent()).toContain('no earlier data');
  });

  test('counts who is there now', async () => {
    const { service } = dashboard;
    for (const visitor of ['One', 'Two', 'Three']) {
      const answer = await service.edge('velo-atelier.example', '/.nameplate/event', {
        method: 'POST',
        headers: {
          'content-type': 'text/plain',
          'user-agent': `Mozilla/5.0 (X11; Linux x86_64; ${visitor}) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36`,
        },
        body: JSON.stringify({ u: 'https://velo-atelier.example/', r: '', w: 1280 }),
      });
      expect(answer.status).toBe(202);
    }
    await expect.poll(async () => (await report('current_visitors', {})).count).toBeGreaterThanOrEqual(3);
    const { page } = await dashboard.open(home);
    const shown = page.getByText(/^[\d,]+ current visitors$/);
    await shown.waitFor();
    expect(Number((await shown.textContent())?.split(' ')[0])).toBeGreaterThanOrEqual(3);
  });

  test('fits a phone, in the dark too, and follows a change of the theme', async () => {
    const { page, complaints } = await dashboard.open(home, {
      viewport: phone,
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark',
    });
    await whenDrawn(page);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.getByRole('slider').tap();
    await page.getByTestId('read-out').waitFor();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await keepScreenshot(page, 'visitors-phone-dark');
    const drawn = (): Promise<string> => page.evaluate("document.querySelector('canvas').toDataURL()");
    const dark = await drawn();
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(drawn).not.toBe(dark);
    expect(complaints).toEqual([]);
  });

  test('shows the details of numbers and of first rows in full', async () => {
    const { page } = await dashboard.open(home);
    await whenDrawn(page);
    /** The part of an element that nothing cuts off, 0 to 1. */
    const seen = (element: Locator): Promise<number> =>
      element.evaluate(
        (node) =>
          new Promise<number>((resolve) => {
            new IntersectionObserver(([entry]) => resolve(entry?.intersectionRatio ?? 0)).observe(node);
          }),
      );
    const row = page.getByRole('table', { name: 'Sources' }).locator('tbody tr').first();
    await row.hover();
    const detail = page.getByText(/ of all visits$/);
    await detail.waitFor();
    await expect.poll(() => seen(detail.locator('..'))).toBe(1);

    const visits = tile(page, 'Visits');
    await visits.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    const hint = page.getByText(/^A visit is one visitor's/);
    await hint.waitFor();
    await expect.poll(() => seen(hint)).toBe(1);
    await page.keyboard.press('Escape');
    await hint.waitFor({ state: 'hidden' });
  });

  test('has no barriers that axe finds', async () => {
    const { page } = await dashboard.open(home);
    await whenDrawn(page);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  });

  test('says what is missing while nobody was counted', async () => {
    const other = await TestDashboard.ofNewAccount();
    onTestFinished(() => other.closePages());
    const { service } = other;
    const domain = await addDomain(
      service,
      'quiet.example.net',
      { host: 'origin.example.net' },
      { web_analytics: 'manual' },
    );
    const { page, complaints } = await other.open(`/domains/${domain.uuid}/visitors`);
    await page.getByText('Waiting for the first visitor').waitFor();
    await page.getByText('<script defer src="/.nameplate/script.js"></script>').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'visitors-empty');
    expect(complaints).toEqual([]);

    await page.goto(`${service.apiOrigin}/domains/${domain.upstreamUuid}/visitors`);
    await page.getByText('Domain not found').waitFor();
  });

  test('a filter that leaves nobody out changes no number', async () => {
    const other = await TestDashboard.ofNewAccount();
    onTestFinished(() => other.closePages());
    const { service } = other;
    const host = 'everybody.example.net';
    const { uuid } = await addDomain(
      service,
      host,
      { host: 'origin.example.net' },
      { web_analytics: 'manual' },
    );
    // Two visitors with pageviews, one who only has a custom event.
    for (const [ip, event] of [
      ['198.51.100.7', { u: `https://${host}/a` }],
      ['198.51.100.7', { u: `https://${host}/b` }],
      ['198.51.100.8', { u: `https://${host}/a`, r: 'https://www.google.com/' }],
      ['198.51.100.9', { u: `https://${host}/c`, n: 'Signup' }],
    ] as const) {
      const answer = await fetch(`${service.apiOrigin}/.nameplate/event`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.token}` },
        body: JSON.stringify({ ...event, ip, ua: chromeOnWindows, w: 1600 }),
      });
      expect(answer.status).toBe(202);
    }
    const events = queriesOf(service, uuid);
    await expect
      .poll(async () => (await events({ metrics: ['events'], date_range: 'day' }))[0]?.metrics)
      .toEqual([4]);
    const numbersWith = async (search: string): Promise<readonly (string | null)[]> => {
      const { page } = await other.open(`/domains/${uuid}/visitors?period=today${search}`);
      await whenDrawn(page);
      await whenListed(page);
      return [
        await page.getByRole('group', { name: 'Totals' }).textContent(),
        ...(await page.getByRole('table').allTextContents()),
      ];
    };
    const all = await numbersWith('');
    expect(all[0]).toMatch(/Unique visitors3/);
    expect(await numbersWith('&f=is_not,visit:source,Nobody')).toEqual(all);
  });

  test('says that the analytics store is away, and goes on when it is back', async () => {
    const { page } = await dashboard.open('/domains');
    const unavailable = { error: 'the analytics store is away', error_code: 'unavailable' };
    await page.route('**/query', (route) =>
      askedFor(route).dimensions.length === 0
        ? route.fulfill({ status: 400, json: unavailable })
        : route.fallback(),
    );
    await page.goto(dashboard.service.apiOrigin + home);
    await page.getByRole('alert').filter({ hasText: 'The analytics store is away.' }).waitFor();
    await page.unroute('**/query');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    const { count } = await report('total_visits_count', last30);
    await tile(page, 'Visits')
      .filter({ hasText: integer.format(count) })
      .waitFor();
  });
});
