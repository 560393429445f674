/**
 * Reports how quick a page was, beside the tracker and to the same address, with Google's web-vitals. No cookies, no storage.
 * Built to `dist/tracker/vitals.js`. Source: docs/reference/web-vitals.md.
 *
 * States: measuring → reported (the page was hidden or left) → measuring (it came out of the back-forward cache: a new view). What becomes
 * of a page after its report is not told.
 */
import { type MetricType, onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import { currentUrl, mayBeCounted } from './page.ts';
import { send, type Tag } from './report.ts';

declare global {
  interface Window {
    /** Set by the first such script of a page: a second one does nothing. */
    __nameplateVitals?: 1;
  }
}

const tag: Tag | null = document.currentScript;
if (tag?.src && !window.__nameplateVitals && mayBeCounted) {
  // Later paths of the same document are no loads: what is measured stays with the page that was loaded.
  let url = currentUrl();
  let measured: Record<string, number> = {};
  let isReported = false;

  const take = ({ name, value }: MetricType): void => {
    measured[name.toLowerCase()] = name == 'CLS' ? Math.round(value * 1e4) / 1e4 : Math.round(value);
  };

  const report = (): void => {
    if (!document.hidden || isReported || !Object.keys(measured).length) return;
    isReported = true;
    send(tag, { n: 'vitals', u: url, ...measured });
  };

  window.__nameplateVitals = 1;
  // Before the library's own listener, which measures the page anew.
  addEventListener(
    'pageshow',
    (event) => {
      if (!event.persisted) return;
      url = currentUrl();
      measured = {};
      isReported = false;
    },
    true,
  );
  onLCP(take);
  onINP(take);
  onCLS(take);
  onTTFB(take);
  // After the library's, which tell the last values when the page is hidden; it adds them once a prerendered page is shown.
  const listen = (): void => addEventListener('visibilitychange', report, true);
  if (document.prerendering) addEventListener('prerenderingchange', listen, { once: true });
  else listen();
}
