import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ImportReader } from '../import/import-reader.ts';
import type { StagedSegment } from '../import/staged-segments.ts';
import { decodePageviewRecord } from '../ingest/pageview-codec.ts';
import { knownBrowsers, knownSystems } from '../lookup/user-agent.ts';
import { columnNames } from './columns.ts';
import { type PageviewImportOptions, pageviewImport } from './pageview-import.ts';
import { pageviewRefusals } from './pageview-line.ts';
import { importedVisitor } from './visitor-id.ts';

const domainUuid = '0192f1c0-0000-7000-8000-000000000001';
const noon = Date.UTC(2026, 4, 4, 12);
const options: PageviewImportOptions = {
  domainUuid,
  referrerPaths: false,
  hosts: undefined,
  nowMs: noon,
  assumeUtc: false,
};

function read(content: string | Buffer, differences: Partial<PageviewImportOptions> = {}) {
  const segments: StagedSegment[] = [];
  const reader = new ImportReader(pageviewImport({ ...options, ...differences }), (segment) =>
    segments.push(segment),
  );
  reader.push(Buffer.from(content));
  const summary = reader.end();
  const records = segments.flatMap(({ lines }) =>
    lines.toString().trimEnd().split('\n').map(decodePageviewRecord),
  );
  return { summary, records, problem: reader.problem, refused: [...summary.refused.keys()] };
}

/** As it is read back from a segment. */
function readVisitor(visitor: string): string {
  return String(importedVisitor(domainUuid, visitor));
}

/** A line of JSON that has all it needs. */
function json(fields: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    time: '2026-05-04T10:00:00Z',
    visitor: 'ada',
    url: 'https://a.example/',
    ...fields,
  });
}

const bare = {
  domainUuid,
  receivedAtMs: Date.UTC(2026, 4, 4, 10),
  visitor: readVisitor('ada'),
  previousVisitor: '0',
  host: 'a.example',
  path: '/',
  query: '',
  referrer: '',
  width: 0,
  userAgent: '',
  clientNetwork: '',
};

test('a line needs a time, a visitor and a page', () => {
  expect(read(json()).records).toEqual([bare]);
  expect(read('time,visitor,path\n1777888800,ada,/\n').records).toEqual([{ ...bare, host: '' }]);
});

