/**
 * Web vitals in a real browser, through an edge that injects the script, and what queries then answer.
 * Source: docs/reference/web-vitals.md ("What is measured").
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { BareChromium } from '../support/bare-chromium.ts';
import { findChromium, launchChromium, visitorArguments } from '../support/chromium.ts';
import {
  createDomain,
  type LocalUpstream,
  loopbackUpstreams,
  startUpstream,
  type TestDomain,
} from '../support/domains.ts';
import { TestService } from '../support/service.ts';
import { skipLoudly } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const executable = findChromium();
if (!executable) skipLoudly('web vitals in a browser', 'no Chromium on this machine');
const patience = { interval: 200 };
const slowMs = 300;
/** The browser measures when it has painted. */
const painted =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 200))))';

/** Resolves once something has moved. */
const moved = `new Promise((done) => {
  new PerformanceObserver(() => done(null)).observe({ type: 'layout-shift', buffered: true });
})`;

/** It comes late, its button is slow, and what is below an element that grows is moved. */
const html = `<!doctype html><head><style>body{margin:0}</style></head>
<h1>Large</h1><a id="next" href="/next">next</a><button>slow</button>
<div id="grows"></div><div style="height:600px;background:#ccc">moved</div>
<script>
  document.querySelector('button').onclick = () => {
    const end = performance.now() + ${slowMs};
    while (performance.now() < end);
  };
  setTimeout(() => { document.getElementById('grows').style.height = '300px'; }, 500);
</script>`;

describe.skipIf(!executable)('web vitals', () => {
  let service: TestService;
  let upstream: LocalUpstream;
  let browser: Browser;

  beforeAll(async () => {
    upstream = await startUpstream((_request, answer) => {
      answer.setHeader('content-type', 'text/html; charset=utf-8');
      setTimeout(() => answer.end(html), slowMs);
    });
    service = await TestService.start({
      dataDir: await tempDir('file'),
      env: { ...loopbackUpstreams, NAMEPLATE_RATE_LIMIT: '0' },
    });
    browser = await launchChromium(executable ?? '', visitorArguments);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await upstream?.close();
  });

  /** Views and measures by page. */
  async function answered(domain: TestDomain): Promise<Record<string, readonly (number | null)[]>> {
    const json = {
      metrics: ['pageviews', 'lcp_p75', 'inp_p75', 'ttfb_p75', 'cls_p75'],
      dimensions: ['event:page'],
      date_range: 'day',
    };
    const { body } = await service.api(`/api/v1/analytics/custom_domains/${domain.uuid}/query`, { json });
    return Object.fromEntries(
      body.results.map((row: { dimensions: [string]; metrics: (number | null)[] }) => [
        row.dimensions[0],
        row.metrics,
      ]),
    );
  }

  test('a page is measured until it is left, and anew out of the back-forward cache', async () => {
    const host = 'quick.example.com';
    const domain = await createDomain(service, host, upstream.port, { web_vitals: true });
    const page = await browser.newPage({ viewport: { width: 800, height: 1_000 } });
    onTestFinished(() => page.close());
    const origin = `http://${host}:${service.edgePort}`;
    await page.goto(`${origin}/first`);
    // Before a click, as a shift within half a second after it is the visitor's doing.
    await page.evaluate(moved);
    await page.click('button');
    await page.evaluate(painted);
    // Another path of the document, which has no report until it comes out of the back-forward cache.
    await page.evaluate("history.replaceState(null, '', '/second'); window.isKept = true");
    await expect.poll(async () => (await answered(domain))['/second']?.[0], patience).toBe(1);
    await page.click('#next', { noWaitAfter: true });
    await page.waitForURL('**/next');
    await expect.poll(async () => (await answered(domain))['/first']?.[1], patience).toBeGreaterThan(0);
    const [views, lcp, inp, ttfb, cls] = (await answered(domain))['/first'] ?? [];
    expect([views, lcp, inp, ttfb, cls].map((value) => typeof value)).toEqual(
      Array.from({ length: 5 }, () => 'number'),
    );
    expect(inp).toBeGreaterThanOrEqual(slowMs - 8);
    expect(ttfb).toBeGreaterThanOrEqual(slowMs);
    expect(lcp).toBeGreaterThanOrEqual(ttfb ?? 0);
    expect(cls).toBeGreaterThan(0.05);
    expect(cls).toBeLessThan(1);

    expect((await answered(domain))['/second']).toEqual([1, null, null, null, null]);
    await delay(500);
    await page.goBack({ waitUntil: 'commit' });
    await page.evaluate(painted);
    expect(await page.evaluate('window.isKept')).toBe(true);
    await page.goto('about:blank');
    // Nothing came from the network, nothing moved and nothing was clicked.
    await expect
      .poll(async () => (await answered(domain))['/second'], patience)
      .toEqual([2, expect.any(Number), null, 0, 0]);
    expect((await answered(domain))['/first']).toEqual([views, lcp, inp, ttfb, cls]);
    await expect
      .poll(async () => (await answered(domain))['/next']?.[3], patience)
      .toBeGreaterThanOrEqual(slowMs);
  });

  test('a page that opened in a background tab has no LCP and CLS, also when it is shown later', async () => {
    const host = 'background.example.com';
    const domain = await createDomain(service, host, upstream.port, { web_vitals: true });
    await using bare = await BareChromium.start(executable ?? '', await tempDir(), visitorArguments);
    const tab = await bare.open(`http://${host}:${service.edgePort}/behind`, 'background');
    await expect.poll(() => bare.evaluate(tab, 'document.readyState'), patience).toBe('complete');
    expect(await bare.evaluate(tab, 'document.visibilityState')).toBe('hidden');
    await delay(1_000);
    expect((await answered(domain))['/behind']).toBeUndefined();
    await bare.show(tab);
    await expect.poll(async () => (await answered(domain))['/behind']?.[0], patience).toBe(1);
    await bare.evaluate(tab, painted);
    await bare.evaluate(tab, 'location.href = "about:blank"');
    await expect
      .poll(async () => (await answered(domain))['/behind']?.[3], patience)
      .toBeGreaterThanOrEqual(slowMs);
    expect((await answered(domain))['/behind']).toEqual([1, null, null, expect.any(Number), null]);
  });
});
