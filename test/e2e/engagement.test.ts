/**
 * Time on page and scroll depth in a real browser, through an edge that injects the script, and what queries then answer.
 * Source: docs/reference/engagement.md ("What is measured").
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
if (!executable) skipLoudly('time on page in a browser', 'no Chromium on this machine');
const patience = { interval: 200 };

describe.skipIf(!executable)('engagement', () => {
  let service: TestService;
  let upstream: LocalUpstream;
  let browser: Browser;

  beforeAll(async () => {
    upstream = await startUpstream((request, answer) => {
      answer.setHeader('content-type', 'text/html; charset=utf-8');
      const height = request.url === '/short' ? '10px' : '4000px';
      answer.end(
        `<!doctype html><head><style>body{margin:0}div{height:${height}}</style></head><a id="next" href="/short">next</a><div></div>`,
      );
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

  async function newSite(host: string): Promise<{ domain: TestDomain; origin: string }> {
    const domain = await createDomain(service, host, upstream.port, { engagement: true });
    return { domain, origin: `http://${host}:${service.edgePort}` };
  }

  /** Views, seconds and depth by page. */
  async function answered(domain: TestDomain): Promise<Record<string, readonly number[]>> {
    const json = {
      metrics: ['pageviews', 'time_on_page', 'scroll_depth'],
      dimensions: ['event:page'],
      date_range: 'day',
    };
    const { body } = await service.api(`/api/v1/analytics/custom_domains/${domain.uuid}/query`, { json });
    return Object.fromEntries(
      body.results.map((row: { dimensions: [string]; metrics: number[] }) => [
        row.dimensions[0],
        row.metrics,
      ]),
    );
  }

  test('a page is measured until it is left, and again out of the back-forward cache', async () => {
    const { domain, origin } = await newSite('left.example.com');
    const page = await browser.newPage({ viewport: { width: 800, height: 1_000 } });
    onTestFinished(() => page.close());
    const before = Date.now();
    await page.goto(`${origin}/long`);
    await page.evaluate('scrollTo(0, 1000); window.isKept = true');
    await delay(2_000);
    await page.click('#next', { force: true, noWaitAfter: true }).catch(() => {});
    await page.waitForURL('**/short');
    await expect.poll(async () => (await answered(domain))['/long']?.[1], patience).toBeGreaterThanOrEqual(2);
    const [, seconds = 0, depth = 0] = (await answered(domain))['/long'] ?? [];
    expect(seconds).toBeLessThanOrEqual(Math.ceil((Date.now() - before) / 1000));
    expect(depth).toBeGreaterThanOrEqual(49);
    expect(depth).toBeLessThanOrEqual(51);
    await page.goBack({ waitUntil: 'commit' });
    // It comes back a while after the commit.
    await expect.poll(async () => (await answered(domain))['/long']?.[0], patience).toBe(2);
    expect(await page.evaluate('window.isKept')).toBe(true);
    await delay(1_500);
    await page.goto('about:blank');
    await expect
      .poll(() => answered(domain), patience)
      .toMatchObject({
        '/long': [2, expect.any(Number), depth],
        '/short': [1, expect.any(Number), 100],
      });
    await expect.poll(async () => (await answered(domain))['/long']?.[1], patience).toBeGreaterThan(seconds);
  });

  test('time in a tab behind another does not count', async () => {
    const { domain, origin } = await newSite('behind.example.com');
    await using bare = await BareChromium.start(executable ?? '', await tempDir(), visitorArguments);
    const tab = await bare.open(`${origin}/long`);
    // A page that was hidden before it had loaded has nothing to tell yet.
    await expect.poll(async () => (await answered(domain))['/long']?.[0], patience).toBe(1);
    await delay(1_500);
    const other = await bare.open('about:blank');
    await expect.poll(() => bare.evaluate(other, 'document.visibilityState'), patience).toBe('visible');
    await expect.poll(async () => (await answered(domain))['/long']?.[2], patience).toBeGreaterThan(0);
    const [, seconds] = (await answered(domain))['/long'] ?? [];
    expect(await bare.evaluate(tab, 'document.visibilityState')).toBe('hidden');
    await delay(3_000);
    await bare.evaluate(tab, 'location.href = "/short"');
    await delay(2_000);
    expect((await answered(domain))['/long']).toEqual([1, seconds, expect.any(Number)]);
  });

  test('time in which the tab was frozen does not count, and the time after it does', async () => {
    const { domain, origin } = await newSite('frozen.example.com');
    await using bare = await BareChromium.start(executable ?? '', await tempDir(), visitorArguments);
    const opened = Date.now();
    const tab = await bare.open(`${origin}/long`);
    await expect.poll(async () => (await answered(domain))['/long']?.[0], patience).toBe(1);
    await delay(1_000);
    await bare.setFrozen(tab, true);
    await expect.poll(async () => (await answered(domain))['/long']?.[1], patience).toBeGreaterThan(0);
    const before = (await answered(domain))['/long']?.[1] ?? 0;
    expect(before).toBeLessThanOrEqual(Math.ceil((Date.now() - opened) / 1_000));
    await delay(6_000);
    await bare.setFrozen(tab, false);
    // Only a tab behind another can come to the front.
    await bare.open('about:blank');
    const shown = Date.now();
    await bare.show(tab);
    await expect.poll(() => bare.evaluate(tab, 'document.visibilityState'), patience).toBe('visible');
    await delay(2_000);
    await bare.evaluate(tab, 'location.href = "/short"');
    await expect.poll(async () => (await answered(domain))['/short']?.[0], patience).toBe(1);
    await expect
      .poll(async () => (await answered(domain))['/long']?.[1], patience)
      .toBeGreaterThanOrEqual(before + 2);
    const after = (await answered(domain))['/long']?.[1] ?? 0;
    expect(after).toBeLessThanOrEqual(before + Math.ceil((Date.now() - shown) / 1_000) + 1);
  });

  test('of time in which the machine was suspended ten seconds count at most', async () => {
    const { domain, origin } = await newSite('suspended.example.com');
    await using bare = await BareChromium.start(executable ?? '', await tempDir(), visitorArguments);
    const opened = Date.now();
    const tab = await bare.open(`${origin}/long`);
    await expect.poll(async () => (await answered(domain))['/long']?.[0], patience).toBe(1);
    const renderers = await bare.renderers();
    expect(renderers).not.toEqual([]);
    const suspended = Date.now();
    for (const pid of renderers) process.kill(pid, 'SIGSTOP');
    await delay(25_000);
    for (const pid of renderers) process.kill(pid, 'SIGCONT');
    const resumed = Date.now();
    await bare.evaluate(tab, 'location.href = "/short"');
    await expect.poll(async () => (await answered(domain))['/short']?.[0], patience).toBe(1);
    await expect.poll(async () => (await answered(domain))['/long']?.[1], patience).toBeGreaterThan(0);
    const awake = Date.now() - resumed + suspended - opened;
    expect((await answered(domain))['/long']?.[1]).toBeLessThanOrEqual(Math.ceil(awake / 1_000) + 10);
  });
});