test('CSV and JSON say the same', () => {
  const fields = {
    time: '2026-05-04T12:00:00+02:00',
    visitor: 'ada "the first", Lovelace',
    url: 'https://a.example/caf%C3%A9?x=1#top',
    referrer: 'https://news.ycombinator.com/item?id=1',
    utm_source: 'news letter',
    utm_campaign: 'grün & gut',
    browser: 'Chrome',
    os: 'macOS',
    device: 'Laptop',
    country: 'de',
    region: 'by',
    city: 'München',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
    ip: '192.0.2.77',
  };
  const csv = `\ufeff${Object.keys(fields).join(',')}\r\n${Object.values(fields)
    .map((cell) => `"${cell.replaceAll('"', '""')}"`)
    .join(',')}\r\n`;
  const fromJson = read(JSON.stringify(fields));
  expect(fromJson.records).toEqual([
    {
      ...bare,
      visitor: readVisitor(fields.visitor),
      path: '/caf%C3%A9',
      query: 'x=1&utm_source=news+letter&utm_campaign=gr%C3%BCn+%26+gut',
      referrer: 'https://news.ycombinator.com',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
      clientNetwork: '192.0.2.0',
      resolved: {
        browser: 'Chrome',
        operatingSystem: 'macOS',
        screen: 'laptop',
        country: 'DE',
        region: 'DE-BY',
        city: 'München',
      },
    },
  ]);
  const fromCsv = read(csv);
  expect(fromCsv.records).toEqual(fromJson.records);
  expect([fromCsv.summary.format, fromJson.summary.format]).toEqual(['csv', 'json']);
  expect(fromCsv.summary.lines).toBe(1);
});

describe('refuses, with the reason', () => {
  test.each<[reason: string, fields: Record<string, unknown>]>([
    ['event_ignored', { event: 'session_start' }],
    ['event_ignored', { event_type: 3 }],
    ['name_invalid', { event: 'x'.repeat(121) }],
    ['name_invalid', { event_type: 2 }],
    ['props_invalid', { event: 'Signup', props: '{"a":' }],
    ['props_invalid', { event: 'Signup', props: ['a'] }],
    ['props_invalid', { props: { a: { b: 1 } } }],
    ['revenue_invalid', { event: 'Purchase', revenue: 5 }],
    ['revenue_invalid', { event: 'Purchase', revenue: '5.00001', currency: 'EUR' }],
    ['time_invalid', { time: '2026-05-04T10:00:00' }],
    ['time_invalid', { time: '2026-05-04' }],
    ['time_invalid', { time: '' }],
    ['time_in_future', { time: noon + 3_600_001 }],
    ['visitor_missing', { visitor: ' ' }],
    ['url_missing', { url: '' }],
    ['url_invalid', { url: 'javascript:alert(1)' }],
    ['url_invalid', { url: 'a.example/x' }],
    ['url_invalid', { url: 'https://' }],
    ['bot', { user_agent: 'Googlebot/2.1' }],
    ['text_invalid', { source: 'a\u0007b' }],
    ['text_invalid', { city: '\ud800' }],
    ['text_invalid', { utm_term: 'x'.repeat(301) }],
    ['screen_invalid', { screen: 'huge' }],
    ['width_invalid', { width: '-1' }],
    ['width_invalid', { width: 1e6 }],
    ['country_invalid', { country: 'Germany' }],
    ['region_invalid', { country: 'DE', region: 'FR-IDF' }],
    ['region_invalid', { region: 'Bavaria' }],
    ['format_unknown', { city: { name: 'Rome' } }],
  ])('%s: %j', (reason, fields) => {
    const { refused, records } = read(json(fields));
    expect(refused).toEqual([reason]);
    expect(records).toEqual([]);
  });

  test('lines that are no text, no record or too long', () => {
    const lines = [json(), 'nonsense', json({ city: 'x'.repeat(70_000) }), '[1]'].join('\n');
    const { summary, refused } = read(
      Buffer.concat([Buffer.from(`${lines}\n{"city":"`), Buffer.from([0xff, 0x0a])]),
    );
    expect(refused).toEqual(['format_unknown', 'line_too_long', 'encoding_invalid']);
    expect(summary).toMatchObject({ lines: 5, records: 1 });
  });

  test('records of CSV with more or fewer cells than the header', () => {
    const { refused, records } = read(
      'time,visitor,path\n1777888800,ada\n1777888800,ada,/,x\n1777888800,ada,/\n',
    );
    expect([refused, records.length]).toEqual([['format_unknown'], 1]);
  });
});

test.each([
  ['2026-05-04T10:00:00.250Z', 250],
  ['2026-05-04 12:00:00+0200', 0],
  ['1777888800', 0],
  [1_777_888_800_250, 250],
  [1_777_888_800.25, 250],
])('reads the time %j', (time, ms) => {
  expect(read(json({ time })).records).toEqual([{ ...bare, receivedAtMs: bare.receivedAtMs + ms }]);
});

test('takes times without a zone as UTC when it is told to', () => {
  const line = json({ time: '2026-05-04 10:00:00' });
  expect(read(line).refused).toEqual(['time_invalid']);
  expect(read(line, { assumeUtc: true }).records).toEqual([bare]);
});

