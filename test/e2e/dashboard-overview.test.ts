/** The overview in a real browser: nothing wrong, then a domain whose records disappear. */
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  accessibilityProblems,
  chromiumPath,
  desktop,
  edgeRecords,
  keepScreenshot,
  phone,
  scrollsSideways,
  TestDashboard,
} from '../support/dashboard.ts';
import { addDomain } from '../support/domains.ts';

const host = 'lost.customer.example';

describe.skipIf(!chromiumPath)('the overview', () => {
  let demo: TestDashboard;
  let dashboard: TestDashboard;

  beforeAll(async () => {
    demo = await TestDashboard.ofDemo();
    dashboard = await TestDashboard.ofNewAccount();
  });
  afterEach(async () => {
    await demo.closePages();
    await dashboard.closePages();
  });

  test('is the first page: verdicts, findings, traffic and changes', async () => {
    for (const viewport of [phone, { width: 768, height: 900 }, { width: 1024, height: 900 }, desktop]) {
      const { page, complaints } = await demo.open('/', { viewport });
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      await page.getByRole('list', { name: 'Domains by verdict' }).getByRole('link').first().waitFor();
      await page.getByText(/requests? without crawlers/).waitFor();
      await page.getByRole('heading', { name: 'Changed since yesterday' }).waitFor();
      expect([viewport.width, await scrollsSideways(page)]).toEqual([viewport.width, false]);
      await expect.poll(() => accessibilityProblems(page)).toEqual([]);
      await keepScreenshot(page, `overview-${viewport.width}`);
      expect(complaints).toEqual([]);
    }
  });

  test('says which domain lost its records, why, and what to do; and mutes it', async () => {
    const { dns, service } = dashboard;
    onTestFinished(() => dns.setRecords(edgeRecords));
    const { uuid, upstreamUuid } = await addDomain(service, host, { host: 'lost.saas.example' });
    const domain = `/api/v1/accounts/${service.accountUuid}/upstreams/${upstreamUuid}/custom_domains/${uuid}`;
    const check = () => service.api(`${domain}/verify_dns_records`, { method: 'POST' });
    dns.setRecords([...edgeRecords, `${host} CNAME edge.example.net`]);
    await check();
    dns.setRecords(edgeRecords);
    await check();
    await check();

    const { page, complaints } = await dashboard.open('/overview');
    const row = page.getByRole('table', { name: 'Findings' }).getByRole('row').filter({ hasText: host });
    await row.getByText('Critical').waitFor();
    await page.getByRole('link', { name: /1\s*Broken/ }).click();
    await page.waitForURL('**/domains?verdict=broken');
    await page
      .getByRole('table', { name: 'Custom domains' })
      .getByRole('row')
      .filter({ hasText: host })
      .getByText('Broken', { exact: true })
      .waitFor();
    await page.goBack();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'overview-broken');
    await page.getByRole('button', { name: `Actions for the finding on ${host}` }).click();
    await page.getByRole('menuitem', { name: 'Mute for 7 days' }).click();
    await page.getByText('Nothing needs attention').waitFor();
    await page.getByRole('button', { name: 'Muted', exact: true }).click();
    await row.waitFor();
    await page.getByRole('button', { name: `Actions for the finding on ${host}` }).click();
    await page.getByRole('menuitem', { name: 'Unmute' }).click();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await row.getByText('Critical').waitFor();
    expect(complaints).toEqual([]);
  });
});
