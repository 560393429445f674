/** Shared statistics in a browser. Source: docs/reference/connect-page.md ("Shared statistics"). */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
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

const host = 'velo-atelier.example';
const signedOut = { cookies: [], origins: [] };

describe.skipIf(!chromiumPath)('shared statistics', () => {
  let dashboard: TestDashboard;
  let links = '';
  let query = '';
  let zone = '';

  beforeAll(async () => {
    dashboard = await TestDashboard.ofDemo();
    const account = `/api/v1/accounts/${dashboard.service.accountUuid}`;
    const { body } = await dashboard.service.api(`${account}/custom_domains?host=${host}`);
    const [{ uuid, upstream_uuid: upstream, time_zone: timeZone }] = body.data;
    zone = timeZone;
    query = `/api/v1/analytics/custom_domains/${uuid}/query`;
    links = `${account}/upstreams/${upstream}/custom_domains/${uuid}/connect_links`;
  });
  afterEach(() => dashboard.closePages());

  const share = async (json: object = {}): Promise<string> => {
    const { body } = await dashboard.service.api(links, { json: { kind: 'statistics', ...json } });
    return new URL(body.url).pathname;
  };

  test.each([
    ['phone', { viewport: phone, javaScriptEnabled: false }],
    ['tablet', { viewport: tablet }],
    ['desktop', { viewport: desktop, colorScheme: 'dark' as const }],
  ])('show visitors of a time that is chosen, without an account: %s', async (name, options) => {
    const { page, complaints } = await dashboard.open(await share(), { storageState: signedOut, ...options });
    await page.getByRole('heading', { level: 1, name: `Statistics of ${host}` }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'Last 30 days' }).waitFor();
    await page.getByRole('img', { name: /^Visitors by day, at most [\d,]+ on .*20\d\d$/ }).waitFor();
    for (const list of ['page', 'source', 'country', 'device'])
      await page.getByRole('table', { name: `Visitors by ${list}` }).waitFor();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await keepScreenshot(page, `share-${name}`);
    if (name !== 'phone') await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    const week = page.getByRole('link', { name: 'Last 7 days' });
    await week.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Last 7 days' }).waitFor();
    await expect.poll(() => page.locator('.chart rect').count()).toBe(7);
    expect(complaints).toEqual([]);
  });

  test('have the numbers of a query, on the page that connects the domain too', async () => {
    const { page } = await dashboard.open(await share(), { storageState: signedOut });
    const ends = page.locator('.axis time');
    const range = [await ends.first().getAttribute('datetime'), await ends.last().getAttribute('datetime')];
    const { body } = await dashboard.service.api(query, {
      json: { metrics: ['visitors', 'visits', 'pageviews'], date_range: range, timezone: zone },
    });
    const numbers = body.results[0].metrics.map((count: number) => count.toLocaleString('en-US'));
    expect(numbers).toHaveLength(3);
    const shown = async () => (await page.locator('.totals dd').allTextContents()).slice(0, 3);
    await expect.poll(() => shown()).toEqual(numbers);
    await page.goto((await dashboard.service.api(links, { json: {} })).body.url);
    await page.getByRole('heading', { level: 2, name: 'Last 30 days' }).waitFor();
    await expect.poll(() => shown()).toEqual(numbers);
  });

  test('can be framed by the origins that the link names, and by no other', async () => {
    const server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://embedder');
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!doctype html><title>Customer</title><iframe src="${searchParams.get('frame') ?? ''}"></iframe>`,
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has such an address
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const framed = async (embedOrigins: readonly string[]) => {
        const path = `${await share({ embed_origins: embedOrigins })}?embed=1&theme=light`;
        const { page } = await dashboard.open('/livez', { storageState: signedOut });
        const answered = page.waitForResponse((response) => response.url().includes('/share/'));
        await page.goto(`${origin}/?frame=${encodeURIComponent(dashboard.service.apiOrigin + path)}`);
        await answered;
        return page.frameLocator('iframe');
      };
      const allowed = await framed([origin]);
      await allowed.getByRole('heading', { name: `Statistics of ${host}` }).waitFor();
      expect(await allowed.locator('header').count()).toBe(0);
      const refused = await framed(['https://customer.example']);
      await refused.locator('body').waitFor({ state: 'attached' });
      expect(await refused.getByRole('heading', { name: `Statistics of ${host}` }).count()).toBe(0);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});
