/** What exports call browsers, operating systems and nothing, in the names of reports. Source: docs/guides/import-pageviews.md. */

/** Umami's and GA4's; others stand as they are. */
const names: Readonly<Record<string, string>> = {
  chrome: 'Chrome',
  crios: 'Chrome',
  'chromium-webview': 'Android WebView',
  edge: 'Edge',
  'edge-chromium': 'Edge',
  'edge-ios': 'Edge',
  firefox: 'Firefox',
  fxios: 'Firefox',
  ie: 'Internet Explorer',
  ios: 'Safari',
  opera: 'Opera',
  'opera-mini': 'Opera',
  safari: 'Safari',
  'Safari (in-app)': 'Safari',
  samsung: 'Samsung Internet',
  yandexbrowser: 'Yandex Browser',
  'Android OS': 'Android',
  'Mac OS': 'macOS',
  Macintosh: 'macOS',
  '-': '',
  '(not set)': '',
  Unknown: '',
};

/** Umami tells versions of Windows apart, reports do not. */
const windows = /^Windows (?:\d|XP|Vista|ME|Server)/;

export function exportName(text = ''): string {
  return Object.hasOwn(names, text) ? (names[text] ?? '') : windows.test(text) ? 'Windows' : text;
}
