/** The cookie of a session in a real browser: what our own pages can do with it, and pages of others cannot. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, signedOut, TestDashboard } from '../support/dashboard.ts';
import type { TestAccount } from '../support/test-account.ts';

describe.skipIf(!chromiumPath)('the cookie of a session', () => {
  let dashboard: TestDashboard;
  let service: TestAccount;
  let stranger: Server;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofNewAccount();
    service = dashboard.service;
    stranger = createServer((request, response) => {
      const type = new URL(request.url ?? '', 'http://stranger').searchParams.get('type');
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>stranger</title>
        <form method="post" enctype="${type}" action="${service.apiOrigin}/session">
        <input name="access_token" value="${service.token}"><button>Win</button></form>`);
    });
    await new Promise<void>((resolve) => {
      stranger.listen(0, '127.0.0.1', resolve);
    });
  });
  afterEach(() => dashboard.closePages());
  afterAll(() => void stranger?.close());

  /** A page of ours that has signed in, with scripts of its own to run. */
  async function signedIn(): Promise<{ page: Page; csrfToken: string }> {
    const { page } = await dashboard.open('/docs', signedOut);
    const answered = await page.evaluate(async (access_token) => {
      const answer = await fetch('/session', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ access_token }),
      });
      return answer.text();
    }, service.token);
    const session: { csrf_token: string } = JSON.parse(answered);
    expect(session).toMatchObject({ account: { uuid: service.accountUuid } });
    return { page, csrfToken: session.csrf_token };
  }

  const statusOf = (page: Page, path: string, init: Record<string, unknown> = {}) =>
    page.evaluate(async ([url, given]) => (await fetch(url, given)).status, [path, init] as const);

  const redirect = { source_host: 'a.example.com', destination_url: 'https://b.example.com' };

  test('serves our own pages, whose scripts cannot read it', async () => {
    const { page, csrfToken } = await signedIn();
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await statusOf(page, '/api/v1/me')).toBe(200);
    const post = { method: 'POST', body: JSON.stringify(redirect) };
    const headers = { 'Content-Type': 'application/json' };
    expect(await statusOf(page, service.redirects, { ...post, headers })).toBe(403);
    const withToken = { ...post, headers: { ...headers, 'X-CSRF-Token': csrfToken } };
    expect(await statusOf(page, service.redirects, withToken)).toBe(201);
    const out = { method: 'DELETE', headers: { 'X-CSRF-Token': csrfToken } };
    expect(await statusOf(page, '/session', out)).toBe(204);
    expect(await page.context().cookies()).toEqual([]);
    expect(await statusOf(page, '/api/v1/me')).toBe(401);
  });

  test.each([
    ['another port of the same machine, to which browsers send the cookie', '127.0.0.1'],
    ['another site', 'localhost'],
  ])('is of no use to %s', async (_name, host) => {
    const { page, csrfToken } = await signedIn();
    const list = async () => (await service.api(service.redirects)).body.pagination.count;
    const before = await list();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has such an address
    const { port } = stranger.address() as AddressInfo;
    const other = await page.context().newPage();
    await other.goto(`http://${host}:${port}/`);
    const outcomes = await other.evaluate(
      async ([origin, redirects, body, token]) => {
        const ask = async (path: string, init: RequestInit) => {
          try {
            const answer = await fetch(origin + path, { credentials: 'include', ...init });
            return answer.type;
          } catch {
            return 'refused';
          }
        };
        const plain = { 'Content-Type': 'text/plain' };
        return [
          await ask('/session', {}),
          await ask('/api/v1/me', {}),
          await ask(redirects, { method: 'POST', body, headers: { 'X-CSRF-Token': token } }),
          await ask('/session', { method: 'DELETE' }),
          await ask(redirects, { method: 'POST', body, headers: plain, mode: 'no-cors' }),
        ];
      },
      [service.apiOrigin, service.redirects, JSON.stringify(redirect), csrfToken] as const,
    );
    // The last one is sent, but neither read nor obeyed.
    expect(outcomes).toEqual(['refused', 'refused', 'refused', 'refused', 'opaque']);
    expect(await list()).toBe(before);
    expect(await statusOf(page, '/api/v1/me')).toBe(200);
  });

  test('cannot be had by a form of another site, nor can a stranger’s token be signed in with', async () => {
    const { page } = await dashboard.open('/livez', signedOut);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has such an address
    const { port } = stranger.address() as AddressInfo;
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
      await page.goto(`http://127.0.0.1:${port}/?${new URLSearchParams({ type }).toString()}`);
      const answered = page.waitForResponse(`${service.apiOrigin}/session`);
      await page.getByRole('button').click();
      expect((await answered).status()).toBe(403);
      expect(await page.context().cookies()).toEqual([]);
    }
  });
});
