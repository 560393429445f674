/** The dashboard in a real browser, served by the built program on a copy of the demo data. */
import { cp, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { collectComplaints, findHeadlessShell, launchChromium } from './chromium.ts';
import { demoDataMade } from './demo-data.ts';
import { serviceEnvironment, TestService } from './service.ts';
import { skipLoudly } from './skips.ts';
import { tempDir } from './temp-dir.ts';
import { shiftDate } from './test-day.ts';

/** The browser's program; without it the tests are skipped, loudly. */
export const chromiumPath: string | undefined = findHeadlessShell();
if (!chromiumPath) skipLoudly('the dashboard', 'no Chromium on this machine');

export const desktop = { width: 1440, height: 900 } as const;
export const phone = { width: 360, height: 780 } as const;

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type AxeViolation = {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
};

/** A page and what it complained about: console errors, violations of the policy, failed requests. */
export type OpenPage = { readonly page: Page; readonly complaints: string[] };

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A running service, a browser, and a session that its pages share. */
export class TestDashboard {
  readonly service: TestService;
  readonly browser: Browser;
  readonly #state: SignedIn;
  readonly #contexts: BrowserContext[] = [];

  private constructor(service: TestService, browser: Browser, state: SignedIn) {
    this.service = service;
    this.browser = browser;
    this.#state = state;
  }

  /** Starts all of it and signs in; ends when the tests of the file are over. Call it in `beforeAll`. */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<TestDashboard> {
    const { directory, token, nodeOptions } = inject('demo');
    await demoDataMade(inject('demo'));
    const dataDir = join(await tempDir('file'), 'data');
    await cp(directory, dataDir, { recursive: true });
    const service = await TestService.startWith({
      ...(await serviceEnvironment({ dataDir })),
      NAMEPLATE_BOOTSTRAP_TOKEN: token,
      NAMEPLATE_EDGE_HOSTNAME: 'edge.example.net',
      NODE_OPTIONS: nodeOptions,
      ...env,
    });
    const browser = await launchChromium(chromiumPath ?? '');
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(service.apiOrigin);
    await page.getByLabel('Access token').fill(service.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    const state = await context.storageState();
    await context.close();
    return new TestDashboard(service, browser, state);
  }

  /** Opens a page of the dashboard, signed in unless `storageState` says otherwise. */
  async open(path: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
    const context = await this.browser.newContext({
      viewport: desktop,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      storageState: this.#state,
      acceptDownloads: true,
      // Frames that nobody looks at take processors from other tests.
      reducedMotion: 'reduce',
      ...options,
    });
    this.#contexts.push(context);
    await context.addInitScript(shiftDate, inject('demo').clockOffsetMs);
    const page = await context.newPage();
    const complaints = collectComplaints(page);
    await page.goto(this.service.apiOrigin + path);
    return { page, complaints };
  }

  /** Closes the pages that a test opened. */
  async closePages(): Promise<void> {
    for (const context of this.#contexts.splice(0)) await context.close();
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.service.stop();
  }
}

/** What axe finds wrong with a page as it is now, a line each; none when all is well. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Evaluated by the driver: the page's policy would let no script element in.
  await page.evaluate(await axeSource);
  const violations = await page.evaluate<AxeViolation[]>(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
  );
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`,
  );
}

/** Tells whether anything makes the page wider than its window. */
export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
}

/** Keeps a picture where `NAMEPLATE_TEST_SCREENSHOTS` names a directory. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const directory = process.env.NAMEPLATE_TEST_SCREENSHOTS;
  if (directory) await page.screenshot({ path: join(directory, `${name}.png`) });
}
