/** The dashboard in a real browser, served by the built program on a copy of the demo data. */

import { cp, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { Role } from '../../src/core/role.ts';
import { collectComplaints, findHeadlessShell, launchChromium } from './chromium.ts';
import { demoDataMade } from './demo-data.ts';
import { TestDnsServer } from './dns-server.ts';
import { newUser, signInAs } from './people.ts';
import { atProcessEnd } from './process-end.ts';
import { serviceEnvironment, TestService } from './service.ts';
import { skipLoudly } from './skips.ts';
import { tempDir } from './temp-dir.ts';
import { newTestAccount, type TestAccount } from './test-account.ts';
import { shiftDate } from './test-day.ts';

/** The browser's program; without it the tests are skipped, loudly. */
export const chromiumPath: string | undefined = findHeadlessShell();
if (!chromiumPath) skipLoudly('the dashboard', 'no Chromium on this machine');

export const desktop = { width: 1440, height: 900 } as const;
export const tablet = { width: 768, height: 1024 } as const;
export const phone = { width: 360, height: 780 } as const;
/** Opens a page without the account's session. */
export const signedOut = { storageState: { cookies: [], origins: [] } };

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type AxeViolation = {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
};

/** A page and what it complained about: console errors, violations of the policy, failed requests. */
export type OpenPage = { readonly page: Page; readonly complaints: string[] };

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

/** What test files of one process share: they run one after another. */
type Running = { readonly service: TestService; readonly browser: Browser; readonly dns: TestDnsServer };
let running: Promise<Running> | undefined;

/** The edge's addresses, as the service's DNS server has them. */
export const edgeRecords = ['edge.example.net A 203.0.113.7', 'edge.example.net AAAA 2001:db8:7::7'];
/** Where upstreams and receivers of webhooks may listen; the rest of the loopback network is refused. */
export const allowedLoopback = '127.0.0.2';

/** Starts a service on a copy of the demo data, and a browser. Both end with the process. */
async function run(): Promise<Running> {
  const { directory, token, nodeOptions } = inject('demo');
  await demoDataMade(inject('demo'));
  const dataDir = join(await tempDir('process'), 'data');
  await cp(directory, dataDir, { recursive: true });
  const dns = await TestDnsServer.start(edgeRecords);
  atProcessEnd(() => dns[Symbol.asyncDispose]());
  const service = await TestService.startWith({
    ...(await serviceEnvironment({ dataDir })),
    NAMEPLATE_BOOTSTRAP_TOKEN: token,
    NAMEPLATE_EDGE_HOSTNAME: 'edge.example.net',
    NAMEPLATE_DNS_SERVERS: dns.address,
    NAMEPLATE_UPSTREAM_ALLOW: `${allowedLoopback}/32`,
    NODE_OPTIONS: nodeOptions,
  });
  atProcessEnd(() => service.stop());
  // Passkeys are for names, not for addresses.
  const browser = await launchChromium(chromiumPath ?? '', ['--host-resolver-rules=MAP localhost 127.0.0.1']);
  atProcessEnd(() => browser.close());
  return { service, browser, dns };
}

/** An account of the running service in a browser, and a session that its pages share. */
export class TestDashboard {
  /** The account: the demo's, or one of its own. */
  readonly service: TestAccount;
  readonly dns: TestDnsServer;
  readonly #browser: Browser;
  readonly #control: TestService['control'];
  readonly #state: SignedIn;
  readonly #contexts: BrowserContext[] = [];

  private constructor(account: TestAccount, { service, browser, dns }: Running, state: SignedIn) {
    this.service = account;
    this.dns = dns;
    this.#browser = browser;
    this.#control = service.control;
    this.#state = state;
  }

  /**
   * The demo's account, which test files share: what one of them leaves there must not change what others read. Call it in
   * `beforeAll`.
   */
  static async ofDemo(): Promise<TestDashboard> {
    running ??= run();
    const { service } = await running;
    return TestDashboard.#signIn(service, await running);
  }

  /** A new, empty account, for files that write. Hosts are unique in the whole service. Call it in `beforeAll`. */
  static async ofNewAccount(): Promise<TestDashboard> {
    running ??= run();
    const { service } = await running;
    return TestDashboard.#signIn(await newTestAccount(service), await running);
  }

  /** Without the form, which the tests of the frame fill in. */
  static async #signIn(account: TestAccount, shared: Running): Promise<TestDashboard> {
    const context = await shared.browser.newContext();
    const data = { access_token: account.token };
    const answer = await context.request.post(`${account.apiOrigin}/session`, { data });
    if (answer.status() !== 201) throw new Error(`not signed in: ${answer.status()}`);
    const state = await context.storageState();
    await context.close();
    return new TestDashboard(account, shared, state);
  }

  /** Opens a page of the dashboard, signed in unless `storageState` says otherwise. */
  async open(path: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
    const context = await this.#browser.newContext({
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

  /** The store of the running service, as another process sees it. */
  async withStore<T>(use: (store: ControlStore) => Promise<T>): Promise<T> {
    await using store = await ControlStore.open(this.#control, systemClock);
    return await use(store);
  }

  /** A new user with these roles, by account, whom pages are opened as. */
  async signedInAs(
    email: string,
    roles: Readonly<Record<string, Role>>,
  ): Promise<Pick<BrowserContextOptions, 'storageState'>> {
    const { cookie } = await this.withStore(async (store) =>
      signInAs(store, await newUser(store, email, roles)),
    );
    const [name = '', value = ''] = cookie.split('=');
    const { hostname: domain } = new URL(this.service.apiOrigin);
    const flags = { expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' } as const;
    return { storageState: { cookies: [{ name, value, domain, path: '/', ...flags }], origins: [] } };
  }

  /** Closes the pages that a test opened. */
  async closePages(): Promise<void> {
    for (const context of this.#contexts.splice(0)) await context.close();
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

const isWider = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

/** Tells whether anything makes the page wider than its window, and still does when it had time to be drawn anew. */
export async function scrollsSideways(page: Page): Promise<boolean> {
  for (let tries = 0; tries < 20; tries++) {
    // Not by frames of the page: one without JavaScript has none.
    if (!(await page.evaluate<boolean>(isWider))) return false;
    await delay(50);
  }
  return true;
}

/** What a page should be on every screen, light and dark: no wider than it, and nothing that axe finds wrong. */
export async function problemsEverywhere(page: Page, name: string): Promise<string[]> {
  const problems: string[] = [];
  for (const [width, colorScheme] of [
    [1_440, 'light'],
    [1_024, 'dark'],
    [768, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    if (await scrollsSideways(page)) problems.push(`${width}: scrolls sideways`);
    // What is in the colours of before for a moment isn't wrong.
    await page.waitForTimeout(50);
    for (const problem of await accessibilityProblems(page)) problems.push(`${width}: ${problem}`);
    await keepScreenshot(page, `${name}-${width}`);
  }
  return problems;
}

/** Keeps a picture where `NAMEPLATE_TEST_SCREENSHOTS` names a directory. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const directory = process.env.NAMEPLATE_TEST_SCREENSHOTS;
  if (directory) await page.screenshot({ path: join(directory, `${name}.png`) });
}

/** Cards below the fold load when they are about to be seen. */
export async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
}
