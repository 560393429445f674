/** The API reference in a real browser. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityProblems,
  chromiumPath,
  keepScreenshot,
  type OpenPage,
  scrollsSideways,
  signedOut,
  TestDashboard,
} from '../support/dashboard.ts';
import type { TestAccount } from '../support/test-account.ts';

describe.skipIf(!chromiumPath)('the API reference', () => {
  let dashboard: TestDashboard;
  let service: TestAccount;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofNewAccount();
    service = dashboard.service;
  });
  afterEach(() => dashboard.closePages());

  async function open(
    path: string,
    look: { width?: number; colorScheme?: 'light' | 'dark' } = {},
  ): Promise<OpenPage> {
    const opened = await dashboard.open(path, {
      viewport: { width: look.width ?? 1280, height: 1000 },
      colorScheme: look.colorScheme ?? 'light',
      ...signedOut,
    });
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    return opened;
  }

  test('lists every operation without a complaint, and asks no other host', async () => {
    const { page, complaints } = await open('/docs');
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await page.reload();
    await page.getByRole('heading', { name: 'Nameplate API' }).waitFor();
    const { body } = await service.api('/openapi.json');
    const documented = Object.values<object>(body.paths).flatMap((path) => Object.keys(path));
    await expect.poll(() => page.locator('nav li').count()).toBe(documented.length);
    await expect.poll(() => page.title()).toBe('Nameplate API');
    expect([...hosts]).toEqual([service.apiOrigin]);
    expect(complaints).toEqual([]);
  });

  test.each([
    ['light', 1280],
    ['light', 360],
    ['dark', 1280],
    ['dark', 360],
  ] as const)('is accessible in %s, %d px wide', async (colorScheme, width) => {
    for (const fragment of ['', '#queryVisitors']) {
      const { page } = await open(`/docs${fragment}`, { width, colorScheme });
      await expect.poll(() => accessibilityProblems(page), { message: fragment }).toEqual([]);
      await expect.poll(() => scrollsSideways(page), { message: fragment }).toBe(false);
      await keepScreenshot(page, `reference${fragment}-${width}-${colorScheme}`);
    }
  });

  test('finds operations by words of their name, path and parameters', async () => {
    const { page, complaints } = await open('/docs');
    await page.getByLabel('Search the API').fill('delete custom_certificates');
    const links = page.locator('nav li a');
    await expect.poll(() => links.count()).toBe(1);
    await links.click();
    await page.getByRole('heading', { level: 1, name: 'Delete a custom certificate' }).waitFor();
    await page.getByLabel('Search the API').fill('no such operation');
    await page.getByText('No operation matches.').waitFor();
    expect(complaints).toEqual([]);
  });

  test('makes requests with the token that is entered, and shows the command for each', async () => {
    const { page, complaints } = await open('/docs#createRedirect');
    await page.getByLabel('Access token').fill(service.token);
    await page.getByLabel('account_uuid').fill(service.accountUuid);
    await page
      .getByLabel('Body', { exact: true })
      .fill(JSON.stringify({ source_host: 'tried.example.com', destination_url: 'https://www.example.com' }));
    const command = await page.getByLabel('Request', { exact: true }).innerText();
    expect(command).toContain(`curl -X POST '${service.apiOrigin}${service.redirects}'`);
    expect(command).not.toContain(service.token);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: '201 Created' }).waitFor();
    await expect
      .poll(() => page.getByLabel('Answer', { exact: true }).innerText())
      .toContain('"tried.example.com"');

    await page.goto(`${service.apiOrigin}/docs#listRedirects`);
    await page.getByRole('heading', { level: 1, name: 'List redirects' }).waitFor();
    await page.getByLabel('account_uuid').fill(service.accountUuid);
    await page.getByLabel('per_page').fill('1');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: '200 OK' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('sends requests of the session that there is, unless a token is entered', async () => {
    const { page, complaints } = await dashboard.open('/docs#createRedirect');
    await page.getByText("You're signed in: without a token, requests are sent as").waitFor();
    await page.getByLabel('account_uuid').fill(service.accountUuid);
    const body = { source_host: 'session.example.com', destination_url: 'https://www.example.com' };
    await page.getByLabel('Body', { exact: true }).fill(JSON.stringify(body));
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: '201 Created' }).waitFor();
    expect(complaints).toEqual([]);
    await page.getByLabel('Access token').fill(`np_${'x'.repeat(43)}`);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: '401 Unauthorized' }).waitFor();
  });
});
