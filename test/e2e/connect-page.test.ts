/** The connect page in a browser. Source: docs/reference/connect-page.md ("The page"). */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityProblems,
  chromiumPath,
  desktop,
  keepScreenshot,
  phone,
  scrollsSideways,
  signedOut,
  TestDashboard,
  tablet,
} from '../support/dashboard.ts';
import { addDomain } from '../support/domains.ts';
import type { TestAccount } from '../support/test-account.ts';

const host = 'shop.example.com';

describe.skipIf(!chromiumPath)('the connect page', () => {
  let dashboard: TestDashboard;
  let service: TestAccount;
  let links = '';

  beforeAll(async () => {
    dashboard = await TestDashboard.ofNewAccount();
    service = dashboard.service;
    const { uuid, upstreamUuid } = await addDomain(service, host, { host: 'app.saas.example' });
    const path = `/api/v1/accounts/${service.accountUuid}/upstreams/${upstreamUuid}/custom_domains/${uuid}`;
    links = `${path}/connect_links`;
    // Otherwise the page reloads itself when the first background check is done, in the middle of a test.
    await service.api(`${path}/verify_dns_records`, { method: 'POST' });
    await service.api(`/api/v1/accounts/${service.accountUuid}/brand`, {
      method: 'PUT',
      json: { name: 'Acme Shops', color: '#7c2d12' },
    });
  });
  afterEach(() => dashboard.closePages());

  const open = async (options: BrowserContextOptions) => {
    const { body } = await service.api(links, { json: {} });
    const permissions = ['clipboard-read', 'clipboard-write'];
    const opened = await dashboard.open(new URL(body.url).pathname, {
      permissions,
      ...signedOut,
      ...options,
    });
    return { ...opened, link: body };
  };

  const checked = (page: Page) =>
    page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/check'));

  test.each([
    ['phone', { viewport: phone }],
    ['tablet', { viewport: tablet }],
    ['desktop', { viewport: desktop }],
    ['dark', { viewport: desktop, colorScheme: 'dark' as const }],
  ])('shows the records and has no barriers: %s', async (name, options) => {
    const { page, complaints } = await open(options);
    await page.getByRole('heading', { name: `Connect ${host}` }).waitFor();
    await page.getByRole('cell', { name: /edge\.example\.net/ }).waitFor();
    expect(await page.getByText('Acme Shops').count()).toBeGreaterThan(0);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await keepScreenshot(page, `connect-${name}`);
    expect(complaints).toEqual([]);
  });

  test('values are copied and the records checked by keyboard alone', async () => {
    const { page, complaints } = await open({ viewport: desktop, colorScheme: 'dark' });
    const focused = () =>
      page.evaluate<string>(
        'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent',
      );
    const tabTo = async (wanted: RegExp) => {
      for (let step = 0; step < 20 && !wanted.test(await focused()); step += 1)
        await page.keyboard.press('Tab');
      await expect.poll(() => focused()).toMatch(wanted);
    };
    await tabTo(/Copy edge\.example\.net/);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe('edge.example.net');
    await tabTo(/Check now/);
    await Promise.all([checked(page), page.keyboard.press('Enter')]);
    await page.getByText(/Last checked/).waitFor();
    // With what the check has found wrong.
    await page.locator('.problems').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('without JavaScript the records are there and can be checked', async () => {
    const { page } = await open({ viewport: phone, javaScriptEnabled: false });
    await page.getByRole('cell', { name: /edge\.example\.net/ }).waitFor();
    expect(await page.getByRole('button', { name: /Copy/ }).count()).toBe(0);
    await Promise.all([checked(page), page.getByRole('button', { name: 'Check now' }).click()]);
    await page.getByText(/Last checked/).waitFor();
  });

  test('a revoked link says so', async () => {
    const { page, link } = await open({ viewport: desktop });
    await service.api(`${links}/${link.uuid}`, { method: 'DELETE' });
    await page.reload();
    await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
  });
});
