/**
 * The script of web vitals as it is built. What browsers make of it: test/e2e/web-vitals.test.ts.
 * Source: docs/reference/web-vitals.md ("How it gets into a page").
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tempDir } from '../test/support/temp-dir.ts';

const maxGzippedBytes = 4_096;
let built = '';

beforeAll(async () => {
  const outDir = await tempDir(afterAll);
  await build({ root: import.meta.dirname, build: { outDir } });
  built = await readFile(join(outDir, 'vitals.js'), 'utf8');
});

it(`takes at most ${maxGzippedBytes} bytes gzipped, and touches neither cookies nor storage`, () => {
  const bytes = gzipSync(built, { level: 9 }).length;
  process.stdout.write(`vitals: ${bytes} bytes gzipped, ${built.length} plain\n`);
  expect(bytes).toBeLessThanOrEqual(maxGzippedBytes);
  expect(built).not.toMatch(/cookie|localStorage|sessionStorage|indexedDB|caches/);
});

/** A page in a browser that measures nothing but the time to the first byte, and what it listens to. */
function openPage(options: { readonly gpc?: true } = {}) {
  const reports: object[] = [];
  const listeners = new Map<string, ((event: object) => void)[]>();
  const location = new URL('https://shop.example/a?x=1#place');
  const document = {
    currentScript: { src: 'https://shop.example/.nameplate/vitals.js', dataset: {} },
    readyState: 'complete',
    visibilityState: 'visible',
    hidden: false,
  };
  const later: (() => void)[] = [];
  const global: Record<string, unknown> = {
    location,
    document,
    navigator: { doNotTrack: null, globalPrivacyControl: options.gpc },
    performance: {
      now: () => 500,
      getEntriesByType: (type: string) => (type === 'navigation' ? [{ responseStart: 123.4 }] : []),
    },
    URL,
    setTimeout: (run: () => void) => later.push(run),
    requestAnimationFrame: (run: () => void) => later.push(run),
    addEventListener: (name: string, listener: (event: object) => void) =>
      listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    removeEventListener: () => {},
    fetch: (url: URL, { body }: { readonly body: string }) => {
      reports.push({ to: url.pathname, ...JSON.parse(body) });
      return Promise.reject(new Error('blocked'));
    },
  };
  const window: Record<string, unknown> = { ...global };
  window['window'] = window;
  const settle = (): void => {
    while (later.length > 0) later.shift()?.();
  };
  const run = (): void => {
    runInNewContext(built, window);
    settle();
  };
  run();
  const fire = (name: string, event: object = {}): void => {
    for (const listener of listeners.get(name) ?? [])
      listener({ type: name, isTrusted: true, timeStamp: 500, ...event });
    settle();
  };
  const show = (isShown: boolean): void => {
    document.hidden = !isShown;
    document.visibilityState = isShown ? 'visible' : 'hidden';
    fire('visibilitychange');
  };
  return { reports, run, fire, show, location };
}

it('reports once when the page is hidden, and again out of the back-forward cache', () => {
  const page = openPage();
  expect(page.reports).toEqual([]);
  page.show(false);
  page.show(true);
  page.show(false);
  const first = { to: '/.nameplate/event', n: 'vitals', u: 'https://shop.example/a?x=1', ttfb: 123 };
  expect(page.reports).toEqual([first]);
  page.location.href = 'https://shop.example/a';
  page.show(true);
  page.fire('pageshow', { persisted: true });
  page.show(false);
  expect(page.reports.slice(1)).toEqual([{ ...first, u: 'https://shop.example/a', ttfb: 0 }]);
});

it('runs once in a page, and never where the visitor asks not to be counted', () => {
  const page = openPage();
  page.run();
  page.show(false);
  expect(page.reports).toHaveLength(1);
  const quiet = openPage({ gpc: true });
  quiet.show(false);
  expect(quiet.reports).toEqual([]);
});
