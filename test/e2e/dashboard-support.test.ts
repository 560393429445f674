/**
 * Questions of customers, each answered in the dashboard and by one command. Commands of redirects that never end need a network with
 * public addresses: test/integration/diagnosed-hosts.test.ts. Source: docs/guides/support.md.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { fixOf } from '../../src/features/diagnosis/causes.ts';
import { stepNames } from '../../src/features/diagnosis/step.ts';
import { runCli } from '../support/command-line.ts';
import {
  accessibilityProblems,
  allowedLoopback,
  chromiumPath,
  desktop,
  edgeRecords,
  keepScreenshot,
  phone,
  scrollsSideways,
  TestDashboard,
  tablet,
} from '../support/dashboard.ts';
import { addDomain } from '../support/domains.ts';
import { tempDir } from '../support/temp-dir.ts';

/** As long as `expect.poll` waits. */
const soon = { timeout: 60_000 };
const browser = {
  headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
};

describe.skipIf(!chromiumPath)('a support engineer', () => {
  let dashboard: TestDashboard;
  let demo: TestDashboard;
  let dataDir = '';
  const upstream = createServer((_, answer) => answer.end('the new page\n'));

  beforeAll(async () => {
    dashboard = await TestDashboard.ofNewAccount();
    demo = await TestDashboard.ofDemo();
    dataDir = await tempDir('file');
    const { service, dns } = dashboard;
    upstream.listen(0, allowedLoopback);
    await once(upstream, 'listening');
    const address = upstream.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await addDomain(service, 'shop.support.example.com', { host: allowedLoopback, port, tls: false });
    await addDomain(service, 'down.support.example.com', { host: allowedLoopback, port: 1, tls: false });
    const redirect = { source_host: 'go.support.example.com', destination_url: 'https://www.example.com' };
    expect((await service.api(service.redirects, { json: redirect })).status).toBe(201);
    dns.setRecords([
      ...edgeRecords,
      'example.com A 192.0.2.7',
      'old.example.com A 192.0.2.8',
      'go.support.example.com CNAME old.example.com',
      'shop.support.example.com CNAME edge.example.net',
    ]);
  });
  afterEach(async () => {
    await dashboard.closePages();
    await demo.closePages();
  });
  afterAll(() => {
    dashboard.dns.setRecords(edgeRecords);
    upstream.close();
  });

  /** Runs a command as somebody elsewhere would. */
  const command = (of: TestDashboard, ...args: string[]) =>
    runCli(args, {
      dataDir,
      env: { NAMEPLATE_URL: of.service.apiOrigin, NAMEPLATE_TOKEN: of.service.token },
    });
  const keep = async (page: Page, name: string) => {
    for (const viewport of [desktop, tablet, phone]) {
      await page.setViewportSize(viewport);
      expect(await scrollsSideways(page)).toBe(false);
      await expect.poll(() => accessibilityProblems(page)).toEqual([]);
      await keepScreenshot(page, `support-${name}-${viewport.width}`);
    }
  };

  test('says why a redirect has a certificate error', async () => {
    const { page } = await dashboard.open('/redirects?query=go.support');
    await page.getByRole('button', { name: 'Actions for go.support.example.com' }).click();
    await page.getByRole('menuitem', { name: "Why doesn't it work?" }).click();
    const dialog = page.getByRole('dialog', { name: 'Why? go.support.example.com' });
    await dialog.getByRole('status').getByText('is a CNAME of old.example.com').waitFor(soon);
    await dialog.getByText('Set these DNS records').first().waitFor();
    await keep(page, 'certificate');
    const said = await command(dashboard, 'diagnose', 'go.support.example.com');
    expect(said).toMatchObject({ code: 1, stderr: expect.stringContaining('(cname_elsewhere)') });
    expect(said.stderr).toContain('Fix: Set these DNS records');
  });

  test('says why a request with a known id failed', async () => {
    const { headers, status } = await dashboard.service.edge('down.support.example.com', '/cart', browser);
    expect(status).toBe(502);
    const id = String(headers['x-request-id']);
    const said = () => command(dashboard, 'logs', 'tail', '--id', id);
    await vi.waitFor(async () => expect((await said()).code).toBe(0), soon);
    const { stdout } = await said();
    expect(stdout).toMatch(/ 502 .* GET {2}\/cart /);
    expect(stdout).toContain(`upstream  ${allowedLoopback}:1  no answer`);
    expect(stdout).toContain(
      'failure   The upstream failed. It refused the connection: nothing listens there.',
    );

    const { page } = await dashboard.open('/domains');
    await page.getByRole('link', { name: 'Find a request' }).click();
    await page.getByRole('textbox', { name: 'Request id' }).fill(id);
    await page.keyboard.press('Enter');
    await page.getByText('It refused the connection: nothing listens there. (refused)').waitFor(soon);
    await page.getByText(`${allowedLoopback}:1`, { exact: true }).waitFor();
    await keep(page, 'request-id');
    await page.setViewportSize(desktop);
    await page.getByRole('link', { name: 'Newest requests of this path' }).click();
    await page.getByRole('button', { name: 'GET /cart' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/domains\/[^/]+\/requests\/newest$/);
    await keep(page, 'newest');

    await page.setViewportSize(desktop);
    await page.goto(`${dashboard.service.apiOrigin}/domains`);
    await page.getByRole('textbox', { name: 'Search domains' }).fill(id);
    await page.getByRole('link', { name: 'Find the request with this id' }).click();
    await page.getByText('(refused)').waitFor(soon);
  });

  test('says whether a page that looks old was asked for, and who answered it', async () => {
    const { service } = dashboard;
    await service.edge('shop.support.example.com', '/pricing', browser);
    const { page } = await dashboard.open('/domains?query=shop.support');
    await page.getByRole('link', { name: 'shop.support.example.com' }).first().click();
    await page.getByRole('link', { name: 'Requests', exact: true }).click();
    await page.getByRole('link', { name: 'Newest requests' }).click();
    await page.getByRole('textbox', { name: 'Path contains' }).fill('/pricing');
    await page.getByRole('button', { name: 'GET /pricing' }).click(soon);
    await page.getByText('Nameplate keeps no copies of pages').waitFor();
    await keep(page, 'old-page');
    const filter = ['--filter', 'is request:path /pricing', '--no-follow'];
    const said = await command(dashboard, 'logs', 'tail', 'shop.support.example.com', ...filter);
    expect(said.stdout).toMatch(/ 200 .* GET {2}\/pricing/);
  });

  test('says why a browser is redirected too many times', async () => {
    const host = 'shop.support.example.com';
    const { page } = await dashboard.open('/domains?query=shop.support');
    await page.getByRole('link', { name: host }).first().click();
    // As test/integration/diagnosed-hosts.test.ts has it from the API, in a network with public addresses.
    const cause = `The upstream app.example.net:443 redirects https://${host}/ to itself.`;
    const fix = fixOf('upstream_redirects_to_itself', { host, records: '' });
    const steps = stepNames.map((step) => {
      const isCause = step === 'upstream';
      const state = isCause ? 'failed' : 'ok';
      return { step, state, detail: isCause ? cause : 'As it should be.', seconds: 0.01 };
    });
    const cause_code = 'upstream_redirects_to_itself';
    await page.route('**/diagnose', (route) =>
      route.fulfill({ json: { host, verdict: 'broken', cause, cause_code, fix, steps } }),
    );
    await page.getByRole('button', { name: `Why? ${host}` }).click();
    const dialog = page.getByRole('dialog', { name: `Why? ${host}` });
    await dialog.getByRole('status').getByText(cause).waitFor(soon);
    await dialog.getByText(fix).first().waitFor();
    await keep(page, 'too-many-redirects');
  });

  test('says that redirects lead in a circle, before and after they are saved', async () => {
    const { service } = dashboard;
    const lead = (from: string, to: string) =>
      service.api(service.redirects, {
        json: {
          source_host: `${from}.support.example.com`,
          destination_url: `https://${to}.support.example.com`,
        },
      });
    expect((await lead('one', 'two')).body.warnings).toBeUndefined();
    expect((await lead('two', 'one')).body.warnings).toEqual([expect.stringMatching(/^leads in a circle: /)]);
    const { page } = await dashboard.open('/redirects?query=one.support');
    await page.getByRole('button', { name: 'Actions for one.support.example.com' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByText('too many redirects').first().waitFor(soon);
    await keep(page, 'circle');
    const said = await command(
      dashboard,
      'redirect',
      'update',
      'one.support.example.com',
      '--destination-url',
      'https://two.support.example.com',
    );
    expect(said.stderr).toContain('Warning: it leads in a circle: https://one.support.example.com/');
  });

  test('says since when visitors are fewer, and which source is missing', async () => {
    const { page } = await demo.open('/domains?query=velo-atelier.example');
    await page.getByRole('link', { name: 'velo-atelier.example' }).first().click();
    await page.getByRole('heading', { name: 'Sources' }).first().waitFor(soon);
    await keep(page, 'visitors');
    const query = ['--metrics', 'visitors', '--dimensions', 'visit:source', '--range', '7d'];
    const said = await command(
      demo,
      'query',
      'velo-atelier.example',
      ...query,
      '--compare',
      'previous_period',
    );
    expect(said).toMatchObject({ code: 0, stdout: expect.stringMatching(/visit:source/i) });
  });
});
