import { expect, test } from 'vitest';
import { helpAddress, helpPages } from '../../src/api/dashboard/help-pages.ts';
import { makeHelp } from './make-help.ts';

const files = makeHelp();
const anchor = / id="([^"]+)"/g;
const link = /<a href="([^"]+)"/g;

/** Addresses of the service that are no page of help. */
const elsewhere = new Set(['/', '/docs', '/openapi.json']);

function isThere(address: string): boolean {
  const [path = '', fragment] = address.split('#', 2);
  const html = files.get(`${path.slice(1)}.html`);
  if (html === undefined) return elsewhere.has(path);
  return fragment === undefined || [...html.matchAll(anchor)].some(([, id]) => id === fragment);
}

test('every link between pages leads to a page, and to a heading of it', () => {
  const broken: string[] = [];
  for (const [file, html] of files)
    for (const [, href = ''] of html.matchAll(link)) {
      const address = href.startsWith('#') ? `/${file.replace('.html', '')}${href}` : href;
      if (address.startsWith('/') && !isThere(address)) broken.push(`${file}: ${href}`);
    }
  expect(broken).toEqual([]);
});

test.each(Object.keys(helpPages))('the help of %s is there', (place) => {
  expect(isThere(helpAddress(`/${place}`))).toBe(true);
});

test.each([
  ['/domains', '/help/guides/dashboard-domains'],
  ['/domains/019ab3c4/visitors', '/help/guides/dashboard-analytics'],
  ['/domains/019ab3c4/requests/paths', '/help/guides/dashboard-reports#requests'],
  ['/domains/019ab3c4/settings', '/help/guides/dashboard-domains#settings'],
  ['/redirects/019ab3c4/clicks', '/help/guides/dashboard-redirects'],
  ['/nowhere', '/help/guides/dashboard'],
  ['/constructor', '/help/guides/dashboard'],
])('%s has its help at %s', (path, address) => {
  expect(helpAddress(path)).toBe(address);
});

test('what a page quotes stays text', () => {
  for (const [file, html] of files)
    if (file.endsWith('.html'))
      expect(html.slice(html.indexOf('<body>')), file).not.toMatch(/<(?:script|img|iframe|style)/);
});
