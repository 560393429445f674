/**
 * Which page the visitor is on, and whether it may be counted.
 * Source: docs/reference/tracker.md; Global Privacy Control (W3C); Prerendering Revamped (WICG).
 */

declare global {
  interface Navigator {
    readonly globalPrivacyControl?: boolean;
  }
  interface Document {
    prerendering?: boolean;
  }
  interface Window {
    readonly Cypress?: unknown;
    /** Where Safari had it; others have nothing, which says nothing. */
    readonly doNotTrack: string;
  }
}

/** The page's address without its fragment, which is a place on the page, or private. */
export const currentUrl = (): string => location.href.replace(/#.*/, '');

/** An address without its query and fragment. */
export const pathOf = (address: string): string => address.replace(/[?#].*/, '');

/** Paths of files. */
export const file = /\.(7z|csv|dmg|(doc|ppt|xls)x?|exe|gz|mp[34]|pdf|pkg|rar|txt|zip)$/i;

/**
 * Whether this is a web page, opened by a person who hasn't opted out. There is no check for PhantomJS: it can't parse
 * this script.
 */
export const mayBeCounted: boolean =
  /^http(?!.*\/(.*\.)?(localhost|127\..*|\[::1])(:|$))/.test(location.origin) &&
  !(
    navigator.webdriver ||
    window.Cypress ||
    navigator.globalPrivacyControl ||
    /^[1y]/.test(navigator.doNotTrack || window.doNotTrack)
  );

type Navigation = { readonly name: string; readonly type?: string; readonly responseStatus?: number };

/** How the browser came to this page. */
export const [navigation]: readonly Navigation[] = performance.getEntriesByType('navigation');
