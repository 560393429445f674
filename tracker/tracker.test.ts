/**
 * The tracker as it is built: what it weighs, and what it leaves alone. Source: docs/reference/tracker.md ("What
 * counts as a view").
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tempDir } from '../test/support/temp-dir.ts';

const maxGzippedBytes = 1_024;
let built = '';

beforeAll(async () => {
  const outDir = await tempDir(afterAll);
  await build({ root: import.meta.dirname, build: { outDir } });
  built = await readFile(join(outDir, 'script.js'), 'utf8');
});

it(`takes at most ${maxGzippedBytes} bytes gzipped`, () => {
  const bytes = gzipSync(built, { level: 9 }).length;
  process.stdout.write(`tracker: ${bytes} bytes gzipped, ${built.length} plain\n`);
  expect(bytes).toBeLessThanOrEqual(maxGzippedBytes);
});

it('touches neither cookies nor storage', () => {
  expect(built).not.toMatch(/cookie|localStorage|sessionStorage|indexedDB|caches/);
});

type Sent = { readonly url: string; readonly body: Record<string, unknown>; readonly credentials: string };

/** Stands in for the element that is the script's own. */
class HTMLScriptElement {
  readonly src: string = '';
  readonly dataset: object = {};

  constructor(attributes: object) {
    Object.assign(this, attributes);
  }
}

/** A link of HTML. */
function linkTo(href: string | undefined, attributes: readonly string[] = []): object | null {
  const link = href === undefined ? null : new URL(href);
  const { host = '', pathname = '' } = link ?? {};
  return (
    link && {
      href,
      host: link.protocol === 'mailto:' ? '' : host,
      pathname,
      hasAttribute: (name: string) => attributes.includes(name),
    }
  );
}

