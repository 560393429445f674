/**
 * The tracker in a real browser, through the edge, and what the API then counts. Source: docs/reference/tracker.md
 * ("What counts as a view").
 */
import type { RequestListener } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { BareChromium } from '../support/bare-chromium.ts';
import { collectComplaints, findChromium, launchChromium, visitorArguments } from '../support/chromium.ts';
import {
  createDomain,
  type LocalUpstream,
  loopbackUpstreams,
  reportOf,
  startUpstream,
  type TestDomain,
} from '../support/domains.ts';
import { TestService } from '../support/service.ts';
import { skipLoudly } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const executable = findChromium();
if (!executable) skipLoudly('the tracker in a browser', 'no Chromium on this machine');

/** Longer than a view takes to get into reports: what is not counted by then is not counted at all. */
const countedWithinMs = 3_000;
const patience = { interval: 200 };

const prerenderRules =
  '<script type="speculationrules">{"prerender":[{"source":"list","urls":["/next"]}]}</script>';
const tag = '<script defer src="/.nameplate/script.js"></script>';

/** As docs/reference/tracker.md has it. */
const queue =
  '<script>window.nameplate||(nameplate=function(){(nameplate.q=nameplate.q||[]).push(arguments)})</script>';
const heads: Readonly<Record<string, string>> = {
  '/rules': tag + prerenderRules,
  '/early': `${queue}<script>nameplate('Early', { props: { plan: 'pro' } })</script>${tag}`,
  '/other': `${tag}${tag.replace('script.js', 'links.js')}`,
  '/quiet': tag.replace('defer', 'defer data-outbound="off" data-downloads="off" data-404="off"'),
};
const links =
  '<a id="out" href="https://partner.example.org/x?token=secret#y"><b>out</b></a>' +
  '<a id="file" href="/list.pdf?v=2" download>file</a>' +
  '<a id="report" href="/report" download>report</a>' +
  '<img usemap="#map" width="40" height="40" alt=""><map name="map">' +
  '<area id="area" href="https://area.example.org/x?y" shape="rect" coords="0,0,40,40" alt="area"></map>' +
  '<svg width="40" height="40"><a id="svg" href="https://svg.example.org/x?y"><rect width="40" height="40"/></a></svg>' +
  '<div id="host"><template shadowrootmode="open"><a id="inner" href="https://shadow.example.org/x?y"><b>in</b></a></template></div>' +
  '<a id="mail" href="mailto:a@b.example">mail</a>' +
  '<script>addEventListener("click", (event) => { if (event.target.closest("a")?.id != "next") event.preventDefault(); })</script>';

/** Paths that were asked for before anybody was to see them. */
const prerendered: string[] = [];

/** The script is in the page by hand: what the edge injects has tests of its own. */
const site: RequestListener = (request, answer) => {
  if (request.headers['sec-purpose']?.includes('prerender')) prerendered.push(request.url ?? '');
  answer.setHeader('content-type', 'text/html; charset=utf-8');
  if (request.url === '/missing') answer.statusCode = 404;
  const head = heads[request.url ?? ''] ?? tag;
  answer.end(`<!doctype html><title>${request.url}</title>${head}<a id="next" href="/next">next</a>${links}`);
};

