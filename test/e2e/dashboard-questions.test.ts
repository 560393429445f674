/**
 * Ten questions of an analyst: each is answered in at most three clicks from a domain's visitors or the overview, with the numbers of the
 * API. That these are right, the models of queries, funnels and page loads show. Source: docs/guides/dashboard-questions.md.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eventPath } from '../../src/core/tracker-paths.ts';
import {
  accessibilityProblems,
  allowedLoopback,
  chromiumPath,
  keepScreenshot,
  TestDashboard,
} from '../support/dashboard.ts';
import {
  daysBefore,
  domainUuidOf,
  type QueryRow,
  queriesOf,
  whenDrawn,
} from '../support/dashboard-analytics.ts';
import { addDomain, type TestDomain } from '../support/domains.ts';
import { integer, money, percent } from '../support/shown-numbers.ts';
import type { TestAccount } from '../support/test-account.ts';

const shopHost = 'velo-atelier.example';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const mostClicks = 3;
const month = [daysBefore(30), daysBefore(1)];
const week = [daysBefore(7), daysBefore(1)];

/** A page on which clicks are counted. Choosing an option is one. */
class Clicks {
  readonly page: Page;
  #count = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    this.#count += 1;
    await target.click();
  }

  async choose(target: Locator, label: string): Promise<void> {
    this.#count += 1;
    await target.selectOption({ label });
  }

  /** The cells of a list's rows. */
  async rows(name: string): Promise<string[][]> {
    const table = this.page.getByRole('table', { name, exact: true });
    await table.locator('tbody tr').first().waitFor();
    return table.evaluate((element) =>
      [...element.querySelectorAll('tbody tr')].map((row) =>
        // A label stands beside the words of its links.
        [...row.querySelectorAll('th, td')].map((cell) =>
          (cell.querySelector('bdi') ?? cell).textContent.trim(),
        ),
      ),
    );
  }

  async shows(name: string, expected: readonly (readonly unknown[])[]): Promise<void> {
    await expect.poll(() => this.rows(name)).toEqual(expected);
    expect(this.#count).toBeLessThanOrEqual(mostClicks);
  }
}

const cellsOf = ({ dimensions, metrics }: QueryRow): readonly unknown[] =>
  dimensions.concat(metrics.map(String));

