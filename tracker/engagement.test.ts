/**
 * The script of time on page and scroll depth as it is built. What browsers make of it: test/e2e/engagement.test.ts.
 * Source: docs/reference/engagement.md ("What is measured").
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tempDir } from '../test/support/temp-dir.ts';

const maxGzippedBytes = 1_024;
let built = '';

beforeAll(async () => {
  const outDir = await tempDir(afterAll);
  await build({ root: import.meta.dirname, build: { outDir } });
  built = await readFile(join(outDir, 'engagement.js'), 'utf8');
});

it(`takes at most ${maxGzippedBytes} bytes gzipped, and touches neither cookies nor storage`, () => {
  const bytes = gzipSync(built, { level: 9 }).length;
  process.stdout.write(`engagement: ${bytes} bytes gzipped, ${built.length} plain\n`);
  expect(bytes).toBeLessThanOrEqual(maxGzippedBytes);
  expect(built).not.toMatch(/cookie|localStorage|sessionStorage|indexedDB|caches/);
});

/** A page of 4,000 pixels in a window of 1,000, whose clock the test moves. */
function openPage(options: { readonly gpc?: true; readonly hidden?: true } = {}) {
  const reports: Record<string, unknown>[] = [];
  const listeners = new Map<string, ((event: object) => void)[]>();
  const location = new URL('https://shop.example/a?x=1#place');
  const state = { now: 0, focus: true };
  const timer = { run: (): void => {}, everyMs: 0, dueAt: Number.POSITIVE_INFINITY };
  const move = (_state: unknown, _title: string, to: string): void => {
    location.href = new URL(to, location).href;
  };
  const document = {
    currentScript: { src: 'https://shop.example/.nameplate/engagement.js', dataset: {} },
    documentElement: { scrollHeight: 4_000 },
    hidden: options.hidden ?? false,
    hasFocus: () => state.focus,
  };
  const global: Record<string, unknown> = {
    location,
    document,
    history: { pushState: move, replaceState: move },
    navigator: { doNotTrack: null, globalPrivacyControl: options.gpc },
    performance: { now: () => state.now, getEntriesByType: () => [{}] },
    innerHeight: 1_000,
    scrollY: 0,
    URL,
    Math,
    setInterval: (run: () => void, ms: number) => {
      Object.assign(timer, { run, everyMs: ms, dueAt: state.now + ms });
    },
    addEventListener: (name: string, listener: (event: object) => void) =>
      listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    fetch: (url: URL, { body }: { readonly body: string }) => {
      reports.push({ to: url.pathname, ...JSON.parse(body) });
      return Promise.reject(new Error('blocked'));
    },
  };
  const window: Record<string, unknown> = { ...global, window: {} };
  window['window'] = window;
  const run = (): unknown => runInNewContext(built, window);
  run();
  const fire = (name: string, event: object = {}): void => {
    for (const listener of listeners.get(name) ?? []) listener(event);
  };
  return {
    reports,
    run,
    fire,
    pass: (ms: number) => {
      const end = state.now + ms;
      while (timer.dueAt <= end) {
        state.now = Math.max(state.now, timer.dueAt);
        timer.dueAt = state.now + timer.everyMs;
        timer.run();
      }
      state.now = end;
    },
    /** Time passes, and no timer runs. */
    suspend: (ms: number) => (state.now += ms),
    focus: (has: boolean) => {
      state.focus = has;
      fire(has ? 'focus' : 'blur');
    },
    show: (isShown: boolean) => {
      document.hidden = !isShown;
      fire('visibilitychange');
    },
    scroll: (to: number) => {
      window['scrollY'] = to;
      fire('scroll');
    },
    go: (to: string) => runInNewContext(`history.pushState({}, '', '${to}')`, window),
  };
}

it('counts while the page is visible and has the focus, and reports when it is hidden', () => {
  const page = openPage();
  page.pass(1_000);
  page.focus(false);
  page.pass(5_000);
  page.scroll(1_000);
  page.focus(true);
  page.pass(500);
  page.show(false);
  page.pass(60_000);
  expect(page.reports).toEqual([
    { to: '/.nameplate/event', n: 'engagement', u: 'https://shop.example/a?x=1', e: 1_500, sd: 50 },
  ]);
  page.show(true);
  page.pass(250);
  page.scroll(9_000);
  page.fire('pagehide');
  page.show(false);
  expect(page.reports.slice(1)).toMatchObject([{ e: 250, sd: 100 }]);
});

it('reports nothing of a page that was never shown, and all of one that was only seen', () => {
  const unseen = openPage({ hidden: true });
  unseen.pass(1_000);
  unseen.fire('pagehide');
  expect(unseen.reports).toEqual([]);
  const away = openPage();
  away.focus(false);
  away.show(false);
  expect(away.reports).toMatchObject([{ e: 0, sd: 25 }]);
});

it('counts at most ten seconds of the time in which the machine was suspended', () => {
  const page = openPage();
  page.pass(32_000);
  page.suspend(8 * 3_600_000);
  page.pass(5_000);
  page.show(false);
  expect(page.reports).toMatchObject([{ e: 30_000 + 10_000 + 5_000 }]);
});

it('begins anew with another path, and out of the back-forward cache', () => {
  const page = openPage();
  page.scroll(3_000);
  page.pass(100);
  page.go('/a?x=2');
  expect(page.reports).toEqual([]);
  page.scroll(0);
  page.go('/b');
  page.pass(200);
  page.fire('pagehide');
  page.suspend(9_000);
  page.fire('pageshow', { persisted: true });
  page.pass(300);
  page.fire('pagehide');
  expect(page.reports).toMatchObject([
    { u: 'https://shop.example/a?x=1', e: 100, sd: 100 },
    { u: 'https://shop.example/b', e: 200, sd: 25 },
    { u: 'https://shop.example/b', e: 300, sd: 25 },
  ]);
});

it('runs once in a page, and never where the visitor asks not to be counted', () => {
  const page = openPage();
  page.run();
  page.pass(100);
  page.fire('pagehide');
  expect(page.reports).toHaveLength(1);
  const quiet = openPage({ gpc: true });
  quiet.pass(100);
  quiet.fire('pagehide');
  expect(quiet.reports).toEqual([]);
});
