/**
 * Robots, people and those in between, through an edge that injects the tracker: each page load is in the class that
 * docs/reference/page-loads.md ("Classes") says, and the five classes add up.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type PageLoadClass, pageLoadClasses } from '../../src/core/page-load.ts';
import { findChromium, launchChromium, visitorArguments } from '../support/chromium.ts';
import { TestDnsServer } from '../support/dns-server.ts';
import {
  createDomain,
  type LocalUpstream,
  loopbackUpstreams,
  reportOf,
  startUpstream,
  type TestDomain,
} from '../support/domains.ts';
import { maxmindFile } from '../support/maxmind-writer.ts';
import { TestService } from '../support/service.ts';
import { skipLoudly } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const executable = findChromium();
if (!executable) skipLoudly('page loads of browsers and robots', 'no Chromium on this machine');
const patience = { interval: 200 };

const agents = {
  chrome: visitorArguments.at(-1)?.slice('--user-agent='.length) ?? '',
  googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  bingbot: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  chatGpt:
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
};

/** Googlebot's by its published ranges; Bingbot's by its host; a hosting provider's; those of people at home. */
const addresses = {
  google: '66.249.66.1',
  bing: '203.0.113.7',
  hetzner: (index: number) => `95.216.1.${index}`,
  home: (index: number) => `84.128.1.${index}`,
};
const country = (code: string) => ({ country: { iso_code: code } });
const places = maxmindFile({
  '66.249.66.0/24': country('US'),
  '95.216.1.0/24': country('FI'),
  '84.128.1.0/24': country('DE'),
});

/** What is known of each page load before anything is asked. */
type Load = {
  readonly class: PageLoadClass;
  readonly path: string;
  readonly source: string;
  readonly country: string;
  readonly datacenter: string;
};
const atHome = { path: '/', source: 'Direct', country: 'DE', datacenter: '(none)' } as const;
const hosted = { ...atHome, country: 'FI', datacenter: 'Hetzner' } as const;
const dimensions = {
  'request:path': 'path',
  'request:source': 'source',
  'request:country': 'country',
  'request:datacenter': 'datacenter',
} as const;

type Counts = Readonly<Record<string, readonly number[]>>;

