/** The elements in pages of another origin. Source: docs/guides/embedding.md. */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeCertificate } from '../support/certificate-maker.ts';
import { collectComplaints, launchChromium } from '../support/chromium.ts';
import {
  accessibilityProblems,
  chromiumPath,
  keepScreenshot,
  scrollsSideways,
} from '../support/dashboard.ts';
import { TestDnsServer } from '../support/dns-server.ts';
import { addDomain, type TestDomain } from '../support/domains.ts';
import { TestService } from '../support/service.ts';
import { signToken } from '../support/signed-token.ts';
import { tempDir } from '../support/temp-dir.ts';

type MintToken = (externalId: string, key: { readonly uuid: string; readonly secret: string }) => string;
type Told = readonly [id: string, name: string, detail: Readonly<Record<string, unknown>> | null];

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Keeps what the elements say, and gets another token when one has expired. */
const pageScript = `
window.told = [];
window.violations = [];
document.addEventListener('securitypolicyviolation', (event) =>
  violations.push(event.violatedDirective + ' ' + event.blockedURI));
for (const name of ['nameplate-loading', 'nameplate-state', 'nameplate-error'])
  document.addEventListener(name, (event) => told.push([event.target.id, name, event.detail]));
// Before scripts that are deferred.
document.addEventListener('readystatechange', () => {
  for (const element of document.querySelectorAll('[data-early]')) element.token = element.dataset.early;
}, { once: true });
document.addEventListener('nameplate-error', async ({ target, detail }) => {
  if (detail.code !== 'unauthorized' || !target.dataset.renews) return;
  target.token = await (await fetch('/token?for=' + target.dataset.renews)).text();
});
`;

