/** The audit trail in the dashboard. Source: docs/guides/dashboard-redirects.md ("Activity"). */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityProblems,
  chromiumPath,
  keepScreenshot,
  phone,
  scrollsSideways,
  TestDashboard,
} from '../support/dashboard.ts';

describe.skipIf(!chromiumPath)('activity in the dashboard', () => {
  let dashboard: TestDashboard;

  beforeAll(async () => {
    dashboard = await TestDashboard.start();
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
  afterAll(() => dashboard?.stop());

  const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

  test('shows who changed what, with the values and without secrets', async () => {
    const { page, complaints } = await dashboard.open('/activity');
    await row(page, 'Changed').first().waitFor();
    expect(await row(page, 'Changed').first().textContent()).toMatch(
      /Redirect.*shop\.example\.com.*API, 127\.0\.0\.1.*destination url.*https:\/\/a\.example → https:\/\/b\.example/,
    );
    await row(page, 'app.example.net').getByText('Show values').click();
    expect(await row(page, 'app.example.net').textContent()).toMatch(/auth token\s*hidden/);
    expect(await page.content()).not.toContain('hidden-token-1');
    expect(await accessibilityProblems(page)).toEqual([]);
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
    expect(await row(page, 'Made in a browser').textContent()).toMatch(/dashboard, 127\.0\.0\.1/);
    expect(complaints).toEqual([]);
  });

  test('fits a phone, in the dark too', async () => {
    const { page, complaints } = await dashboard.open('/activity', { viewport: phone, colorScheme: 'dark' });
    await row(page, 'Changed').first().waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'activity-phone-dark');
    expect(complaints).toEqual([]);
  });
});
