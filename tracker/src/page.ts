/**
 * Which page the visitor is on, and whether it may be counted.
 * Source: contract section 7; Global Privacy Control (W3C); Prerendering Revamped (WICG).
 */

declare global {
  interface Navigator {
    readonly globalPrivacyControl?: boolean;
  }
  interface Document {
    readonly prerendering?: boolean;
  }
  interface Window {
    readonly _phantom?: unknown;
    readonly __nightmare?: unknown;
    readonly Cypress?: unknown;
    /** Where Safari had it. */
    readonly doNotTrack?: string | null;
  }
}

/** The page's address without its fragment, which is a place on the page or none of our business. */
export function currentUrl(): string {
  return location.href.replace(/#.*/, '');
}

/** Whether it is a page of the web, opened by a person who has not asked to be left alone. */
export function mayBeCounted(): boolean {
  return !(
    !location.protocol.startsWith('http') ||
    /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(location.hostname) ||
    navigator.webdriver ||
    window._phantom ||
    window.__nightmare ||
    window.Cypress ||
    navigator.globalPrivacyControl ||
    /^(1|yes)$/.test(navigator.doNotTrack || window.doNotTrack || '')
  );
}

/** Whether somebody looks at it: it is not being prerendered, nor in a tab behind another. */
export function isSeen(): boolean {
  return !document.prerendering && document.visibilityState == 'visible';
}

/** The page that led here; '' when it was not a link but a reload or a way back, which keep the first one's. */
export function referrer(): string {
  const [entry] = performance.getEntriesByType('navigation');
  return entry && 'type' in entry && entry.type != 'navigate' ? '' : document.referrer;
}