describe.skipIf(!chromiumPath)('ten questions', () => {
  let dashboard: TestDashboard;
  let shop: string;
  let query: ReturnType<typeof queriesOf>;
  let service: TestAccount;
  /** An account of their own for questions that have a few requests and visits of today as their answer. */
  let own: TestDashboard;
  let docs: TestDomain;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofDemo();
    service = dashboard.service;
    own = await TestDashboard.ofNewAccount();
    shop = await domainUuidOf(service, shopHost);
    query = queriesOf(service, shop);
    const upstream = createServer((_, answer) => void answer.writeHead(404).end('not here'));
    upstream.listen(0, allowedLoopback);
    await once(upstream, 'listening');
    const address = upstream.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    docs = await addDomain(
      own.service,
      'docs.questions.example',
      { host: allowedLoopback, port, tls: false },
      { engagement: true },
    );
    return () => {
      upstream.closeAllConnections();
      upstream.close();
    };
  });
  afterEach(async () => {
    await dashboard.closePages();
    await own.closePages();
  });

  async function open(path = `/domains/${shop}/visitors`, of = dashboard): Promise<Clicks> {
    const { page } = await of.open(path);
    return new Clicks(page);
  }

  /** Saves a view by the API, as a colleague did some time ago, and opens it. */
  async function openView(clicks: Clicks, name: string, queryString: string): Promise<void> {
    const views = '/api/v1/analytics/views';
    const { body, status } = await service.api(views, {
      json: { name, query_string: queryString },
    });
    expect(status).toBe(201);
    onTestFinished(async () => void (await service.api(`${views}/${body.uuid}`, { method: 'DELETE' })));
    await clicks.click(clicks.page.getByRole('button', { name: 'Saved views' }));
    await clicks.click(clicks.page.getByRole('button', { name, exact: true }));
  }

  /** Label, count and value of each row of the API's answer, as a list shows them. */
  const shown = (
    rows: readonly { readonly dimensions: readonly string[]; readonly metrics: readonly unknown[] }[],
    format: (value: number) => string,
  ) =>
    rows
      .slice(0, 8)
      .map(({ dimensions: [label], metrics: [count, beside] }) => [
        label,
        integer.format(Number(count)),
        beside === null ? '–' : format(Number(beside)),
      ]);

  test('1: which source brought sign-ups last week against the week before, on phones in Germany', async () => {
    const wanted = { 'event:goal': 'Newsletter signup', 'visit:country': 'DE', 'visit:device': 'Mobile' };
    const filters = Object.entries(wanted).map(([about, value]) => ['is', about, [value]]);
    const rows = await query({
      metrics: ['visits', 'events'],
      dimensions: ['visit:source'],
      date_range: week,
      filters,
      include: { comparison: { mode: 'previous_period', lost_rows: true } },
    });
    const page = await open();
    const address = Object.entries(wanted).map(
      ([about, value]) => `&f=is,${about},${value.replace(' ', '+')}`,
    );
    await openView(page, 'Sign-ups on phones', `period=7d${address.join('')}&show=events`);
    await page.click(page.page.getByRole('link', { name: 'Show all sources' }));
    expect(rows.length).toBeGreaterThan(0);
    await page.shows(
      'Sources',
      rows.map(({ dimensions: [source], metrics: [visits, events], comparison }) => [
        expect.any(String),
        expect.stringContaining(String(source)),
        Number(comparison?.metrics[0]) === 0 ? 'new' : expect.stringMatching(/%$/),
        integer.format(Number(visits)),
        Number(visits) === 0 ? '–' : integer.format(Number(events)),
      ]),
    );
    await keepScreenshot(page.page, 'question-1');
  });

  test('2: where people drop out', async () => {
    const steps = [{ page: '/bikes/*' }, { page: '/cart' }, { event: 'Order' }];
    const { body } = await service.api(`/api/v1/analytics/custom_domains/${shop}/funnel`, {
      json: { date_range: month, scope: 'visit', steps },
    });
    const funnels = `/api/v1/analytics/custom_domains/${shop}/funnels`;
    const saved = await service.api(funnels, { json: { name: 'From a bike to an order', steps } });
    expect(saved.status).toBe(201);
    onTestFinished(
      async () => void (await service.api(`${funnels}/${saved.body.uuid}`, { method: 'DELETE' })),
    );
    const page = await open();
    await page.click(page.page.getByRole('link', { name: 'Funnels', exact: true }));
    await page.click(page.page.getByRole('link', { name: 'From a bike to an order' }));
    await page.shows(
      'Funnel',
      body.steps.map(({ label, visitors }: { label: string; visitors: number }) => [
        expect.stringContaining(label),
        // The change since the days before follows.
        expect.stringMatching(new RegExp(`^${integer.format(visitors)}(?:[+-].+|0%)?$`)),
        expect.any(String),
        expect.any(String),
        expect.any(String),
      ]),
    );
  });

  test('3: which missing pages cost visitors, people only, and who links to them', async () => {
    for (const [path, referer] of [
      ['/gone', 'https://blog.example.org/a'],
      ['/gone', 'https://blog.example.org/b?c'],
      ['/never-was', ''],
    ] as const)
      await own.service.edge(docs.host, path, {
        headers: { 'user-agent': firefox, ...(referer && { referer }) },
      });
    await own.service.edge(docs.host, '/wp-login.php', { headers: { 'user-agent': firefox } });
    const asked = {
      metrics: ['requests'],
      dimensions: ['request:path', 'request:referrer'],
      date_range: [daysBefore(6), daysBefore(0)],
      filters: [
        ['is', 'request:status', ['404']],
        ['is', 'request:client', ['person']],
      ],
    };
    const missing = queriesOf(own.service, docs.uuid, 'requests/query');
    await expect
      .poll(async () => (await missing(asked)).map(cellsOf))
      .toEqual([
        ['/gone', 'blog.example.org', '2'],
        ['/never-was', 'Direct', '1'],
      ]);
    const page = await open(`/domains/${docs.uuid}/visitors`, own);
    await page.click(page.page.getByRole('link', { name: 'Requests', exact: true }));
    await page.click(page.page.getByRole('link', { name: 'Not found' }));
    await page.shows("Paths that weren't found", [
      ['/gone', 'blog.example.org', '2', '66.7%', 'Make a redirect of /gone'],
      ['/never-was', '–', '1', '33.3%', 'Make a redirect of /never-was'],
    ]);
    await expect.poll(() => accessibilityProblems(page.page)).toEqual([]);
    await keepScreenshot(page.page, 'question-3');
  });

  test("4: which customers' domains grow", async () => {
    const { body } = await service.api(`/api/v1/accounts/${service.accountUuid}/overview/growth`);
    const page = await open('/overview');
    const lists = page.page.getByRole('list', { name: /^(?:Growing|Shrinking) domains$/ });
    await lists.first().waitFor();
    const rows = await lists.getByRole('listitem').allTextContents();
    const expected = [...body.growing, ...body.shrinking];
    expect(expected.length).toBeGreaterThan(0);
    expect(rows).toHaveLength(expected.length);
    for (const [index, { host, count }] of expected.entries())
      expect(rows[index]).toMatch(`${host}${integer.format(count)} visitor`);
  });

  test('5: what happened on Tuesday', async () => {
    const day = Array.from({ length: 7 }, (_, index) => daysBefore(index + 8)).find(
      (date) => new Date(date).getUTCDay() === 2,
    );
    const notes = `/api/v1/accounts/${service.accountUuid}/custom_domains/${shop}/annotations`;
    const note = await service.api(notes, { json: { at: `${day}T09:00:00Z`, text: 'Newsletter sent' } });
    expect(note.status).toBe(201);
    onTestFinished(async () => void (await service.api(`${notes}/${note.body.uuid}`, { method: 'DELETE' })));
    const page = await open();
    await whenDrawn(page.page);
    await page.click(page.page.getByRole('button', { name: /Newsletter sent/ }));
    await page.page.locator('li').filter({ hasText: 'Newsletter sent' }).waitFor();
  });

  test('6: which campaign earns most', async () => {
    const filters = [
      ['is', 'event:goal', ['Order']],
      ['is_not', 'visit:utm_campaign', ['(none)']],
    ];
    const rows = await query({
      metrics: ['visits', 'total_revenue'],
      dimensions: ['visit:utm_campaign'],
      date_range: month,
      filters,
    });
    const page = await open();
    await page.click(page.page.getByRole('link', { name: 'Goals', exact: true }));
    await page.click(page.page.getByRole('link', { name: 'Filter by Order' }));
    await page.choose(page.page.getByRole('combobox', { name: 'Show of UTM campaign' }), 'Revenue');
    expect(rows.some(({ metrics: [, revenue] }) => Number(revenue) > 0)).toBe(true);
    const euros = (amount: number) => (amount === 0 ? '–' : money(amount, 'EUR'));
    await page.shows('UTM campaign', shown(rows, euros));
  });

  test('7: which landing page bounces', async () => {
    const rows = await query({
      metrics: ['visits', 'bounce_rate'],
      dimensions: ['visit:entry_page'],
      date_range: month,
    });
    const page = await open();
    await page.click(page.page.getByRole('tab', { name: 'Entry' }));
    await page.choose(page.page.getByRole('combobox', { name: 'Show of Entry pages' }), 'Bounce rate');
    await page.shows(
      'Entry pages',
      shown(rows, (rate) => percent.format(rate)),
    );
  });

  test('8: search against social against AI', async () => {
    const rows = await query({ metrics: ['visits'], dimensions: ['visit:channel'], date_range: month });
    expect(rows.length).toBeGreaterThan(2);
    const page = await open();
    await page.click(page.page.getByRole('tab', { name: 'Channels' }));
    await page.shows(
      'Channels',
      shown(rows, String).map(([label, count]) => [label, count, expect.stringMatching(/%$/)]),
    );
  });

  test('9: which page linked to us on the busy day', async () => {
    const journal = await domainUuidOf(service, 'journal.nordlicht.example');
    const ask = queriesOf(service, journal);
    const days = await ask({ metrics: ['visits'], dimensions: ['time:day'], date_range: month });
    const busy = days.toSorted((a, b) => Number(b.metrics[0]) - Number(a.metrics[0]))[0]?.dimensions[0] ?? '';
    const rows = await ask({
      metrics: ['visits'],
      dimensions: ['visit:referrer'],
      date_range: [busy, busy],
    });
    // The blog sends the path of its page; Hacker News doesn't.
    expect(rows.slice(0, 4).map(({ dimensions: [referrer] }) => referrer)).toContain(
      'weeknotes.example/2026/leaving-the-cloud',
    );
    const page = await open(`/domains/${journal}/visitors?from=${busy}&to=${busy}`);
    await page.click(page.page.getByRole('tab', { name: 'Referrers' }));
    await page.shows(
      'Referrers',
      shown(rows, String).map(([label, count]) => [
        expect.stringContaining(String(label)),
        count,
        expect.stringMatching(/%$/),
      ]),
    );
    await expect.poll(() => accessibilityProblems(page.page)).toEqual([]);
  });

  test('10: how long people stay on the docs', async () => {
    const send = (body: object) =>
      own.service.edge(docs.host, eventPath, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', 'user-agent': firefox },
        body: JSON.stringify(body),
      });
    for (const [path, seconds] of [
      ['/docs/start', 83],
      ['/pricing', 4],
    ] as const) {
      const u = `https://${docs.host}${path}`;
      expect((await send({ n: 'pageview', u, r: '', w: 1_280 })).status).toBe(202);
      expect((await send({ n: 'engagement', u, e: seconds * 1_000, sd: 60 })).status).toBe(202);
    }
    const ask = queriesOf(own.service, docs.uuid);
    const asked = {
      metrics: ['pageviews', 'time_on_page'],
      dimensions: ['event:page'],
      date_range: 'day',
      filters: [['contains', 'event:page', ['/docs']]],
    };
    await expect.poll(async () => (await ask(asked)).map(cellsOf)).toEqual([['/docs/start', '1', '83']]);
    const page = await open(`/domains/${docs.uuid}/visitors?period=today`, own);
    await page.choose(page.page.getByRole('combobox', { name: 'Show of Top pages' }), 'Time on page');
    await page.click(page.page.getByRole('link', { name: 'Show all top pages' }));
    await page.page.getByLabel('Search top pages').fill('docs');
    await page.shows('Top pages', [
      ['1', expect.stringContaining('/docs/start'), expect.anything(), '1', '1m 23s'],
    ]);
    await expect.poll(() => accessibilityProblems(page.page)).toEqual([]);
    await keepScreenshot(page.page, 'question-10');
  });
});
