/** Exports, buckets and daily exports in the dashboard. Source: docs/guides/dashboard-usage.md ("Exports"). */
import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, problemsEverywhere, TestDashboard } from '../support/dashboard.ts';

describe.skipIf(!chromiumPath)('exports in the dashboard', () => {
  let dashboard: TestDashboard;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofNewAccount();
  });
  afterEach(() => dashboard.closePages());

  test('are made, shown while they run, downloaded and deleted; a bucket gets them every day', async () => {
    const { page, complaints } = await dashboard.open('/usage');
    await page.getByText('No exports').waitFor();
    await page.getByRole('button', { name: 'New export' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Format').selectOption('csv');
    await dialog.getByRole('button', { name: 'Create export' }).click();
    const row = page.getByRole('table', { name: 'Exports' }).getByRole('row').last();
    await row.getByText('Done').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^requests-.*\.csv$/);
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^"id","time","custom_domain_uuid"/);
    await page.getByRole('button', { name: 'Add bucket' }).click();
    await dialog.getByLabel('Bucket').fill('acme-analytics');
    await dialog.getByLabel('Access key id').fill('AKIAEXAMPLE');
    await dialog.getByLabel('Secret access key').fill('secret');
    await dialog.getByRole('button', { name: 'Add bucket' }).click();
    await page.getByRole('table', { name: 'Buckets' }).getByText('acme-analytics').waitFor();
    await page.getByRole('button', { name: 'New schedule' }).click();
    await dialog.getByRole('button', { name: 'Create schedule' }).click();
    await page.getByRole('table', { name: 'Schedules' }).getByText('Requests').waitFor();
    expect(await problemsEverywhere(page, 'exports')).toEqual([]);
    await page.getByRole('button', { name: 'Delete the export of requests' }).click();
    await page.getByRole('button', { name: 'Delete export' }).click();
    await page.getByText('No exports').waitFor();
    expect(complaints).toEqual([]);
  });
});
