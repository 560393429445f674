/** The overview in a real browser: nothing wrong, then domains whose records disappear. */
import type { Page } from 'playwright-core';
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
  tablet,
} from '../support/dashboard.ts';
import { addDomain } from '../support/domains.ts';

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

  /** Adds a domain, and has its records found once and not again. `others`: what else DNS has. */
  const loseDomain = async (host: string, upstream: string, others: readonly string[] = []) => {
    const { dns, service } = dashboard;
    onTestFinished(() => dns.setRecords(edgeRecords));
    dns.setRecords([...edgeRecords, ...others, `${host} CNAME edge.example.net`]);
    const { uuid, upstreamUuid } = await addDomain(service, host, { host: upstream });
    const domain = `/api/v1/accounts/${service.accountUuid}/upstreams/${upstreamUuid}/custom_domains/${uuid}`;
    const check = () => service.api(`${domain}/verify_dns_records`, { method: 'POST' });
    await check();
    dns.setRecords([...edgeRecords, ...others]);
    await check();
    await check();
    return uuid;
  };
  const findingOn = (page: Page, host: string) =>
    page.getByRole('table', { name: 'Findings' }).getByRole('row').filter({ hasText: host });

  test('is the first page: verdicts, findings, traffic and changes', async () => {
    for (const viewport of [phone, tablet, { width: 1024, height: 900 }, desktop]) {
      const { page, complaints } = await demo.open('/', { viewport });
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      await page.getByRole('list', { name: 'Domains by verdict' }).getByRole('link').first().waitFor();
      await page.getByText(/requests? without crawlers/).waitFor();
      await page.getByText('Visitors of the last 7 whole days against the 7 before.').waitFor();
      await page
        .getByRole('list', { name: /(?:Growing|Shrinking) domains/ })
        .first()
        .waitFor();
      await page.getByRole('heading', { name: 'Changed since yesterday' }).waitFor();
      for (const list of ['Domains', 'Sources'])
        await page.getByRole('list', { name: `${list} by visitors` }).waitFor();
      expect([viewport.width, await scrollsSideways(page)]).toEqual([viewport.width, false]);
      await expect.poll(() => accessibilityProblems(page)).toEqual([]);
      await keepScreenshot(page, `overview-${viewport.width}`);
      await page
        .getByRole('list', { name: 'Domains by visitors' })
        .evaluate((list) => list.scrollIntoView({ block: 'center' }));
      await keepScreenshot(page, `overview-visitors-${viewport.width}`);
      expect(complaints).toEqual([]);
    }
  });

  test('has the visitors of all custom domains, as the account’s queries count them', async () => {
    const { service } = demo;
    const query = async (json: object) => {
      const path = `/api/v1/accounts/${service.accountUuid}/query`;
      return (await service.api(path, { json: { metrics: ['visitors'], date_range: '7d', ...json } })).body
        .results;
    };
    const number = (count: number) => count.toLocaleString('en-US');
    const { page, complaints } = await demo.open('/overview');
    const [{ metrics }] = await query({});
    await page.getByText(new RegExp(`^${number(metrics[0])} visitors .* on all custom domains`)).waitFor();
    const rows = await query({ dimensions: ['domain:host'], pagination: { limit: 5 } });
    const items = page.getByRole('list', { name: 'Domains by visitors' }).getByRole('listitem');
    expect(await items.allTextContents()).toEqual(
      rows.map(
        (row: { dimensions: string[]; metrics: number[] }) =>
          `${row.dimensions[0]}${number(row.metrics[0] ?? 0)}`,
      ),
    );
    await items.first().getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: rows[0].dimensions[0] }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('asks once a minute for its counts, and links domains that grow or shrink', async () => {
    const { page, complaints } = await demo.open('/profile');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${demo.service.apiOrigin}/overview`);
    const grown = page.getByRole('list', { name: /(?:Growing|Shrinking) domains/ });
    const link = grown.first().getByRole('link').first();
    const host = await link.textContent();
    expect(asked.filter((path) => path.endsWith('/overview') && path.startsWith('/api/'))).toHaveLength(1);
    expect(asked.filter((path) => path.endsWith('/custom_domains'))).toEqual([]);
    await link.click();
    await page.getByRole('heading', { level: 1, name: host ?? '' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/domains\/[0-9a-f-]{36}\/visitors$/);
    expect(complaints).toEqual([]);
  });

  test('says which domain lost its records, why, and what to do; and mutes it', async () => {
    const host = 'lost.customer.example';
    await loseDomain(host, 'lost.saas.example');
    const { page, complaints } = await dashboard.open('/overview');
    const row = findingOn(page, host);
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

  test('a finding’s “Why?” says which step fails, as do those of domains and redirects', async () => {
    const { dns, service } = dashboard;
    const host = 'lost.example.com';
    const uuid = await loseDomain(host, 'why.saas.example', ['example.com A 192.0.2.7']);
    const slow = ['slow-1.example.com', 'slow-2.example.com'];
    for (const name of slow) dns.setFault(name, 'silent');
    dns.setFault(host, 'silent', 'CAA');
    onTestFinished(() => {
      for (const name of slow) dns.setFault(name, undefined);
      dns.setFault(host, undefined, 'CAA');
    });

    const { page, complaints } = await dashboard.open('/overview');
    await findingOn(page, host).waitFor();
    const others = slow.map((name) =>
      service.api(`/api/v1/accounts/${service.accountUuid}/hosts/${name}/diagnose`, { method: 'POST' }),
    );
    await expect
      .poll(() => slow.every((name) => dns.questions.some((asked) => asked.endsWith(` ${name}`))))
      .toBe(true);
    const why = findingOn(page, host).getByRole('button', { name: `Why? ${host}` });
    await why.click();
    const dialog = page.getByRole('dialog', { name: `Why? ${host}` });
    await dialog.getByText('2 diagnoses of the account are under way; try again in 5 s.').waitFor();
    await expect
      .poll(() => complaints)
      .toEqual([expect.stringContaining('429'), expect.stringContaining('429')]);
    complaints.length = 0;
    await Promise.all(others);

    await dialog.getByRole('button', { name: 'Check again' }).click();
    await dialog.getByText('Checking. This takes up to 12 seconds.').waitFor();
    await keepScreenshot(page, 'diagnosis-busy');
    await dialog.getByRole('status').getByText(`${host} has no A, AAAA or CNAME record.`).waitFor();
    await dialog.getByText(`Set these DNS records, and remove others of the same names: ${host}`).waitFor();
    const steps = dialog.getByRole('list', { name: 'Steps' }).getByRole('listitem');
    await expect.poll(() => steps.count()).toBe(10);
    expect((await steps.allTextContents()).slice(0, 3)).toEqual([
      expect.stringMatching(/^Delegation OK .*example\.com exists\.$/),
      expect.stringMatching(/^Addresses Failed /),
      expect.stringMatching(/^CAA Not known /),
    ]);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'diagnosis-desktop');
    await page.setViewportSize(phone);
    expect(await scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'diagnosis-phone');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Why?');
    expect(await scrollsSideways(page)).toBe(false);
    await keepScreenshot(page, 'overview-why-phone');

    await page.goto(`${service.apiOrigin}/domains/${uuid}/rules`);
    await page.getByRole('button', { name: `Why? ${host}` }).click();
    await dialog.getByRole('status').getByText('Broken', { exact: true }).waitFor();
    await service.api(service.redirects, {
      json: { source_host: 'go.example.com', destination_url: 'https://www.example.com' },
    });
    await page.goto(`${service.apiOrigin}/redirects`);
    await page.getByRole('button', { name: 'Actions for go.example.com' }).click();
    await page.getByRole('menuitem', { name: "Why doesn't it work?" }).click();
    await page
      .getByRole('dialog', { name: 'Why? go.example.com' })
      .getByText('A redirect has no upstream.')
      .waitFor();
    expect(complaints).toEqual([]);
  });
});
