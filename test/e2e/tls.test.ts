/** HTTPS and HTTP/2 in a real browser. Source: docs/reference/tls.md. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestAuthority } from '../support/certificates.ts';
import { collectComplaints, findChromium, launchChromium } from '../support/chromium.ts';
import { createDomain, type LocalUpstream, loopbackUpstreams, startUpstream } from '../support/domains.ts';
import { freePort } from '../support/free-port.ts';
import { TestService } from '../support/service.ts';
import { skipLoudly } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const executable = findChromium();
if (!executable) skipLoudly('HTTPS in a browser', 'no Chromium on this machine');

describe.skipIf(!executable)('a browser', () => {
  const authority = new TestAuthority();
  let service: TestService;
  let upstream: LocalUpstream;
  let browser: Browser;
  let port = 0;

  beforeAll(async () => {
    port = await freePort();
    upstream = await startUpstream((request, answer) => {
      answer.setHeader('Content-Type', 'text/html; charset=utf-8');
      answer.end(
        `<!doctype html><title>${request.headers.host}</title><link rel="icon" href="data:,">` +
          Array.from({ length: 20 }, (_, i) => `<img alt="" src="data:," data-i="${i}">`).join(''),
      );
    });
    service = await TestService.start({
      dataDir: await tempDir('file'),
      env: { ...loopbackUpstreams, NAMEPLATE_EDGE_HTTPS_PORT: String(port) },
    });
    for (const host of ['one.example.com', 'two.example.com'])
      await createDomain(service, host, upstream.port, { web_analytics: 'off' });
    const { cert, key } = authority.issue('DNS:*.example.com');
    const { status } = await service.api(`/api/v1/accounts/${service.accountUuid}/custom_certificates`, {
      json: { certificate: cert, private_key: key },
    });
    expect(status).toBe(201);
    browser = await launchChromium(executable ?? '', ['--host-resolver-rules=MAP *.example.com 127.0.0.1']);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await upstream?.close();
    authority[Symbol.dispose]();
  });

  test('is led from clear text to HTTPS and speaks HTTP/2 there', async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const complaints = collectComplaints(page);
    const answer = await page.goto(`http://one.example.com:${service.edgePort}/page?x=1`);
    expect(answer?.status()).toBe(200);
    expect(page.url()).toBe(`https://one.example.com:${port}/page?x=1`);
    const protocol = await page.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol");
    expect(protocol).toBe('h2');
    expect((await answer?.securityDetails())?.protocol).toBe('TLS 1.3');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('uses one connection for two hosts of an account, or is told to make another', async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    for (const host of ['one', 'two', 'one']) {
      const answer = await page.goto(`https://${host}.example.com:${port}/`);
      expect(answer?.status()).toBe(200);
    }
    await context.close();
  });

  test('does not trust what nobody vouches for', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await expect(page.goto(`https://one.example.com:${port}/`)).rejects.toThrow(/ERR_CERT_AUTHORITY_INVALID/);
    await context.close();
  });
});
