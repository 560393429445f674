/** Names as long as they may be, and internationalised ones, on every page. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityProblems,
  chromiumPath,
  keepScreenshot,
  phone,
  scrollsSideways,
  TestDashboard,
  tablet,
} from '../support/dashboard.ts';
import { addDomain } from '../support/domains.ts';

const label = 'a'.repeat(63);
const longHost = `${label}.example.com`;
const international = 'xn--bcher-kva.example';

describe.skipIf(!chromiumPath)('long and internationalised names', () => {
  let dashboard: TestDashboard;
  let domainUuid: string;
  let redirectUuid: string;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofNewAccount();
    const { service } = dashboard;
    const account = `/api/v1/accounts/${service.accountUuid}`;
    const destination_url = `https://${longHost}/${'path'.repeat(30)}`;
    const created = await Promise.all([
      addDomain(service, longHost, { host: `origin.${longHost}` }),
      addDomain(service, international, { host: 'app.example.net' }),
      service.api(service.redirects, {
        json: { source_host: `${'r'.repeat(63)}.example.org`, destination_url },
      }),
      service.api(service.redirects, { json: { source_host: `go.${international}`, destination_url } }),
      service.api(`${account}/hosts/${longHost}/rules`, {
        method: 'PUT',
        json: { rules: [{ if: { path: '/old' }, then: { redirect: { to: destination_url } } }] },
      }),
      service.api(`${account}/webhook_endpoints`, {
        json: { url: `https://${longHost}/hook`, events: ['redirect.created'] },
      }),
    ]);
    domainUuid = created[0].uuid;
    redirectUuid = created[2].body.uuid;
    expect(created.slice(2).map((answer) => ('status' in answer ? answer.status : 0))).toEqual([
      201, 201, 200, 201,
    ]);
  });
  afterEach(() => dashboard.closePages());

  test.each([
    '/overview',
    '/domains',
    '/domains/new',
    '/domains/:domain/visitors',
    '/domains/:domain/requests',
    '/domains/:domain/requests/newest',
    '/domains/:domain/requests/not-found',
    '/domains/:domain/settings',
    '/domains/:domain/live',
    '/domains/:domain/goals',
    '/domains/:domain/properties',
    '/domains/:domain/funnels',
    '/domains/:domain/rules',
    '/redirects',
    '/redirects?edit=:redirect',
    '/redirects/:redirect/clicks',
    '/rules',
    `/rules/${longHost}`,
    '/certificates',
    '/upstreams',
    '/webhooks',
    '/subscriptions',
    '/usage',
    '/tokens',
    '/members',
    '/activity',
    '/profile',
    '/help/README',
    '/help/guides/dashboard',
    '/help/reference/api',
  ])('%s does not scroll sideways at 360 px', async (place) => {
    const path = place.replace(':domain', domainUuid).replace(':redirect', redirectUuid);
    const { page } = await dashboard.open(path, { viewport: phone });
    // Behind a dialog it is hidden from those who don't see it.
    await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    const name = `long${place.replace(/[^a-z]+/g, '-').replace(/a{9,}/, 'host')}`;
    await keepScreenshot(page, `${name}-360`);
    for (const width of [tablet.width, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => scrollsSideways(page), { message: String(width) }).toBe(false);
      await keepScreenshot(page, `${name}-${width}`);
      // The reference has thousands of elements, and a test of its own (reference.test.ts).
      if (width === tablet.width && !place.startsWith('/help/'))
        await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    }
  });

  test('an internationalised name is shown as it is stored and as it is written', async () => {
    const { page } = await dashboard.open('/redirects');
    await page
      .getByRole('link', { name: `go.${international} (go.bücher.example)` })
      .first()
      .waitFor();
  });

  test('every page has its help', async () => {
    const { page, complaints } = await dashboard.open('/redirects');
    await page.getByRole('link', { name: 'Help' }).waitFor();
    await page.goto(`${dashboard.service.apiOrigin}/help/guides/dashboard-redirects`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
