/** What a page costs a browser that has nothing cached: time to load it, and time of its main thread. */
import type { Browser } from 'playwright-core';

/** Longer than scripts take to measure and report. */
const settledMs = 400;

export type BrowserLoad = {
  /** From the start of the navigation to the end of the event `load`. */
  readonly loadMs: number;
  readonly largestPaintMs: number;
  /** CPU time of the main thread in scripts, by the browser's own count; then in all. */
  readonly scriptMs: number;
  readonly taskMs: number;
};

/** Opens the page in a context of its own. */
export async function loadInBrowser(browser: Browser, url: string): Promise<BrowserLoad> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(settledMs);
    const { metrics } = await devtools.send('Performance.getMetrics');
    const secondsOf = (wanted: string): number =>
      metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
    const [loadMs = Number.NaN, largestPaintMs = Number.NaN] = await page.evaluate<
      number[]
    >(`new Promise((resolve) => {
      const [{ loadEventEnd }] = performance.getEntriesByType('navigation');
      new PerformanceObserver((list) => resolve([loadEventEnd, list.getEntries().at(-1).startTime]))
        .observe({ type: 'largest-contentful-paint', buffered: true });
    })`);
    return {
      loadMs,
      largestPaintMs,
      scriptMs: 1000 * secondsOf('ScriptDuration'),
      taskMs: 1000 * secondsOf('TaskDuration'),
    };
  } finally {
    await context.close();
  }
}
