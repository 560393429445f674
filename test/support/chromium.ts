/** A real browser for tests of pages: Debian's Chromium, headless. */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const shell = '/usr/bin/chromium-headless-shell';
const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser's program, or undefined where there is none. */
export function findChromium(): string | undefined {
  return browsers.find((path) => existsSync(path));
}

/**
 * The same without windows, which takes half the time, or else the browser. It prerenders nothing and keeps no page to come
 * back to, so what depends on how visitors browse needs the browser.
 */
export function findHeadlessShell(): string | undefined {
  return existsSync(shell) ? shell : findChromium();
}

/** It never calls home, as there is no network where tests run. */
export const quietArguments: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What makes it pass for a person's browser, and finds every host on this machine. */
export const visitorArguments: readonly string[] = [
  '--disable-blink-features=AutomationControlled',
  '--host-resolver-rules=MAP * 127.0.0.1',
  '--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
];

/** Starts the browser, with further arguments of its command line. Its pages are waited for as long as `expect.poll` waits. */
export async function launchChromium(
  executablePath: string,
  furtherArguments: readonly string[] = [],
): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    // Drivers switch it off because they lose sight of pages that come back.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: [...quietArguments, ...furtherArguments],
  });
  browser.on('context', (context) => context.setDefaultTimeout(60_000));
  return browser;
}

/** Collects what a page complains about: console errors (CSP violations among them), exceptions, failed requests. */
export function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Pages that are left take back what they asked for.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  return complaints;
}
