/**
 * Which page the visitor is on, and whether it may be counted.
 * Source: docs/reference/tracker.md; Global Privacy Control (W3C); Prerendering Revamped (WICG).
 */

declare global {
  interface Navigator {
    readonly globalPrivacyControl?: boolean;
  }
  interface Document {
    readonly prerendering?: boolean;
  }
  interface Window {
    readonly Cypress?: unknown;
    /** Where Safari had it. */
    readonly doNotTrack?: string | null;
  }
}

/** The page's address without its fragment, which is a place on the page, or private. */
export function currentUrl(): string {
  return location.href.replace(/#.*/, '');
}

/**
 * Whether this is a web page, opened by a person who hasn't opted out. There is no check for PhantomJS: it can't parse
 * this script.
 */
export const mayBeCounted: boolean =
  /^http(?!s?:\/\/(.*\.)?(localhost|127\..*|\[::1])(:|$))/.test(location.origin) &&
  !(
    navigator.webdriver ||
    window.Cypress ||
    navigator.globalPrivacyControl ||
    /^[1y]/.test(navigator.doNotTrack || window.doNotTrack || '')
  );

type Navigation = { readonly name: string; readonly type?: string; readonly responseStatus?: number };

const entries: readonly Navigation[] = performance.getEntriesByType('navigation');

/** How the browser came to this page. */
export const navigation: Navigation | undefined = entries[0];
