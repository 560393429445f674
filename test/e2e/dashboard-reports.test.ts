/** The lists, the map and the full views show what the API answers, for everybody and whatever visitors have sent. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityProblems,
  chromiumPath,
  keepScreenshot,
  phone,
  scrollsSideways,
  TestDashboard,
} from '../support/dashboard.ts';
import { daysBefore, domainUuidOf, reportsOf } from '../support/dashboard-analytics.ts';
import { compact, integer, shownShare, shownShareOf } from '../support/shown-numbers.ts';

const range = { from: daysBefore(29), to: daysBefore(0) };
const shown = (count: number) => (count < 10_000 ? integer : compact).format(count);

/** Waits until nothing is on its way any more. */
async function whenListed(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await expect
    .poll(() => page.locator('[aria-label^="Loading"], [data-stale]').count(), { timeout: 20_000 })
    .toBe(0);
}

/** What is read of a table: the types of a browser's document are not those of tests. */
type CellElement = { querySelector(selector: string): CellElement | null; textContent: string | null };
type RowElement = { cells: Iterable<CellElement>; getBoundingClientRect(): { height: number } };
type TableElement = { rows: Iterable<RowElement>; tBodies: Iterable<{ rows: Iterable<RowElement> }> };

/** The rows of a list, its cells as they are read. */
async function rowsOf(table: Locator): Promise<string[][]> {
  await table.waitFor();
  return table.evaluate<string[][], TableElement>((element) =>
    [...element.tBodies].flatMap((body) =>
      [...body.rows].map((row) =>
        [...row.cells].map((cell) => (cell.querySelector('bdi') ?? cell).textContent ?? ''),
      ),
    ),
  );
}

const isCut = ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }): boolean =>
  scrollWidth > clientWidth;

