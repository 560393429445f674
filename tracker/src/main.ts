/**
 * The tracker: reports each view of a page to the origin the script came from. No cookies, no storage, nothing that
 * outlives the page. Built to `dist/tracker/script.js`, at most 1,024 bytes gzipped. Source: contract section 7.
 *
 * States: unseen (until the page is shown, which may be never) → counting. What becomes of the address while the page
 * is unseen is not counted: the first view is of the page as it is shown.
 */
import { currentUrl, isSeen, mayBeCounted, referrer } from './page.ts';

declare global {
  interface Window {
    /** Set by the first tracker of a page: a second one, added by hand and by injection say, does nothing. */
    __nameplate?: 1;
  }
}

const { currentScript } = document;
const script = currentScript instanceof HTMLScriptElement ? currentScript : undefined;

/** As of the view counted last, or the renaming after it; '' before the first view. */
let url = '';

/** Never throws: the site's own navigation goes through here. */
async function view(from: string): Promise<void> {
  url = currentUrl();
  try {
    const answer = await fetch(new URL('/.nameplate/event', script?.src), {
      method: 'POST',
      body: JSON.stringify({ u: url, r: from, w: innerWidth, d: script?.dataset.domain }),
      // Goes on when the page is left, as a beacon would, but without the site's cookies.
      keepalive: true,
      credentials: 'omit',
    });
    // An answer that nobody reads looks like a failure in the tools of some browsers.
    await answer.text();
  } catch {}
}

function shown(): void {
  if (!url && isSeen()) void view(referrer());
}

/** Later views come from the site itself: what led the visitor here is not told, and so not counted, again. */
function moved(): void {
  if (url && url != currentUrl()) void view('');
}

/** An address that is put right, say a filter in its query, is the same page. */
function renamed(): void {
  if (!url) return;
  if (pathOf(url) == pathOf(currentUrl())) url = currentUrl();
  else void view('');
}

function pathOf(address: string): string {
  return address.split('?')[0] ?? '';
}

function after(method: 'pushState' | 'replaceState', then: () => void): void {
  const original = history[method];
  history[method] = function (...args) {
    original.apply(this, args);
    then();
  };
}

if (script && !window.__nameplate && mayBeCounted()) {
  window.__nameplate = 1;
  after('pushState', moved);
  after('replaceState', renamed);
  addEventListener('popstate', moved);
  // Out of the back-forward cache.
  addEventListener('pageshow', (event) => {
    if (event.persisted) void view('');
  });
  document.addEventListener('prerenderingchange', shown);
  document.addEventListener('visibilitychange', shown);
  shown();
}