test.each<[fields: Record<string, unknown>, Record<string, unknown>]>([
  [
    { url: '', path: '/a?b=c#d', host: 'A.example:443' },
    { path: '/a', query: '?b=c', host: 'a.example' },
  ],
  [
    { url: '', path: '//a/../b' },
    { path: '//b', host: '' },
  ],
  [{ url: 'HTTPS://A.example:8443' }, { path: '/', host: 'a.example' }],
  [{ url: 'https://a.example/?utm_source=x', utm_source: 'y' }, { query: 'utm_source=y' }],
  [{ referrer: 'google.com' }, { referrer: 'https://google.com' }],
  [{ source: 'google.com' }, { referrer: 'https://google.com' }],
  [{ source: 'Hacker News', referrer: 'https://x.example/' }, { resolved: { source: 'Hacker News' } }],
  [
    { source: '(direct)', referrer: 'https://x.example/' },
    { referrer: '', resolved: { source: 'Direct' } },
  ],
  [{ screen: '1920x1080' }, { width: 1920 }],
  [{ width: '1440.4' }, { width: 1440 }],
  [
    { device: 'mobile', width: 390 },
    { width: 390, resolved: { screen: 'mobile' } },
  ],
  [{ region: 'US-CA' }, { resolved: { country: 'US', region: 'US-CA' } }],
  [
    { country: 'DE\0', region_name: 'Bavaria', city: 'null' },
    { resolved: { country: 'DE', region: 'DE-BY' } },
  ],
  [{ country: 'DE', region: 'Bayern' }, { resolved: { country: 'DE', region: 'DE-BY' } }],
  [{ country: 'DE', region_name: 'Somewhere' }, { resolved: { country: 'DE', regionName: 'Somewhere' } }],
  [{ country: '\0\0', revenue: '0', currency: '\0\0\0' }, {}],
  [{ source: 'facebook' }, { resolved: { source: 'Facebook' } }],
  [{ source: 'Twitter' }, { resolved: { source: 'X' } }],
  [{ source: 'YAHOO' }, { resolved: { source: 'Yahoo' } }],
  [{ source: 'constructor' }, { resolved: { source: 'constructor' } }],
  [{ source: 'Google.com' }, { referrer: 'https://Google.com' }],
  [{ country: 'XX', city: '(not set)' }, {}],
  [{ visitor: 17 }, { visitor: readVisitor('17') }],
  [{ event: 'pageview', ip: '2001:db8:1:2::3' }, { clientNetwork: '2001:db8:1::' }],
])('reads %j', (fields, expected) => {
  expect(read(json(fields)).records).toEqual([expect.objectContaining({ ...expected })]);
});

test.each<[fields: Record<string, unknown>, referrer: string, path: string]>([
  [{ referrer: 'https://x.example/a?secret#secret' }, 'https://x.example', '/a'],
  [{ referrer: ' https://user:secret@x.example/a ' }, 'https://x.example', '/a'],
  [{ referrer: 'x.example/a?secret' }, 'https://x.example', '/a'],
  [{ referrer: 'x.example?secret' }, 'https://x.example', ''],
  [{ referrer: 'x.example' }, 'https://x.example', ''],
  [{ referrer_domain: 'x.example', referrer_path: '/a?secret' }, 'https://x.example', '/a'],
  [{ referrer_domain: 'x.example', referrer_path: '/' }, 'https://x.example', ''],
  [{ referrer: 'https://x.example/a', referrer_path: '/b' }, 'https://x.example', '/a'],
  [{ referrer_path: '/a' }, '', ''],
  [{ source: 'x.example', referrer_path: 'a' }, 'https://x.example', '/a'],
  [{ source: '(direct)', referrer: 'https://x.example/a' }, '', ''],
])(
  'takes of the referrer in %j %s, and %s only where paths are recorded',
  (fields, referrer, referrerPath) => {
    const [without] = read(json(fields)).records;
    expect([without?.referrer, without?.referrerPath]).toEqual([referrer, undefined]);
    const [withPath] = read(json(fields), { referrerPaths: true }).records;
    expect([withPath?.referrer, withPath?.referrerPath ?? '']).toEqual([referrer, referrerPath]);
  },
);

test('takes lines of the wanted hosts and those that name none', () => {
  const lines = [json(), json({ url: 'https://b.example/' }), json({ url: '', path: '/' })].join('\n');
  const { summary, refused } = read(lines, { hosts: new Set(['a.example']) });
  expect([summary.records, refused]).toEqual([2, ['other_host']]);
});

test('names columns that mean nothing', () => {
  expect(read(json({ title: 'Home', Score: 1 })).summary.ignoredColumns).toEqual(['title', 'Score']);
  const csv = read('Created At,Visitor-ID,Page Path,title\n1777888800,ada,/,Home\n');
  expect(csv.summary).toMatchObject({ records: 1, ignoredColumns: ['title'] });
});

