/**
 * What opening the dashboard costs a browser: bytes, largest contentful paint and script time of each page, on the data
 * of `nameplate demo`. The peer is what an empty page of the same server costs the same browser.
 * Run: `node bench/dashboard.ts [--rounds 5] [--days 90]`
 */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../test/support/chromium.ts';
import { serviceEnvironment } from '../test/support/service.ts';
import { rootDir, runTool, startProgram } from './support/child.ts';
import { ask } from './support/http.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { median } from './support/statistics.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost } from './support/verdict.ts';

const targetInitialKilobytes = 150;
const token = 'np_benchbenchbenchbenchbenchbenchbenchbenchben';
/** Until this long nothing was asked for, a page counts as loaded. */
const quietMs = 500;

type Load = {
  /** Of all scripts the page loaded, gzipped one by one with level 9. */
  readonly scriptBytes: number;
  /** As they came over the wire, of everything. */
  readonly transferredBytes: number;
  readonly largestPaintMs: number;
  /** The browser's own count of time in scripts. */
  readonly scriptMs: number;
  readonly taskMs: number;
};
type PageLoads = { readonly name: string; readonly loads: readonly Load[] };

await runBenchmark(async (cleanUp) => {
  const options = readOptions({ rounds: 5, days: 90 });
  const machine = describeMachine();
  const executable = findChromium();
  if (!executable) throw new Error('Chromium is missing: apt-get install chromium');
  const dir = await diskDir(cleanUp);
  const dataDir = join(dir, 'data');
  const env = await serviceEnvironment({
    dataDir,
    env: { NAMEPLATE_BOOTSTRAP_TOKEN: token, NAMEPLATE_RATE_LIMIT: '0' },
  });
  const main = join(rootDir, 'dist/bin.cjs');
  console.error(`making ${options.days} days of traffic up`);
  // `env` as a program: runTool hands its own environment on.
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  await runTool('env', [...variables, process.execPath, main, 'demo', '--days', String(options.days)]);
  const port = Number(env.NAMEPLATE_API_PORT);
  const isReady = async () => {
    try {
      return (await ask({ port, path: '/readyz' })).status === 200;
    } catch {
      return false;
    }
  };
  await startProgram(
    { name: 'Nameplate', command: process.execPath, args: [main, 'serve'], env, dir, isReady },
    cleanUp,
  );
  const browser = await launchChromium(executable);
  cleanUp.defer(() => browser.close());
  const origin = `http://127.0.0.1:${port}`;
  const storageState = await signIn(browser, origin);
  const domain = await firstDomain(port);
  const pages: { name: string; path: string; signedOut?: true }[] = [
    { name: 'an answer without scripts (/healthz)', path: '/healthz' },
    { name: 'sign-in', path: '/', signedOut: true },
    { name: 'domains', path: '/domains' },
    { name: 'visitors of a domain, 30 days', path: `/domains/${domain}/visitors` },
    { name: 'requests of a domain, 30 days', path: `/domains/${domain}/requests` },
    { name: 'redirects', path: '/redirects' },
  ];
  const results = new Map<string, Load[]>(pages.map(({ name }) => [name, []]));
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const { name, path, signedOut } of pages) {
      const load = await openPage(browser, origin + path, signedOut ? {} : { storageState });
      results.get(name)?.push(load);
      console.error(`round ${round}, ${name}: painted after ${formatNumber(load.largestPaintMs)} ms`);
    }
  }
  const all: PageLoads[] = [...results].map(([name, loads]) => ({ name, loads }));
  const initial = all.find(({ name }) => name === 'domains')?.loads[0]?.scriptBytes ?? Number.NaN;
  publishReport(
    {
      name: 'dashboard',
      title: 'What the dashboard costs a browser',
      method:
        'Chromium, headless, 1440 × 900, nothing cached, over loopback, each page in a context of its own, in turn; ' +
        `median of ${options.rounds} loads of ${options.days} days of demo data. Paint is the largest contentful ` +
        'paint; scripts and tasks are the time of the main thread.',
      sections: [
        {
          heading: 'Pages',
          table: {
            columns: ['page', 'scripts, kB gzipped', 'transferred kB', 'paint ms', 'scripts ms', 'tasks ms'],
            rows: all.map(({ name, loads }) => [
              name,
              formatNumber(medianOf(loads, 'scriptBytes') / 1000, 1),
              formatNumber(medianOf(loads, 'transferredBytes') / 1000, 1),
              formatNumber(medianOf(loads, 'largestPaintMs')),
              formatNumber(medianOf(loads, 'scriptMs')),
              formatNumber(medianOf(loads, 'taskMs')),
            ]),
          },
        },
      ],
      targets: [
        atMost('JavaScript that the first page loads, gzipped', initial / 1000, targetInitialKilobytes, 'kB'),
      ],
      figures: { options, pages: all },
    },
    machine,
  );
});

async function signIn(
  browser: Browser,
  origin: string,
): Promise<NonNullable<BrowserContextOptions['storageState']>> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(origin);
  await page.getByLabel('Access token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

async function firstDomain(port: number): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const accounts: { uuid: string }[] = JSON.parse(
    (await ask({ port, path: '/api/v1/accounts', headers })).body,
  );
  const path = `/api/v1/accounts/${accounts[0]?.uuid}/custom_domains?sort=created_at`;
  const domains: { data: { uuid: string }[] } = JSON.parse((await ask({ port, path, headers })).body);
  return domains.data[0]?.uuid ?? '';
}

async function openPage(browser: Browser, url: string, options: BrowserContextOptions): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable');
    const bytes = countBytes(page);
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.waitForTimeout(quietMs);
    const largestPaintMs = await largestPaintOf(page);
    const metrics = await metricsOf(devtools);
    const { scriptBytes, transferredBytes } = await bytes();
    return {
      scriptBytes,
      transferredBytes,
      largestPaintMs,
      scriptMs: 1000 * (metrics.get('ScriptDuration') ?? 0),
      taskMs: 1000 * (metrics.get('TaskDuration') ?? 0),
    };
  } finally {
    await context.close();
  }
}

function countBytes(page: Page): () => Promise<Pick<Load, 'scriptBytes' | 'transferredBytes'>> {
  const counts: Promise<{ script: number; transferred: number }>[] = [];
  page.on('requestfinished', (request) => {
    counts.push(
      (async () => {
        const sizes = await request.sizes();
        const answer = await request.response();
        const isScript = request.resourceType() === 'script';
        const script = isScript && answer ? gzipSync(await answer.body(), { level: 9 }).length : 0;
        return { script, transferred: sizes.responseBodySize + sizes.responseHeadersSize };
      })(),
    );
  });
  return async () => {
    const all = await Promise.all(counts);
    return {
      scriptBytes: all.reduce((sum, { script }) => sum + script, 0),
      transferredBytes: all.reduce((sum, { transferred }) => sum + transferred, 0),
    };
  };
}

function largestPaintOf(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
      .observe({ type: 'largest-contentful-paint', buffered: true });
    setTimeout(() => resolve(NaN), 1000);
  })`);
}

async function metricsOf(devtools: CDPSession): Promise<Map<string, number>> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

function medianOf(loads: readonly Load[], figure: keyof Load): number {
  return median(loads.map((load) => load[figure]));
}
