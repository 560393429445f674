/** From a connect link to a domain that is ready, by the button of its DNS provider. Source: docs/reference/domain-connect.md. */

import { Resolver } from 'node:dns/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { domainConnectKeyLabel } from '../../src/core/domain-connect-key.ts';
import { collectComplaints, launchChromium } from '../support/chromium.ts';
import { runCli } from '../support/command-line.ts';
import {
  accessibilityProblems,
  chromiumPath,
  desktop,
  keepScreenshot,
  phone,
  problemsEverywhere,
  scrollsSideways,
} from '../support/dashboard.ts';
import { TestDnsServer } from '../support/dns-server.ts';
import { addDomain, loopbackUpstreams } from '../support/domains.ts';
import { FakeAuthority } from '../support/fake-authority.ts';
import { freePort } from '../support/free-port.ts';
import { knownHostOptions } from '../support/known-host.ts';
import { TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';
import { providerHost, TemplateProvider } from '../support/template-provider.ts';

const zone = 'acme.nameplate.net';
const edgeRecords = ['edge.nameplate.net A 203.0.113.7'];
const button = 'Set up automatically at Provider';

describe.skipIf(!chromiumPath)('Domain Connect', () => {
  let dns: TestDnsServer;
  let provider: TemplateProvider;
  let authority: FakeAuthority;
  let service: TestService;
  let browser: Browser;
  let domains = 0;

  beforeAll(async () => {
    dns = await TestDnsServer.start(edgeRecords);
    provider = await TemplateProvider.start();
    authority = await FakeAuthority.start();
    const [dnsPort, tlsPort] = [await freePort(), await freePort()];
    dns.delegate(zone, [`127.0.0.1:${dnsPort}`]);
    const resolver = new Resolver();
    resolver.setServers([`127.0.0.1:${dnsPort}`]);
    provider.findKey = async () => (await resolver.resolveTxt(`${domainConnectKeyLabel}.${zone}`)).flat();
    provider.onApplied = (records) => dns.addRecords(...records);
    const dataDir = await tempDir('file');
    const env = {
      ...loopbackUpstreams,
      NAMEPLATE_EDGE_HOSTNAME: 'edge.nameplate.net',
      NAMEPLATE_DNS_ZONE: zone,
      NAMEPLATE_DNS_HOST: '127.0.0.1',
      NAMEPLATE_DNS_PORT: String(dnsPort),
      NAMEPLATE_DNS_SERVERS: dns.address,
      NAMEPLATE_DOMAIN_CONNECT_HOSTS: providerHost,
      NAMEPLATE_EDGE_HTTPS_PORT: String(tlsPort),
      NAMEPLATE_ACME: 'on',
      NAMEPLATE_ACME_DIRECTORY: authority.directoryUrl,
      NODE_EXTRA_CA_CERTS: provider.authority.path,
      NODE_OPTIONS: await knownHostOptions(await tempDir('file'), providerHost),
    };
    service = await TestService.start({ dataDir, env });
    const printed = await runCli(['domain-connect', 'template'], {
      dataDir,
      env: { ...env, NODE_OPTIONS: '' },
    });
    expect(printed).toMatchObject({ code: 0 });
    provider.template = JSON.parse(printed.stdout);
    const brand = `/api/v1/accounts/${service.accountUuid}/brand`;
    await service.api(brand, { method: 'PUT', json: { name: 'Acme Shops', color: '#7c2d12' } });
    browser = await launchChromium(chromiumPath ?? '', [
      `--host-resolver-rules=MAP ${providerHost} 127.0.0.1`,
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await authority?.[Symbol.asyncDispose]();
    await provider?.[Symbol.asyncDispose]();
    await dns?.[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    provider.settings = {};
    provider.isInteractive = true;
    dns.setRecords(edgeRecords);
  });

  /** A custom domain of its own, whose provider says that it has Domain Connect, and its link. */
  async function newLink(): Promise<{ readonly host: string; readonly url: string }> {
    domains += 1;
    const [host, domain] = [`shop.customer${domains}.com`, `customer${domains}.com`];
    dns.addRecords(`_domainconnect.${domain} TXT ${providerHost}:${provider.port}/dc`);
    const place = { host: 'app.saas.example' };
    const { uuid, upstreamUuid } = await addDomain(service, host, place, { challenge_type: 'dns01' });
    const path = `/api/v1/accounts/${service.accountUuid}/upstreams/${upstreamUuid}/custom_domains/${uuid}`;
    // Otherwise the page shows itself anew when the first check in the background is done.
    await service.api(`${path}/verify_dns_records`, { method: 'POST' });
    return { host, url: (await service.api(`${path}/connect_links`, { json: {} })).body.url };
  }

  /** A page whose clicks are counted on every site that it goes to. */
  async function newPage(options: BrowserContextOptions = {}) {
    const context = await browser.newContext({
      viewport: desktop,
      locale: 'en-GB',
      reducedMotion: 'reduce',
      // The provider's authority is this test's.
      ignoreHTTPSErrors: true,
      ...options,
    });
    onTestFinished(() => context.close());
    const seen = { clicks: 0 };
    await context.exposeFunction('countClick', () => {
      seen.clicks += 1;
    });
    await context.addInitScript(
      "addEventListener('click', ({ isTrusted }) => { if (isTrusted) countClick(); }, true)",
    );
    const page = await context.newPage();
    return { page, complaints: collectComplaints(page), seen };
  }

  const setUp = (page: Page) => page.getByRole('link', { name: button });
  const records = (page: Page) => page.getByRole('cell', { name: /edge\.nameplate\.net/ });

  test('two clicks and some seconds lead from the link to a domain that is ready', async () => {
    const { host, url } = await newLink();
    const { page, complaints, seen } = await newPage();
    const startTick = performance.now();
    await page.goto(url);
    // One button, and the records for those who want to set them themselves.
    expect(await setUp(page).count()).toBe(1);
    expect(await records(page).count()).toBe(1);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await setUp(page).click();
    await page.getByRole('heading', { name: 'Connect customer' }).waitFor();
    expect(new URL(page.url()).origin).toBe(provider.origin);
    await page.getByText(`${host} CNAME edge.nameplate.net`).waitFor();
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('heading', { name: `${host} is live` }).waitFor();
    const seconds = (performance.now() - startTick) / 1_000;
    process.stdout.write(
      `Domain Connect: ${seen.clicks} clicks, ${seconds.toFixed(1)} s from the link to ready\n`,
    );
    expect(new URL(page.url()).origin).toBe(service.apiOrigin);
    expect(provider.applied).toEqual([
      `${host} CNAME edge.nameplate.net`,
      expect.stringMatching(
        /^_acme-challenge\.shop\.customer\d+\.com CNAME [a-z2-7]{32}\.acme\.nameplate\.net$/,
      ),
    ]);
    expect(seen.clicks).toBe(2);
    expect(seconds).toBeLessThan(120);
    expect(await setUp(page).count()).toBe(0);
    expect(await problemsEverywhere(page, 'domain-connect-live')).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('the button fits every screen', async () => {
    const { url } = await newLink();
    const { page, complaints } = await newPage();
    await page.goto(url);
    await setUp(page).waitFor();
    expect(await problemsEverywhere(page, 'domain-connect-button')).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('while the records are not visible yet, a narrow page says that it looks for them', async () => {
    const { host, url } = await newLink();
    provider.onApplied = () => {};
    onTestFinished(() => {
      provider.onApplied = (applied) => dns.addRecords(...applied);
    });
    const { page, complaints, seen } = await newPage({ viewport: phone, hasTouch: true });
    await page.goto(url);
    await setUp(page).tap();
    await page.getByRole('button', { name: 'Connect' }).tap();
    await page.getByText('We are looking for the new records.').waitFor();
    // It would set the same again.
    expect(await setUp(page).count()).toBe(0);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'domain-connect-looking-360');
    dns.addRecords(...provider.applied);
    await page.getByRole('heading', { name: `${host} is live` }).waitFor();
    expect(seen.clicks).toBe(2);
    expect(complaints).toEqual([]);
  });

  test('who cancels at the provider is told so, and can try again or set the records', async () => {
    const { url } = await newLink();
    const { page, complaints } = await newPage({ viewport: phone });
    await page.goto(url);
    await setUp(page).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByText('The setup at your DNS provider was not completed.').waitFor();
    expect(await setUp(page).count()).toBe(1);
    expect(await records(page).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Check now' }).count()).toBe(1);
    expect(await problemsEverywhere(page, 'domain-connect-cancelled')).toEqual([]);
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText(/Last checked/).waitFor();
    expect(await page.getByText('was not completed').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test.each([
    ['another site', { urlSyncUX: 'https://evil.example/page' }],
    ['a site in clear text', { urlSyncUX: `http://${providerHost}/page` }],
    ['an API on a private address', { urlAPI: 'https://10.0.0.1/api' }],
  ])('settings that name %s make no button', async (_, settings) => {
    provider.settings = settings;
    const { url } = await newLink();
    const { page, complaints } = await newPage({ viewport: phone });
    await page.goto(url);
    expect(await records(page).count()).toBe(1);
    expect(await page.locator('a.button').count()).toBe(0);
    expect(provider.requests.some((path) => path.endsWith('/settings'))).toBe(true);
    expect(complaints).toEqual([]);
  });
});
