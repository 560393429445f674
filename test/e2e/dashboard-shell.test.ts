/** What all pages of the dashboard share: signing in and out, the frame, the theme, a lost connection, an ended session. */
import { once } from 'node:events';
import http, { type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Request } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { settingsPlaces } from '../../dashboard/src/features/custom-domains/settings/settings-places.ts';
import {
  accessibilityProblems,
  chromiumPath,
  keepScreenshot,
  phone,
  scrollsSideways,
  TestDashboard,
} from '../support/dashboard.ts';
import { domainUuidOf } from '../support/dashboard-analytics.ts';

const signedOut = { storageState: { cookies: [], origins: [] } };

describe.skipIf(!chromiumPath)('the frame of the dashboard', () => {
  let dashboard: TestDashboard;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofDemo();
  });
  afterEach(() => dashboard.closePages());

  test('asks for a token, says what is wrong with it, and lets the right one in', async () => {
    const { page, complaints } = await dashboard.open('/', signedOut);
    const field = page.getByLabel('Access token');
    await field.waitFor();
    await expect.poll(() => page.title()).toBe('Sign in · Nameplate');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'sign-in');
    expect(complaints).toEqual([]);

    await field.fill(`np_${'x'.repeat(43)}`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').filter({ hasText: 'unknown or was revoked' }).waitFor();
    await expect.poll(() => field.inputValue()).toBe(`np_${'x'.repeat(43)}`);

    await field.fill(dashboard.service.token);
    await field.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/overview');
  });

  test('keeps the token out of reach of scripts, storage and addresses', async () => {
    const { page } = await dashboard.open('/domains', signedOut);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.getByLabel('Access token').fill(dashboard.service.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    const reachable = await page.evaluate<string>(
      'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, document.documentElement.outerHTML])',
    );
    expect(reachable).not.toContain(dashboard.service.token);
    expect(reachable).not.toContain('nameplate_session');
    expect(requested.filter((url) => url.includes('np_'))).toEqual([]);
    const cookies = await page.context().cookies();
    expect(cookies).toMatchObject([{ name: 'nameplate_session', httpOnly: true, sameSite: 'Strict' }]);
  });

  test('signs out: the session is gone, also for who kept the cookie', async () => {
    const { page } = await dashboard.open('/domains', signedOut);
    await page.getByLabel('Access token').fill(dashboard.service.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    const [cookie] = await page.context().cookies();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Nameplate' }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
    const answer = await dashboard.service.api('/api/v1/me', {
      token: null,
      headers: { cookie: `nameplate_session=${cookie?.value ?? ''}` },
    });
    expect(answer.status).toBe(401);
  });

  test('asks for the token again over the page when the session ends, and goes on', async () => {
    const { service } = dashboard;
    const tokens = `/api/v1/accounts/${service.accountUuid}/access_tokens`;
    const created = await service.api(tokens, { json: { name: 'short-lived', scope: 'write' } });
    const { page } = await dashboard.open('/domains', signedOut);
    const underWay = new Set<Request>();
    page.on('request', (request) => underWay.add(request));
    page.on('requestfinished', (request) => underWay.delete(request));
    page.on('requestfailed', (request) => underWay.delete(request));
    await page.getByLabel('Access token').fill(created.body.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    // This page asks for nothing by itself once it is there; what the one before asked for may take longer.
    await page.getByRole('link', { name: 'Certificates' }).click();
    await page.getByRole('table').getByRole('row').nth(1).waitFor();
    await expect.poll(() => underWay.size).toBe(0);
    await service.api(`${tokens}/${created.body.uuid}`, { method: 'DELETE' });

    await page.getByRole('link', { name: 'Redirects' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    expect(new URL(page.url()).pathname).toBe('/redirects');
    await dialog.getByLabel('Access token').fill(service.token);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('table').getByRole('row').nth(1).waitFor();
  });

  test('every place of the navigation opens, by keyboard too, and can be reloaded', async () => {
    const { page, complaints } = await dashboard.open('/domains');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    for (const name of ['Redirects', 'Certificates', 'Upstreams', 'Access tokens', 'Domains']) {
      await navigation.getByRole('link', { name }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await expect.poll(() => page.title()).toBe(`${name} · Nameplate`);
      await page.reload();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
    expect(complaints).toEqual([]);
  });

  test.each(['/domains/new/nothing/here', '/does-not-exist'])(
    '%s, which leads nowhere, says so',
    async (path) => {
      const { page } = await dashboard.open(path);
      await page.getByText('Page not found').waitFor();
      await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    },
  );

  test.each([
    { path: '/domains', last: 'main table, main ul', most: 130_000 },
    { path: '/domains/:uuid/visitors', last: '[role="slider"]', most: 151_800 },
    { path: '/domains/:uuid/requests', last: '[role="slider"]', most: 153_000 },
  ])(
    '$path loads at most $most bytes of JavaScript, compressed, in 12 files, and no other origin',
    async ({ path, last, most }) => {
      const uuid = await domainUuidOf(dashboard.service, 'velo-atelier.example');
      const { page } = await dashboard.open('/healthz');
      const sizes: Promise<number>[] = [];
      const elsewhere: string[] = [];
      page.on('requestfinished', (request) => {
        if (!request.url().startsWith(dashboard.service.apiOrigin)) elsewhere.push(request.url());
        if (request.resourceType() !== 'script') return;
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
      });
      await page.goto(dashboard.service.apiOrigin + path.replace(':uuid', uuid));
      await page.locator(last).first().waitFor();
      await page.waitForLoadState('networkidle');
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThanOrEqual(most);
      expect(sizes.length).toBeLessThanOrEqual(12);
      expect(elsewhere).toEqual([]);
    },
  );

  test('the world map loads when it is about to be seen', async () => {
    const uuid = await domainUuidOf(dashboard.service, 'velo-atelier.example');
    const { page } = await dashboard.open(`/domains/${uuid}/visitors`);
    await page.getByRole('slider').waitFor();
    await page.waitForLoadState('networkidle');
    const map = page.getByRole('group', { name: /^World map/ });
    expect(await map.count()).toBe(0);
    await page.getByRole('heading', { name: 'Locations' }).scrollIntoViewIfNeeded();
    await map.waitFor();
  });

  test('another domain is a key, a few letters and Enter away, with the same page and days', async () => {
    const from = await domainUuidOf(dashboard.service, 'velo-atelier.example');
    const to = await domainUuidOf(dashboard.service, 'journal.nordlicht.example');
    const { page, complaints } = await dashboard.open(`/domains/${from}/requests?period=7d`);
    await page.getByRole('slider').waitFor();
    const field = page.getByRole('combobox', { name: 'Search domains' });
    const chosen = page.getByRole('listbox', { name: 'Domains' }).getByRole('option', { selected: true });
    await page.keyboard.press('/');
    await field.waitFor();
    await expect.poll(() => chosen.textContent()).toBe('docs.lumen-ci.example');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => chosen.textContent()).toBe('harbour-coffee.example');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => chosen.textContent()).toBe('velo-atelier.exampleCurrent');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });

    await page.keyboard.press('/');
    await field.waitFor();
    await page.keyboard.type('no such/');
    await page.getByText('No domain matches.').waitFor();
    await field.fill('NORD');
    await page.getByText('1 domain', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'journal.nordlicht.example' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/domains/${to}/requests`);
    expect(new URL(page.url()).search).toBe('?period=7d');
    expect(complaints).toEqual([]);
  });

  test('domains, pages and settings are a key and a few letters away, on every page', async () => {
    const from = await domainUuidOf(dashboard.service, 'velo-atelier.example');
    const to = await domainUuidOf(dashboard.service, 'journal.nordlicht.example');
    const { page, complaints } = await dashboard.open('/domains');
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    const field = page.getByRole('combobox', { name: 'Search domains, pages and settings' });
    const places = page.getByRole('listbox', { name: 'Places' });
    const goTo = async (text: string, name: string): Promise<void> => {
      await page.keyboard.press('Control+k');
      await field.waitFor();
      await page.keyboard.type(text);
      await places.getByRole('option', { name, selected: true }).waitFor();
      await expect.poll(() => places.getAttribute('aria-busy')).toBe(null);
      await page.keyboard.press('Enter');
      await field.waitFor({ state: 'detached' });
    };
    await page.keyboard.press('Control+k');
    await places.getByRole('group', { name: 'Pages' }).getByRole('option', { name: 'Redirects' }).waitFor();
    await places.getByRole('group', { name: 'Domains' }).getByRole('option').first().waitFor();
    expect(await places.getByRole('group', { name: 'This domain' }).count()).toBe(0);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'palette');
    await page.keyboard.type('no such/');
    await page.getByText('Nothing matches.').waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });

    const button = page.getByRole('button', { name: /^Go to/ });
    await button.click();
    await field.waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toMatch(/^Go to/);

    await goTo('velo', 'velo-atelier.example');
    await page.waitForURL(`**/domains/${from}/visitors`);
    await goTo('requ', 'Requests');
    await page.waitForURL(`**/domains/${from}/requests`);
    await goTo('NORD', 'journal.nordlicht.example');
    await page.waitForURL(`**/domains/${to}/requests`);
    await goTo('remove', 'Delete');
    await page.waitForURL(`**/domains/${to}/settings#delete`);
    const card = page.getByRole('heading', { name: 'Delete', exact: true });
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0);
    await card.waitFor();
    await goTo('email', 'Emails');
    await page.getByRole('heading', { level: 1, name: 'Emails' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('what is typed at once is not lost', async () => {
    const { page } = await dashboard.open('/domains');
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    await page.evaluate(`
      new MutationObserver(() => {
        const field = document.querySelector('[role="combobox"]');
        if (field !== null) window.isFocusedAtOnce ??= field === document.activeElement;
      }).observe(document, { childList: true, subtree: true });
    `);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search domains, pages and settings' }).waitFor();
    expect(await page.evaluate('window.isFocusedAtOnce')).toBe(true);
  });

  test('the settings that are searched for are where their addresses lead', async () => {
    const uuid = await domainUuidOf(dashboard.service, 'velo-atelier.example');
    const { page } = await dashboard.open(`/domains/${uuid}/settings`);
    for (const { id, title } of settingsPlaces)
      await page.locator(`#${id}`).getByRole('heading', { name: title, exact: true }).waitFor();
  });

  test('on a phone another domain is two taps away', async () => {
    const uuid = await domainUuidOf(dashboard.service, 'velo-atelier.example');
    const { page, complaints } = await dashboard.open(`/domains/${uuid}/settings`, {
      viewport: phone,
      hasTouch: true,
      colorScheme: 'dark',
    });
    await page.getByRole('button', { name: 'Switch domain' }).tap();
    const option = page.getByRole('option', { name: 'harbour-coffee.example' });
    await option.waitFor();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await option.tap();
    await page.getByRole('heading', { level: 1, name: 'harbour-coffee.example' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/settings$/);
    expect(complaints).toEqual([]);
  });

  test('dark by the system, light or dark by choice, and the choice stays', async () => {
    const { page, complaints } = await dashboard.open('/domains', { colorScheme: 'dark' });
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    const background = (): Promise<string> =>
      page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const dark = await background();
    await page.getByRole('radio', { name: 'Light' }).check({ force: true });
    await expect.poll(background).not.toBe(dark);
    const light = await background();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    await expect.poll(() => background()).toBe(light);
    await page.getByRole('radio', { name: 'System theme' }).check({ force: true });
    await expect.poll(background).toBe(dark);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('on a phone the navigation is behind a button, and nothing scrolls sideways', async () => {
    const { page, complaints } = await dashboard.open('/domains', { viewport: phone });
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    const link = page.getByRole('link', { name: 'Redirects', exact: true });
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await link.focus();
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'hidden' });
    await expect
      .poll(() => page.evaluate("document.activeElement?.getAttribute('aria-label')"))
      .toBe('Open navigation');
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Redirects' }).waitFor();
    await link.waitFor({ state: 'hidden' });
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    expect(complaints).toEqual([]);
  });

  test('on a phone the palette closes the navigation it was opened from, also for a card of the same page', async () => {
    const uuid = await domainUuidOf(dashboard.service, 'velo-atelier.example');
    const { page, complaints } = await dashboard.open(`/domains/${uuid}/settings`, { viewport: phone });
    const card = page.getByRole('heading', { name: 'Delete', exact: true });
    await card.waitFor();
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('button', { name: /^Go to/ }).click();
    const field = page.getByRole('combobox', { name: 'Search domains, pages and settings' });
    await field.fill('remove');
    await page.getByRole('option', { name: 'Delete', selected: true }).click();
    await page.waitForURL('**/settings#delete');
    await page.getByRole('navigation', { name: 'Main', exact: true }).waitFor({ state: 'hidden' });
    // What stays at the top of the window doesn't cover the card's title.
    const bar = await page.locator('header').first().boundingBox();
    expect(bar?.y).toBe(0);
    await expect.poll(async () => (await card.boundingBox())?.y).toBeGreaterThan(bar?.height ?? 0);
    expect(complaints).toEqual([]);
  });

  test('a lost connection is shown, and goes by itself when it is back', async () => {
    const { page } = await dashboard.open('/domains');
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Redirects' }).click();
    const banner = page.getByText('The service cannot be reached. What you see may be old');
    await banner.waitFor();
    await page.context().setOffline(false);
    await banner.waitFor({ state: 'detached' });
    await page.getByRole('table').getByRole('row').nth(1).waitFor();
  });

  test('a page that was opened offline is there within two seconds of the network, however long that took', async () => {
    const { page } = await dashboard.open('/domains');
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    // What this machine takes to ask for a list and show it.
    const clickedAt = performance.now();
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Upstreams' }).click();
    await page.getByRole('table', { name: 'Upstreams' }).getByRole('row').nth(1).waitFor();
    const listMs = performance.now() - clickedAt;
    await page.context().setOffline(true);
    await navigation.getByRole('link', { name: 'Redirects' }).click();
    // Later attempts wait longer.
    await delay(9_000);
    await page.getByRole('table').waitFor({ state: 'detached' });
    const backAt = performance.now();
    await page.context().setOffline(false);
    await page.getByRole('table').getByRole('row').nth(1).waitFor();
    expect(performance.now() - backAt).toBeLessThan(2_000 + 2 * listMs);
  });

  test('a service that was away when the page loaded is asked until it answers', async () => {
    const { page } = await dashboard.open('/domains');
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    const away = /\/(?:session|healthz|api\/)/;
    await page.route(away, (route) => route.abort());
    await page.reload();
    await page.getByText("Can't reach the service").waitFor();
    await page.unroute(away);
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
  });

  test('a page of another origin can neither frame it nor write with its session', async () => {
    const { page } = await dashboard.open('/domains');
    const { apiOrigin } = dashboard.service;
    const stranger = await serveText(
      `<!doctype html><iframe id="framed" src="${apiOrigin}/domains"></iframe>`,
    );
    try {
      const before = await dashboard.service.api(dashboard.service.redirects);
      await page.goto(`http://localhost:${stranger.port}/`);
      const outcome = await page.evaluate<string>(
        `fetch(${JSON.stringify(apiOrigin + dashboard.service.redirects)}, {
          method: 'POST', credentials: 'include', mode: 'no-cors',
          headers: { 'content-type': 'text/plain' },
          body: 'source_host=evil.example.com&destination_url=https://evil.example',
        }).then(() => 'sent', () => 'refused')`,
      );
      expect(['sent', 'refused']).toContain(outcome);
      const after = await dashboard.service.api(dashboard.service.redirects);
      expect(after.body.pagination.count).toBe(before.body.pagination.count);
      const framed = page.frames().find((frame) => frame !== page.mainFrame());
      expect(await framed?.evaluate('document.body?.innerText ?? ""')).not.toContain('Domains');
    } finally {
      await stranger.close();
    }
  });
});

async function serveText(html: string): Promise<{ port: number; close: () => Promise<void> }> {
  const server: Server = http.createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has such an address.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
