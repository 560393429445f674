/** Pages about the whole account: the audit trail and usage. Source: docs/guides/dashboard-redirects.md ("Activity"), docs/guides/dashboard-usage.md. */

import { readFile } from 'node:fs/promises';
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

describe.skipIf(!chromiumPath)('activity and usage in the dashboard', () => {
  let dashboard: TestDashboard;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofDemo();
    const { service } = dashboard;
    const host = 'a-host-that-is-long-for-a-phone.shop.example.com';
    const json = { source_host: host, destination_url: 'https://a.example' };
    const { body } = await service.api(service.redirects, { json });
    const item = `${service.redirects}/${body.uuid}`;
    await service.api(item, {
      method: 'PUT',
      json: { destination_url: 'https://b.example/very/long/path/of/a/page' },
    });
    const upstreams = `/api/v1/accounts/${service.accountUuid}/upstreams`;
    await service.api(upstreams, { json: { host: 'app.example.net', auth_token: 'hidden-token-1' } });
  });
  afterEach(() => dashboard.closePages());

  const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

  test('shows who changed what, with the values and without secrets', async () => {
    const { page, complaints } = await dashboard.open('/activity');
    await row(page, 'Changed').first().waitFor();
    await expect
      .poll(() => row(page, 'Changed').first().textContent())
      .toMatch(
        /Redirect.*shop\.example\.com.*API, 127\.0\.0\.1.*destination url.*https:\/\/a\.example → https:\/\/b\.example/,
      );
    await row(page, 'app.example.net').getByText('Show values').click();
    await expect.poll(() => row(page, 'app.example.net').textContent()).toMatch(/auth token\s*hidden/);
    expect(await page.content()).not.toContain('hidden-token-1');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'activity');
    expect(complaints).toEqual([]);
  });

  test('is filtered, with the filter in the address, and knows what the dashboard changes', async () => {
    const { page, complaints } = await dashboard.open('/activity');
    await page.getByLabel('Resources').selectOption('upstream');
    await row(page, 'Changed').first().waitFor({ state: 'detached' });
    await row(page, 'app.example.net').waitFor();
    expect(new URL(page.url()).search).toBe('?resource=upstream');
    await page.getByLabel('Actions').selectOption('deleted');
    await page.getByRole('button', { name: 'Show all changes' }).click();
    await row(page, 'Changed').first().waitFor();

    await page.getByRole('link', { name: 'Access tokens' }).click();
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Made in a browser');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('link', { name: 'Activity' }).click();
    await row(page, 'Made in a browser').waitFor();
    await expect.poll(() => row(page, 'Made in a browser').textContent()).toMatch(/dashboard, 127\.0\.0\.1/);
    expect(complaints).toEqual([]);
  });

  test('fits a phone, in the dark too', async () => {
    const { page, complaints } = await dashboard.open('/activity', { viewport: phone, colorScheme: 'dark' });
    await row(page, 'Changed').first().waitFor();
    const lines = row(page, 'Changed').first().locator('td[data-label="Who"] > *');
    const lefts = await lines.evaluateAll((all) => all.map((line) => line.getBoundingClientRect().left));
    expect([lefts.length, new Set(lefts).size]).toEqual([2, 1]);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'activity-phone-dark');
    expect(complaints).toEqual([]);
  });

  test('has the usage of a month by domain and by external id, as a file too, and in the address', async () => {
    const { service } = dashboard;
    const account = `/api/v1/accounts/${service.accountUuid}`;
    const { body: domains } = await service.api(`${account}/custom_domains?sort=host`);
    for (const { uuid, upstream_uuid } of domains.data.slice(0, 2)) {
      const item = `${account}/upstreams/${upstream_uuid}/custom_domains/${uuid}`;
      await service.api(item, { method: 'PUT', json: { external_id: 'customer-1' } });
    }
    const { page, complaints } = await dashboard.open('/domains');
    await page.getByRole('link', { name: 'Usage' }).click();
    const { body: usage } = await service.api(`${account}/usage?sort=-host`);
    const figures = new Intl.NumberFormat('en-GB');
    const [first] = usage.data;
    await row(page, first.host).waitFor();
    await expect.poll(() => row(page, first.host).textContent()).toContain(figures.format(first.requests));
    await expect.poll(() => row(page, first.host).textContent()).toContain(figures.format(first.visitors));
    await page.getByText('Still counting').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'usage');
    await page.getByRole('button', { name: 'Domain', exact: true }).click();
    await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain(first.host);

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const csv = await readFile(await file.path(), 'utf8');
    expect(csv).toMatch(new RegExp(`,${first.host},.*,${first.requests},${first.bytes_in},`));

    await page.getByRole('button', { name: 'By external id' }).click();
    await row(page, 'Without an external id').waitFor();
    const [ids] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(await readFile(await ids.path(), 'utf8')).toMatch(/,customer-1,2,\d+,\d+,\d+,\d+,false\r\n/);
    await row(page, 'customer-1').getByRole('link').click();
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
    await page.reload();
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
    await page.setViewportSize(phone);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show all domains' }).click();

    const month = page.getByLabel('Month', { exact: true });
    const later = (await month.locator('option').nth(19).getAttribute('value')) ?? '';
    await month.selectOption({ index: 20 });
    await page.getByText('No custom domains in').waitFor();
    await page.getByRole('button', { name: 'Later: ' }).press('Enter');
    await expect.poll(() => month.inputValue()).toBe(later);
    expect(new URL(page.url()).search).toBe(`?month=${later}`);
    await page.goto(`${service.apiOrigin}/usage`);
    await row(page, first.host).getByRole('link', { name: first.host }).click();
    await page.getByRole('heading', { level: 1, name: first.host }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/domains/${first.custom_domain_uuid}/requests`);
    expect(complaints).toEqual([]);
  });

  test('says that a month is closed, and why its usage is not there', async () => {
    const { page } = await dashboard.open('/activity');
    await page.route('**/usage?*', (route) =>
      route.fulfill({ status: 400, json: { error: 'that month is wrong', error_code: 'month_invalid' } }),
    );
    await page.goto(`${dashboard.service.apiOrigin}/usage`);
    await page.getByRole('alert').getByText('That month is wrong.').waitFor();
    await page.unroute('**/usage?*');
    await page.route('**/usage?*', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const closed = json.data.map((each: object) => ({ ...each, closed: true }));
      await route.fulfill({ response, json: { ...json, data: closed } });
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('These figures are final.').waitFor();
  });

  test('has the limits of the account in words, and marks those that are nearly reached', async () => {
    const { page, complaints } = await dashboard.open('/activity');
    await page.route('**/limits?*', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const used: Readonly<Record<string, object>> = {
        hosts: { used: 79_999, allowed: 100_000 },
        rules: { used: 80_000, allowed: 100_000 },
        webhook_bytes: { used: 300_000_000 },
        access_tokens: { allowed: null },
      };
      const data = json.data.map((each: { name: string }) => ({ ...each, ...used[each.name] }));
      await route.fulfill({ response, json: { ...json, data } });
    });
    await page.goto(`${dashboard.service.apiOrigin}/usage`);
    const limits = page.getByRole('list', { name: 'Limits' });
    const limit = (title: string) => limits.getByRole('listitem').filter({ hasText: title });
    await expect.poll(() => limits.getByRole('listitem').count()).toBe(9);
    await expect
      .poll(() => limit('On all hosts').textContent())
      .toMatch(/^RulesNearly reached80,000 of 100,000/);
    await expect.poll(() => limit('Webhook').textContent()).toMatch(/Reached300 MB of 268.4 MB/);
    await expect.poll(() => limit('Of domains, redirects').textContent()).toMatch(/^Hosts79,999 of 100,000/);
    await expect.poll(() => limit('Expired ones').textContent()).toContain('no limit');
    await expect.poll(() => limits.getByRole('meter').count()).toBe(2);
    expect(await limits.getByRole('meter', { name: 'Rules' }).getAttribute('aria-valuenow')).toBe('80');
    for (const width of [360, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 1_000 });
      await expect.poll(() => scrollsSideways(page)).toBe(false);
      await expect.poll(() => accessibilityProblems(page)).toEqual([]);
      await limits.scrollIntoViewIfNeeded();
      await keepScreenshot(page, `usage-limits-${width}`);
    }
    expect(complaints).toEqual([]);
  });
});
