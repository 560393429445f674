/**
 * Reports how long a page is looked at and how far it is scrolled, beside the tracker and to the same address. No cookies, no storage.
 * Built to `dist/tracker/engagement.js`. Source: docs/reference/engagement.md.
 *
 * States: away (in the background, or without the focus) ⇄ attended (time counts). What has been counted is sent when the page
 * is hidden or left, or becomes another page by its own script; it may be shown again later, out of the back-forward cache too,
 * and goes on from 0.
 */
import { currentUrl, mayBeCounted, pathOf } from './page.ts';
import { send, type Tag } from './report.ts';

declare global {
  interface Window {
    /** Set by the first such script of a page: a second one does nothing. */
    __nameplateEngagement?: 1;
  }
}

/** What the collector takes in one report. */
const maxMs = 86_400_000;
/** How often the time is taken. Where it stood for longer than twice that, the machine or the browser was suspended, which nothing announces. */
const stepMs = 5_000;

const tag: Tag | null = document.currentScript;
if (tag?.src && !window.__nameplateEngagement && mayBeCounted) {
  let url = currentUrl();
  /** Milliseconds since the last report, without those since `since`. */
  let counted = 0;
  /** When attention began, of the monotonic clock; -1 while away. */
  let since = -1;
  let depth = 0;
  let reportedDepth = -1;

  const look = (): void => {
    const { scrollHeight } = document.documentElement;
    const seen = scrollHeight ? Math.floor((100 * (scrollY + innerHeight)) / scrollHeight) : 100;
    depth = Math.max(depth, Math.min(100, Math.max(0, seen)));
  };

  const pause = (): void => {
    if (since >= 0) counted += Math.min(2 * stepMs, performance.now() - since);
    since = -1;
  };

  /** As things are now. A page that is shown without the focus is not attended, but scrolling it is seen; a frame in it may have the focus. */
  const attend = (): void => {
    pause();
    if (document.hidden) return;
    look();
    if (document.hasFocus()) since = performance.now();
  };

  const report = (): void => {
    pause();
    const e = Math.min(maxMs, Math.round(counted));
    counted = 0;
    // Never shown, or nothing new.
    if (!depth || (!e && depth == reportedDepth)) return;
    reportedDepth = depth;
    send(tag, { n: 'engagement', u: url, e, sd: depth });
  };

  /** Another page begins: by the site's own script, or shown again. */
  const renew = (): void => {
    url = currentUrl();
    depth = 0;
    reportedDepth = -1;
    attend();
  };

  const moved = (): void => {
    if (pathOf(currentUrl()) == pathOf(url)) return;
    report();
    renew();
  };

  window.__nameplateEngagement = 1;
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method];
    history[method] = (...args) => {
      original.apply(history, args);
      moved();
    };
  }
  window.navigation?.addEventListener?.('currententrychange', moved);
  addEventListener('popstate', moved);
  addEventListener('visibilitychange', () => (document.hidden ? report() : attend()), true);
  addEventListener('pagehide', report, true);
  addEventListener('pageshow', (event) => event.persisted && renew());
  addEventListener('focus', attend);
  addEventListener('blur', attend);
  addEventListener('scroll', () => document.hidden || look(), { capture: true, passive: true });
  setInterval(attend, stepMs);
  attend();
}