// Many pages and tabs one after the other, on whatever machine.
describe.skipIf(!chromiumPath)('lists and full views', { timeout: 120_000 }, () => {
  let dashboard: TestDashboard;
  let report: ReturnType<typeof reportsOf>;
  let home: string;
  /** A domain with several cities in one region. */
  let journal: { readonly report: ReturnType<typeof reportsOf>; readonly home: string };

  beforeAll(async () => {
    dashboard = await TestDashboard.start();
    const uuid = await domainUuidOf(dashboard.service, 'velo-atelier.example');
    report = reportsOf(dashboard.service, uuid);
    home = `/domains/${uuid}`;
    const journalUuid = await domainUuidOf(dashboard.service, 'journal.nordlicht.example');
    journal = { report: reportsOf(dashboard.service, journalUuid), home: `/domains/${journalUuid}` };
  });
  afterEach(() => dashboard.closePages());
  afterAll(() => dashboard?.stop());

  test('the cards of the visitors page list what the API answers, tab by tab', async () => {
    const { page, complaints } = await dashboard.open(`${home}/visitors`);
    await whenListed(page);
    const expectList = async (
      name: string,
      answered: readonly [label: string, count: number, share: number][],
    ) =>
      expect(await rowsOf(page.getByRole('table', { name, exact: true })), name).toEqual(
        answered
          .slice(0, 8)
          .map(([label, count, percentage]) => [label, shown(count), shownShare(percentage)]),
      );

    const sources = await report('sources', range);
    await expectList(
      'Sources',
      sources.data.map((row: { name: string; count: number; percentage: number }) => [
        row.name,
        row.count,
        row.percentage,
      ]),
    );
    for (const [tab, title, name, count] of [
      ['Top', 'Top pages', 'pages', 'views'],
      ['Entry', 'Entry pages', 'entry_pages', 'visits'],
      ['Exit', 'Exit pages', 'exit_pages', 'visits'],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await whenListed(page);
      const { data } = await report(name, range);
      await expectList(
        title,
        data.map((row: Record<string, unknown>) => [row.path, row[count], row.percentage]),
      );
    }
    for (const parameter of ['campaign', 'source', 'medium', 'content', 'term']) {
      await page.getByRole('tablist', { name: 'Campaigns' }).getByRole('tab', { name: parameter }).click();
      await whenListed(page);
      const { data } = await report('utm_params', { ...range, utm_param: parameter });
      if (data.length === 0) {
        await page.getByText('No visits with this tag').waitFor();
      } else {
        await expectList(
          `UTM ${parameter}`,
          data.map((row: Record<string, unknown>) => [row.value, row.count, row.percentage]),
        );
      }
    }
    const devices = await report('devices', range);
    for (const [tab, title, name] of [
      ['Browsers', 'Browsers', 'browsers'],
      ['Systems', 'Operating systems', 'operating_systems'],
      ['Screens', 'Screen sizes', 'screen_sizes'],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await whenListed(page);
      await expectList(
        title,
        devices.data[name].map((row: Record<string, unknown>) => [row.name, row.count, row.percentage]),
      );
    }
    expect(complaints).toEqual([]);
  });

  test('a country opens to its regions and cities, by pointer and by keyboard, and closes again', async () => {
    const { page, complaints } = await dashboard.open(`${journal.home}/visitors`);
    await whenListed(page);
    const countries = await journal.report('locations', range);
    const [first, second] = countries.data;
    const map = page.getByRole('group', { name: /^World map of visitors by country/ });
    const label = (row: { location: string; visitors: number; percentage: number }) =>
      `${row.location}: ${integer.format(row.visitors)} visitors, ${shownShare(row.percentage)}`;
    // One stop of the Tab key; the arrows go on from there.
    await map.getByRole('button', { name: label(first) }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(label(second));
    expect(await map.locator('[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');

    const trail = page.getByRole('navigation', { name: 'Place' });
    await trail.getByText(first.location).waitFor();
    await whenListed(page);
    const { data: regions } = await journal.report('locations', {
      ...range,
      location_type: 'region',
      limit: '10000',
    });
    const inside = regions.filter(({ code }: { code: string }) => code.startsWith(`${first.code}-`));
    const sum = inside.reduce((total: number, { visitors }: { visitors: number }) => total + visitors, 0);
    expect(await rowsOf(page.getByRole('table', { name: 'Regions' }))).toEqual(
      inside
        .slice(0, 7)
        .map((row: { location: string; visitors: number }) => [
          row.location,
          shown(row.visitors),
          shownShareOf(row.visitors, sum),
        ]),
    );
    await page.getByRole('tab', { name: 'Cities' }).click();
    await whenListed(page);
    const { data: cities } = await journal.report('locations', {
      ...range,
      location_type: 'city',
      limit: '10000',
    });
    expect((await rowsOf(page.getByRole('table', { name: 'Cities' }))).map(([city]) => city)).toEqual(
      cities
        .filter(({ code }: { code: string }) => code === first.code)
        .slice(0, 7)
        .map(({ location }: { location: string }) => location),
    );
    expect(await accessibilityProblems(page)).toEqual([]);

    // A region opens to its own cities. The focus waits at the way back, and comes back to the region.
    const focused = () => page.evaluate('document.activeElement.textContent');
    expect(await focused()).toBe('Cities');
    await page.getByRole('tab', { name: 'Regions' }).click();
    await whenListed(page);
    const [region, other] = inside;
    const citiesOf = async ({ code }: { code: string }): Promise<string[][]> => {
      const { data } = await journal.report('locations', { ...range, location_type: 'city', region: code });
      return data
        .slice(0, 7)
        .map((row: { location: string; visitors: number; percentage: number }) => [
          row.location,
          shown(row.visitors),
          shownShare(row.percentage),
        ]);
    };
    await page.getByRole('button', { name: region.location, exact: true }).press('Enter');
    await whenListed(page);
    expect(await trail.textContent()).toBe(`World${first.location}${region.location}`);
    expect(await trail.locator('[aria-current]').textContent()).toBe(region.location);
    expect(await focused()).toBe(first.location);
    const listed = await rowsOf(page.getByRole('table', { name: 'Cities' }));
    expect(listed).toEqual(await citiesOf(region));
    expect(listed.length).toBeGreaterThan(1);
    expect(listed).not.toEqual(await citiesOf(other));
    expect(await page.getByRole('tab', { name: 'Cities' }).getAttribute('aria-selected')).toBe('true');
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'region');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download cities as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(
      `journal.nordlicht.example-cities-${region.code}-${range.from}-${range.to}.csv`,
    );
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(listed.map(([city]) => city));
    await trail.getByRole('button', { name: first.location }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Regions' }).waitFor();
    expect(await trail.textContent()).toBe(`World${first.location}`);
    expect(await focused()).toBe(region.location);
    await page.getByRole('button', { name: other.location, exact: true }).click();
    await whenListed(page);
    expect(await rowsOf(page.getByRole('table', { name: 'Cities' }))).toEqual(await citiesOf(other));
    expect(await trail.textContent()).toBe(`World${first.location}${other.location}`);
    // Tabs keep the focus, wherever they lead.
    await page.getByRole('tab', { name: 'Cities' }).press('ArrowLeft');
    await page.getByRole('table', { name: 'Regions' }).waitFor();
    expect(await focused()).toBe('Regions');
    expect(await trail.textContent()).toBe(`World${first.location}`);
    await trail.getByRole('button', { name: 'World' }).press('Enter');
    await page.getByRole('table', { name: 'Countries' }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe(first.location);
    await page.getByRole('button', { name: second.location, exact: true }).click();
    await trail.getByText(second.location).waitFor();
    expect(complaints).toEqual([]);
  });

  test('the requests page shows totals, status classes and the distribution as the API has them', async () => {
    const { page, complaints } = await dashboard.open(`${home}/requests`);
    await whenListed(page);
    const [{ count }, { data: times }, { data: codes }] = await Promise.all([
      report('request_count', range),
      report('response_time_distribution', range),
      report('response_codes', range),
    ]);
    const totals = page.getByRole('group', { name: 'Totals' });
    expect(await totals.getByRole('button', { name: /^Requests/ }).textContent()).toContain(
      integer.format(count),
    );
    const errors = codes
      .filter(({ http_code: code }: { http_code: number }) => code >= 400)
      .reduce((sum: number, row: { count: number }) => sum + row.count, 0);
    expect(await totals.getByText('Error answers').locator('..').textContent()).toContain(
      shownShareOf(errors, count),
    );
    const bars = page.getByRole('list', { name: 'Requests by response time' }).getByRole('listitem');
    const texts = await bars.allTextContents();
    expect(texts).toHaveLength(16);
    for (const [index, requests] of Object.values<string>(times).entries()) {
      expect(texts[index]).toContain(`, ${integer.format(Number(requests))} requests`);
    }
    const half = Object.values<string>(times).map(Number);
    expect(half[0]).toBeGreaterThan(count / 2);
    expect(await page.getByText('Half of the requests').locator('..').textContent()).toContain(
      'within 100 ms',
    );
    await page.getByRole('button', { name: 'Logarithmic' }).click();
    expect(
      await rowsOf(page.getByRole('table', { name: 'Status codes' })).then((rows) => rows.map(([, n]) => n)),
    ).toEqual(codes.slice(0, 6).map((row: { count: number }) => shown(row.count)));
    for (const [title, name] of [
      ['Files', 'files'],
      ['Bots', 'bot_requests'],
      ['Datacenters', 'datacenter_requests'],
    ] as const) {
      const { data } = await report(name, range);
      expect(await rowsOf(page.getByRole('table', { name: title }))).toEqual(
        data
          .slice(0, 8)
          .map((row: { name: string; count: number; percentage: number }) => [
            row.name,
            shown(row.count),
            shownShare(row.percentage),
          ]),
      );
    }
    await totals.getByRole('button', { name: /^Average response time/ }).click();
    await page.getByRole('heading', { level: 2, name: 'Average response time' }).waitFor();
    expect(new URL(page.url()).searchParams.get('metric')).toBe('response_time');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await keepScreenshot(page, 'requests');
  });

  test('a card leads to its full view, which finds, sorts and turns pages, and says so in its address', async () => {
    const { page, complaints } = await dashboard.open(`${home}/requests?period=90d`);
    await whenListed(page);
    await page.getByRole('link', { name: 'Show all files' }).click();
    await page.getByRole('heading', { level: 2, name: 'Files' }).waitFor();
    await whenListed(page);
    expect(new URL(page.url()).pathname).toBe(`${home}/requests/files`);
    expect(new URL(page.url()).searchParams.get('period')).toBe('90d');
    const { data } = await report('files', { from: daysBefore(89), to: daysBefore(0), limit: '10000' });
    const table = page.getByRole('table', { name: 'Files' });
    const paths = async () => (await rowsOf(table)).map(([, path]) => path);
    expect(await paths()).toEqual(data.slice(0, 100).map(({ name }: { name: string }) => name));
    await page.getByText(`${integer.format(data.length)} in all`).waitFor();

    await page.getByRole('textbox', { name: 'Search files' }).fill('WP-');
    const found = data.filter(({ name }: { name: string }) => name.includes('wp-'));
    await page.getByText(`${found.length} of ${integer.format(data.length)} found`).waitFor();
    expect(await paths()).toEqual(found.map(({ name }: { name: string }) => name));
    await page.getByRole('textbox', { name: 'Search files' }).fill('nowhere at all');
    await page.getByText('Nothing found').waitFor();
    await page.getByRole('button', { name: 'Clear the search', exact: true }).last().click();
    await table.waitFor();

    await page.getByRole('button', { name: 'Requests' }).click();
    await page.waitForURL(/sort=count/);
    expect((await paths())[0]).toBe(data.at(-1).name);
    await page.getByRole('button', { name: 'Path' }).click();
    await page.waitForURL(/sort=label/);
    expect((await paths()).slice(0, 2)).toEqual(['/', '/.env']);
    await page.goBack();
    await page.getByRole('heading', { level: 2, name: 'Response times' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('the full view of regions opens one to its cities, with a file of them and ways back', async () => {
    const { page, complaints } = await dashboard.open(
      `${journal.home}/visitors/regions?country=US&period=90d`,
    );
    await whenListed(page);
    const days = { from: daysBefore(89), to: daysBefore(0) };
    const { data: cities } = await journal.report('locations', {
      ...days,
      location_type: 'city',
      region: 'US-CA',
    });
    expect(cities.length).toBeGreaterThan(1);
    const { data: everywhere } = await journal.report('locations', { ...days, location_type: 'city' });
    const ofCountry = everywhere.filter(({ code }: { code: string }) => code === 'US');
    expect(ofCountry.length).toBeGreaterThan(cities.length);

    await page.getByRole('button', { name: 'California', exact: true }).press('Enter');
    const title = page.getByRole('heading', { level: 2, name: 'Cities in United States in California' });
    await title.waitFor();
    await whenListed(page);
    const search = () => Object.fromEntries(new URL(page.url()).searchParams);
    expect(new URL(page.url()).pathname).toBe(`${journal.home}/visitors/cities`);
    expect(search()).toEqual({ period: '90d', country: 'US', region: 'US-CA' });
    const table = page.getByRole('table', { name: 'Cities' });
    type Place = { location: string; code: string; visitors: number; percentage: number };
    const listed = async () =>
      (await rowsOf(table)).map((cells) => [cells[1], cells.at(-2), cells.at(-1)].join());
    expect(await listed()).toEqual(
      cities.map(({ location, visitors, percentage }: Place) =>
        [location, integer.format(visitors), shownShare(percentage)].join(),
      ),
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'cities-of-a-region');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(
      `journal.nordlicht.example-cities-US-CA-${days.from}-${days.to}.csv`,
    );
    expect(await readFile(await download.path(), 'utf8')).toBe(
      `city,country_code,visitors,percentage\r\n${cities
        .map((row: Place) => `${row.location},${row.code},${row.visitors},${row.percentage}\r\n`)
        .join('')}`,
    );

    await title.getByRole('link', { name: 'United States' }).click();
    await page.getByRole('heading', { level: 2, name: 'Cities in United States', exact: true }).waitFor();
    await whenListed(page);
    expect(search()).toEqual({ period: '90d', country: 'US' });
    expect((await rowsOf(table)).map(([, city]) => city)).toEqual(
      ofCountry.map(({ location }: Place) => location),
    );
    await page.goBack();
    await title.waitFor();
    await page.getByRole('navigation', { name: 'Locations' }).getByRole('link', { name: 'Regions' }).click();
    await page.getByRole('table', { name: 'Regions' }).waitFor();
    expect(search()).toEqual({ period: '90d', country: 'US' });
    // A region of another country is none of this one's.
    await page.goto(`${dashboard.service.apiOrigin}${journal.home}/visitors/cities?country=DE&region=US-CA`);
    await page.getByRole('heading', { level: 2, name: 'Cities in Germany', exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('a list of thousands has pages', async () => {
    const { page } = await dashboard.open('/domains');
    await page.route('**/api/**/pages?*', (route) =>
      route.fulfill({
        json: {
          data: Array.from({ length: 10_000 }, (_, index) => ({
            path: `/p/${index}`,
            views: 10_000 - index,
            percentage: 0.01,
          })),
        },
      }),
    );
    await page.goto(`${dashboard.service.apiOrigin}${home}/visitors/pages?page=2`);
    await page.getByText('101–200 of 10,000').waitFor();
    await page.getByText('cut after the first 10,000').waitFor();
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

  test('what strangers sent neither breaks the page nor runs in it', async () => {
    const hostile = [
      `/${'very-long-'.repeat(800)}`,
      '/<img src=x onerror=alert(1)>',
      '/\u202Egpj.exe\u0000\u0007',
      '/مرحبا/بالعالم',
      `/z${'\u0301\u0316'.repeat(200)}`,
      '//evil.example/',
      '=cmd|calc',
      '',
    ];
    const { page, complaints } = await dashboard.open('/domains', { viewport: phone });
    const rows = hostile.map((label, index) => ({ label, count: 100 - index, percentage: 10 }));
    await page.route('**/api/**/pages?*', (route) =>
      route.fulfill({
        json: {
          data: rows.map(({ label, count, percentage }) => ({ path: label, views: count, percentage })),
        },
      }),
    );
    await page.route('**/api/**/sources?*', (route) =>
      route.fulfill({
        json: {
          data: [
            { name: 'news.example.org', count: 3, percentage: 50 },
            { name: 'evil.example/"onclick=alert(1)', count: 2, percentage: 40 },
            { name: 'javascript:alert(1)', count: 1, percentage: 10 },
          ],
        },
      }),
    );
    await page.goto(`${dashboard.service.apiOrigin}${home}/visitors`);
    await whenListed(page);
    expect(await scrollsSideways(page)).toBe(false);
    const list = page.getByRole('table', { name: 'Top pages' });
    const labels = (await rowsOf(list)).map(([label]) => label);
    expect(labels[1]).toBe('/<img src=x onerror=alert(1)>');
    expect(labels[2]).toBe('/[U+202E]gpj.exe[U+0000][U+0007]');
    expect(labels[7]).toBe('(empty)');
    expect(await list.locator('img').count()).toBe(0);
    const heights = await list.evaluate<number[], TableElement>((table) =>
      [...table.rows].slice(1).map((row) => row.getBoundingClientRect().height),
    );
    expect(new Set(heights).size).toBe(1);
    const links = await list
      .getByRole('link')
      .evaluateAll<string[], { href: string; rel: string }>((found) =>
        found.map((link) => `${new URL(link.href).host} ${link.rel}`),
      );
    expect(new Set(links)).toEqual(new Set(['velo-atelier.example noopener noreferrer nofollow']));
    const outward = await page.getByRole('table', { name: 'Sources' }).getByRole('link').all();
    expect(outward).toHaveLength(1);
    expect(await outward[0]?.getAttribute('href')).toBe('https://news.example.org/');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('days without anybody, and an API that fails, are said where the list would be', async () => {
    const { page } = await dashboard.open(`${home}/requests?from=2020-01-01&to=2020-01-05`);
    await page.getByText('No requests in this period').first().waitFor();
    await page.goto(`${dashboard.service.apiOrigin}${home}/visitors/sources?from=2020-01-01&to=2020-01-05`);
    await page.getByText('Nothing in this period').waitFor();
    await page.goto(`${dashboard.service.apiOrigin}${home}/visitors/nonsense`);
    await page.getByText('There is no such report').waitFor();

    let fails = true;
    await page.route('**/api/**/bot_requests?*', (route) =>
      fails
        ? route.fulfill({
            status: 400,
            json: { error: 'the bots are on strike', error_code: 'from_invalid' },
          })
        : route.continue(),
    );
    await page.goto(`${dashboard.service.apiOrigin}${home}/requests`);
    await page.getByText('The bots are on strike.').waitFor();
    fails = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'Bots' }).waitFor();
  });

  test('fit a phone, light and dark', async () => {
    const { page, complaints } = await dashboard.open('/tokens', { viewport: phone });
    for (const path of [
      '/requests',
      '/requests/status-codes',
      '/visitors',
      '/visitors/utm-campaign',
      '/visitors/cities?country=DE',
      '/visitors/cities?country=DE&region=DE-BY',
    ]) {
      await page.goto(dashboard.service.apiOrigin + home + path);
      await whenListed(page);
      expect(await scrollsSideways(page), path).toBe(false);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await accessibilityProblems(page), `${path}, ${colorScheme}`).toEqual([]);
        await keepScreenshot(page, `phone-${colorScheme}${path.replaceAll(/\W/g, '-')}`);
      }
      await page.emulateMedia({ colorScheme: 'light' });
    }

    // Places with long names, and one without a code, which does not open.
    const places = {
      country: [{ location: 'Bosnia and Herzegovina', code: 'BA' }],
      region: [
        { location: 'Federation of Bosnia and Herzegovina', code: 'BA-BIH' },
        { location: 'Unknown', code: '' },
      ],
      city: [{ location: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch', code: 'BA' }],
    };
    await page.route('**/api/**/locations?*', (route) => {
      const type = new URL(route.request().url()).searchParams.get('location_type');
      const list = type === 'region' || type === 'city' ? places[type] : places.country;
      return route.fulfill({
        json: { data: list.map(({ location, code }) => ({ location, code, visitors: 5, percentage: 50 })) },
      });
    });
    await page.goto(`${dashboard.service.apiOrigin}${home}/visitors`);
    await whenListed(page);
    await page.getByRole('tab', { name: 'Regions' }).click();
    await whenListed(page);
    expect(await page.getByRole('table', { name: 'Regions' }).getByRole('button').count()).toBe(1);
    await page.getByRole('button', { name: places.region[0]?.location ?? '', exact: true }).click();
    await whenListed(page);
    const trail = page.getByRole('navigation', { name: 'Place' });
    expect(await trail.textContent()).toBe('WorldBosnia and HerzegovinaFederation of Bosnia and Herzegovina');
    expect(await trail.evaluate<boolean, { scrollWidth: number; clientWidth: number }>(isCut)).toBe(false);
    expect(await scrollsSideways(page)).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    await trail.scrollIntoViewIfNeeded();
    await keepScreenshot(page, 'phone-region');
    await page.getByRole('link', { name: 'Show all cities' }).click();
    await page.getByRole('heading', { level: 2, name: /^Cities in .* in Federation/ }).waitFor();
    await whenListed(page);
    expect(await scrollsSideways(page)).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'phone-region-full');
    expect(complaints).toEqual([]);
  });
});
