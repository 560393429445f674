/** Pages with the script added, in a real browser. Source: docs/reference/injection.md. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { TrackerScript } from '../../src/analytics/ingest/tracker-script.ts';
import { collectComplaints, findChromium, launchChromium, visitorArguments } from '../support/chromium.ts';
import { type LocalUpstream, startUpstream } from '../support/domains.ts';
import { domainAt } from '../support/proxied-domain.ts';
import { openRawEdge, type RawEdge } from '../support/raw-http.ts';
import { skipLoudly } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const executable = findChromium();
if (!executable) skipLoudly('injection in a browser', 'no Chromium on this machine');

const tag = '<script defer src="/.nameplate/script.js"></script>';
/** Longer than the tracker takes to report. */
const reportMs = 200;

type Told = { readonly html: string; readonly fields?: Readonly<Record<string, string>> };
/** Browsers ask for it whenever they find the time. */
const favicon: Told = { html: '', fields: { 'content-type': 'image/x-icon' } };
type ReceivedRequest = { readonly url: string; readonly fields: NodeJS.Dict<string | string[]> };

describe.skipIf(!executable)('a page with the script added', () => {
  const pages = new Map<string, Told>();
  const asked: ReceivedRequest[] = [];
  const events: string[] = [];
  let upstream: LocalUpstream;
  let edge: RawEdge;
  let browser: Browser;
  let origin = '';

  beforeAll(async () => {
    upstream = await startUpstream((request, answer) => {
      const url = request.url ?? '';
      asked.push({ url, fields: request.headers });
      const { html, fields = {} } = pages.get(url) ?? (url === '/favicon.ico' ? favicon : { html: '' });
      const isKnown = fields.etag !== undefined && request.headers['if-none-match'] === fields.etag;
      answer.writeHead(isKnown ? 304 : 200, { 'content-type': 'text/html; charset=utf-8', ...fields });
      if (isKnown) answer.end();
      else answer.end(fields['content-encoding'] === 'gzip' ? gzipSync(html) : html);
    });
    const outDir = await tempDir('file');
    const root = new URL('../../tracker', import.meta.url).pathname;
    await build({ root, logLevel: 'error', build: { outDir } });
    const pageviews = {
      appendDurably: async (line: string) => {
        events.push(line);
      },
    };
    const script = await TrackerScript.load(join(outDir, 'script.js'));
    edge = await openRawEdge({}, [], afterAll, {
      domains: {
        'd.example': domainAt({ port: upstream.port }, { webAnalytics: 'inject' }),
        'plain.example': domainAt({ port: upstream.port }),
      },
      pageviews,
      script,
    });
    edge.edge.visitors.setSalts([
      { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, key: Buffer.alloc(32, 7).toString('base64') },
    ]);
    origin = `http://d.example:${edge.port}`;
    browser = await launchChromium(executable ?? '', [
      ...visitorArguments,
      `--unsafely-treat-insecure-origin-as-secure=${origin}`,
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await upstream?.close();
  });
  beforeEach(() => {
    pages.clear();
    asked.length = 0;
    events.length = 0;
    edge.pages.length = 0;
  });

  async function newPage(): Promise<Page> {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    return await context.newPage();
  }

  test('is counted, without a complaint', async () => {
    pages.set('/', {
      html: '<!doctype html><html><head><link rel=icon href=data:,></head><body>x</body></html>',
    });
    const page = await newPage();
    const complaints = collectComplaints(page);
    await page.goto(`${origin}/`);
    await expect.poll(() => events.length).toBe(1);
    expect(await page.locator('head > script[src="/.nameplate/script.js"]').count()).toBe(1);
    expect(edge.pages).toEqual(['injected']);
    expect(complaints).toEqual([]);
  });

  test('is compressed as it was, kept, and found unchanged', async () => {
    const filler = '<p>some text</p>'.repeat(2_000);
    pages.set('/', {
      html: `<!doctype html><link rel=icon href=data:,><title>x</title><body>${filler}`,
      fields: { etag: '"a"', 'content-encoding': 'gzip', 'cache-control': 'no-cache' },
    });
    const page = await newPage();
    const complaints = collectComplaints(page);
    for (let views = 1; views <= 3; views++) {
      await page.goto(`${origin}/`);
      await expect.poll(() => events.length).toBe(views);
      expect(await page.locator('p').count()).toBe(2_000);
    }
    expect(asked.map(({ fields }) => fields['if-none-match'])).toEqual([undefined, '"a"', '"a"']);
    expect(asked[0]?.fields['accept-encoding']).not.toContain('zstd');
    expect(edge.records.filter(({ status }) => status === 304)).toHaveLength(2);
    expect(complaints).toEqual([]);
  });

  test('is one that a service worker asks for', async () => {
    const icon = '<link rel=icon href=data:,>';
    pages.set('/sw.js', {
      html: 'onfetch = (e) => e.respondWith(fetch(e.request)); oninstall = () => skipWaiting(); onactivate = () => clients.claim()',
      fields: { 'content-type': 'text/javascript' },
    });
    const register =
      '<script>navigator.serviceWorker.register("/sw.js"); navigator.serviceWorker.ready.then(() => { document.title = "ready" })</script>';
    pages.set('/', { html: `<!doctype html>${icon}${register}` });
    const page = await newPage();
    await page.goto(`${origin}/`);
    await page.waitForFunction('document.title === "ready" && navigator.serviceWorker.controller');
    pages.set('/worked', { html: `<!doctype html>${icon}` });
    await page.goto(`${origin}/worked`);
    await expect.poll(() => events.length).toBe(2);
    const fields = asked.find(({ url }) => url === '/worked')?.fields;
    expect([fields?.['sec-fetch-dest'], fields?.['sec-fetch-mode']]).toEqual(['empty', 'navigate']);
  });

  test('also when it was prefetched', async () => {
    const icon = '<link rel=icon href=data:,>';
    pages.set('/', {
      html: `<!doctype html>${icon}<link rel=prefetch href="/next"><a href="/next">next</a>`,
    });
    pages.set('/next', { html: `<!doctype html>${icon}next`, fields: { 'cache-control': 'max-age=60' } });
    const page = await newPage();
    await page.goto(`${origin}/`);
    await expect.poll(() => asked.some(({ url }) => url === '/next')).toBe(true);
    await expect.poll(() => edge.pages.length).toBe(2);
    await page.click('a');
    await expect.poll(() => events.length).toBe(2);
    expect(asked.filter(({ url }) => url === '/next')).toHaveLength(1);
  });

  test('never is a fragment that a script fetches', async () => {
    pages.set('/', { html: '<!doctype html><link rel=icon href=data:,>' });
    pages.set('/part', { html: '<p>part</p>' });
    const page = await newPage();
    await page.goto(`${origin}/`);
    expect(await page.evaluate('fetch("/part").then((answer) => answer.text())')).toBe('<p>part</p>');
    expect(edge.pages).toEqual(['injected', 'fragment']);
  });

  const policies = [
    "default-src 'self'",
    "default-src 'none'",
    "default-src 'none'; script-src 'self'",
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:",
    "script-src 'self' 'strict-dynamic' 'nonce-a'",
    "script-src 'nonce-a'",
    "script-src 'unsafe-inline'",
    'script-src http:',
    'script-src https:',
    'script-src http: ; connect-src https:',
    'script-src d.example',
    'script-src d.example:*',
    'script-src *.example:*',
    'script-src *.d.example:*',
    'script-src http://*:*/.nameplate/',
    'script-src http://*:*/.nameplate',
    'script-src http://*:*/%2Enameplate/script.js',
    'script-src *',
    'script-src',
    "script-src-elem 'none'; script-src 'self'",
    "script-src-attr 'none'",
    "connect-src 'none'",
    'connect-src *:*',
    "default-src 'strict-dynamic' 'self'",
    'sandbox allow-scripts',
    "sandbox allow-scripts; script-src 'self'; connect-src 'self'",
    'sandbox allow-forms',
    "require-trusted-types-for 'script'; trusted-types 'none'",
    "script-src 'self', connect-src 'self'",
    "script-src 'self', script-src https:",
  ];

  test.each(policies)('is left alone exactly when its policy would forbid that: %s', async (policy) => {
    const html = '<!doctype html><html><head><title>x</title></head><body>x</body></html>';
    const fields = { 'content-security-policy': policy };
    pages.set('/', { html, fields });
    pages.set('/by-hand', { html: html.replace('</head>', `${tag}</head>`), fields });
    const page = await newPage();
    const complaints = collectComplaints(page);
    await page.goto(`${origin}/`, { waitUntil: 'load' });
    const [outcome] = edge.pages;
    if (outcome === 'injected') await expect.poll(() => events.length).toBe(1);
    else {
      await page.waitForTimeout(reportMs);
      const untouched = edge.records.findLast(({ head }) => head?.path === '/');
      expect(untouched?.bytesOut).toBeLessThan(html.length + 400);
      expect([outcome, events.length]).toEqual(['csp', 0]);
    }
    expect(complaints).toEqual([]);
    const byHand = await newPage();
    const complaintsByHand = collectComplaints(byHand);
    await byHand.goto(`${origin}/by-hand`, { waitUntil: 'load' });
    if (outcome === 'injected') await expect.poll(() => events.length).toBe(2);
    else await expect.poll(() => complaintsByHand.length).toBeGreaterThan(0);
    expect(complaintsByHand.length > 0, complaintsByHand.join('; ')).toBe(outcome === 'csp');
    expect(events).toHaveLength(outcome === 'csp' ? 0 : 2);
  });

  test('is the same page to the browser, wherever the script went', async () => {
    const bodies = [
      '<!doctype html><html><head><title>x</title></head><body>y</body></html>',
      '\ufeff<!-- c --><!doctype html>\n<html lang=en>\n<head>\n</head>\n<body class="a>b">\n<p>y',
      '<p>no head',
      'text only &amp; more',
      '<!doctype html><title>x</title><meta name=a content="</head>"><p>y</head><p>z',
      '<!doctype html><html><head><title>x</title><body onload="x = 1 > 0">y',
      '<head><script>var a = "</head>"; <!-- <script> </script> --></script><p>y',
      '<head><script><!-- x </script></head><p>y',
      '<head><style>a::before { content: "</head>" }</style><noscript><img src=x></head></noscript></head>',
      '<head><template><div></head><template></template><body></template></head><body>y',
      '<head><!--> --></head><p>y',
      '<head><!-- --!></head><p>y',
      '<head></p></div><base target=_top></head></body></html>',
      '<head><div>not of a head</div></head><body id=late>y</body>',
      '<html><frameset><frame></frameset></html>',
      '<title>x</title>',
      '<html manifest=x>',
      '<head><link rel=x><meta/><head><html class=late></head>y',
      '</head>x<head>y</head>',
      '<br></br><head>x</head>',
      '</p></br>x',
      '<svg><title>x</title></svg><math>',
      '<head><title><script></title></head></script>y',
      '<head><meta content=a"b></head>"<p>y',
      '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body/></html>',
      '<!x><!-><!-- a --><html></html><!-- end -->',
      '<html><body><p>y</body></html>trailing<head></head>',
      '<head><noframes></head></noframes><basefont><bgsound></head>',
      '<head>\n\n  text in the head</head><body>y',
      '<head><image></head><body>y',
      '<a<b></head><head>',
      '<',
      'x</',
    ];
    const asText =
      '(document.querySelector(`script[src="/.nameplate/script.js"]`)?.remove(), document.compatMode + document.documentElement.outerHTML)';
    const page = await newPage();
    for (const html of bodies) {
      pages.set('/same', { html });
      edge.pages.length = 0;
      await page.goto(`${origin}/same`, { waitUntil: 'load' });
      expect(edge.pages, html).toEqual(['injected']);
      const count = await page.evaluate(
        'document.querySelectorAll(`script[src="/.nameplate/script.js"]`).length',
      );
      expect(count, html).toBe(1);
      const changed = await page.evaluate(asText);
      await page.goto(`http://plain.example:${edge.port}/same`, { waitUntil: 'load' });
      expect(changed, html).toBe(await page.evaluate(asText));
    }
  });
});