/** A page as the tracker sees it; the browser's own behaviour is tested in a browser. */
function openPage(page: {
  url?: string;
  navigator?: object;
  window?: object;
  script?: object | null;
  hidden?: true;
  responseStatus?: number;
}) {
  const sent: Sent[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const location = new URL(page.url ?? 'https://shop.example/a?x=1#place');
  const document = {
    currentScript:
      page.script === null
        ? null
        : new HTMLScriptElement(page.script ?? { src: 'https://shop.example/.nameplate/script.js' }),
    referrer: 'https://example.com/',
    hidden: page.hidden ?? false,
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
  };
  const move = (_state: unknown, _title: string, to?: string) => {
    if (to !== undefined) location.href = new URL(to, location).href;
  };
  const history = { pushState: move, replaceState: move };
  const global = {
    location,
    document,
    history,
    navigator: { doNotTrack: null, ...page.navigator },
    performance: { getEntriesByType: () => [{ type: 'navigate', responseStatus: page.responseStatus }] },
    innerWidth: 1_280,
    URL,
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    fetch: (url: URL, init: { body: string; credentials: string }) => {
      sent.push({ url: url.href, body: JSON.parse(init.body), credentials: init.credentials });
      return Promise.reject(new Error('blocked'));
    },
    ...page.window,
  };
  const window = { ...global, window: {} as object };
  window.window = window;
  const run = () => runInNewContext(built, window);
  run();
  return {
    sent,
    document,
    history,
    location,
    run,
    call: (...call: unknown[]) => runInNewContext('nameplate', window)(...call),
    events: () =>
      sent.flatMap(({ body }) => (body.n === undefined ? [] : [{ n: body.n, p: body.p, $: body.$ }])),
    fire: (name: string, event: object = {}) => listeners.get(name)?.(event),
    paths: () => sent.map(({ body }) => String(body.u).replace('https://shop.example', '')),
  };
}

it('tells the page, its referrer and the width, and nothing else', () => {
  expect(openPage({}).sent).toEqual([
    {
      url: 'https://shop.example/.nameplate/event',
      body: { u: 'https://shop.example/a?x=1', r: 'https://example.com/', w: 1_280 },
      credentials: 'omit',
    },
  ]);
});

it('reports to where its script is from, for the domain that it is told', () => {
  const script = {
    src: 'https://stats.example/.nameplate/script.js?v=1',
    dataset: { domain: 'shop.example' },
  };
  expect(openPage({ script }).sent).toMatchObject([
    { url: 'https://stats.example/.nameplate/event', body: { d: 'shop.example' } },
  ]);
});

it.each<[name: string, page: Parameters<typeof openPage>[0]]>([
  ['localhost', { url: 'http://localhost:3000/' }],
  ['a name below localhost', { url: 'http://shop.localhost/' }],
  ['a loopback address', { url: 'http://127.0.0.1:8080/' }],
  ['an IPv6 loopback address', { url: 'http://[::1]/' }],
  ['a file', { url: 'file:///tmp/a.html' }],
  ['automation', { navigator: { webdriver: true } }],
  ['Cypress', { window: { Cypress: {} } }],
  ['Global Privacy Control', { navigator: { globalPrivacyControl: true } }],
  ['Do Not Track', { navigator: { doNotTrack: '1' } }],
  ["Safari's Do Not Track", { window: { doNotTrack: '1' } }],
  ['no script of its own', { script: null }],
])('counts nothing on %s', (_name, page) => {
  const opened = openPage(page);
  opened.history.pushState({}, '', '/b');
  opened.fire('popstate');
  opened.fire('pageshow', { persisted: true });
  expect(opened.sent).toEqual([]);
});

it('counts with Do Not Track switched off', () => {
  expect(openPage({ navigator: { doNotTrack: '0' } }).sent).toHaveLength(1);
  expect(openPage({ navigator: { doNotTrack: 'unspecified' } }).sent).toHaveLength(1);
});

it('counts once on a page that has it twice', () => {
  const page = openPage({});
  page.run();
  page.history.pushState({}, '', '/b');
  expect(page.paths()).toEqual(['/a?x=1', '/b']);
});

it('counts moves within a page, not renamings and places', () => {
  const page = openPage({});
  page.history.pushState({}, '', '/b');
  page.history.pushState({}, '', '/b#place');
  page.history.pushState({ dialog: true }, '');
  page.history.replaceState({}, '', '/b?filter=1');
  page.location.href = 'https://shop.example/b?filter=1#there';
  page.fire('popstate');
  page.history.replaceState({}, '', '/c');
  page.location.href = 'https://shop.example/b';
  page.fire('popstate');
  page.fire('pageshow', { persisted: false });
  page.fire('pageshow', { persisted: true });
  expect(page.paths()).toEqual(['/a?x=1', '/b', '/c', '/b', '/b']);
  expect(page.sent.map(({ body }) => body.r)).toEqual(['https://example.com/', '', '', '', '']);
});

it('counts what only the Navigation API tells', () => {
  let tell = (_event: object): void => {};
  const navigation = { addEventListener: (_name: string, listener: typeof tell) => (tell = listener) };
  const page = openPage({ window: { navigation } });
  const navigate = (to: string, navigationType: string) => {
    page.location.href = new URL(to, page.location).href;
    tell({ navigationType });
  };
  navigate('/b', 'push');
  navigate('/b#place', 'push');
  navigate('/b?filter=1', 'replace');
  navigate('/c', 'replace');
  navigate('/c', 'reload');
  navigate('/b', 'traverse');
  page.fire('popstate');
  expect(page.paths()).toEqual(['/a?x=1', '/b', '/c', '/b']);
});

it.each([{}, { addEventListener: undefined }, 5])(
  "starts where navigation is the site's own: %j",
  (navigation) => {
    const page = openPage({ window: { navigation } });
    page.history.pushState({}, '', '/b');
    expect(page.paths()).toEqual(['/a?x=1', '/b']);
  },
);

it('reports to another path of its origin if the tag says so', () => {
  const dataset = { event: '/.nameplate/n' };
  const script = { src: 'https://analytics.shop.example/.nameplate/script.js', dataset };
  expect(openPage({ script }).sent[0]?.url).toBe('https://analytics.shop.example/.nameplate/n');
});

it('waits until somebody sees the page', () => {
  const page = openPage({ hidden: true });
  page.fire('visibilitychange');
  page.history.pushState({}, '', '/b');
  expect(page.sent).toEqual([]);
  page.document.hidden = false;
  page.fire('visibilitychange');
  page.fire('prerenderingchange');
  expect(page.paths()).toEqual(['/b']);
  page.document.hidden = true;
  page.history.pushState({}, '', '/c');
  expect(page.paths()).toEqual(['/b', '/c']);
});

describe('custom events', () => {
  it('are reported with their properties and revenue', () => {
    const page = openPage({});
    page.call('Signup', { props: { plan: 'pro', seats: 3 }, revenue: { amount: '12.50', currency: 'EUR' } });
    page.call('Plain');
    expect(page.sent[1]?.body).toEqual({
      u: 'https://shop.example/a?x=1',
      w: 1_280,
      n: 'Signup',
      p: { plan: 'pro', seats: 3 },
      $: { amount: '12.50', currency: 'EUR' },
    });
    expect(page.events()).toHaveLength(2);
    expect(page.paths()).toHaveLength(3);
  });

  it('never throw, whatever is in them', () => {
    const page = openPage({});
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    page.call('a', { props: circular });
    page.call('b', null);
    expect(page.events()).toEqual([{ n: 'b' }]);
  });

  it('from before the script are reported after the first view, in their order', () => {
    const nameplate = Object.assign(() => {}, { q: [['Early', { props: { a: 1 } }], ['Later']] });
    const page = openPage({ window: { nameplate }, hidden: true });
    page.call('Unseen');
    expect(page.sent).toEqual([]);
    page.document.hidden = false;
    page.fire('visibilitychange');
    expect(page.sent[0]?.body.n).toBeUndefined();
    expect(page.events()).toEqual([{ n: 'Early', p: { a: 1 } }, { n: 'Later' }, { n: 'Unseen' }]);
    page.fire('visibilitychange');
    expect(page.events()).toHaveLength(3);
  });
});

describe('events of links', () => {
  const clicks = (
    href: string | undefined,
    off: object = {},
    attributes: readonly string[] = [],
    button = 0,
  ) => {
    const page = openPage({ script: { src: 'https://shop.example/.nameplate/script.js', dataset: off } });
    page.fire('click', { target: { closest: () => linkTo(href, attributes) }, button });
    return page.events();
  };
  const outbound = (url: string) => [{ n: 'Outbound Link: Click', p: { url } }];
  const download = (url: string) => [{ n: 'File Download', p: { url } }];

  it.each<[string, string | undefined, ReturnType<typeof clicks>]>([
    ['to another host', 'https://other.example/a?b=secret#c', outbound('https://other.example/a')],
    ['to a file elsewhere', 'https://other.example/a.pdf', outbound('https://other.example/a.pdf')],
    ['to a file', 'https://shop.example/a/Price.PDF?v=2', download('https://shop.example/a/Price.PDF')],
    ['to a page', 'https://shop.example/b', []],
    ['to a page that looks like a file', 'https://shop.example/pdf?x=a.pdf', []],
    ['to an address of mail', 'mailto:a@b.example', []],
    ['to nothing', undefined, []],
  ])('%s', (_name, href, expected) => {
    expect(clicks(href)).toEqual(expected);
    expect(clicks(href, {}, [], 1)).toEqual(expected);
    expect(clicks(href, {}, [], 2)).toEqual([]);
  });

  it('to what the page offers for download', () => {
    const href = 'https://shop.example/report';
    expect(clicks(href, {}, ['download'])).toEqual(download(href));
  });

  it('are switched off by the tag', () => {
    expect(clicks('https://other.example/a', { outbound: 'off' })).toEqual([]);
    expect(clicks('https://shop.example/a.zip', { downloads: 'off' })).toEqual([]);
    const both = { outbound: 'off', downloads: 'off' };
    expect(clicks('https://other.example/a.zip', both)).toEqual([]);
  });
});

it.each<[string, number | undefined, object, boolean]>([
  ['200', 200, {}, false],
  ['404', 404, {}, true],
  ['404, switched off', 404, { 404: 'off' }, false],
  ['200, with a tag that says 404', 200, { 404: '404' }, true],
  ['one the browser does not tell', undefined, {}, false],
  ['one the browser does not tell, with a tag that says 404', undefined, { 404: '404' }, true],
])('reports pages that are missing: status %s', (_name, responseStatus, dataset, isMissing) => {
  const script = { src: 'https://shop.example/.nameplate/script.js', dataset };
  const page = openPage({ script, ...(responseStatus === undefined ? {} : { responseStatus }) });
  expect(page.events()).toEqual(isMissing ? [{ n: '404', p: { path: '/a' } }] : []);
  expect(page.sent[0]?.body.n).toBeUndefined();
});