test('of two names of a column the first in the table counts, where it has a value', () => {
  const session = json({ session_id: 's' });
  expect(read(session).records[0]?.visitor).toBe(readVisitor('ada'));
  expect(read(session.replace('"ada"', 'null')).records[0]?.visitor).toBe(readVisitor('s'));
  const csv = 'session_id,time,visitor,path\ns,1777888800,ada,/\ns,1777888800,,/\n';
  expect(read(csv).records.map((record) => record?.visitor)).toEqual([readVisitor('ada'), readVisitor('s')]);
});

test.each([
  ['a header without what is needed', 'time,page\n', 'no column visitor'],
  ['prose', 'It was a dark and stormy night.\n', 'no column time, no visitor, no url or path'],
  ['a header with a stray quote', 'time,"visitor\n', 'its header cannot be read'],
  ['a line that is too long', 'x'.repeat(200_000), 'its first line is longer than 64 KiB'],
])('says what is wrong with a file: %s', (_name, content, problem) => {
  expect(read(content).problem).toContain(problem);
});

test('an empty file is fine', () => {
  expect(read('\n').summary).toMatchObject({ format: undefined, lines: 0, records: 0 });
});

test('visitors follow from the domain and the text alone', () => {
  expect(importedVisitor(domainUuid, 'ada')).toBe(importedVisitor(domainUuid, 'ada'));
  expect(importedVisitor(domainUuid, 'ada')).not.toBe(importedVisitor(domainUuid, 'bob'));
  const other = '0192f1c0-0000-7000-8000-000000000002';
  expect(importedVisitor(other, 'ada')).not.toBe(importedVisitor(domainUuid, 'ada'));
});

test('the guide lists every reason and every name of a column', () => {
  const guide = readFileSync(new URL('../../../docs/guides/import-pageviews.md', import.meta.url), 'utf8');
  const rows = [...guide.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, reason, meaning]) => [
    reason,
    meaning,
  ]);
  expect(rows).toEqual(Object.entries(pageviewRefusals));
  const columns = [...guide.matchAll(/^\| .+ \| ((?:`\w+`(?:, )?)+) \|$/gm)].map(([, names = '']) =>
    names.split(', ').map((name) => name.slice(1, -1)),
  );
  expect(columns).toEqual(Object.values(columnNames));
});

test.each<[Readonly<Record<string, unknown>>, object | undefined]>([
  [{ event: 'pageview' }, undefined],
  [{ event_type: 1, event_name: '' }, undefined],
  [{ event: 'Signup' }, { name: 'Signup' }],
  [{ event_type: 2, event_name: 'Signup' }, { name: 'Signup' }],
  [
    { event: 'Signup', props: { plan: 'pro', seats: 3 } },
    { name: 'Signup', props: { plan: 'pro', seats: '3' } },
  ],
  [
    { event: 'Signup', props: '{"plan":"pro"}' },
    { name: 'Signup', props: { plan: 'pro' } },
  ],
  [{ props: { a: 1 } }, { name: 'pageview', props: { a: '1' } }],
  [
    { event: 'Purchase', revenue: '12.5000', currency: 'eur' },
    { name: 'Purchase', revenue_amount: '12.500', revenue_currency: 'EUR' },
  ],
  [
    { event: 'View', revenue: 0 },
    { name: 'View', revenue_amount: '0', revenue_currency: '' },
  ],
])('reads the event of %j', (fields, details) => {
  const { records, refused } = read(json(fields));
  expect(refused).toEqual([]);
  expect(records[0]?.details).toEqual(details && expect.objectContaining(details));
});

/** A row of GA4's BigQuery export; parameters as `name: value`. */
function ga4(fields: object, parameters: Readonly<Record<string, string | number>> = {}): string {
  return JSON.stringify({
    event_date: '20260504',
    event_timestamp: '1777888800250999',
    event_name: 'page_view',
    event_params: Object.entries({
      page_location: 'https://a.example/cart?utm_source=mail',
      page_referrer: 'https://www.google.com/',
      ga_session_id: 17,
      ...parameters,
    }).map(([key, value]) => ({
      key,
      value: {
        string_value: typeof value === 'string' ? value : null,
        int_value: Number.isInteger(value) ? String(value) : null,
        float_value: null,
        double_value: typeof value === 'number' && !Number.isInteger(value) ? value : null,
      },
    })),
    user_pseudo_id: '1234.5678',
    device: { category: 'mobile', operating_system: 'Macintosh', web_info: { browser: 'Safari (in-app)' } },
    geo: { country: 'Austria', region: 'Vienna', city: '(not set)' },
    ...fields,
  });
}