describe.skipIf(!executable)('the tracker', () => {
  let service: TestService;
  let upstream: LocalUpstream;
  let browser: Browser;
  let hosts = 0;

  beforeAll(async () => {
    upstream = await startUpstream(site);
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

  type Site = {
    readonly domain: TestDomain;
    readonly origin: string;
    /** Resolves once as many views of the test were accepted. */
    readonly hasReported: (views: number) => Promise<void>;
  };

  async function newSite(): Promise<Site> {
    const host = `site-${++hosts}.example.com`;
    const domain = await createDomain(service, host, upstream.port, { web_analytics: 'manual' });
    const before = await accepted();
    const hasReported = (views: number) => expect.poll(accepted, patience).toBe(before + views);
    return { domain, origin: `http://${host}:${service.edgePort}`, hasReported };
  }

  async function newPage(): Promise<Page> {
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    return page;
  }

  async function accepted(): Promise<number> {
    const { body } = await service.api('/metrics');
    return Number(/^nameplate_events_accepted_total (\d+)$/m.exec(body)?.[1]);
  }

  /** What the API says, in the end and for good: views by path. */
  async function expectViews(domain: TestDomain, expected: Readonly<Record<string, number>>): Promise<void> {
    const views = async (): Promise<Record<string, number>> => {
      const { data } = await reportOf(service, domain, 'pages');
      return Object.fromEntries(data.map((item: { path: string; views: number }) => [item.path, item.views]));
    };
    await expect.poll(views, patience).toEqual(expected);
    await delay(countedWithinMs);
    expect(await views()).toEqual(expected);
  }

  test('counts the pages of a plain site, without cookies or a complaint', async () => {
    const { domain, origin, hasReported } = await newSite();
    const partner = await startUpstream((_, answer) => {
      answer.setHeader('content-type', 'text/html');
      answer.end(`<!doctype html><a id="out" href="${origin}/a?utm_source=news&token=secret#place">out</a>`);
    });
    onTestFinished(() => partner.close());
    const page = await newPage();
    const complaints = collectComplaints(page);
    await page.goto(`http://partner.example.org:${partner.port}/`);
    await page.click('#out');
    await hasReported(1);
    await page.click('#next');
    await hasReported(2);
    await page.reload();
    await hasReported(3);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    expect(complaints).toEqual([]);
    await expectViews(domain, { '/a': 1, '/next': 2 });
    expect(await reportOf(service, domain, 'unique_visitors_count')).toEqual({ count: 1 });
    expect(await reportOf(service, domain, 'sources')).toMatchObject({
      data: [{ name: 'partner.example.org', count: 1 }],
    });
  });

  test('counts the moves of a single-page app, its referrer once', async () => {
    const { domain, origin, hasReported } = await newSite();
    const page = await newPage();
    await page.goto(`${origin}/app`, { referer: 'https://www.google.com/' });
    await page.evaluate(`
      history.pushState({}, '', '/app/one');
      history.pushState({}, '', '/app/one#place');
      history.replaceState({}, '', '/app/one?filter=1');
      history.replaceState({}, '', '/app/two');
      history.pushState({}, '', '/app/three');
      location.hash = 'place';
    `);
    await hasReported(4);
    await page.evaluate('history.go(-2)');
    await hasReported(5);
    expect(new URL(page.url()).pathname).toBe('/app/two');
    await expectViews(domain, { '/app': 1, '/app/one': 1, '/app/two': 2, '/app/three': 1 });
    expect(await reportOf(service, domain, 'sources')).toMatchObject({
      data: [{ name: 'Google', count: 1 }],
    });
  });

  test('counts navigations that the Navigation API intercepts', async () => {
    const { domain, origin, hasReported } = await newSite();
    const page = await newPage();
    await page.goto(`${origin}/app`);
    await page.evaluate(`
      navigation.addEventListener('navigate', (event) => {
        if (event.canIntercept && !event.hashChange && event.navigationType != 'reload') event.intercept();
      });
      navigation.navigate('/app/one').finished
        .then(() => navigation.navigate('/app/one?filter=1', { history: 'replace' }).finished)
        .then(() => navigation.navigate('/app/two').finished)
        .then(() => document.getElementById('next').click());
    `);
    await hasReported(4);
    await page.evaluate('navigation.back().finished.then(() => 1)');
    await hasReported(5);
    await expectViews(domain, { '/app': 1, '/app/one': 1, '/app/two': 2, '/next': 1 });
  });

  test('counts a page that comes back out of the back-forward cache', async () => {
    const { domain, origin, hasReported } = await newSite();
    const page = await newPage();
    await page.goto(`${origin}/a`);
    await page.evaluate(`addEventListener('pageshow', ({ persisted }) => {
      document.title = 'came back: ' + persisted;
    })`);
    await hasReported(1);
    await page.click('#next');
    await hasReported(2);
    await page.goBack({ waitUntil: 'commit' });
    await hasReported(3);
    // A page that was loaded anew would be counted, too.
    await expect.poll(() => page.title()).toBe('came back: true');
    await expectViews(domain, { '/a': 2, '/next': 1 });
  });

  test('does not count a prerendered page until it is shown', async () => {
    const { domain, origin } = await newSite();
    await using bare = await BareChromium.start(executable ?? '', await tempDir(), visitorArguments);
    const unseen = await bare.open(`${origin}/rules`);
    await expect.poll(() => prerendered, patience).toEqual(['/next']);
    await expectViews(domain, { '/rules': 1 });
    await bare.evaluate(unseen, 'document.getElementById("next").click()');
    await expectViews(domain, { '/rules': 1, '/next': 1 });
    const activation = 'performance.getEntriesByType("navigation")[0].activationStart > 0';
    expect(await bare.evaluate(unseen, activation)).toBe(true);
  });

  test.each(['globalPrivacyControl', 'doNotTrack'])(
    'leaves people alone who say so by %s',
    async (signal) => {
      const { domain, origin } = await newSite();
      const page = await newPage();
      const value = signal === 'doNotTrack' ? "'1'" : 'true';
      await page.addInitScript(
        `Object.defineProperty(Navigator.prototype, '${signal}', { get: () => ${value} })`,
      );
      await page.goto(`${origin}/a`);
      await page.evaluate(`history.pushState({}, '', '/b')`);
      await expectViews(domain, {});
    },
  );

  test('does not count browsers that programs drive', async () => {
    const { domain, origin } = await newSite();
    const others = visitorArguments.filter((argument) => !argument.includes('AutomationControlled'));
    const driven = await launchChromium(executable ?? '', others);
    onTestFinished(() => driven.close());
    const page = await driven.newPage();
    await page.goto(`${origin}/a`);
    expect(await page.evaluate('navigator.webdriver')).toBe(true);
    await expectViews(domain, {});
  });

  /** Opens a page and gathers the custom events that it reports. */
  async function openAndGather(url: string): Promise<{ page: Page; events: Record<string, unknown>[] }> {
    const page = await newPage();
    const events: Record<string, unknown>[] = [];
    page.on('request', (request) => {
      const { n, p, $ } = JSON.parse(request.postData() ?? '{}');
      if (n !== undefined) events.push({ n, p, $ });
    });
    await page.goto(url);
    return { page, events };
  }

  test('reports custom events, from before it has loaded too', async () => {
    const { origin, hasReported } = await newSite();
    const { page, events } = await openAndGather(`${origin}/early`);
    await hasReported(2);
    const call = `nameplate('Signup', { props: { seats: 3 }, revenue: { amount: '12.50', currency: 'EUR' } })`;
    await page.evaluate(call);
    await hasReported(3);
    await expect
      .poll(() => events)
      .toEqual([
        { n: 'Early', p: { plan: 'pro' } },
        { n: 'Signup', p: { seats: 3 }, $: { amount: '12.50', currency: 'EUR' } },
      ]);
  });

  test('reports links that lead away, and files, once each', async () => {
    const { origin, hasReported } = await newSite();
    const { page, events } = await openAndGather(`${origin}/a`);
    await hasReported(1);
    await page.click('#out b');
    await hasReported(2);
    await page.click('#file');
    await hasReported(3);
    await page.click('#mail');
    await page.click('#out', { button: 'middle' });
    await hasReported(4);
    const outbound = { n: 'Outbound Link: Click', p: { url: 'https://partner.example.org/x' } };
    await expect
      .poll(() => events)
      .toEqual([outbound, { n: 'File Download', p: { url: `${origin}/list.pdf` } }, outbound]);
  });

  test('reports with its second script areas and links in shadow roots and SVG, once each', async () => {
    const { origin, hasReported } = await newSite();
    const { page, events } = await openAndGather(`${origin}/other`);
    await hasReported(1);
    await page.click('#report');
    await page.click('img');
    await page.click('#inner b');
    await page.click('#svg rect');
    await page.click('#out b');
    await hasReported(6);
    const outbound = (url: string) => ({ n: 'Outbound Link: Click', p: { url } });
    await expect
      .poll(() => events)
      .toEqual([
        { n: 'File Download', p: { url: `${origin}/report` } },
        outbound('https://area.example.org/x'),
        outbound('https://shadow.example.org/x'),
        outbound('https://svg.example.org/x'),
        outbound('https://partner.example.org/x'),
      ]);
  });

  test('reports a page that is missing, besides its view', async () => {
    const { origin, hasReported } = await newSite();
    const { events } = await openAndGather(`${origin}/missing`);
    await hasReported(2);
    await expect.poll(() => events).toEqual([{ n: '404', p: { path: '/missing' } }]);
  });

  test('reports none of these where the tag says so', async () => {
    const { domain, origin, hasReported } = await newSite();
    const { page, events } = await openAndGather(`${origin}/quiet`);
    await hasReported(1);
    await page.click('#out');
    await page.click('#file');
    await expectViews(domain, { '/quiet': 1 });
    expect(events).toEqual([]);
  });

  test('counts once on a page that has the script twice', async () => {
    const { domain, origin } = await newSite();
    const page = await newPage();
    await page.goto(`${origin}/a`);
    await page.addScriptTag({ url: '/.nameplate/script.js' });
    await expectViews(domain, { '/a': 1 });
  });

  test('counts a site that is not proxied, by data-domain, and none on localhost', async () => {
    const { domain, hasReported } = await newSite();
    const source = `${service.apiOrigin}/.nameplate/script.js`;
    const elsewhere = await startUpstream((_, answer) => {
      answer.setHeader('content-type', 'text/html');
      answer.end(`<!doctype html><script defer src="${source}" data-domain="${domain.host}"></script>`);
    });
    onTestFinished(() => elsewhere.close());
    const page = await newPage();
    const complaints = collectComplaints(page);
    await page.goto(`http://static.example.org:${elsewhere.port}/docs/`);
    await hasReported(1);
    await page.goto(`http://localhost:${elsewhere.port}/secret/`);
    await expectViews(domain, { '/docs/': 1 });
    expect(complaints).toEqual([]);
  });
});
