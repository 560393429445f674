/** The cards and the map show what the API answers, for everybody and whatever visitors have sent. */
import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityProblems,
  chromiumPath,
  keepScreenshot,
  phone,
  scrollsSideways,
  scrollToEnd,
  TestDashboard,
  tablet,
} from '../support/dashboard.ts';
import {
  answerQueries,
  askedFor,
  daysBefore,
  domainUuidOf,
  type QueryRow,
  queriesOf,
  reportsOf,
} from '../support/dashboard-analytics.ts';
import { rowsOf, type TableElement, whenListed } from '../support/dashboard-lists.ts';
import { compact, integer, shownShare, shownShareOf } from '../support/shown-numbers.ts';

const range = { from: daysBefore(30), to: daysBefore(1) };
const percent = (rate: number) =>
  new Intl.NumberFormat('en', { style: 'unit', unit: 'percent', maximumFractionDigits: 1 }).format(rate);
const shown = (count: number) => (count < 10_000 ? integer : compact).format(count);

describe.skipIf(!chromiumPath)('lists and full views', () => {
  let dashboard: TestDashboard;
  let report: ReturnType<typeof reportsOf>;
  let requestsQuery: ReturnType<typeof queriesOf>;
  let home: string;
  /** A domain with several cities in one region. */
  let journal: {
    readonly report: ReturnType<typeof reportsOf>;
    readonly query: ReturnType<typeof queriesOf>;
    readonly home: string;
  };

  beforeAll(async () => {
    dashboard = await TestDashboard.ofDemo();
    const uuid = await domainUuidOf(dashboard.service, 'velo-atelier.example');
    report = reportsOf(dashboard.service, uuid);
    requestsQuery = queriesOf(dashboard.service, uuid, 'requests/query');
    home = `/domains/${uuid}`;
    const journalUuid = await domainUuidOf(dashboard.service, 'journal.nordlicht.example');
    journal = {
      report: reportsOf(dashboard.service, journalUuid),
      query: queriesOf(dashboard.service, journalUuid),
      home: `/domains/${journalUuid}`,
    };
  });
  afterEach(() => dashboard.closePages());

  test('the cards of the visitors page list what the API answers, tab by tab', async () => {
    const { page, complaints } = await dashboard.open(`${home}/visitors`);
    await whenListed(page);
    const expectList = async (
      name: string,
      answered: readonly [label: string, count: number, share: number][],
    ) =>
      await expect
        .poll(() => rowsOf(page.getByRole('table', { name, exact: true })), { message: name })
        .toEqual(
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

  test('a country leads to its regions and a region to its cities, by pointer and by keyboard', async () => {
    const { page, complaints } = await dashboard.open(`${journal.home}/visitors`);
    await whenListed(page);
    const [first, second] = (await journal.report('locations', range)).data;
    const map = page.getByRole('group', { name: /^World map of visitors by country/ });
    const label = (row: { location: string; visitors: number; percentage: number }) =>
      `${row.location}: ${integer.format(row.visitors)} visitors, ${shownShare(row.percentage)}`;
    await page.getByRole('heading', { name: 'Locations' }).scrollIntoViewIfNeeded();
    // One stop of the Tab key; the arrows go on from there.
    await map.getByRole('button', { name: label(first) }).focus();
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toBe(label(second));
    await expect.poll(() => map.locator('[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');

    const chips = page.getByRole('group', { name: 'Filters' });
    await chips.getByRole('button', { name: `Country is ${first.location}`, exact: true }).waitFor();
    await whenListed(page);
    const within = ['is', 'visit:country', [first.code]];
    const listOf = async (dimension: string, filters: readonly unknown[]): Promise<string[][]> => {
      const rows = await journal.query({
        metrics: ['visitors'],
        dimensions: [dimension],
        date_range: [range.from, range.to],
        filters,
      });
      const counts = rows.map(({ metrics: [visitors = 0] }) => visitors);
      const sum = counts.reduce((total, count) => total + count, 0);
      return rows
        .slice(0, 8)
        .map(({ dimensions: [place = ''] }, index) => [
          place,
          shown(counts[index] ?? 0),
          shownShareOf(counts[index] ?? 0, sum),
        ]);
    };
    const regions = page.getByRole('table', { name: 'Regions' });
    const listed = await listOf('visit:region_name', [within]);
    await expect.poll(() => rowsOf(regions)).toEqual(listed);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);

    const region = listed[0]?.[0] ?? '';
    await regions.getByRole('link', { name: `Filter by ${region}`, exact: true }).press('Enter');
    await chips.getByRole('button', { name: `Region is ${region}`, exact: true }).waitFor();
    await whenListed(page);
    const cities = page.getByRole('table', { name: 'Cities' });
    await expect
      .poll(() => rowsOf(cities))
      .toEqual(await listOf('visit:city', [within, ['is', 'visit:region_name', [region]]]));
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Cities');
    await keepScreenshot(page, 'region');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download cities as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(
      `journal.nordlicht.example-cities-filtered-${range.from}-${range.to}.csv`,
    );
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines.slice(1, 9).map((line) => line.split(',')[0])).toEqual(
      (await rowsOf(cities)).map(([city]) => city),
    );

    await chips.getByRole('button', { name: `Remove: Region is ${region}` }).press('Enter');
    await regions.waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Filter');
    await page.getByRole('tab', { name: 'Countries' }).click();
    await whenListed(page);
    await expect
      .poll(async () => (await rowsOf(page.getByRole('table', { name: 'Countries' }))).map(([name]) => name))
      .toEqual([first.location]);
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
    await expect
      .poll(() => totals.getByRole('button', { name: /^Requests/ }).textContent())
      .toContain(integer.format(count));
    const errors = codes
      .filter(({ http_code: code }: { http_code: number }) => code >= 400)
      .reduce((sum: number, row: { count: number }) => sum + row.count, 0);
    await expect
      .poll(() => totals.getByText('Error responses').locator('..').textContent())
      .toContain(shownShareOf(errors, count));
    const bars = page.getByRole('list', { name: 'Requests by response time' }).getByRole('listitem');
    await expect.poll(() => bars.count()).toBe(16);
    const texts = await bars.allTextContents();
    for (const [index, requests] of Object.values<string>(times).entries()) {
      const noun = Number(requests) === 1 ? 'request' : 'requests';
      expect(texts[index]).toMatch(new RegExp(`, ${integer.format(Number(requests))} ${noun}$`));
    }
    const half = Object.values<string>(times).map(Number);
    expect(half[0]).toBeGreaterThan(count / 2);
    await expect
      .poll(() => page.getByText('Half of the requests').locator('..').textContent())
      .toMatch(/within [\d.]+ ms/);
    await page.getByRole('button', { name: 'Logarithmic' }).click();
    const statuses = async () =>
      (await rowsOf(page.getByRole('table', { name: 'Status codes' }))).map(([, requests]) => requests);
    const paths = () => rowsOf(page.getByRole('table', { name: 'Files' }));
    const own = ['is_not', 'request:path', ['/.nameplate/script.js', '/.nameplate/event']];
    const without = async (dimension: string) => {
      const rows = await requestsQuery({
        metrics: ['requests'],
        dimensions: [dimension],
        date_range: [range.from, range.to],
        filters: [own],
      });
      const total = rows.reduce((sum, { metrics: [requests = 0] }) => sum + requests, 0);
      return rows.map(({ dimensions: [name = ''], metrics: [requests = 0] }) => [
        name,
        shown(requests),
        shownShareOf(requests, total),
      ]);
    };
    await expect
      .poll(() => statuses())
      .toEqual((await without('request:status')).slice(0, 6).map(([, n]) => n));
    await expect.poll(() => paths()).toEqual((await without('request:path')).slice(0, 8));
    await page.getByRole('link', { name: "Show Nameplate's own requests" }).first().click();
    await page.getByRole('link', { name: "Hide Nameplate's own requests" }).first().waitFor();
    expect(new URL(page.url()).searchParams.get('own')).toBe('shown');
    await whenListed(page);
    await expect.poll(statuses).toEqual(codes.slice(0, 6).map((row: { count: number }) => shown(row.count)));
    // The cards about machines load when they are about to be seen.
    await scrollToEnd(page);
    for (const [title, name] of [
      ['Files', 'files'],
      ['Bots', 'bot_requests'],
      ['Datacenters', 'datacenter_requests'],
    ] as const) {
      const { data } = await report(name, range);
      await expect
        .poll(() => rowsOf(page.getByRole('table', { name: title })))
        .toEqual(
          data
            .slice(0, 8)
            .map((row: { name: string; count: number; percentage: number }) => [
              row.name,
              shown(row.count),
              shownShare(row.percentage),
            ]),
        );
    }
    const crawlers = await requestsQuery({
      metrics: ['requests'],
      dimensions: ['request:bot'],
      filters: [['is', 'request:bot_class', ['ai']]],
      date_range: [range.from, range.to],
    });
    expect(crawlers.map(({ dimensions: [name] }) => name)).toContain('GPTBot');
    const ofAi = crawlers.reduce((sum, { metrics: [requests = 0] }) => sum + requests, 0);
    const aiCrawlers = page.getByRole('table', { name: 'AI crawlers' });
    await aiCrawlers.waitFor();
    await expect
      .poll(() => rowsOf(aiCrawlers))
      .toEqual(
        crawlers
          .slice(0, 8)
          .map(({ dimensions: [name = ''], metrics: [requests = 0] }) => [
            name,
            shown(requests),
            shownShareOf(requests, ofAi),
          ]),
      );
    await keepScreenshot(page, 'requests-ai-crawlers');
    await totals.getByRole('button', { name: /^Average response time/ }).click();
    await page.getByRole('heading', { level: 2, name: 'Average response time' }).waitFor();
    expect(new URL(page.url()).searchParams.get('metric')).toBe('response_time');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await keepScreenshot(page, 'requests');
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
    const rows = hostile.map((label, index) => ({ label, count: 100 - index }));
    await answerQueries(page, {
      'event:page': rows.map(({ label, count }) => ({ dimensions: [label], metrics: [count] })),
      'visit:source': ['news.example.org', 'evil.example/"onclick=alert(1)', 'javascript:alert(1)'].map(
        (label, index) => ({ dimensions: [label], metrics: [3 - index] }),
      ),
    });
    await page.goto(`${dashboard.service.apiOrigin}${home}/visitors`);
    await whenListed(page);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
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
      .getByRole('link', { name: /in a new tab$/ })
      .evaluateAll<string[], { href: string; rel: string }>((found) =>
        found.map((link) => `${new URL(link.href).host} ${link.rel}`),
      );
    expect(new Set(links)).toEqual(new Set(['velo-atelier.example noopener noreferrer nofollow']));
    const outward = page.getByRole('table', { name: 'Sources' }).getByRole('link', { name: /in a new tab$/ });
    await expect.poll(() => outward.count()).toBe(1);
    await expect.poll(() => outward.getAttribute('href')).toBe('https://news.example.org/');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('the last column shows what the reader chose, in every list and in full', async () => {
    const { page, complaints } = await dashboard.open(`${home}/visitors`);
    const query = queriesOf(dashboard.service, await domainUuidOf(dashboard.service, 'velo-atelier.example'));
    const date_range = [range.from, range.to];
    await whenListed(page);
    const choice = page.getByRole('combobox', { name: 'Show of Sources' });
    await choice.focus();
    await choice.selectOption('Bounce rate');
    await expect.poll(() => new URL(page.url()).search).toBe('?show=bounce_rate');
    await whenListed(page);
    for (const [name, metric, dimension] of [
      ['Sources', 'visits', 'visit:source'],
      ['Top pages', 'pageviews', 'event:page'],
      ['Browsers', 'visitors', 'visit:browser'],
    ] as const) {
      const answered = await query({ metrics: [metric, 'bounce_rate'], dimensions: [dimension], date_range });
      await expect
        .poll(() => rowsOf(page.getByRole('table', { name, exact: true })), { message: name })
        .toEqual(
          answered
            .slice(0, 8)
            .map(({ dimensions: [label], metrics: [count = 0, rate = 0] }) => [
              label,
              shown(count),
              percent(rate),
            ]),
        );
    }
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    // The keyboard goes on from there.
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Show of Sources');

    // The full view keeps the column, and sorts by it.
    await page.getByRole('link', { name: 'Show all sources' }).click();
    const full = page.getByRole('table', { name: 'Sources', exact: true });
    await full.getByRole('button', { name: 'Bounce rate' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?show=bounce_rate&sort=-beside');
    await whenListed(page);
    const byRate = await query({
      metrics: ['visits', 'bounce_rate'],
      dimensions: ['visit:source'],
      date_range,
      order_by: [['bounce_rate', 'desc']],
    });
    const rates = (rows: readonly string[][]): readonly string[] => rows.map((row) => row.at(-1) ?? '');
    await expect
      .poll(async () => rates(await rowsOf(page.getByRole('table', { name: 'Sources' }))).slice(0, 20))
      .toEqual(byRate.slice(0, 20).map(({ metrics: [, rate = 0] }) => percent(rate)));

    // Rows that fell to nothing come after all others.
    await answerQueries(page, {
      'visit:source': [
        {
          dimensions: ['Kept'],
          metrics: [30],
          comparison: { dimensions: ['Kept'], metrics: [20], change: [50] },
        },
        {
          dimensions: ['Came'],
          metrics: [2],
          comparison: { dimensions: ['Came'], metrics: [0], change: [null] },
        },
        {
          dimensions: ['Gone'],
          metrics: [0],
          comparison: { dimensions: ['Gone'], metrics: [7], change: [-100] },
        },
      ],
    });
    await page.goto(`${dashboard.service.apiOrigin}${home}/visitors?show=change`);
    await expect
      .poll(() => rowsOf(page.getByRole('table', { name: 'Sources', exact: true })))
      .toEqual([
        ['Kept', '30', '+50%'],
        ['Came', '2', 'new'],
        ['Gone', '0', '-100%'],
      ]);
    await page.unrouteAll({ behavior: 'wait' });

    // With a goal, each row shows what it brought.
    await page.goto(
      `${dashboard.service.apiOrigin}${home}/visitors?f=is,event:goal,Order&show=total_revenue`,
    );
    await whenListed(page);
    const filters = [['is', 'event:goal', ['Order']]];
    const [first] = await query({
      metrics: ['visits', 'total_revenue'],
      dimensions: ['visit:source'],
      date_range,
      filters,
    });
    const revenue = await rowsOf(page.getByRole('table', { name: 'Sources', exact: true }));
    expect(revenue[0]?.[0]).toBe(first?.dimensions[0]);
    expect(revenue[0]?.[2]?.replaceAll(/[^\d.]/g, '')).toBe(Number(first?.metrics[1]).toFixed(2));
    for (const [column, metric] of [
      ['Conversions', 'events'],
      ['Conversion rate', 'group_conversion_rate'],
    ] as const) {
      await page.getByRole('combobox', { name: 'Show of Sources' }).selectOption(column);
      await whenListed(page);
      const [top] = await query({
        metrics: ['visits', metric],
        dimensions: ['visit:source'],
        date_range,
        filters,
      });
      const value = top?.metrics[1] ?? 0;
      await expect
        .poll(async () => (await rowsOf(page.getByRole('table', { name: 'Sources', exact: true })))[0]?.[2])
        .toBe(metric === 'events' ? integer.format(value) : percent(value));
    }
    expect(complaints).toEqual([]);
  });

  test.each(['visitors', 'requests'])('no list of %s refuses a column that it offers', async (area) => {
    const { page, complaints } = await dashboard.open(`${home}/${area}`);
    await whenListed(page);
    await scrollToEnd(page);
    await whenListed(page);
    const columns = await page
      .locator('table select')
      .first()
      .evaluate<string[], { options: Iterable<{ value: string }> }>((select) =>
        [...select.options].map(({ value }) => value),
      );
    expect(columns.length).toBeGreaterThan(3);
    for (const column of columns) {
      await page.locator('table select').first().selectOption({ value: column });
      await whenListed(page);
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    }
    expect(complaints).toEqual([]);
  });

  test('days without anybody, and an API that fails, are said where the list would be', async () => {
    const { page } = await dashboard.open(`${home}/requests?from=2020-01-01&to=2020-01-05`);
    await page.getByText('No requests in this period').first().waitFor();
    await page.goto(`${dashboard.service.apiOrigin}${home}/visitors/sources?from=2020-01-01&to=2020-01-05`);
    await page.getByText('Nothing in this period').waitFor();
    await page.goto(`${dashboard.service.apiOrigin}${home}/visitors/nonsense`);
    await page.getByText('Report not found').waitFor();

    let fails = true;
    await page.route('**/requests/query', (route) =>
      fails && askedFor(route).dimensions[0] === 'request:bot'
        ? route.fulfill({
            status: 400,
            json: { error: 'the bots are on strike', error_code: 'from_invalid' },
          })
        : route.continue(),
    );
    await page.goto(`${dashboard.service.apiOrigin}${home}/requests`);
    await page.getByRole('table', { name: 'Files' }).waitFor();
    await scrollToEnd(page);
    // Other cards ask for bots, too, and fail in any order.
    const bots = page.locator('section', {
      has: page.getByRole('heading', { level: 2, name: 'Bots', exact: true }),
    });
    await bots.getByText('The bots are on strike.').waitFor();
    fails = false;
    await bots.getByRole('button', { name: 'Try again' }).click();
    await bots.getByRole('table', { name: 'Bots', exact: true }).waitFor();
  });

  test('fit a tablet and a phone, light and dark', async () => {
    const { page, complaints } = await dashboard.open('/tokens', { viewport: phone });
    for (const path of [
      '/requests',
      '/requests/status-codes',
      '/requests/ai-crawlers',
      '/visitors',
      '/visitors/utm-campaign',
      '/visitors/cities?f=is,visit:country,DE',
    ]) {
      await page.goto(dashboard.service.apiOrigin + home + path);
      await whenListed(page);
      await page.setViewportSize(tablet);
      await expect.poll(() => scrollsSideways(page), { message: `${path}, tablet` }).toBe(false);
      await expect.poll(() => accessibilityProblems(page), { message: `${path}, tablet` }).toEqual([]);
      await keepScreenshot(page, `tablet${path.replaceAll(/\W/g, '-')}`);
      await page.setViewportSize(phone);
      await expect.poll(() => scrollsSideways(page), { message: path }).toBe(false);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expect
          .poll(() => accessibilityProblems(page), { message: `${path}, ${colorScheme}` })
          .toEqual([]);
        await keepScreenshot(page, `phone-${colorScheme}${path.replaceAll(/\W/g, '-')}`);
      }
      await page.emulateMedia({ colorScheme: 'light' });
    }

    // Places with long names, and one without a code.
    const places = {
      country: [{ location: 'Bosnia and Herzegovina', code: 'BA' }],
      region: [
        { location: 'Federation of Bosnia and Herzegovina', code: 'BA-BIH' },
        { location: 'Unknown', code: '' },
      ],
      city: [{ location: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch', code: 'BA' }],
    };
    const rowsAt = (list: readonly { location: string; code: string }[]): readonly QueryRow[] =>
      list.map(({ location, code }) => ({ dimensions: [location, code || 'Unknown'], metrics: [5] }));
    await answerQueries(page, {
      'visit:country_name': rowsAt(places.country),
      'visit:region_name': rowsAt(places.region),
      'visit:city': rowsAt(places.city),
    });
    await page.goto(`${dashboard.service.apiOrigin}${home}/visitors`);
    await whenListed(page);
    for (const [tab, name] of [
      ['Regions', 'Unknown'],
      ['Cities', places.city[0]?.location ?? ''],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await whenListed(page);
      const table = page.getByRole('table', { name: tab });
      await expect.poll(() => table.getByRole('link', { name: `Filter by ${name}` }).count()).toBe(1);
      await expect.poll(() => scrollsSideways(page)).toBe(false);
      await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    }
    await keepScreenshot(page, 'phone-cities');
    expect(complaints).toEqual([]);
  });
});