describe('events of Google Analytics 4', () => {
  test('are pageviews', () => {
    const { summary, records } = read(ga4({}));
    expect(records).toEqual([
      {
        ...bare,
        receivedAtMs: bare.receivedAtMs + 250,
        visitor: readVisitor('1234.5678'),
        path: '/cart',
        query: '?utm_source=mail',
        referrer: 'https://www.google.com',
        resolved: {
          browser: 'Safari',
          operatingSystem: 'macOS',
          screen: 'mobile',
          country: 'AT',
          region: 'AT-9',
        },
      },
    ]);
    expect(summary.ignoredColumns).toEqual([]);
  });

  test('are custom events with their parameters and revenue', () => {
    const parameters = { value: 0.1 + 0.2, currency: 'EUR', coupon: 'MAY', items: 2 };
    const ecommerce = { purchase_revenue: null };
    expect(read(ga4({ event_name: 'purchase', ecommerce }, parameters)).records[0]?.details).toEqual({
      name: 'purchase',
      props: { coupon: 'MAY', items: '2' },
      revenue_amount: '0.300',
      revenue_currency: 'EUR',
    });
  });

  test.each([
    ['click', 'Outbound Link: Click'],
    ['file_download', 'File Download'],
  ])('named %s are %s', (name, ours) => {
    const { records } = read(
      ga4({ event_name: name }, { link_url: 'https://b.example/x', link_domain: 'b' }),
    );
    expect(records[0]?.details).toMatchObject({ name: ours, props: { url: 'https://b.example/x' } });
  });

  test.each([
    ['event_ignored', ga4({ event_name: 'session_start' })],
    ['visitor_missing', ga4({ user_pseudo_id: null })],
    ['url_missing', ga4({}, { page_location: '' })],
    ['time_invalid', ga4({ event_timestamp: 'yesterday' })],
  ])('are refused as %s', (reason, line) => {
    expect(read(line).refused).toEqual([reason]);
  });

  test('of an unknown country and device are taken', () => {
    const { records } = read(ga4({ geo: { country: 'Atlantis' }, device: { category: 'smart tv' } }));
    expect(records[0]?.resolved).toBeUndefined();
  });
});

test.each([
  // Umami, Plausible and GA4, in this order where they differ.
  ['edge-chromium', 'Edge'],
  ['Microsoft Edge', 'Edge'],
  ['facebook', 'Facebook'],
  ['ios', 'Safari'],
  ['ios-webview', 'Safari'],
  ['Mobile Safari', 'Safari'],
  ['Safari (in-app)', 'Safari'],
  ['chromium-webview', 'Android WebView'],
  ['Chrome Webview', 'Android WebView'],
  ['Android Webview', 'Android WebView'],
  ['crios', 'Chrome'],
  ['Chrome Mobile iOS', 'Chrome'],
  ['Chrome for iOS', 'Chrome'],
  ['samsung', 'Samsung Internet'],
  ['Samsung Browser', 'Samsung Internet'],
  ['DuckDuckGo Privacy Browser', 'DuckDuckGo'],
  ['Whale Browser', 'Whale'],
  ['Coc Coc', 'Cốc Cốc'],
  ['YaBrowser', 'Yandex Browser'],
  ['Yandex Browser Lite', 'Yandex Browser'],
  ['Opera Mini iOS', 'Opera'],
  ['kakaotalk', 'KakaoTalk'],
  ['Mobile App', 'Mobile App'],
  ['constructor', 'constructor'],
  ['UNKNOWN', undefined],
  ['mobile', 'mobile'],
])('the browser %s is %s', (browser, ours) => {
  expect(read(json({ browser })).records[0]?.resolved?.browser).toBe(ours);
});