describe.skipIf(!executable)('page loads', () => {
  let service: TestService;
  let upstream: LocalUpstream;
  let domain: TestDomain;
  let dns: TestDnsServer;
  /** Says it is a headless one, and that a program drives it. */
  let plain: Browser;
  /** Says it is a person's. */
  let disguised: Browser;
  let origin = '';
  const firstDay = today();

  beforeAll(async () => {
    upstream = await startUpstream((request, answer) => {
      const { url = '' } = request;
      const isPage = /^\/(?:about|strict)?$/.test(url);
      answer.writeHead(isPage ? 200 : 404, {
        'content-type': 'text/html; charset=utf-8',
        ...(url === '/strict' && { 'content-security-policy': "script-src 'none'" }),
      });
      answer.end(
        '<!doctype html><head><title>x</title><link rel=icon href=data:,></head><a href="/about">about</a>',
      );
    });
    dns = await TestDnsServer.start([
      '7.113.0.203.in-addr.arpa PTR msnbot-203-0-113-7.search.msn.com',
      'msnbot-203-0-113-7.search.msn.com A 203.0.113.7',
    ]);
    const dataDir = await tempDir('file');
    const database = join(await tempDir('file'), 'places.mmdb');
    await writeFile(database, places);
    service = await TestService.start({
      dataDir,
      env: {
        ...loopbackUpstreams,
        NAMEPLATE_RATE_LIMIT: '0',
        NAMEPLATE_TRUSTED_PROXIES: '127.0.0.1',
        NAMEPLATE_DNS_SERVERS: dns.address,
        NAMEPLATE_GEOIP_DATABASE: database,
      },
    });
    domain = await createDomain(service, 'shop.example.com', upstream.port, { web_analytics: 'inject' });
    origin = `http://${domain.host}:${service.edgePort}`;
    const resolver = visitorArguments.filter((argument) => argument.startsWith('--host-resolver-rules'));
    plain = await launchChromium(executable ?? '', resolver);
    disguised = await launchChromium(executable ?? '', visitorArguments);
  });
  afterAll(async () => {
    await plain?.close();
    await disguised?.close();
    await service?.stop();
    await dns?.[Symbol.asyncDispose]();
    await upstream?.close();
  });

  /** Without scripts. */
  async function fetchPage(userAgent: string, address: string, path = '/', status = 200): Promise<void> {
    const headers = { 'user-agent': userAgent, 'x-forwarded-for': address };
    expect(await service.edge(domain.host, path, { headers })).toMatchObject({ status });
  }

  async function newContext(
    browser: Browser,
    address: string,
    fields: Readonly<Record<string, string>> = {},
    userAgent?: string,
  ): Promise<BrowserContext> {
    const context = await browser.newContext({
      extraHTTPHeaders: { 'x-forwarded-for': address, ...fields },
      ...(userAgent !== undefined && { userAgent }),
    });
    onTestFinished(() => context.close());
    return context;
  }

  /** Loads a page, and everything that it wants. */
  async function visit(context: BrowserContext, referer?: string): Promise<void> {
    const page = await context.newPage();
    await page.goto(`${origin}/`, { waitUntil: 'networkidle', ...(referer !== undefined && { referer }) });
  }

  /** Page loads and the five classes, by the values of a dimension; of all, under the empty name. */
  async function answered(dimension?: string): Promise<Counts> {
    const json = {
      metrics: ['page_loads', ...pageLoadClasses],
      dimensions: dimension === undefined ? [] : [dimension],
      date_range: [firstDay, today()],
    };
    const path = `/api/v1/analytics/custom_domains/${domain.uuid}/requests/query`;
    const { body } = await service.api(path, { json });
    const rows: { dimensions: string[]; metrics: number[] }[] = body.results;
    return Object.fromEntries(rows.map((row) => [row.dimensions.join(), row.metrics]));
  }

  async function isVerified(bot: string): Promise<boolean> {
    const json = {
      metrics: ['requests'],
      dimensions: ['request:bot', 'request:bot_verified'],
      date_range: [firstDay, today()],
    };
    const path = `/api/v1/analytics/custom_domains/${domain.uuid}/requests/query`;
    const { body } = await service.api(path, { json });
    return JSON.stringify(body.results).includes(`"${bot}","verified"`);
  }

  test('are in the classes of the definition, which add up by every dimension', async () => {
    const loads: Load[] = [];

    // Polite robots. What is recorded while a host is looked up is claimed, so Bingbot comes for a missing page first.
    await fetchPage(agents.googlebot, addresses.google);
    await fetchPage(agents.googlebot, addresses.google, '/about');
    await expect
      .poll(async () => {
        await fetchPage(agents.bingbot, addresses.bing, '/missing', 404);
        return isVerified('Bingbot');
      }, patience)
      .toBe(true);
    await fetchPage(agents.bingbot, addresses.bing);
    const google = { ...atHome, class: 'verified_crawlers', country: 'US', datacenter: 'Google' } as const;
    loads.push(google, { ...google, path: '/about' });
    loads.push({ ...atHome, class: 'verified_crawlers', country: 'Unknown' });

    // Robots that lie: about who they are, and about being one.
    await fetchPage(agents.googlebot, addresses.hetzner(1));
    await fetchPage(agents.chrome, addresses.hetzner(2));
    loads.push({ ...hosted, class: 'claimed_crawlers' }, { ...hosted, class: 'unexplained' });

    // An assistant, on behalf of a person.
    await fetchPage(agents.chatGpt, addresses.hetzner(3), '/about');
    loads.push({ ...hosted, class: 'claimed_crawlers', path: '/about' });

    // Chromium that a program drives: as it comes; under the name of a person's, which it still admits to scripts; disguised well.
    await visit(await newContext(plain, addresses.home(1)));
    await visit(await newContext(plain, addresses.home(2), {}, agents.chrome));
    await visit(await newContext(disguised, addresses.hetzner(4)));
    loads.push(
      { ...atHome, class: 'claimed_crawlers' },
      { ...atHome, class: 'unexplained' },
      // Nothing tells it from a person.
      { ...hosted, class: 'people' },
    );

    // A person, whom an assistant sent, and who goes on.
    const person = await newContext(disguised, addresses.home(3));
    const page = await person.newPage();
    await page.goto(`${origin}/`, { waitUntil: 'networkidle', referer: 'https://chatgpt.com/' });
    await page.click('a');
    await page.waitForURL('**/about');
    await page.waitForLoadState('networkidle');
    loads.push(
      { ...atHome, class: 'people', source: 'ChatGPT' },
      { ...atHome, class: 'people', path: '/about' },
    );

    // People of whom nothing is heard: their blocker stops the tracker, they opted out, or the page forbids scripts.
    const blocking = await newContext(disguised, addresses.home(4));
    await blocking.route('**/.nameplate/**', (route) => route.abort('blockedbyclient'));
    await visit(blocking);
    const optedOut = await newContext(disguised, addresses.home(5), { 'sec-gpc': '1' });
    await optedOut.addInitScript('Object.defineProperty(navigator, "globalPrivacyControl", { value: true })');
    await visit(optedOut);
    await fetchPage(agents.chrome, addresses.home(6), '/strict');
    loads.push(
      { ...atHome, class: 'unexplained' },
      { ...atHome, class: 'not_measured' },
      { ...atHome, class: 'not_measured', path: '/strict' },
    );

    const all = countsOf(loads);
    await expect.poll(() => answered(), patience).toEqual({ '': all });
    for (const [dimension, member] of Object.entries(dimensions)) {
      const values = new Set(loads.map((load) => load[member]));
      const expected = Object.fromEntries(
        [...values].map((value) => [value, countsOf(loads.filter((load) => load[member] === value))]),
      );
      const rows = Object.entries(await answered(dimension));
      // Rows without a page load are of other requests.
      expect(Object.fromEntries(rows.filter(([, [count]]) => count !== 0))).toEqual(expected);
    }
    const byDay = await answered('time:day');
    expect(Object.keys(byDay).filter((day) => day !== firstDay && day !== today())).toEqual([]);
    expect(sumOf(Object.values(byDay))).toEqual(all);
    for (const [count, ...classes] of Object.values(byDay)) expect(sum(classes)).toBe(count);

    const range = `?from=${firstDay}&to=${today()}`;
    const [count = 0, ...counts] = all;
    expect(sum(counts)).toBe(count);
    expect(await reportOf(service, domain, 'page_loads', range)).toEqual({
      data: pageLoadClasses.map((name, index) => ({
        name,
        count: counts[index],
        percentage: Math.round((10_000 * (counts[index] ?? 0)) / count) / 100,
      })),
    });
    expect(await reportOf(service, domain, 'assistants', range)).toEqual({
      data: [{ name: 'ChatGPT', crawls: 1, visits: 1, crawls_per_visit: 1 }],
    });
  });
});

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** As a query answers them: how many there are, and how many of each class. */
function countsOf(loads: readonly Load[]): number[] {
  return [loads.length, ...pageLoadClasses.map((name) => loads.filter((load) => load.class === name).length)];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function sumOf(rows: readonly (readonly number[])[]): number[] {
  return [0, ...pageLoadClasses].map((_, index) => sum(rows.map((row) => row[index] ?? 0)));
}