const policyOf = (api: string) =>
  [
    "default-src 'none'",
    `script-src 'self' ${api}`,
    "style-src 'self'",
    `connect-src 'self' ${api}`,
    `frame-src ${api}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

const documentOf = (api: string, body: string, parameters: URLSearchParams) =>
  `<!doctype html><html lang="${parameters.get('lang') ?? 'en'}" dir="${parameters.get('dir') ?? 'ltr'}"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Product</title><script src="/page.js"></script>
<script src="${api}/embed.js" ${parameters.get('load') ?? 'defer'}></script><main><h1>Your domains</h1>${body}</main></html>`;

/** What the guide has for servers, as it stands there. */
async function mintOfGuide(): Promise<MintToken> {
  const guide = await readFile('docs/guides/embedding.md', 'utf8');
  const [, code = ''] = /```js\n(\s*import \{ createHmac[\s\S]*?)```/.exec(guide) ?? [];
  expect(
    code
      .trim()
      .split('\n')
      .filter((line) => line.trim() !== '').length,
  ).toBeLessThanOrEqual(10);
  const path = join(await tempDir('file'), 'mint.mjs');
  await writeFile(path, code);
  return (await import(pathToFileURL(path).href)).mintToken;
}

describe.skipIf(!chromiumPath)('the embedded elements', () => {
  let service: TestService;
  let dns: TestDnsServer;
  let browser: Browser;
  let product: http.Server;
  let port = 0;
  let key = { uuid: '', secret: '' };
  let mint: MintToken;
  const domains: Record<string, TestDomain> = {};
  let body = '';

  beforeAll(async () => {
    mint = await mintOfGuide();
    dns = await TestDnsServer.start(['edge.example.net A 203.0.113.7', 'live.example.com A 203.0.113.7']);
    service = await TestService.start({
      dataDir: await tempDir('file'),
      env: { NAMEPLATE_EDGE_HOSTNAME: 'edge.example.net', NAMEPLATE_DNS_SERVERS: dns.address },
    });
    product = http.createServer((request, answer) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://product.invalid');
      if (pathname === '/token') answer.end(mint(searchParams.get('for') ?? '', key));
      else if (pathname === '/page.js') answer.setHeader('content-type', 'text/javascript').end(pageScript);
      else {
        answer.setHeader('content-type', 'text/html; charset=utf-8');
        answer.setHeader('content-security-policy', policyOf(service.apiOrigin));
        answer.end(documentOf(service.apiOrigin, body, searchParams));
      }
    });
    product.listen(0, '127.0.0.1');
    await once(product, 'listening');
    const address = product.address();
    port = typeof address === 'object' && address ? address.port : 0;
    const account = `/api/v1/accounts/${service.accountUuid}`;
    await service.api(`${account}/settings`, { method: 'PUT', json: { allowed_origins: [allowed()] } });
    await service.api(`${account}/brand`, { method: 'PUT', json: { name: 'Acme Shops', color: '#7c2d12' } });
    ({ body: key } = await service.api(`${account}/signing_keys`, { json: { name: 'portal' } }));
    for (const [host, externalId, views] of [
      ['one.example.com', 'customer-1', 3],
      ['two.example.com', 'customer-2', 5],
      ['two-b.example.com', 'customer-2', 2],
      ['live.example.com', 'customer-3', 0],
    ] as const) {
      const attributes = { external_id: externalId };
      domains[host] = await addDomain(service, host, { host: 'app.saas.example' }, attributes);
      for (let view = 0; view < views; view += 1) await sendView(host, view);
    }
    for (const [host, views] of [
      ['one.example.com', 3],
      ['two.example.com', 5],
      ['two-b.example.com', 2],
    ] as const)
      await vi.waitUntil(async () => (await countedViews(host)) === views, {
        timeout: 60_000,
        interval: 200,
      });
    browser = await launchChromium(chromiumPath ?? '', ['--host-resolver-rules=MAP localhost 127.0.0.1']);
  });
  afterAll(async () => {
    await browser?.close();
    product?.closeAllConnections();
    product?.close();
    await service?.stop();
    await dns?.[Symbol.asyncDispose]();
  });

  const allowed = () => `http://localhost:${port}`;
  const sendView = (host: string, view: number) =>
    service.api('/.nameplate/event', {
      json: {
        u: `https://${host}/of-${host}/${view}`,
        w: 1_280,
        ip: `198.51.100.${view + 1}`,
        ua: userAgent,
      },
    });
  const countedViews = async (host: string) => {
    const json = { metrics: ['pageviews'], date_range: 'day' };
    const path = `/api/v1/analytics/custom_domains/${domains[host]?.uuid}/query`;
    return (await service.api(path, { json })).body.results[0]?.metrics[0];
  };
  const statistics = (attributes: string) =>
    `<nameplate-statistics id="statistics" period="day" timezone="UTC" ${attributes}></nameplate-statistics>`;

  /** Opens a page of the product with these elements. */
  async function open(elements: string, query = '', options: BrowserContextOptions = {}) {
    body = elements;
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints = collectComplaints(page);
    await page.goto(`${allowed()}/${query}`);
    return { page, complaints };
  }
  const told = (page: Page) => page.evaluate<readonly Told[]>('told');
  const toldOf = async (page: Page, id: string) =>
    (await told(page)).filter(([from]) => from === id).map(([, name, detail]) => [name, detail]);

  test('each of two customers sees their own domains and nothing else', async () => {
    const { page, complaints } = await open(
      `<nameplate-statistics id="one" period="day" timezone="UTC" token="${mint('customer-1', key)}"></nameplate-statistics>` +
        `<nameplate-statistics id="two" period="day" timezone="UTC" token="${mint('customer-2', key)}"></nameplate-statistics>`,
    );
    const [one, two] = [page.locator('#one section'), page.locator('#two section')];
    await one.getByText('/of-one.example.com/0').waitFor();
    await two.getByText('/of-two-b.example.com/0').waitFor();
    expect(await one.innerText()).toMatch(/one\.example\.com/);
    expect(await one.innerText()).not.toMatch(/two/);
    expect(await two.innerText()).not.toMatch(/one\.example/);
    // Three visitors with a page each.
    expect(await one.locator('dd').allInnerTexts()).toEqual(['3', '3', '3', '100%', '0s']);
    expect(await two.locator('dd').first().innerText()).toBe('2');
    const choice = two.getByLabel('Domain');
    expect(await choice.locator('option').allInnerTexts()).toEqual(['two-b.example.com', 'two.example.com']);
    await choice.selectOption('two.example.com');
    await two.getByText('/of-two.example.com/0').waitFor();
    expect(await two.getByText('/of-two-b.example.com/').count()).toBe(0);
    const detail = {
      state: 'ready',
      domain: { uuid: domains['one.example.com']?.uuid, host: 'one.example.com', external_id: 'customer-1' },
      period: 'day',
    };
    expect(await toldOf(page, 'one')).toEqual([
      ['nameplate-loading', null],
      ['nameplate-state', detail],
    ]);
    expect(await page.evaluate('violations')).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test.each(['uuid', 'host'] as const)(
    'one of several domains is shown by its %s, another’s is not',
    async (by) => {
      const wanted = domains['two.example.com'];
      const { page } = await open(
        // An attribute that is empty is none.
        `<nameplate-statistics id="statistics" period="day" timezone="" domain="${wanted?.[by]}" token="${mint('customer-2', key)}"></nameplate-statistics>`,
        '?load=type=module',
      );
      await page.getByText('/of-two.example.com/0').waitFor();
      expect(await page.getByLabel('Domain').count()).toBe(0);
      await page.evaluate(`statistics.domain = '${domains['one.example.com']?.[by]}'`);
      await page.getByText('This can’t be shown here.').waitFor();
      expect(await page.getByText('/of-').count()).toBe(0);
      expect((await toldOf(page, 'statistics')).at(-1)).toEqual([
        'nameplate-error',
        { code: 'not_found', status: 404, retryAfterSeconds: null },
      ]);
    },
  );

  test('it is in the language of its attribute, else of the page, else of the browser', async () => {
    // A property that is set before the element is one counts, too.
    const { page } = await open(statistics(`data-early="${mint('customer-1', key)}"`), '?lang=fr-CA');
    await page.getByText('Pages vues').waitFor();
    expect(await page.locator('section').getAttribute('lang')).toBe('fr');
    await page.evaluate(`statistics.locale = 'de-AT'`);
    await page.getByText('Seitenaufrufe').waitFor();
    await page.evaluate(`document.documentElement.lang = 'sv'; statistics.locale = null`);
    await page.getByText('Pageviews').waitFor();
  });

  test('an expired token is said so, and the next one goes on', async () => {
    const expired = () =>
      signToken(key.secret, {
        iss: key.uuid,
        exp: Math.floor(Date.now() / 1_000) - 1,
        external_id: 'customer-1',
      });
    const { page } = await open(statistics(`token="${expired()}" data-renews="customer-1"`));
    await page.getByText('/of-one.example.com/0').waitFor();
    expect((await toldOf(page, 'statistics')).map(([name]) => name)).toEqual([
      'nameplate-loading',
      'nameplate-error',
      'nameplate-loading',
      'nameplate-state',
    ]);
    // What is shown stays until the next one is there; without one, a message follows.
    await page.evaluate(`delete statistics.dataset.renews; statistics.token = '${expired()}'`);
    await expect
      .poll(() => toldOf(page, 'statistics'))
      .toContainEqual(['nameplate-error', { code: 'unauthorized', status: 401, retryAfterSeconds: null }]);
    await page.getByText('This can’t be shown here.').waitFor();
    expect(await page.getByText('/of-one.example.com/0').count()).toBe(1);
    await page.evaluate(`statistics.token = ''`);
    await page.getByText('Loading…').waitFor();
    expect(await page.getByText('/of-').count()).toBe(0);
  });

  test('a limit and an outage are waited for', async () => {
    const { page } = await open(statistics(''));
    let answers = 0;
    await page.route('**/api/v1/me', async (route) => {
      answers += 1;
      if (answers > 1) return route.continue();
      const headers = {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'Retry-After',
        'retry-after': '1',
      };
      return route.fulfill({ status: 429, headers, json: { error: 'x', error_code: 'rate_limited' } });
    });
    await page.evaluate(`statistics.token = '${mint('customer-1', key)}'`);
    await page.getByText('The statistics can’t be read at the moment.').waitFor();
    await page.getByText('/of-one.example.com/0').waitFor();
    expect(await toldOf(page, 'statistics')).toContainEqual([
      'nameplate-error',
      { code: 'rate_limited', status: 429, retryAfterSeconds: 1 },
    ]);
    await page.context().setOffline(true);
    await page.getByLabel('Period').selectOption('7d');
    await page.getByText('The statistics can’t be read at the moment.').waitFor();
    expect((await toldOf(page, 'statistics')).at(-1)).toMatchObject([
      'nameplate-error',
      { code: 'unreachable', status: 0 },
    ]);
    await page.context().setOffline(false);
    await page.getByText('No visitors in this time.').waitFor();
  });

  test('an element that is removed says nothing more', async () => {
    const { page } = await open(statistics(''));
    let isAsked = false;
    await page.route('**/query', async (route) => {
      isAsked = true;
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue().catch(() => undefined);
    });
    await page.evaluate(`statistics.token = '${mint('customer-1', key)}'`);
    await expect.poll(() => isAsked).toBe(true);
    const before = await told(page);
    await page.evaluate('window.kept = statistics; statistics.remove()');
    await page.waitForTimeout(1_000);
    expect(await told(page)).toEqual(before);
    await page.evaluate('document.querySelector("main").append(kept)');
    await page.getByText('/of-one.example.com/0').waitFor();
  });

  test('markup in names of pages and sources is text', async () => {
    const { page, complaints } = await open(statistics(''));
    const hostile = '"><img src=x onerror="window.broken=1"><script>window.broken=1</script>';
    await page.route('**/query', async (route) => {
      const answer = await route.fetch();
      const json = await answer.json();
      for (const row of json.results) row.dimensions = row.dimensions.map(() => hostile);
      await route.fulfill({ response: answer, json });
    });
    await page.evaluate(`statistics.token = '${mint('customer-1', key)}'`);
    await expect.poll(() => page.getByText(hostile).count()).toBeGreaterThan(1);
    expect(await page.locator('section img, section script').count()).toBe(0);
    expect(await page.evaluate('window.broken')).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  test('the keyboard chooses the period and opens the table', async () => {
    const { page } = await open(statistics(`token="${mint('customer-1', key)}"`));
    await page.getByText('/of-one.example.com/0').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.getByText('No visitors in this time.').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.getByText('/of-one.example.com/0').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Visitors over time' }).waitFor();
    expect(await page.getByRole('img').getAttribute('aria-label')).toMatch(/^Visitors over time\. .*: 3$/);
  });

  test.each(['ltr', 'rtl'])(
    'there are no barriers, and nothing is wider than the window: %s',
    async (dir) => {
      const { body: made } = await service.api(linksOf('one.example.com'), { json: {} });
      const { page } = await open(
        statistics(`token="${mint('customer-1', key)}"`) +
          `<nameplate-connect id="connect" link="${made.url}"></nameplate-connect>`,
        `?dir=${dir}`,
        { colorScheme: 'dark' },
      );
      await page.getByText('/of-one.example.com/0').waitFor();
      await page.frameLocator('iframe').getByRole('heading', { name: 'Connect one.example.com' }).waitFor();
      for (const [width, colorScheme] of [
        [1_440, 'dark'],
        [1_024, 'dark'],
        [768, 'light'],
        [360, 'light'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.locator(`iframe[src*='theme=${colorScheme}']`).waitFor();
        await page.frameLocator('iframe').locator(`html[data-theme=${colorScheme}]`).waitFor();
        expect(await scrollsSideways(page), `${width}`).toBe(false);
        await page.waitForTimeout(100);
        expect(await accessibilityProblems(page)).toEqual([]);
        await keepScreenshot(page, `embedded-${dir}-${width}`);
      }
      expect(await page.evaluate('violations')).toEqual([]);
    },
  );

  const linksOf = (host: string) => {
    const { uuid, upstreamUuid } = domains[host] ?? { uuid: '', upstreamUuid: '' };
    return `/api/v1/accounts/${service.accountUuid}/upstreams/${upstreamUuid}/custom_domains/${uuid}/connect_links`;
  };

  test('the connect page is as high as it is, and says when the domain is live and when the link has ended', async () => {
    const links = linksOf('live.example.com');
    const { body: made } = await service.api(links, { json: {} });
    const { page, complaints } = await open(
      `<nameplate-connect id="connect" theme="dark" locale="de" link="${made.url}"></nameplate-connect>`,
    );
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'live.example.com verbinden' }).waitFor();
    expect(await frame.locator('html').getAttribute('data-theme')).toBe('dark');
    await expect
      .poll(() => toldOf(page, 'connect'))
      .toEqual([
        ['nameplate-loading', null],
        ['nameplate-state', { state: 'waiting', host: 'live.example.com' }],
      ]);
    const heights = async () => [
      await page.locator('iframe').evaluate((element) => element.getBoundingClientRect().height),
      await frame.locator('html').evaluate((element) => Math.ceil(element.getBoundingClientRect().height)),
    ];
    await expect
      .poll(async () => {
        const [outside, inside] = await heights();
        return outside === inside;
      })
      .toBe(true);
    expect(await page.locator('iframe').getAttribute('title')).toBe('live.example.com verbinden');
    await keepScreenshot(page, 'embedded-connect-dark');
    // Its form leads back to the page as it was.
    const back = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await frame.getByRole('button', { name: 'Jetzt prüfen' }).click();
    expect((await back).status()).toBe(303);
    await frame.locator('html[lang=de][data-theme=dark] body.embedded').waitFor();
    // Pages that aren't in the frame may say what they like.
    await page.evaluate(
      `postMessage({ type: 'nameplate-connect', state: 'ready', host: 'x', title: 'x', height: 1 }, '*')`,
    );
    await service.api(links.replace('/connect_links', '/verify_dns_records'), { method: 'POST' });
    const { pem, keyPem } = makeCertificate({ sans: ['live.example.com'] });
    const certificates = `/api/v1/accounts/${service.accountUuid}/custom_certificates`;
    expect(
      (await service.api(certificates, { json: { certificate: pem, private_key: keyPem } })).status,
    ).toBe(201);
    await frame.getByRole('heading', { name: 'live.example.com ist online' }).waitFor();
    await expect
      .poll(async () => (await toldOf(page, 'connect')).at(-1))
      .toEqual(['nameplate-state', { state: 'ready', host: 'live.example.com' }]);
    expect(await page.evaluate('violations')).toEqual([]);
    expect(complaints).toEqual([]);
    await service.api(`${links}/${made.uuid}`, { method: 'DELETE' });
    await expect
      .poll(async () => (await toldOf(page, 'connect')).at(-1))
      .toEqual(['nameplate-error', { code: 'link_closed', status: 0, retryAfterSeconds: null }]);
    expect(await page.locator('iframe').count()).toBe(0);
  });

  test('a page whose origin isn’t allowed sees neither', async () => {
    const { body: made } = await service.api(linksOf('one.example.com'), { json: {} });
    const { page } = await open(
      statistics(`token="${mint('customer-1', key)}"`) +
        `<nameplate-connect id="connect" link="${made.url}"></nameplate-connect>`,
    );
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.getByText('The statistics can’t be read at the moment.').waitFor();
    await page.locator('#connect').getByText('This can’t be shown here.').waitFor();
    expect(await page.getByText('/of-').count()).toBe(0);
    expect(await toldOf(page, 'statistics')).toContainEqual([
      'nameplate-error',
      { code: 'unreachable', status: 0, retryAfterSeconds: 5 },
    ]);
    expect(await toldOf(page, 'connect')).toContainEqual([
      'nameplate-error',
      { code: 'not_shown', status: 0, retryAfterSeconds: null },
    ]);
    await keepScreenshot(page, 'embedded-not-allowed');
    for (const link of ['javascript:alert(1)', 'data:text/html,x', 'x']) {
      await page.evaluate(`connect.link = ${JSON.stringify(link)}`);
      await expect
        .poll(async () => (await toldOf(page, 'connect')).at(-1)?.[1])
        .toMatchObject({ code: 'link_invalid' });
      expect(await page.locator('#connect iframe, #connect a').count()).toBe(0);
      await page.evaluate('connect.link = null; told.length = 0');
    }
  });

  test('the page of examples shows what is pasted', async () => {
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1_440, height: 900 } });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints = collectComplaints(page);
    await page.goto(`${service.apiOrigin}/embed`);
    await page.getByText(`${service.apiOrigin}/embed.js`).waitFor();
    await page.getByLabel('Token').fill(mint('customer-1', key));
    await page.getByLabel('Token').press('Enter');
    await page.locator('nameplate-statistics').getByText('one.example.com').first().waitFor();
    await page.getByLabel('Theme').selectOption('dark');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    for (const width of [1_440, 1_024, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await scrollsSideways(page), `${width}`).toBe(false);
      await keepScreenshot(page, `embed-examples-${width}`);
    }
    expect(complaints).toEqual([]);
  });
});