test.each([
  ['Mac', 'macOS'],
  ['Mac OS', 'macOS'],
  ['Macintosh', 'macOS'],
  ['iOS', 'iOS'],
  ['ios', 'iOS'],
  ['Android OS', 'Android'],
  ['GNU/Linux', 'Linux'],
  ['Ubuntu', 'Linux'],
  ['Fire OS', 'Android'],
  ['Harmony OS', 'HarmonyOS'],
  ['Windows 10', 'Windows'],
  ['Windows Server 2003', 'Windows'],
  ['Windows Phone', 'Windows Phone'],
  ['PlayStation 5', 'PlayStation'],
  ['Playstation 4', 'PlayStation'],
  ['BlackBerry OS', 'BlackBerry'],
  ['Open BSD', 'OpenBSD'],
  ['Chromium OS', 'Chrome OS'],
  ['(not set)', undefined],
])('the operating system %s is %s', (os, ours) => {
  expect(read(json({ os })).records[0]?.resolved?.operatingSystem).toBe(ours);
});

test('every name that a user agent leads to stays as it is', () => {
  for (const browser of knownBrowsers)
    expect(read(json({ browser })).records[0]?.resolved?.browser ?? 'Unknown').toBe(browser);
  for (const os of knownSystems)
    expect(read(json({ os })).records[0]?.resolved?.operatingSystem ?? 'Unknown').toBe(os);
});

test('reads the events of Umami', () => {
  const csv = [
    'website_id,session_id,visit_id,event_id,hostname,browser,os,device,screen,language,country,subdivision1,city,url_path,url_query,referrer_domain,page_title,event_type,event_name,created_at',
    'w,s1,v,e1,a.example,crios,Mac OS,mobile,390x844,en-US,AT,AT-9,Vienna,/cart,utm_source=mail,google.com,Cart,1,,2026-05-04 10:00:00+00',
    'w,s1,v,e2,a.example,edge-chromium,Windows 10,desktop,1920x1080,en-US,AT,AT-9,Vienna,/cart,,,Cart,2,Signup,2026-05-04 10:00:00.000+00',
    'w,s1,v,e3,a.example,ios,iOS,mobile,390x844,en-US,,,,/go,,,,3,,2026-05-04 10:00:00+00',
  ].join('\n');
  const { records, refused } = read(csv);
  expect(refused).toEqual(['event_ignored']);
  expect(records).toMatchObject([
    {
      ...bare,
      visitor: readVisitor('s1'),
      path: '/cart',
      query: 'utm_source=mail',
      referrer: 'https://google.com',
      width: 390,
      resolved: {
        browser: 'Chrome',
        operatingSystem: 'macOS',
        country: 'AT',
        region: 'AT-9',
        city: 'Vienna',
      },
    },
    { details: { name: 'Signup' }, resolved: { browser: 'Edge', operatingSystem: 'Windows' } },
  ]);
  const api = {
    createdAt: '2026-05-04T10:00:00.000Z',
    sessionId: 's1',
    urlPath: '/cart',
    eventType: 2,
    eventName: 'x',
  };
  expect(read(JSON.stringify(api)).records).toMatchObject([
    { visitor: readVisitor('s1'), path: '/cart', details: { name: 'x' } },
  ]);
});

test.each([
  [
    "Plausible's visitors",
    'date,visitors,pageviews,bounces,visits,visit_duration\n',
    'it has totals (visitors',
  ],
  ["Plausible's pages", 'date,hostname,page,visits,visitors,pageviews\n', 'it has totals (visits'],
  ["Plausible's events", 'date,name,link_url,path,visitors,events\n', 'it has totals (visitors, events)'],
  ['a report', 'Page path,Views,Active users\n', 'it has totals (Views'],
  ['an array', '[{"time":1}]\n', "jq -c '.[]'"],
])('says that a file holds no events: %s', (_name, content, problem) => {
  expect(read(content).problem).toContain(problem);
});

test('names each refused line', () => {
  const refused: [number, string][] = [];
  const reader = new ImportReader(
    pageviewImport(options),
    () => {},
    (line, reason) => refused.push([line, reason]),
  );
  reader.push(Buffer.from([json(), '', 'nonsense', json({ url: '' }), json()].join('\n')));
  reader.end();
  expect(refused).toEqual([
    [3, 'format_unknown'],
    [4, 'url_missing'],
  ]);
});
