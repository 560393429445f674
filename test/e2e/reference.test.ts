/** The API reference in a real browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectComplaints, findChromium, launchChromium } from '../support/chromium.ts';
import { TestService } from '../support/service.ts';
import { skipLoudly } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const executable = findChromium();
if (!executable) skipLoudly('the API reference in a browser', 'no Chromium on this machine');

describe.skipIf(!executable)('the API reference', () => {
  let service: TestService;
  let browser: Browser;

  beforeAll(async () => {
    service = await TestService.start({ dataDir: await tempDir(afterAll) });
    browser = await launchChromium(executable ?? '');
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test('shows every operation without a complaint', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    const complaints = collectComplaints(page);
    await page.goto(`${service.apiOrigin}/docs`);
    await page.getByText('Create a redirect', { exact: true }).waitFor();
    const operations = await page.locator('.opblock').count();
    const { body } = await service.api('/openapi.json');
    const documented = Object.values<object>(body.paths).flatMap((path) => Object.keys(path));
    expect(operations).toBe(documented.length);
    expect(await page.title()).toBe('Nameplate API');
    expect(complaints).toEqual([]);
    if (process.env.NAMEPLATE_TEST_SCREENSHOTS) {
      await page.screenshot({ path: `${process.env.NAMEPLATE_TEST_SCREENSHOTS}/reference.png` });
    }
    await page.close();
  });

  test('makes a request with the token that is entered', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    const complaints = collectComplaints(page);
    await page.goto(`${service.apiOrigin}/docs`);
    await page.getByRole('button', { name: 'Authorize', exact: true }).first().click();
    await page.getByLabel('auth-bearer-value').fill(service.token);
    await page.locator('.modal-ux').getByRole('button', { name: 'Apply credentials' }).click();
    await page.locator('.modal-ux').getByRole('button', { name: 'Close' }).click();
    const operation = page.locator('.opblock', { hasText: '/api/v1/me' });
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table').getByText(service.accountUuid).first().waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });
});
