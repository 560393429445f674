/** The challenge of a rule, in a real browser. Source: docs/reference/rules.md ("Challenge"). */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openChallengeEdge } from '../support/challenge-edge.ts';
import { findChromium, launchChromium, visitorArguments } from '../support/chromium.ts';
import { domainAt } from '../support/proxied-domain.ts';
import { skipLoudly } from '../support/skips.ts';

const executable = findChromium();
if (!executable) skipLoudly('challenges in a browser', 'no Chromium on this machine');

const list = [
  { then: { set_headers: { response: { 'Content-Security-Policy': "default-src 'self'" } } } },
  { then: { challenge: {} } },
];

describe.skipIf(!executable)('a challenge', () => {
  const seen: http.IncomingHttpHeaders[] = [];
  const server = http.createServer((request, response) => {
    seen.push(request.headers);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<title>Shop</title><h1>${request.url}</h1>`);
  });
  let browser: Browser;
  let origin = '';

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a server that listens on TCP
    const { port } = server.address() as AddressInfo;
    const edge = await openChallengeEdge(list, domainAt({ port }), undefined, {}, afterAll);
    origin = `http://go.example:${edge.port}`;
    browser = await launchChromium(executable ?? '', visitorArguments);
  });
  afterAll(async () => {
    await browser?.close();
    server.close();
  });

  test('is answered by the page, which then shows what was asked for', async () => {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => void complaints.push(message.text()));
    page.on('pageerror', (error) => void complaints.push(error.message));
    const first = await page.goto(`${origin}/a?b=c#d`);
    expect(first?.status()).toBe(403);
    await page.waitForSelector('h1:text-is("/a?b=c")');
    expect(page.url()).toBe(`${origin}/a?b=c#d`);
    expect(complaints.filter((text) => !text.includes('403'))).toEqual([]);
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['__np_c']);
    expect(seen.every(({ cookie }) => cookie === undefined)).toBe(true);
    expect((await page.goto(`${origin}/next`))?.status()).toBe(200);
  });

  test('does not solve on and on where it is not enough', async () => {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    // Browsers send cookies with longer paths first.
    const pathOf = (depth: number) => `/deep/${'x/'.repeat(depth)}`;
    await context.addCookies(
      Array.from({ length: 16 }, (_, depth) => ({
        name: '__np_c',
        value: `${depth}`,
        domain: 'go.example',
        path: pathOf(depth),
      })),
    );
    const page = await context.newPage();
    await page.goto(origin + pathOf(16));
    await page.waitForSelector('#say:text("This did not work")');
  });

  test('says what it needs where there is no JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`${origin}/`);
    expect(await page.textContent('body')).toContain('Turn it on for this site');
  });
});
