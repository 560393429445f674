/**
 * The tracker: reports each view of a page, and custom events, to the origin the script came from. No cookies, no
 * storage, nothing that outlives the page. Built to `dist/tracker/script.js`, at most 1,024 bytes gzipped.
 * Source: docs/reference/tracker.md.
 *
 * States: unseen (until the page is shown, which may be never; custom events wait) → counting. What becomes of the
 * address while the page is unseen is not counted: the first view is of the page as it is shown.
 */
import { currentUrl, file, mayBeCounted, navigation, pathOf } from './page.ts';

type Details = {
  readonly props?: Readonly<Record<string, string | number | boolean>>;
  readonly revenue?: { readonly amount: string; readonly currency: string };
};
type Call = readonly [name: string, details?: Details | undefined];

/** A script of SVG has no `src`: it reports nothing. */
type Tag = { readonly src?: string; readonly dataset: DOMStringMap };

declare global {
  interface Event {
    /** How the visitor moved, of the Navigation API. */
    readonly navigationType?: string | null;
  }
  interface EventTarget {
    /** Of elements. */
    closest?(selectors: 'a'): HTMLAnchorElement | null;
  }
  interface Window {
    /** Set by the first tracker of a page: a second one (say, one embedded and one injected) does nothing. */
    __nameplate?: 1;
    /** Reports a custom event. Before the tracker is there: the page's own stand-in, which queues calls in `q`. */
    nameplate?: { (...call: Call): void; q?: Call[] };
  }
}

const tag: Tag | null = document.currentScript;
if (tag && !window.__nameplate && mayBeCounted) {
  const { dataset } = tag;
  /** As of the view counted last, or the renaming after it; '' before the first view. */
  let url = '';
  /** Events from before the first view. */
  const waiting = window.nameplate?.q || [];

  /** Never throws: the site's own navigation goes through here. */
  const send = async (event: object): Promise<void> => {
    try {
      const answer = await fetch(new URL(dataset.event || '/.nameplate/event', tag.src), {
        method: 'POST',
        // Goes on when the page is left, as a beacon would, but without the site's cookies.
        keepalive: true,
        credentials: 'omit',
        body: JSON.stringify({ u: currentUrl(), w: innerWidth, d: dataset.domain, ...event }),
      });
      // Some browsers' developer tools show an unread answer as a failure.
      await answer.text();
    } catch {}
  };

  const view = (from: string): void => {
    url = currentUrl();
    void send({ r: from });
  };

  const report = (name: string, details?: Details): void => {
    if (url) void send({ n: name, p: details?.props, $: details?.revenue });
    else waiting.push([name, details]);
  };

  /** Counts the first view once the page is seen: not while it is prerendered, nor in a tab behind another. */
  const shown = (): void => {
    if (url || document.prerendering || document.hidden) return;
    // A reload or a way back keeps the referrer of the link that was followed first.
    view(navigation && navigation.type != 'navigate' ? '' : document.referrer);
    // What the tag says goes before the answer's status, which not all browsers tell.
    if ((dataset[404] ?? navigation?.responseStatus) == 404)
      report('404', { props: { path: location.pathname } });
    for (const call of waiting) report(...call);
  };

  /**
   * Counts a view when the address has changed in the part that matters; one that is put right, say a filter in its query, is the
   * same page. Later views come from the site itself: what led the visitor here is not told, and so not counted, again.
   */
  const moved = ({ navigationType }: Pick<Event, 'navigationType'>): void => {
    const part = navigationType?.[2] == 'p' ? pathOf : String;
    if (url && part(url) != part((url = currentUrl()))) view('');
  };

  const clicked = ({ target, button }: MouseEvent): void => {
    const link = button < 2 && target?.closest?.('a');
    // A link without an address, or to none of the web, such as mailto:, has no host; nor has one of SVG (links.ts).
    if (link && link.host) {
      const details = { props: { url: pathOf(link.href) } };
      if (link.host != location.host && dataset.outbound != 'off') report('Outbound Link: Click', details);
      else if (dataset.downloads != 'off' && (link.hasAttribute('download') || file.test(link.pathname)))
        report('File Download', details);
    }
  };

  window.__nameplate = 1;
  window.nameplate = report;
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method];
    history[method] = (...args) => {
      original.apply(history, args);
      moved({ navigationType: method });
    };
  }
  // Of those, too, and first; but also of navigations that are intercepted.
  window.navigation?.addEventListener?.('currententrychange', moved);
  addEventListener('popstate', moved);
  // Out of the back-forward cache.
  addEventListener('pageshow', (event) => event.persisted && view(''));
  // Captured on their way down: the site's own listeners may stop them.
  addEventListener('prerenderingchange', shown, true);
  addEventListener('visibilitychange', shown, true);
  addEventListener('click', clicked, true);
  // With the middle button.
  addEventListener('auxclick', clicked, true);
  shown();
}
