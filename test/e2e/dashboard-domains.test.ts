/** The dashboard's domains and upstreams in a real browser, with a DNS server that the test changes as an owner would. */
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeAuthority, makeCertificate } from '../support/certificate-maker.ts';
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
import { domainUuidOf } from '../support/dashboard-analytics.ts';
import { addDomain } from '../support/domains.ts';

/** The page's own looks at DNS are up to a minute apart, and take a while. */
const nextLook = { timeout: 120_000 };

/** A domain that the account has. */
const takenHost = 'taken.customer.example';

describe.skipIf(!chromiumPath)('domains in the dashboard', () => {
  /** What is only read; an account of this file's has what is written. */
  let demo: TestDashboard;
  let dashboard: TestDashboard;

  beforeAll(async () => {
    demo = await TestDashboard.ofDemo();
    dashboard = await TestDashboard.ofNewAccount();
    await addDomain(dashboard.service, takenHost, { host: 'taken.saas.example' });
  });
  afterEach(async () => {
    await demo.closePages();
    await dashboard.closePages();
  });

  const account = (): string => `/api/v1/accounts/${dashboard.service.accountUuid}`;
  const domainOf = async (host: string) => {
    const { body } = await dashboard.service.api(`${account()}/custom_domains?host=${host}`);
    return body.data[0];
  };
  const makeDomain = async (host: string, upstreamHost: string) => {
    await addDomain(dashboard.service, host, { host: upstreamHost });
    return domainOf(host);
  };
  /** What a page complains about when the API refuses something on purpose. */
  const isRefusal = (complaint: string): boolean => /^400 |status of 400/.test(complaint);
  /** What was under way when a page was left. */
  const isGivenUp = (complaint: string): boolean => complaint.endsWith('net::ERR_ABORTED');

  test('are listed with their state, their certificate, and what they had in the last week', async () => {
    const velo = await domainUuidOf(demo.service, 'velo-atelier.example');
    const { page, complaints } = await demo.open('/domains');
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      const row = page.getByRole('row', { name: /journal\.nordlicht\.example/ });
      await row.getByText('Nameplate self-signed').waitFor();
      await row.getByText('Own', { exact: true }).waitFor();
      await row.getByText(/^Expires in \d+ days$/).waitFor();
      await row.getByText('origin.journal.nordlicht.example').waitFor();
      await page.getByText(/^5 domains · \d+ [a-z ]+/).waitFor();
      // Visitors and requests, each with its change.
      await row
        .getByText(/^[+-]?[\d.]+%$/)
        .nth(1)
        .waitFor();
      await expect.poll(() => accessibilityProblems(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await keepScreenshot(page, `domains-${colorScheme}`);
    }
    await page.getByRole('link', { name: 'velo-atelier.example' }).click();
    await page.getByRole('heading', { level: 1, name: 'velo-atelier.example' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/domains/${velo}/visitors`);
  });

  test('ask for the numbers of a page at once, and show the list without them', async () => {
    const { page } = await demo.open('/upstreams');
    const asked: string[] = [];
    await page.route('**/api/v1/**', (route) => {
      const { pathname } = new URL(route.request().url());
      if (/\/analytics\/|\/custom_domains/.test(pathname)) asked.push(pathname);
      return route.continue();
    });
    await page.route('**/custom_domains/traffic?**', (route) => {
      asked.push('traffic');
      return route.fulfill({ status: 400, json: { error_code: 'query_too_expensive', message: 'too long' } });
    });
    await page.getByRole('link', { name: 'Domains', exact: true }).click();
    await page.getByText('Not available').nth(9).waitFor();
    await page.getByRole('link', { name: 'velo-atelier.example' }).waitFor();
    expect(asked.filter((path) => path === 'traffic')).toHaveLength(1);
    expect(asked.filter((path) => path.includes('/analytics/'))).toEqual([]);
  });

  test('show certificates at every width, and fit', async () => {
    for (const width of [360, 768, 1024, 1440]) {
      const { page, complaints } = await demo.open('/domains', { viewport: { width, height: 900 } });
      const row = page.getByRole('row', { name: /journal\.nordlicht\.example/ });
      await row.waitFor();
      // The longest state.
      await page.route('**/custom_domains?**', async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        for (const { verdict } of json.data)
          Object.assign(verdict, { state: 'attention', cause: 'The custom certificate expires in 5 days.' });
        await route.fulfill({ response, json });
      });
      await page.reload();
      await row.getByText('Needs attention').waitFor();
      await row.getByText('Nameplate self-signed').waitFor();
      await row
        .getByText(/^[+-]?[\d.]+%$/)
        .first()
        .waitFor();
      expect([width, await scrollsSideways(page)]).toEqual([width, false]);
      expect([width, await page.evaluate(tablesScroll)]).toEqual([width, false]);
      const lines = row.getByRole('link', { name: 'journal.nordlicht.example' });
      expect((await lines.boundingBox())?.height, `two lines at most at ${width}`).toBeLessThan(50);
      await expect.poll(() => accessibilityProblems(page)).toEqual([]);
      await keepScreenshot(page, `domains-${width}`);
      await page.getByRole('checkbox', { name: 'Select journal.nordlicht.example' }).check();
      await page.getByRole('group', { name: 'Selected domains' }).waitFor();
      expect([width, await scrollsSideways(page)]).toEqual([width, false]);
      await expect.poll(() => accessibilityProblems(page)).toEqual([]);
      await keepScreenshot(page, `domains-selected-${width}`);
      expect(complaints).toEqual([]);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  });

  test('are filtered and sorted by what the address says', async () => {
    const { page, complaints } = await demo.open('/domains?traffic=some&sort=-visitors');
    const hosts = page
      .getByRole('table', { name: 'Custom domains' })
      .getByRole('link', { name: /\.example$/ });
    await page
      .getByRole('status')
      .filter({ hasText: /^\d+ domains? found$/ })
      .waitFor();
    await expect.poll(() => page.getByLabel('Order').inputValue()).toBe('-visitors');
    await expect.poll(() => page.getByLabel('Traffic').inputValue()).toBe('some');
    await expect.poll(async () => (await hosts.allTextContents()).length).toBeGreaterThan(1);
    await page.getByLabel('Certificate', { exact: true }).selectOption('Missing');
    await page.getByText('No domain matches the filters').waitFor();
    await page.waitForURL('**/domains?**certificate_state=missing**');
    await keepScreenshot(page, 'domains-no-match');
    await page.getByRole('button', { name: 'Show all domains' }).click();
    await page.getByText(/^5 domains · /).waitFor();
    await page.getByLabel('Upstream').selectOption({ label: 'https://origin.journal.nordlicht.example' });
    await expect.poll(() => hosts.allTextContents()).toEqual(['journal.nordlicht.example']);
    await page.reload();
    await expect.poll(() => hosts.allTextContents()).toEqual(['journal.nordlicht.example']);
    expect(complaints).toEqual([]);
  });

  test('are checked, moved and deleted together, and what fails is named and stays selected', async () => {
    const { dns, service } = dashboard;
    onTestFinished(() => dns.setRecords(edgeRecords));
    const made = [];
    for (const name of ['one', 'two', 'three']) {
      const domain = await makeDomain(`${name}.bulk.example`, 'bulk.saas.example');
      made.push(domain);
      // Otherwise its first check in the background may be under way below.
      const path = `${account()}/upstreams/${domain.upstream_uuid}/custom_domains/${domain.uuid}`;
      await service.api(`${path}/verify_dns_records`, { method: 'POST' });
    }
    await makeDomain('target.customer.example', 'target.saas.example');
    const { page, complaints } = await dashboard.open('/domains?query=bulk.example');
    const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}.bulk.example` });
    const bar = page.getByRole('group', { name: 'Selected domains' });
    await page.getByRole('checkbox', { name: 'Select all domains on this page' }).check();
    await bar.getByText('3 selected').waitFor();
    dns.setRecords([...edgeRecords, 'one.bulk.example CNAME edge.example.net']);
    await bar.getByRole('button', { name: 'Check DNS' }).click();
    await page.getByText('3 domains checked').waitFor();
    expect(await domainOf('one.bulk.example')).toMatchObject({ status: 'dns_records_found' });
    expect(await domainOf('two.bulk.example')).toMatchObject({ status: 'dns_records_not_found' });
    await expect.poll(() => select('one').isChecked()).toBe(false);

    await select('one').check();
    await select('two').check();
    await bar.getByRole('button', { name: 'Start maintenance' }).click();
    await page.getByText('2 domains in maintenance').waitFor();
    expect(await domainOf('two.bulk.example')).toMatchObject({ maintenance: true });
    expect(await domainOf('three.bulk.example')).toMatchObject({ maintenance: false });
    await select('two').check();
    await bar.getByRole('button', { name: 'End maintenance' }).click();
    await page.getByText('1 domain out of maintenance').waitFor();
    expect(await domainOf('two.bulk.example')).toMatchObject({ maintenance: false });

    await select('one').check();
    await select('two').check();
    await bar.getByRole('button', { name: 'Move…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move 2 domains to another upstream' });
    await dialog.getByLabel('Upstream').selectOption({ label: 'https://target.saas.example' });
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('2 domains moved').waitFor();
    const [one, three] = [await domainOf('one.bulk.example'), await domainOf('three.bulk.example')];
    expect(one.upstream_uuid).not.toBe(three.upstream_uuid);
    expect((await domainOf('two.bulk.example')).upstream_uuid).toBe(one.upstream_uuid);

    // One of the three can't be deleted.
    await page.route(`**/custom_domains/${made[1].uuid}`, (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 403, json: { error_code: 'forbidden', message: 'Not this one.' } })
        : route.continue(),
    );
    await page.getByRole('checkbox', { name: 'Select all domains on this page' }).check();
    await bar.getByRole('button', { name: 'Delete…' }).click();
    const confirm = page.getByRole('alertdialog', { name: 'Delete 3 domains?' });
    await expect.poll(() => confirm.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    await confirm.getByLabel('Type 3 domains to confirm').fill('3 domains');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'domains-delete');
    await confirm.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 domains deleted').waitFor();
    const failures = page.getByRole('alert').filter({ hasText: '1 domain failed and is still selected' });
    await failures.getByText('two.bulk.example').waitFor();
    await expect.poll(() => select('two').isChecked()).toBe(true);
    await bar.getByText('1 selected').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'domains-failed');
    expect(await domainOf('one.bulk.example')).toBeUndefined();
    expect(await domainOf('two.bulk.example')).toMatchObject({ host: 'two.bulk.example' });
    expect(complaints.filter((complaint) => !/^403 |status of 403/.test(complaint))).toEqual([]);
    await service.api(`${account()}/upstreams/${one.upstream_uuid}/custom_domains/${made[1].uuid}`, {
      method: 'DELETE',
    });
  });

  test('are searched and sorted, and the address keeps it', async () => {
    const { page, complaints } = await demo.open('/domains');
    const hosts = page
      .getByRole('table', { name: 'Custom domains' })
      .getByRole('link', { name: /\.example$/ });
    await page.getByRole('button', { name: 'Domain' }).click();
    await page.waitForURL('**/domains?sort=host');
    await expect
      .poll(() => hosts.allTextContents())
      .toEqual([
        'docs.lumen-ci.example',
        'harbour-coffee.example',
        'journal.nordlicht.example',
        'open-data-days.example',
        'velo-atelier.example',
      ]);
    await page.getByLabel('Order').selectOption({ label: 'Host, Z to A' });
    await expect.poll(async () => (await hosts.allTextContents())[0]).toBe('velo-atelier.example');

    const search = page.getByRole('textbox', { name: 'Search domains' });
    await search.fill('LUMEN');
    await page.getByRole('status').filter({ hasText: '1 domain found' }).waitFor();
    await expect.poll(() => hosts.allTextContents()).toEqual(['docs.lumen-ci.example']);
    await page.reload();
    await expect.poll(() => search.inputValue()).toBe('LUMEN');
    await page.getByText('1 domain found').waitFor();
    await expect.poll(() => hosts.allTextContents()).toEqual(['docs.lumen-ci.example']);

    await page.getByLabel('Show', { exact: true }).selectOption('Not ready');
    await page.getByText('No domain matches the filter and “LUMEN”').waitFor();
    expect(new URL(page.url()).searchParams.get('ready')).toBe('false');
    await page.getByRole('button', { name: 'Show all domains' }).click();
    await page.getByText(/^5 domains · /).waitFor();

    await search.fill('nothing like it');
    await page.getByText('No domain matches “nothing like it”').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear the search', exact: true }).last().click();
    await page.getByText(/^5 domains/).waitFor();
    expect(complaints).toEqual([]);
  });

  test('fit a phone: list, form, setup and settings', async () => {
    const uuid = await domainUuidOf(demo.service, 'harbour-coffee.example');
    const records = (page: Page) => page.getByRole('table', { name: 'DNS records to set' });
    const harbour = (page: Page) => page.getByRole('link', { name: 'harbour-coffee.example' });
    const places = [
      ['domains', '/domains', harbour],
      ['domain-add', '/domains/new', (page: Page) => page.getByLabel('Host', { exact: true })],
      ['domain-setup', `/domains/new?domain=${uuid}`, records],
      ['domain-settings', `/domains/${uuid}/settings`, records],
      ['upstreams', '/upstreams', harbour],
    ] as const;
    for (const [name, path, content] of places) {
      const { page, complaints } = await demo.open(path, { viewport: phone, hasTouch: true });
      await content(page).waitFor();
      expect([name, await scrollsSideways(page)]).toEqual([name, false]);
      await expect.poll(() => accessibilityProblems(page), { message: name }).toEqual([]);
      expect([name, complaints]).toEqual([name, []]);
      await keepScreenshot(page, `${name}-phone`);
    }
  });

  // It waits for the page's own looks at DNS, whose pauses grow.
  test('are added in one flow, which turns green when the DNS records are there', async () => {
    const host = 'shop.customer.example';
    const { dns } = dashboard;
    onTestFinished(() => dns.setRecords(edgeRecords));
    const { page, complaints } = await dashboard.open('/domains', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('link', { name: 'Add domain' }).click();
    const hostField = page.getByLabel('Host', { exact: true });
    await hostField.waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);

    // As one types.
    await hostField.fill('shop');
    await page.getByText('A domain has at least two parts, such as shop.example.com.').waitFor();
    await hostField.fill(takenHost);
    await page.getByText(`${takenHost} is already a custom domain in this account.`).waitFor();
    await page.getByRole('link', { name: `Go to ${takenHost}` }).waitFor();
    await hostField.fill(`https://${host}/welcome`);
    await expect.poll(() => hostField.inputValue()).toBe(host);
    // Not until typing pauses: whoever is quick would be refused for the host before.
    expect(await page.getByText('is already a custom domain in this account').count()).toBe(0);
    await page.getByLabel(`Send visitors to www.${host}`).waitFor();

    // What only the API knows stands at its field, and nothing typed is lost.
    await page.getByRole('button', { name: 'New server' }).click();
    const server = page.getByLabel('Server', { exact: true });
    await server.fill('a b');
    await page.getByText('That isn\'t a valid host: it has the character " ".').waitFor();
    await server.fill('127.0.0.1');
    expect(complaints).toEqual([]);
    await page.getByRole('button', { name: 'Add domain' }).click();
    await page.getByText('127.0.0.1 is a loopback address').waitFor();
    await expect.poll(() => server.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('127.0.0.1');
    await expect.poll(() => hostField.inputValue()).toBe(host);
    await keepScreenshot(page, 'domain-add-refused');
    await server.fill('http://app.saas.example:8080/x');
    await expect.poll(() => server.inputValue()).toBe('app.saas.example');
    expect(await page.getByText('127.0.0.1 is a loopback address').count()).toBe(0);
    await expect.poll(() => page.getByLabel('Port').inputValue()).toBe('8080');
    await page.getByLabel('Manual').check();
    await page.getByRole('button', { name: 'Add domain' }).click();

    await page.getByRole('heading', { level: 1, name: `Set up ${host}` }).waitFor();
    await page.getByText('http://app.saas.example:8080').waitFor();
    const records = page.getByRole('table', { name: 'DNS records to set' });
    await records.getByRole('cell', { name: 'Missing' }).waitFor();
    await page.getByRole('alert').filter({ hasText: 'does not exist in DNS' }).waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'domain-setup');
    await records.getByRole('button', { name: 'Copy the value edge.example.net' }).click();
    await expect.poll(() => clipboardOf(page)).toBe('edge.example.net');
    await page.getByRole('button', { name: 'Copy all' }).click();
    await expect.poll(() => clipboardOf(page)).toBe(`${host}.\tCNAME\tedge.example.net.\n`);

    // The owner mistypes the value, and mends it; nobody touches the page.
    dns.addRecords(`${host} CNAME old.hoster.example`, 'old.hoster.example A 198.51.100.9');
    await records.getByRole('cell', { name: 'Different' }).waitFor(nextLook);
    await page.getByText('points elsewhere').first().waitFor();
    await keepScreenshot(page, 'domain-setup-wrong');
    dns.setRecords([...edgeRecords, `${host} CNAME edge.example.net`]);
    await page.getByText(`${host} points here. Keep the record in place.`).waitFor(nextLook);
    await records.getByRole('cell', { name: 'Found' }).waitFor();
    await page.getByText('Being ordered').waitFor();

    // The flow can be left and opened again.
    await page.reload();
    await page.getByText(`${host} points here. Keep the record in place.`).waitFor();
    const { pem: certificate, keyPem } = makeCertificate({ sans: [host] });
    const uploaded = await dashboard.service.api(`${account()}/custom_certificates`, {
      json: { certificate, private_key: keyPem },
    });
    expect(uploaded.status).toBe(201);
    await page.getByRole('heading', { name: `${host} is live` }).waitFor();
    await page.getByText('Your own', { exact: true }).waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'domain-live');
    await page.getByRole('link', { name: 'Open analytics' }).click();
    await page.getByRole('heading', { level: 1, name: host }).waitFor();
    await expect
      .poll(() => domainOf(host))
      .toMatchObject({ web_analytics: 'manual', status: 'dns_records_found' });
    expect(complaints.filter((complaint) => !isRefusal(complaint))).toEqual([]);
  });

  test('that fail after their upstream was made go on with it', async () => {
    const { page, complaints } = await dashboard.open('/domains/new');
    const hostField = page.getByLabel('Host', { exact: true });
    await hostField.fill('edge.example.net');
    await page.getByRole('button', { name: 'New server' }).click();
    await page.getByLabel('Server', { exact: true }).fill('once.saas.example');
    await page.getByRole('button', { name: 'Add domain' }).click();
    await page.getByText("it is this service's own name").waitFor();
    await expect.poll(() => hostField.getAttribute('aria-invalid')).toBe('true');
    const chosen = page.getByLabel('Server', { exact: true });
    await expect.poll(() => chosen.locator('option:checked').textContent()).toBe('https://once.saas.example');
    await hostField.fill('once.customer.example');
    await page.getByRole('button', { name: 'Add domain' }).click();
    await page.getByRole('heading', { level: 1, name: 'Set up once.customer.example' }).waitFor();
    const { body } = await dashboard.service.api(`${account()}/upstreams?per_page=1000`);
    const made = body.records.filter((upstream: { host: string }) => upstream.host === 'once.saas.example');
    expect(made).toHaveLength(1);
    await expect.poll(() => domainOf('once.customer.example')).toMatchObject({ upstream_uuid: made[0].uuid });
    expect(complaints.filter((complaint) => !isRefusal(complaint))).toEqual([]);
  });

  test('have settings, which say what is wrong at their field and keep what was typed', async () => {
    const { uuid } = await makeDomain('set.customer.example', 'set.saas.example');
    const { page, complaints } = await dashboard.open(`/domains/${uuid}/settings`, { colorScheme: 'dark' });
    const hostField = page.getByLabel('Host', { exact: true });
    const save = page.getByRole('button', { name: 'Save changes' });
    await hostField.waitFor();
    await expect.poll(() => save.isDisabled()).toBe(true);

    await hostField.fill(takenHost);
    await save.click();
    await page.getByText(takenHost).and(page.getByRole('alert')).waitFor();
    await expect.poll(() => hostField.getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('link', { name: 'Visitors', exact: true }).click();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await expect.poll(() => hostField.inputValue()).toBe(takenHost);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => hostField.inputValue()).toBe('set.customer.example');

    await page.getByLabel('Manual').check();
    const tag = (name: string): string => `<script defer src="/.nameplate/${name}.js"></script>`;
    await page.getByText(tag('script')).waitFor();
    const alsoRecord = page.getByRole('group', { name: 'Also record' });
    await alsoRecord.getByLabel('Time on page and scroll depth').check();
    await alsoRecord.getByLabel('Web vitals').check();
    await page.getByText(`${tag('script')} ${tag('engagement')} ${tag('vitals')}`).waitFor();
    await alsoRecord.getByLabel('Referrer paths').check();
    // Without the tracker there is no second script; requests have referrers all the same.
    await page.getByRole('group', { name: 'Web analytics' }).getByLabel('Off').check();
    await expect.poll(() => alsoRecord.getByLabel('Time on page and scroll depth').isDisabled()).toBe(true);
    expect(await alsoRecord.getByLabel('Referrer paths').isEnabled()).toBe(true);
    await page.getByLabel('Manual').check();
    await page.getByLabel('Send visitors to www.set.customer.example').check();
    await page.getByLabel('HTTPS only (HSTS)').selectOption({ label: '1 year' });
    await page.getByLabel('Lowest TLS version').selectOption('1.3');
    await page.getByLabel('Client certificate authorities').fill(makeAuthority('Staff').pem);
    await page.getByRole('group', { name: 'AI crawlers' }).getByLabel('Block').check();
    await page.getByLabel('Ask AI crawlers in robots.txt to stay away').check();
    await page.getByLabel('External id').fill('customer-4711');
    await page.getByRole('button', { name: 'Add an entry' }).click();
    await page.getByLabel('Key').fill('two words');
    await page.getByText('A key has 1 to 40 letters, digits, "_" or "-".').waitFor();
    await expect.poll(() => save.isDisabled()).toBe(true);
    await page.getByLabel('Key').fill('plan');
    await page.getByLabel('Value', { exact: true }).fill('pro');
    await page.getByLabel('Maintenance').check();
    await save.click();
    await page.getByRole('status').filter({ hasText: 'Settings saved' }).waitFor();
    await page.getByRole('table', { name: 'DNS records to set' }).getByRole('row').nth(2).waitFor();
    await expect.poll(() => save.isDisabled()).toBe(true);
    await expect
      .poll(() => domainOf('set.customer.example'))
      .toMatchObject({
        web_analytics: 'manual',
        engagement: true,
        web_vitals: true,
        referrer_paths: true,
        redirect_to_www: true,
        hsts_max_age: 31_536_000,
        tls_min_version: '1.3',
        tls_client_ca: expect.stringContaining('BEGIN CERTIFICATE'),
        ai_crawlers: 'block',
        ai_crawlers_robots_txt: true,
        external_id: 'customer-4711',
        metadata: { plan: 'pro' },
        maintenance: true,
      });
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'domain-settings-dark');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Domains' }).click();
    await page.getByRole('textbox', { name: 'Search domains' }).fill('CUSTOMER-47');
    await page.getByRole('status').filter({ hasText: '1 domain found' }).waitFor();
    await page.getByRole('row', { name: /set\.customer\.example.*customer-4711/ }).waitFor();
    expect(complaints.filter((complaint) => !isRefusal(complaint))).toEqual([]);
  });

  test('move to another upstream', async () => {
    const domain = await makeDomain('moves.customer.example', 'from.saas.example');
    const to = await dashboard.service.api(`${account()}/upstreams`, { json: { host: 'to.saas.example' } });
    const { page, complaints } = await dashboard.open(`/domains/${domain.uuid}/settings`);
    await page.getByText('https://from.saas.example').waitFor();
    const open = page.getByRole('button', { name: 'Move to another upstream' });
    await open.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Move moves.customer.example to another upstream' });
    const choice = dialog.getByLabel('Upstream', { exact: true });
    expect(await choice.getByText('https://from.saas.example').count()).toBe(0);
    await choice.selectOption({ label: 'https://to.saas.example' });
    await dialog.getByText('New requests for moves.customer.example go to https://to.saas.example').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'domain-move');
    await dialog.getByRole('button', { name: 'Move domain' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('https://to.saas.example', { exact: true }).waitFor();
    await expect
      .poll(() => page.evaluate('document.activeElement.textContent'))
      .toBe('Move to another upstream');
    expect((await domainOf('moves.customer.example')).upstream_uuid).toBe(to.body.uuid);
    expect(complaints).toEqual([]);
  });

  test('and upstreams have error pages, typed or from a file', async () => {
    const { uuid, upstream_uuid } = await makeDomain('pages.customer.example', 'pages.saas.example');
    const ofUpstream = `${account()}/upstreams/${upstream_uuid}/error_pages`;
    const ofDomain = `${account()}/upstreams/${upstream_uuid}/custom_domains/${uuid}/error_pages`;
    const { page, complaints } = await dashboard.open(`/domains/${uuid}/settings`);
    await page.getByRole('button', { name: 'Add a page for 503' }).click();
    const field = page.getByLabel('HTML of the page for 503');
    const save = page.getByRole('button', { name: 'Save page' });
    await expect.poll(() => save.isDisabled()).toBe(true);
    await field.fill('x'.repeat(65_537));
    await page.getByRole('alert').filter({ hasText: 'The page has more than' }).waitFor();
    await expect.poll(() => save.isDisabled()).toBe(true);
    await field.fill('<h1>Soon ü</h1>');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await save.click();
    await page.getByText('Your page, 16 B').waitFor();
    expect((await dashboard.service.api(`${ofDomain}/503`)).body.html).toBe('<h1>Soon ü</h1>');
    await page.getByRole('button', { name: 'Edit the page for 503' }).click();
    await expect.poll(() => field.inputValue()).toBe('<h1>Soon ü</h1>');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete the page for 503' }).click();
    await page.getByRole('button', { name: 'Add a page for 503' }).waitFor();

    await page.goto(`${dashboard.service.apiOrigin}/upstreams?sort=-created_at`);
    await page.getByRole('button', { name: 'Actions for pages.saas.example' }).click();
    await page.getByRole('menuitem', { name: 'Error pages' }).click();
    const dialog = page.getByRole('dialog', { name: 'Error pages of pages.saas.example' });
    await dialog.getByRole('button', { name: 'Add a page for 502' }).click();
    const file = { name: '502.html', mimeType: 'text/html', buffer: Buffer.from('<p>From a file</p>') };
    await dialog.locator('input[type=file]').setInputFiles(file);
    await dialog.getByRole('button', { name: 'Save page' }).click();
    await dialog.getByText('Your page, 18 B').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    expect((await dashboard.service.api(`${ofUpstream}/502`)).body.html).toBe('<p>From a file</p>');
    expect(complaints.filter((complaint) => !isGivenUp(complaint))).toEqual([]);
  });

  test('say what to do where nobody has told where the edge is', async () => {
    const uuid = await domainUuidOf(demo.service, 'velo-atelier.example');
    const { page } = await demo.open('/upstreams');
    await page.route(`**/custom_domains/${uuid}`, async (route) => {
      const response = await route.fetch();
      const domain = await response.json();
      await route.fulfill({
        response,
        json: { ...domain, status: 'dns_records_not_found', dns_records: [] },
      });
    });
    await page.goto(`${demo.service.apiOrigin}/domains/${uuid}/settings`);
    await page.getByText('NAMEPLATE_EDGE_HOSTNAME=edge.example.net').waitFor();
    await page.getByText("so it can't list or check the records that velo-atelier.example needs").waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  });

  test('whose host another account had show the TXT record that proves the ownership', async () => {
    const made = await makeDomain('proof.customer.example', 'proof.saas.example');
    const record = {
      type: 'TXT',
      name: '_nameplate.proof.customer.example',
      value: 'nameplate-verification=gvGnIR_urlNFuvkawn23-qvmvxULZOfGVqgnFrsACG0',
    };
    const checked_at = new Date().toISOString();
    const domain = {
      ...made,
      status: 'dns_records_found',
      ownership: { status: 'required', record },
      last_dns_check_at: checked_at,
      dns_check: { checked_at, found: made.dns_records, problems: ['The TXT record is missing.'] },
    };
    const { page, complaints } = await dashboard.open('/upstreams', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    // What the API and the page's own looks at DNS answer, until the record is there.
    let answer: object = domain;
    await page.route(`**/custom_domains/${made.uuid}`, (route) => route.fulfill({ json: answer }));
    await page.route('**/verify_dns_records', (route) => route.fulfill({ json: answer }));
    await page.goto(`${dashboard.service.apiOrigin}/domains/${made.uuid}/settings`);
    await page.getByText('Another account had proof.customer.example until recently.').waitFor();
    await page.getByText('Proof needed').first().waitFor();
    const steps = page.getByRole('list', { name: 'What it takes' }).getByRole('listitem');
    await expect
      .poll(() => steps.allTextContents())
      .toEqual(['DNS records found', 'Ownership TXT record not found yet', 'Certificate not there yet']);
    const records = page.getByRole('table', { name: 'DNS records to set' });
    const proof = records.getByRole('row', { name: /TXT/ });
    await proof.getByText('Missing').waitFor();
    await records.getByRole('row', { name: /CNAME/ }).getByText('Found').waitFor();
    await proof.getByRole('button', { name: /^Copy the value/ }).click();
    await expect.poll(() => clipboardOf(page)).toBe(record.value);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'domain-ownership');
    await page.setViewportSize(phone);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    answer = {
      ...domain,
      ownership: { status: 'verified', record: null },
      tls_certificate_issued: true,
      certificate: { issuer: 'CN=Test', expires_at: '2100-01-01T00:00:00.000+00:00', last_error: null },
      ready: true,
      ready_at: checked_at,
    };
    await page.getByRole('button', { name: 'Check now' }).click();
    await proof.waitFor({ state: 'detached' });
    await page.getByText('proof.customer.example points here.').waitFor();
    await page.getByText(/^Ready since .* proof\.customer\.example leads here, with HTTPS\.$/).waitFor();
    await steps.getByText('verified').waitFor();
    expect(complaints.filter((complaint) => !isGivenUp(complaint))).toEqual([]);
  });

  test('are validated through DNS only where a zone is set up for it', async () => {
    const { page } = await dashboard.open('/domains/new');
    await page.getByLabel('Host', { exact: true }).fill('*.nozone.example');
    await page.getByText('Wildcards get no automatic certificate here').waitFor();
    expect(await page.getByLabel('Certificate validation').count()).toBe(0);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'domain-without-zone');
  });

  test('can be wildcards, which stand for many hosts', async () => {
    await makeDomain('tame.customer.example', 'wild.saas.example');
    const { page, complaints } = await dashboard.open('/domains');
    await page.route('**/challenge_types', (route) =>
      route.fulfill({ json: { offered: ['http01', 'dns01'] } }),
    );
    await page.goto(`${dashboard.service.apiOrigin}/domains/new`);
    const hostField = page.getByLabel('Host', { exact: true });
    await hostField.fill('a.*.customer.example');
    await page.getByText('A wildcard has one asterisk').waitFor();
    await hostField.fill('*.customer.example');
    await page.getByText('*.customer.example is a wildcard.').waitFor();
    await page.getByText('Wildcards get automatic certificates through DNS only').waitFor();
    await expect.poll(() => page.getByLabel('Certificate validation').inputValue()).toBe('dns01');
    await page.getByLabel('Server', { exact: true }).selectOption({ label: 'https://wild.saas.example' });
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add domain' }).click();
    await page.getByRole('heading', { level: 1, name: 'Set up *.customer.example' }).waitFor();
    const { uuid } = await domainOf('*.customer.example');
    await page.goto(`${dashboard.service.apiOrigin}/domains/${uuid}/settings`);
    await page.getByRole('heading', { level: 1, name: '*.customer.example' }).waitFor();
    // There is no single address to open.
    expect(await page.getByRole('link', { name: /opens in a new tab/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Why?' }).count()).toBe(0);
    expect(complaints.filter((complaint) => !isGivenUp(complaint))).toEqual([]);
  });

  test('are deleted after asking, by name', async () => {
    const domain = await makeDomain('gone.customer.example', 'gone.saas.example');
    const { page, complaints } = await dashboard.open('/tokens');
    // The page checks DNS by itself, and a check at the moment of the deletion would be answered 404.
    await page.route('**/verify_dns_records', (route) => route.fulfill({ json: domain }));
    await page.goto(`${dashboard.service.apiOrigin}/domains/${domain.uuid}/settings`);
    const button = page.getByRole('button', { name: 'Delete domain' });
    await button.click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete gone.customer.example?' });
    await dialog.waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Delete domain');
    await button.click();
    const confirm = dialog.getByRole('button', { name: 'Delete domain' });
    const name = dialog.getByLabel('Type gone.customer.example to confirm');
    await name.fill('gone.customer');
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    await name.press('Enter');
    await dialog.waitFor();
    await name.fill('gone.customer.example');
    await confirm.click();
    // The message is shown for five seconds only.
    await Promise.all([
      page.getByText('gone.customer.example was deleted').waitFor(),
      page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor(),
    ]);
    expect(await page.getByRole('link', { name: 'gone.customer.example' }).count()).toBe(0);
    expect(await domainOf('gone.customer.example')).toBeUndefined();
    expect(complaints.filter((complaint) => !isGivenUp(complaint))).toEqual([]);
  });

  test('belong to upstreams: listed, added, edited, and deleted with what is on them', async () => {
    await makeDomain('one.customer.example', 'farm.saas.example');
    const { page, complaints } = await dashboard.open('/upstreams');
    const table = page.getByRole('table', { name: 'Upstreams' });
    const farm = table.getByRole('row', { name: /farm\.saas\.example/ });
    await farm.getByRole('link', { name: 'one.customer.example' }).waitFor();
    await page.getByText('X-Nameplate-Auth-Token').waitFor();
    const { body } = await dashboard.service.api(`${account()}/upstreams?per_page=1000`);
    const { auth_token: authToken } = body.records.find(
      (upstream: { host: string }) => upstream.host === 'farm.saas.example',
    );
    expect(await page.getByText(authToken).count()).toBe(0);
    await farm.getByRole('button', { name: 'Show the auth token of farm.saas.example' }).click();
    await farm.getByText(authToken).waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'upstreams');

    for (const width of [720, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const menu = await farm.getByRole('button', { name: 'Actions for farm.saas.example' }).boundingBox();
      expect((menu?.x ?? width) + (menu?.width ?? 0)).toBeLessThanOrEqual(width - 22);
    }
    await page.setViewportSize(desktop);

    await page.getByRole('button', { name: 'Add upstream' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add upstream' });
    await dialog.getByLabel('Server', { exact: true }).fill('10.0.0.8');
    await dialog.getByRole('button', { name: 'Add upstream' }).click();
    await dialog.getByText('10.0.0.8 is a private address').waitFor();
    await dialog.getByLabel('Port').fill('70000');
    await dialog.getByText('A port is a number from 1 to 65535.').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add upstream' }).click();
    // A dialog that was closed by mistake opens as it was left.
    await expect.poll(() => dialog.getByLabel('Server', { exact: true }).inputValue()).toBe('10.0.0.8');
    await dialog.getByLabel('Server', { exact: true }).fill('new.saas.example');
    await dialog.getByLabel('Port').fill('443');
    await dialog.getByText('Advanced').click();
    await dialog.getByLabel("The visitor's host").check();
    await dialog.getByLabel('TLS server name').fill('not a name');
    await dialog.getByText("That isn't a DNS name: it has the character").waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel('TLS server name').fill('inner.saas.example');
    await dialog.getByLabel('Connect with TLS').uncheck();
    await expect.poll(() => dialog.getByLabel('Port').inputValue()).toBe('80');
    // By keyboard: the focus goes to the new row, and stays with the row that is moved.
    const focused = () => page.evaluate<string | null>('document.activeElement.getAttribute("aria-label")');
    const more = dialog.getByRole('group', { name: 'More servers' });
    await more.getByRole('button', { name: 'Add a server' }).press('Enter');
    await page.keyboard.type('10.0.0.9');
    for (const _ of ['port', 'up', 'remove', 'add']) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('https://b.saas.example:8443');
    await dialog.getByRole('button', { name: 'Add upstream' }).click();
    await more.getByText('10.0.0.9 is a private address').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('10.0.0.9');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await more.scrollIntoViewIfNeeded();
    await keepScreenshot(page, 'upstream-targets');
    await page.setViewportSize(phone);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await keepScreenshot(page, 'upstream-targets-phone');
    await page.setViewportSize(desktop);
    await more.getByLabel('Host').first().fill('new.saas.example');
    await more.getByText("That is the upstream's own place.").waitFor();
    await more.getByLabel('Host').first().fill('c.saas.example');
    await more.getByRole('button', { name: 'Move the server b.saas.example up' }).press('Enter');
    await expect.poll(focused).toBe('Move the server b.saas.example up');
    await dialog.getByRole('button', { name: 'Add upstream' }).click();
    const added = table.getByRole('row', { name: /new\.saas\.example/ });
    await added.getByText('Clear text').waitFor();
    await added.getByText('None', { exact: true }).waitFor();

    await added.getByRole('button', { name: 'Actions for new.saas.example' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit new.saas.example' });
    await edit.getByLabel('Connect with TLS').check();
    await expect.poll(() => edit.getByLabel("The visitor's host").isChecked()).toBe(true);
    await expect.poll(() => edit.getByLabel('TLS server name').inputValue()).toBe('inner.saas.example');
    await expect
      .poll(() => edit.getByRole('group', { name: 'More servers' }).getByLabel('Host').first().inputValue())
      .toBe('b.saas.example');
    await edit.getByRole('button', { name: 'Remove the server c.saas.example' }).press('Enter');
    await expect.poll(focused).toBe('Remove the server b.saas.example');
    await edit.getByLabel('Certificates to trust').fill('no certificate');
    await edit.getByLabel('Check its servers').check();
    await edit.getByLabel('Path').fill('health');
    await edit.getByText('A path begins with /').waitFor();
    await edit.getByLabel('Path').fill('/health');
    await edit.getByLabel('Compress its answers').check();
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await edit.getByRole('alert').getByText('certificate').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await edit.getByLabel('Check its servers').scrollIntoViewIfNeeded();
    await keepScreenshot(page, 'upstream-health-check');
    await page.setViewportSize(phone);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await keepScreenshot(page, 'upstream-health-check-phone');
    await page.setViewportSize(desktop);
    await edit.getByLabel('Certificates to trust').fill('');
    const shown = makeCertificate({ notAfter: new Date(Date.now() + 5 * 86_400_000) });
    await edit.getByLabel('Client certificate').fill(shown.pem);
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await edit.getByRole('alert').getByText(/key/).waitFor();
    await edit.getByLabel('Its private key').fill(shown.keyPem);
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await added.getByText('TLS, and 1 more server').waitFor();
    await added.getByText(/Client certificate expires in [45] days/).waitFor();
    const { body: saved } = await dashboard.service.api(`${account()}/upstreams?sort=-created_at`);
    expect(saved.records[0]).toMatchObject({
      targets: [{ host: 'b.saas.example', port: 8443 }],
      health_check: { path: '/health', interval_seconds: 10 },
      tls_ca: '',
      compression: true,
      tls_client_certificate: shown.pem,
    });
    await added.getByRole('button', { name: 'Actions for new.saas.example' }).click();
    await page.getByRole('menuitem', { name: 'Check now' }).click();
    const health = page.getByRole('dialog', { name: 'Health of new.saas.example' });
    await expect
      .poll(() => health.getByRole('listitem').allTextContents())
      .toEqual([
        expect.stringMatching(/^https:\/\/new\.saas\.exampleFails.*no address/),
        expect.stringMatching(/^https:\/\/b\.saas\.example:8443Fails.*no address/),
      ]);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'upstream-health');
    await health.getByRole('button', { name: 'Close' }).first().click();

    await farm.getByRole('button', { name: 'Actions for farm.saas.example' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const ask = page.getByRole('alertdialog', { name: 'Delete farm.saas.example?' });
    await ask.getByText('One custom domain goes with it').waitFor();
    await ask.getByText('one.customer.example').waitFor();
    await keepScreenshot(page, 'upstream-delete');
    const confirm = ask.getByRole('button', { name: 'Delete with its domain' });
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    await ask.getByLabel('Type farm.saas.example to confirm').fill('farm.saas.example');
    await confirm.click();
    await farm.waitFor({ state: 'detached' });
    await expect.poll(() => domainOf('one.customer.example')).toBeUndefined();
    expect(complaints.filter((complaint) => !isRefusal(complaint))).toEqual([]);
  });

  test('give their owner a link, under a brand, until it is revoked', async () => {
    const { uuid } = await makeDomain('owner.customer.example', 'owner.saas.example');
    const { page, complaints } = await dashboard.open(`/domains/${uuid}/settings`);
    await page.getByRole('button', { name: 'Name, color and logo' }).click();
    const brand = page.getByRole('dialog', { name: 'What your customers see' });
    await brand.getByLabel('Color').fill('red');
    await brand.getByRole('button', { name: 'Save' }).click();
    await brand
      .getByRole('alert')
      .getByText(/red. is invalid/)
      .waitFor();
    await brand.getByLabel('Name').fill('Nordlicht Domains');
    await brand.getByLabel('Color').fill('#0f766e');
    const buffer = Buffer.from('\x89PNG\r\n\x1a\n a picture', 'latin1');
    await brand.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await brand.getByRole('img', { name: 'The logo' }).waitFor();
    await brand.getByRole('button', { name: 'Save' }).click();
    await brand.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'New link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Ends after').selectOption('7 days');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByText('This is the only time the link is shown.').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    const address = (await dialog.locator('code').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    const opened = await fetch(address);
    expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining('Nordlicht Domains')]);

    const links = page.getByRole('list', { name: 'Open links' });
    await links.getByText(/^Created .*, expires /).waitFor();
    await keepScreenshot(page, 'domain-connect-links');
    await links.getByRole('button', { name: /^Revoke the link/ }).click();
    await page.getByText('The link no longer opens the page.').waitFor();
    await links.getByRole('listitem').waitFor({ state: 'detached' });
    expect((await fetch(address)).status).toBe(404);

    await page.getByRole('button', { name: 'New link' }).click();
    await dialog.getByLabel('Email address').fill('owner@customer.example');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/NAMEPLATE_SMTP_URL is not set/)
      .waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Share statistics' }).click();
    await dialog.getByLabel('Sites that may embed it').fill('https://www.customer.example');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByRole('button', { name: 'Copy the HTML to embed it' }).waitFor();
    const shared = await fetch((await dialog.locator('code').textContent()) ?? '');
    expect(shared.headers.get('content-security-policy')).toContain(
      'frame-ancestors https://www.customer.example',
    );
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await links.getByText(/^Statistics, created /).waitFor();
    expect(complaints.filter((complaint) => !isRefusal(complaint))).toEqual([]);
  });

  test('cannot be changed with a token that can only read', async () => {
    const made = await dashboard.service.api(`${account()}/access_tokens`, {
      json: { name: 'looks only', scope: 'read' },
    });
    const { page, complaints } = await dashboard.open('/domains', {
      storageState: { cookies: [], origins: [] },
    });
    await page.getByLabel('Access token').fill(made.body.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const add = page.getByRole('button', { name: 'Add domain' });
    await add.waitFor();
    await expect.poll(() => add.isDisabled()).toBe(true);
    const { uuid } = await domainOf(takenHost);
    await page.goto(`${dashboard.service.apiOrigin}/domains/${uuid}/settings`);
    await page.getByText('a read-only token').waitFor();
    for (const name of ['Delete domain', 'Save changes', 'Check now']) {
      await expect.poll(() => page.getByRole('button', { name }).isDisabled()).toBe(true);
    }
    await expect.poll(() => page.getByLabel('Host', { exact: true }).isDisabled()).toBe(true);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    expect(complaints.filter((complaint) => !isGivenUp(complaint))).toEqual([]);
  });
});

/** Whether a table is wider than its card. */
const tablesScroll = `[...document.querySelectorAll('table')].some(
  ({ parentElement }) => parentElement.scrollWidth > parentElement.clientWidth)`;

function clipboardOf(page: Page): Promise<string> {
  return page.evaluate('navigator.clipboard.readText()');
}
