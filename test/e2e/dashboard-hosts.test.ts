/** Hosts, their newest requests, what wasn't found, and rehearsals. Source: docs/guides/dashboard-rules.md. */
import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  accessibilityProblems,
  chromiumPath,
  keepScreenshot,
  phone,
  scrollsSideways,
  TestDashboard,
} from '../support/dashboard.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe.skipIf(!chromiumPath)("a host's pages in the dashboard", () => {
  let dashboard: TestDashboard;
  const host = 'go.clicks.example';

  const api = (path: string) => `/api/v1/accounts/${dashboard.service.accountUuid}/hosts/${host}${path}`;
  const recorded = async (): Promise<number> =>
    (await dashboard.service.api(api('/requests?per_page=100'))).body.data.length;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofDemo();
    const { service } = dashboard;
    const rules = [
      {
        name: 'Sale',
        if: { path: '/sale' },
        then: { redirect: { to: 'https://shop.example/sale', status: 302 } },
      },
      { if: { path: '/private/*' }, then: { block: {} } },
    ];
    expect((await service.api(api('/rules'), { method: 'PUT', json: { rules } })).status).toBe(200);
    const paths = ['/sale', '/sale', '/sale', '/private/a', '/old-page', '/old-page', '/missing?secret=1'];
    const referers = ['https://blog.example.org/a?b', undefined];
    for (const [index, path] of paths.entries()) {
      const referer = path === '/old-page' ? referers[index % 2] : undefined;
      const headers = { 'user-agent': firefox, ...(referer === undefined ? {} : { referer }) };
      await service.edge(host, path, { headers });
    }
    // On a host of its own, so that the counts of the other stay.
    const scanned = { headers: { 'user-agent': firefox } };
    expect(
      (
        await service.api(`/api/v1/accounts/${service.accountUuid}/hosts/scanned.paths.example/rules`, {
          method: 'PUT',
          json: { rules },
        })
      ).status,
    ).toBe(200);
    for (const path of ['/lost', '/.env', '/blog/wp-login.php'])
      await service.edge('scanned.paths.example', path, scanned);
    await vi.waitUntil(async () => (await recorded()) === paths.length, { timeout: 60_000, interval: 100 });
  });
  afterEach(() => dashboard.closePages());

  test('is listed although it has only rules, and found by filter', async () => {
    const { page, complaints } = await dashboard.open('/rules');
    const table = page.getByRole('table', { name: 'Hosts' });
    await table.waitFor();
    await page.getByRole('button', { name: 'With rules' }).click();
    await page.getByRole('textbox', { name: 'Filter hosts' }).fill('CLICKS');
    await expect.poll(() => table.getByRole('row').count()).toBe(2);
    await page.locator('table[data-stale]').waitFor({ state: 'detached' });
    await expect.poll(() => table.getByRole('row').nth(1).textContent()).toContain('go.clicks.example2404');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'hosts');
    await page.reload();
    await expect.poll(() => table.getByRole('row').count()).toBe(2);
    await page.getByRole('textbox', { name: 'Filter hosts' }).fill('nowhere');
    await page.getByText('No matching hosts').waitFor();
    await page.getByRole('button', { name: 'Show all hosts' }).click();
    await expect.poll(() => table.getByRole('row').count()).toBeGreaterThan(5);
    expect(complaints).toEqual([]);
  });

  test('has the requests of each rule beside it, and says what a change would have done', async () => {
    const { page, complaints } = await dashboard.open(`/rules/${host}`);
    const list = page.getByRole('list', { name: 'Rules' });
    await list.getByText('3 requests, 42.9%').waitFor();
    await list.getByText('1 request, 14.3%').waitFor();
    await page.getByText('7 requests, 4 answered by rules, 3 not found').waitFor();
    await page.getByRole('switch', { name: 'Rule Sale' }).click();
    await page.getByRole('button', { name: 'Rehearse' }).click();
    await page
      .getByText(
        'Over the last 7 days this would have changed 3 of 7 requests. In all, 1 blocked, 6 not found.',
      )
      .waitFor();
    await page.getByText(/^Show .*example/).click();
    const example = page.getByRole('table', { name: 'Examples of changed requests' }).getByRole('row').nth(1);
    await expect.poll(() => example.textContent()).toBe('/sale302 https://shop.example/saleunmatched 404');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'rehearsal');
    // It says nothing of other rules.
    await page.getByRole('switch', { name: 'Rule 2' }).or(page.getByRole('switch').nth(1)).first().click();
    await page.getByText('Over the last 7 days').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(complaints).toEqual([]);
  });

  test('lists the paths that were not found, and makes a redirect of one, before the other rules', async () => {
    const { page, complaints } = await dashboard.open(`/rules/${host}/unmatched`);
    const table = page.getByRole('table', { name: "Paths that weren't found" });
    await table.waitFor();
    const rows = await table.getByRole('row').allTextContents();
    expect(rows.slice(1).map((row) => row.replace(/Make.*/, ''))).toEqual([
      '/old-pageblog.example.org266.7%',
      '/missing–133.3%',
    ]);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'unmatched');
    await page.getByRole('button', { name: 'Make a redirect of /old-page' }).click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByLabel('Path', { exact: true }).inputValue()).toBe('/old-page');
    await dialog.getByLabel('Goes to').fill('/new-page');
    await dialog.getByRole('button', { name: 'Add to the list' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Not saved: 1 added').waitFor();
    const names = page.locator('ol[aria-label="Rules"] > li p:first-child > button');
    await expect.poll(() => names.first().textContent()).toBe('Redirects to /new-page with 301');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(complaints).toEqual([]);
  });

  test('tells the paths that people miss from those that scanners try', async () => {
    const { page, complaints } = await dashboard.open('/rules/scanned.paths.example/unmatched');
    const table = page.getByRole('table', { name: "Paths that weren't found" });
    const paths = () => table.locator('tbody code').allTextContents();
    await expect.poll(paths).toEqual(['/lost']);
    await keepScreenshot(page, 'not-found-people');
    await page.getByRole('button', { name: 'Bots and scanners' }).click();
    await expect.poll(async () => (await paths()).toSorted()).toEqual(['/.env', '/blog/wp-login.php']);
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await expect.poll(async () => (await paths()).length).toBe(3);
    await page.setViewportSize(phone);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'not-found-phone');
    expect(complaints).toEqual([]);
  });

  test('shows its newest requests as they come, filtered, with their details, on a phone too', async () => {
    const { page, complaints } = await dashboard.open(`/rules/${host}/requests`);
    const rows = page.getByRole('table', { name: 'Requests' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(7);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'requests');
    const later = await dashboard.service.edge(host, '/came-later');
    await page.getByRole('button', { name: 'GET /came-later' }).waitFor();
    const byId = page.getByRole('textbox', { name: 'Request id' });
    await byId.fill(dashboard.service.accountUuid);
    await page.keyboard.press('Enter');
    await page.getByText('No request with this id is recorded').waitFor();
    await expect.poll(() => complaints).toHaveLength(2);
    complaints.length = 0;
    await byId.fill(String(later.headers['x-request-id']));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Request', exact: true }).waitFor();
    await page.getByText('/came-later').waitFor();
    await page.getByText('Neither a rule nor a redirect matches this path').waitFor();
    await page.getByRole('button', { name: 'Copy the request id' }).waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'request-found');
    await page.getByRole('link', { name: 'Newest requests of this path' }).click();
    await page.getByRole('button', { name: 'GET /came-later' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/rules/${host}/requests`);
    await page.getByRole('textbox', { name: 'Path contains' }).fill('');
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(8);

    await page.getByLabel('Status').selectOption('3xx');
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByRole('textbox', { name: 'Path contains' }).fill('nothing');
    await page.getByText('No matching requests').waitFor();
    await page.getByRole('button', { name: 'Show all requests' }).click();
    await page.getByLabel('Failure').selectOption('Any failure');
    await page.getByLabel('Target contains').fill('shop.example');
    await page.keyboard.press('Enter');
    await page.getByText('No matching requests').waitFor();
    await page.getByLabel('Failure').selectOption('Failed or not');
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByLabel('Target contains').fill('');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Rule' }).fill('Sale');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByRole('button', { name: 'GET /sale' }).first().focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Request' });
    await dialog.getByText('https://shop.example/sale').waitFor();
    await expect.poll(() => dialog.textContent()).toContain('Firefox');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'request-details');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused.').waitFor();

    await page.setViewportSize(phone);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'requests-phone');
    expect(complaints).toEqual([]);
  });

  test('has a QR code for the address of a rule or a redirect, saved as SVG and PNG', async () => {
    const { page, complaints } = await dashboard.open(`/rules/${host}`);
    await page.getByRole('button', { name: 'Actions for #2' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'QR code' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for Sale' }).click();
    await page.getByRole('menuitem', { name: 'QR code' }).click();
    const dialog = page.getByRole('dialog', { name: 'QR code' });
    await dialog.getByText(`https://${host}/sale`, { exact: true }).waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'qr');
    const saved = async (kind: 'SVG' | 'PNG') => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: kind }).click(),
      ]);
      return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
    };
    const svg = await saved('SVG');
    expect(svg.name).toBe('go.clicks.example-sale.svg');
    expect(svg.bytes.toString()).toMatch(/^<svg /);
    const png = await saved('PNG');
    expect(png.name).toBe('go.clicks.example-sale.png');
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(complaints).toEqual([]);
  });

  test('gets a split between targets, and a redirect that expires, as rules', async () => {
    const { page, complaints } = await dashboard.open('/rules/split.clicks.example');
    const add = async (what: string) => {
      await page.getByRole('button', { name: 'Add several rules' }).click();
      await page.getByRole('menuitem', { name: what }).click();
    };
    await add('Split between targets…');
    const split = page.getByRole('dialog', { name: 'Split between targets' });
    await split.getByLabel('Path').fill('/go');
    await split.getByRole('button', { name: 'Another target' }).click();
    for (const [index, percent] of ['20', '30', '60'].entries()) {
      await split.getByLabel(`Target ${index + 1}`, { exact: true }).fill(`https://www.example/${index}`);
      await split.getByLabel('Percent').nth(index).fill(percent);
    }
    await split.getByRole('button', { name: 'Add to the list' }).click();
    await split.getByText('These add up to 110 %, not to 100 %.').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'split');
    await split.getByLabel('Percent').nth(2).fill('50');
    await split.getByRole('button', { name: 'Add to the list' }).click();
    await add('Redirect that expires…');
    const expiry = page.getByRole('dialog', { name: 'Redirect that expires' });
    await expiry.getByLabel('Path').fill('/sale');
    await expiry.getByLabel('Goes to', { exact: true }).fill('/sale-2126');
    await expiry.getByLabel('Expires at').fill('2126-12-24T18:00');
    await expiry.getByLabel('Afterwards goes to').fill('/');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'expiry');
    await expiry.getByRole('button', { name: 'Add to the list' }).click();
    await page.getByText('Not saved: 5 added').waitFor();
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('The rules of split.clicks.example were saved.').waitFor();
    const { service } = dashboard;
    const path = `/api/v1/accounts/${service.accountUuid}/hosts/split.clicks.example/rules`;
    const conditions = (await service.api(path)).body.rules.map((rule: { if: object }) => rule.if);
    expect(conditions).toEqual([
      { path: '/go', share: 20 },
      { path: '/go', share: 50 },
      { path: '/go' },
      { path: '/sale', ends_at: '2126-12-24T17:00:00Z' },
      { path: '/sale' },
    ]);
    expect(complaints).toEqual([]);
  });

  test('gets ready-made sets at the beginning of its rules, which are rehearsed at once', async () => {
    const { service } = dashboard;
    const { body: redirect } = await service.api(service.redirects, {
      json: { source_host: 'sets.clicks.example', destination_url: 'https://www.target.example' },
    });
    const agent = { headers: { 'user-agent': firefox } };
    await service.edge('sets.clicks.example', '/wp-login.php', agent);
    await service.edge('sets.clicks.example', '/', agent);
    await expect
      .poll(async () => {
        const query = { metrics: ['requests'], date_range: 'all' };
        return (await service.api(`/api/v1/analytics/redirects/${redirect.uuid}/query`, { json: query })).body
          .results;
      })
      .toEqual([{ dimensions: [], metrics: [2] }]);
    const { page, complaints } = await dashboard.open('/rules/sets.clicks.example');
    const open = async (what: string) => {
      await page.getByRole('button', { name: 'Add several rules' }).click();
      await page.getByRole('menuitem', { name: `${what}…` }).click();
      return page.getByRole('dialog', { name: what });
    };
    const stores = await open('App stores by system');
    await stores.getByRole('button', { name: 'Add and rehearse' }).click();
    await stores.getByLabel('iPhone and iPad').fill('https://apps.apple.com/app/id1');
    await stores.getByLabel('Android').fill('https://play.google.com/store/apps/details?id=a');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'app-stores');
    await stores.getByRole('button', { name: 'Add and rehearse' }).click();
    await page.getByText('this would have changed none of 2 requests').waitFor();
    const crawlers = await open('Verified crawlers only');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'false-crawlers');
    await crawlers.getByRole('button', { name: 'Add and rehearse' }).click();
    const scanners = await open('Keep scanners out');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await scanners.getByRole('button', { name: 'Add and rehearse' }).click();
    await page.getByText('changed 1 of 2 requests. In all, 1 blocked.').waitFor();
    await page.getByText('Not saved: 16 added').waitFor();
    await keepScreenshot(page, 'ready-made');
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('The rules of sets.clicks.example were saved.').waitFor();
    const path = `/api/v1/accounts/${service.accountUuid}/hosts/sets.clicks.example/rules`;
    const names = (await service.api(path)).body.rules.map((rule: { name: string }) => rule.name);
    expect(names).toEqual([
      ...Array<string>(13).fill('Scanners'),
      'False crawlers',
      'App Store',
      'Google Play',
    ]);
    expect(complaints).toEqual([]);
  });

  test('has the clicks of its redirect by country, source, device and target', async () => {
    const { service } = dashboard;
    const { body: redirect } = await service.api(service.redirects, {
      json: { source_host: 'shop.clicks.example', destination_url: 'https://www.target.example' },
    });
    const from = (referer: string) => ({ headers: { 'user-agent': firefox, referer } });
    await service.edge('shop.clicks.example', '/a', from('https://www.google.com/'));
    await service.edge('shop.clicks.example', '/b', from('https://www.google.com/'));
    await service.edge('shop.clicks.example', '/b', from(''));
    const query = { metrics: ['requests'], date_range: 'all' };
    await expect
      .poll(
        async () =>
          (await service.api(`/api/v1/analytics/redirects/${redirect.uuid}/query`, { json: query })).body
            .results,
      )
      .toEqual([{ dimensions: [], metrics: [3] }]);
    const { page, complaints } = await dashboard.open('/redirects?query=shop.clicks');
    await page.getByRole('button', { name: 'Actions for shop.clicks.example' }).click();
    await page.getByRole('menuitem', { name: 'Clicks' }).click();
    await page.getByRole('heading', { level: 1, name: 'shop.clicks.example' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/redirects/${redirect.uuid}/clicks`);
    const totals = page.locator('dl').first();
    await expect.poll(() => totals.textContent()).toBe('Clicks3Visitors1');
    const country = page.getByRole('table', { name: 'Countries' }).locator('tbody tr').first().locator('td');
    await expect.poll(() => country.allTextContents()).toEqual(['3', '100.0%']);
    await page.getByRole('combobox', { name: 'Show of Countries' }).selectOption('Visitors');
    await page.waitForURL(/show=visitors/);
    await expect.poll(() => country.allTextContents()).toEqual(['3', '1']);
    const sources = page.getByRole('table', { name: 'Sources' });
    await sources.waitFor();
    await expect.poll(() => sources.getByRole('row').nth(1).textContent()).toContain('Google2');
    await page.getByRole('table', { name: 'Targets' }).getByText('https://www.target.example/b').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'clicks');
    await sources.getByRole('link', { name: 'Google' }).click();
    await expect.poll(() => totals.textContent()).toBe('Clicks2Visitors1');
    await page.setViewportSize(phone);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await keepScreenshot(page, 'clicks-phone');
    await page.getByRole('button', { name: 'Remove the filter Google' }).click();
    await expect.poll(() => totals.textContent()).toBe('Clicks3Visitors1');
    expect(complaints).toEqual([]);
  });

  test('that the account has nothing on says so, and a failure can be tried again', async () => {
    const { page } = await dashboard.open('/rules/unused.example/requests');
    await page.getByText('Nothing on this host yet').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    const broken = await dashboard.open('/rules');
    await broken.page.route('**/requests?*', (route) =>
      route.fulfill({ status: 400, json: { error: 'that is too much', error_code: 'query_too_expensive' } }),
    );
    await broken.page.goto(`${dashboard.service.apiOrigin}/rules/${host}/requests`);
    await broken.page.getByRole('alert').waitFor();
    await broken.page.unroute('**/requests?*');
    await broken.page.getByRole('button', { name: 'Try again' }).click();
    await broken.page.getByRole('button', { name: 'GET /sale' }).first().waitFor();
  });
});
