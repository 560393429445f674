import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { memoryInUse } from '../../../test/support/garbage.ts';
import { runs } from '../../../test/support/runs.ts';
import { type CollectOutcome, Collector } from './collector.ts';
import type { EventSender } from './collector-event.ts';
import { maxEventBytes, readEvent } from './collector-event.ts';
import { FloodGuard } from './collector-flood-guard.ts';
import { collectRefusals } from './collector-refusals.ts';
import { mentionsSignals, refusalBySignals } from './collector-signals.ts';
import { decodePageviewRecord } from './pageview-codec.ts';
import { VisitorHasher } from './visitor-hash.ts';

const domainUuid = '0197aaaa-0000-7000-8000-000000000001';
const now = Date.UTC(2026, 10, 21, 12);
const day = 86_400_000;
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const person: EventSender = { clientAddress: '203.0.113.9', userAgent: browser, fields: [] };

type Options = { salts?: boolean; failing?: boolean; eventsPerMinute?: number; referrerPaths?: boolean };

function open(options: Options = {}) {
  const visitors = new VisitorHasher();
  if (options.salts !== false) {
    visitors.setSalts([{ fromMs: now - day, toMs: now + day, key: Buffer.alloc(32, 7).toString('base64') }]);
  }
  const lines: string[] = [];
  const sink = {
    appendDurably: (line: string) => {
      if (options.failing) return Promise.reject(new Error('the disk is full'));
      lines.push(line);
      return Promise.resolve();
    },
  };
  const collector = new Collector(visitors, sink, new FloodGuard(options.eventsPerMinute ?? 0), {
    now: () => now,
  });
  const take = async (body: unknown, sender: EventSender = person): Promise<CollectOutcome> => {
    const bytes = Buffer.isBuffer(body)
      ? body
      : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    return (
      collector.admit(sender) ??
      collector.collect(sender, bytes, ({ siteHost }) =>
        siteHost === 'shop.example'
          ? { domainUuid, engagement: true, webVitals: true, referrerPaths: options.referrerPaths ?? false }
          : 'host_other',
      )
    );
  };
  const records = () => lines.map(decodePageviewRecord);
  return { collector, take, lines, records };
}

const page = 'https://shop.example/a';

describe('the collector', () => {
  it('stores what a tracker tells', async () => {
    const { take, records, collector } = open();
    const event = {
      u: 'https://shop.example:8443/caf%C3%A9/?utm_source=News&token=secret&utm_medium=mail#place',
      r: 'https://user:pass@www.google.com/search?q=private',
      w: 1440,
    };
    expect(await take(event)).toBe('accepted');
    expect(records()).toEqual([
      {
        domainUuid,
        receivedAtMs: now,
        visitor: expect.stringMatching(/^[1-9][0-9]*$/),
        previousVisitor: '0',
        host: 'shop.example',
        path: '/caf%C3%A9/',
        query: 'utm_source=News&utm_medium=mail',
        referrer: 'https://www.google.com',
        width: 1440,
        userAgent: browser,
        clientNetwork: '203.0.113.0',
      },
    ]);
    expect(collector.counts).toEqual({ accepted: 1, refused: {} });
  });

  it('stores the name, properties and revenue of a custom event', async () => {
    const { take, records } = open();
    const revenue = { amount: '12.50', currency: 'EUR' };
    expect(await take({ u: page, n: 'Signup', p: { plan: 'pro', seats: 3 }, $: revenue })).toBe('accepted');
    expect(records()).toMatchObject([
      {
        path: '/a',
        details: {
          name: 'Signup',
          props: { plan: 'pro', seats: '3' },
          revenue_amount: '12.50',
          revenue_currency: 'EUR',
        },
      },
    ]);
  });

  it('stores neither the address of a client nor the rest of a query or referrer', async () => {
    const { take, lines } = open();
    await take({ u: `${page}?email=a@b.example`, r: 'https://mail.example/inbox/42?q=private', w: 1 });
    expect(lines.join('')).not.toMatch(/203\.0\.113\.9|a@b|inbox|private/);
  });

  it.each<[name: string, body: unknown, outcome: CollectOutcome]>([
    ['nothing', '', 'body_invalid'],
    ['no JSON', 'hello', 'body_invalid'],
    ['JSON cut short', '{"u":"https://shop.exam', 'body_invalid'],
    ['null', 'null', 'body_invalid'],
    ['a number', '1', 'body_invalid'],
    ['an array', `["${page}"]`, 'body_invalid'],
    ['no address', { r: '', w: 1 }, 'body_invalid'],
    ['an address that is no text', { u: { href: page } }, 'url_invalid'],
    ['invalid UTF-8', Buffer.from(`{"u":"${page}?\xff"}`, 'latin1'), 'body_invalid'],
    ['UTF-16', Buffer.from(JSON.stringify({ u: page }), 'utf16le'), 'body_invalid'],
    ['too much', Buffer.alloc(maxEventBytes + 1, ' '), 'body_invalid'],
    ['deep nesting', '['.repeat(30_000), 'body_invalid'],
    ['javascript:', { u: 'javascript:alert(1)' }, 'url_invalid'],
    ['data:', { u: 'data:text/html,<p>' }, 'url_invalid'],
    ['file:', { u: 'file:///etc/passwd' }, 'url_invalid'],
    ['ftp:', { u: 'ftp://shop.example/' }, 'url_invalid'],
    ['blob:', { u: 'blob:https://shop.example/1' }, 'url_invalid'],
    ['a relative address', { u: '/a' }, 'url_invalid'],
    ['an address of 9 KiB', { u: `${page}/${'x'.repeat(9 * 1024)}` }, 'url_invalid'],
    ['another host', { u: 'https://other.example/' }, 'host_other'],
    ['a host that begins alike', { u: 'https://shop.example.evil.example/' }, 'host_other'],
    ['a host in the user info', { u: 'https://shop.example@evil.example/' }, 'host_other'],
    ['another data-domain', { u: page, d: 'other.example' }, 'host_other'],
    ['a data-domain that is no host', { u: page, d: 'shop example' }, 'host_other'],
    ['a data-domain that is no text', { u: page, d: 1 }, 'host_other'],
    ['its data-domain', { u: 'https://blog.other.example/x', d: 'Shop.Example.' }, 'accepted'],
    ['upper case and a dot', { u: 'HTTPS://SHOP.Example./a' }, 'accepted'],
    ['a custom event', { u: page, n: 'Signup', p: { plan: 'pro' } }, 'accepted'],
    ['an event without a name', { u: page, n: '' }, 'name_invalid'],
    ['a list of properties', { u: page, n: 'x', p: ['a'] }, 'props_invalid'],
    ['an amount without a currency', { u: page, n: 'x', $: { amount: '1' } }, 'revenue_invalid'],
    ['a visitor named without a token', { u: page, ip: 'nonsense', ua: 7 }, 'accepted'],
    ['further members', { u: page, t: 4102444800000, visitor: 1, __proto__: { w: 2 } }, 'accepted'],
  ])('answers %s', async (_name, body, outcome) => {
    const { take, lines, collector } = open();
    expect(await take(body)).toBe(outcome);
    expect(lines).toHaveLength(outcome === 'accepted' ? 1 : 0);
    expect(collector.counts).toEqual(
      outcome === 'accepted' ? { accepted: 1, refused: {} } : { accepted: 0, refused: { [outcome]: 1 } },
    );
  });

  it.each([
    [800, 800],
    [799.5, 800],
    [0, 0],
    [-5, 0],
    [1e300, 0],
    [32_768, 0],
    ['800', 0],
    [null, 0],
    [{}, 0],
    [undefined, 0],
  ])('takes the width %j for %i', (width, expected) => {
    const event = readEvent(Buffer.from(JSON.stringify({ u: page, w: width })));
    expect(event).toMatchObject({ width: expected });
  });

  it.each([
    ['', ''],
    [undefined, ''],
    [7, ''],
    ['https://example.com', 'https://example.com'],
    ['android-app://com.google.android.gm/', 'android-app://com.google.android.gm'],
    ['https://a.example\\b', 'https://a.example'],
    ['javascript:alert(1)', ''],
    ['not a url', ''],
    [`https://a.example/${'x'.repeat(60_000)}`, 'https://a.example'],
    ['https://a\ud800.example/', 'https://a\ufffd.example'],
  ])('takes the referrer %s for %s', (referrer, expected) => {
    const event = readEvent(Buffer.from(JSON.stringify({ u: page, r: referrer })));
    expect(event).toMatchObject({ referrer: expected });
  });

  it('keeps paths well-formed whatever is in them', () => {
    const event = readEvent(Buffer.from(`{"u":"${page}/\\ud800\\u0000<b>\\n\u{1f600}/../x"}`));
    expect(event).toMatchObject({ path: '/a/x' });
    const odd = readEvent(Buffer.from(`{"u":"${page}/\\ud800\\u0001<b>\\"\\t"}`));
    expect(odd).toMatchObject({ path: '/a/%EF%BF%BD%01%3Cb%3E%22' });
  });

  it.each<[name: string, sender: Partial<EventSender>, outcome: CollectOutcome]>([
    ['no user agent', { userAgent: '' }, 'user_agent_missing'],
    ['a blank user agent', { userAgent: ' ' }, 'user_agent_missing'],
    ['a crawler', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, 'bot'],
    ['a headless browser', { userAgent: browser.replace('Firefox', 'HeadlessChrome') }, 'bot'],
    ['curl', { userAgent: 'curl/8.5.0' }, 'bot'],
    ['Global Privacy Control', { fields: ['Sec-GPC', '1'] }, 'privacy_signal'],
    ['Do Not Track', { fields: ['Accept', '*/*', 'dnt', ' 1 '] }, 'privacy_signal'],
    ['tracking allowed', { fields: ['DNT', '0', 'Sec-GPC', '0'] }, 'accepted'],
    ['a prefetch', { fields: ['Sec-Purpose', 'prefetch'] }, 'prefetch'],
    ['a prerender', { fields: ['Sec-Purpose', 'prefetch;prerender'] }, 'prefetch'],
    ['an old prefetch', { fields: ['X-Moz', 'prefetch'] }, 'prefetch'],
    ['a preview', { fields: ['X-Purpose', 'preview'] }, 'prefetch'],
    ['a long user agent', { userAgent: browser + 'x'.repeat(10_000) }, 'accepted'],
    ['no address', { clientAddress: '' }, 'accepted'],
    ['IPv6', { clientAddress: '2001:db8::1' }, 'accepted'],
  ])('judges a sender: %s', async (_name, sender, outcome) => {
    const { take } = open();
    expect(await take({ u: page }, { ...person, ...sender })).toBe(outcome);
  });

  it('sees in a field section whether a closer look is due', () => {
    expect(mentionsSignals('Host: a\r\nSEC-GPC: 1\r\n\r\n')).toBe(true);
    expect(mentionsSignals('Purpose: prefetch\r\n\r\n')).toBe(true);
    expect(mentionsSignals('Host: a\r\nX-Note: dnt: 1\r\nAccept: */*\r\n\r\n')).toBe(false);
    expect(refusalBySignals(['dnt'])).toBeUndefined();
  });

  it('does not say accepted when nothing is stored', async () => {
    const { take, collector } = open({ failing: true });
    expect(await take({ u: page })).toBe('not_stored');
    expect(collector.counts).toEqual({ accepted: 0, refused: { not_stored: 1 } });
    expect(await open({ salts: false }).take({ u: page })).toBe('salt_missing');
  });

  it('never throws, and accepts exactly what it stores, whatever comes', async () => {
    const { take, lines, records } = open();
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.constant(page),
      fc.constant('shop.example'),
    );
    const body = fc.oneof(
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      fc.json(),
      fc.record(
        { u: fc.oneof(text, fc.jsonValue()), r: fc.oneof(text, fc.jsonValue()), w: fc.jsonValue(), d: text },
        { requiredKeys: [] },
      ),
      text.map((tail) => ({ u: `https://shop.example/${tail}`, r: tail, w: 5 })),
    );
    const sender = fc.record({
      clientAddress: fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()),
      userAgent: fc.oneof(fc.constant(browser), fc.string({ unit: 'binary' })),
      fields: fc.array(fc.oneof(fc.string(), fc.constant('Sec-GPC'), fc.constant('1'))),
    });
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(body, sender, async (value, from) => {
        const before = lines.length;
        const outcome = await take(value, from);
        if (outcome === 'accepted') accepted++;
        else expect(collectRefusals).toHaveProperty(outcome);
        expect(lines.length - before).toBe(outcome === 'accepted' ? 1 : 0);
        if (outcome !== 'accepted') return;
        expect(lines.at(-1)).toMatch(/^[^\n]+\n$/);
        const record = records().at(-1);
        expect(record).toMatchObject({ domainUuid, path: expect.stringMatching(/^\/[\x21-\x7e]*$/) });
        expect(record?.width).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: runs(500) },
    );
    expect(accepted).toBeGreaterThan(20);
  });
});

test.each([false, true])(
  'keeps the path of a referrer only where it is asked for: %s',
  async (referrerPaths) => {
    const { take, records, lines } = open({ referrerPaths });
    expect(await take({ u: page, r: 'https://user:pass@www.google.com/search?q=private#private' })).toBe(
      'accepted',
    );
    const [record] = records();
    expect(record?.referrer).toBe('https://www.google.com');
    expect(record?.referrerPath).toBe(referrerPaths ? '/search' : undefined);
    expect(lines[0]?.includes('search')).toBe(referrerPaths);
    expect(lines[0]).not.toContain('private');
  },
);

describe('the flood guard', () => {
  it('lets a minute of events through at once, then as many as the pace allows', () => {
    const guard = new FloodGuard(60);
    const taken = (count: number, tick: number) =>
      Array.from({ length: count }, () => guard.takes('192.0.2.1', tick)).filter(Boolean).length;
    expect(taken(100, 0)).toBe(60);
    expect(taken(100, 500)).toBe(0);
    expect(taken(100, 1_000)).toBe(1);
    expect(taken(100, 11_000)).toBe(10);
    expect(taken(100, 10_000_000)).toBe(60);
    expect(guard.takes('192.0.2.2', 0)).toBe(true);
    expect(guard.retryAfterSeconds).toBe(1);
    expect(new FloodGuard(2).retryAfterSeconds).toBe(30);
  });

  it('takes an IPv6 network for one client', () => {
    const guard = new FloodGuard(1);
    expect(guard.takes('2001:db8:1:2::1', 0)).toBe(true);
    expect(guard.takes('2001:db8:1:2:ffff::9', 0)).toBe(false);
    expect(guard.takes('2001:db8:1:3::1', 0)).toBe(true);
  });

  it('stays small under a flood from everywhere', () => {
    const guard = new FloodGuard(1);
    const before = memoryInUse().heapUsed;
    for (let i = 0; i < 500_000; i++) guard.takes(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, i);
    expect(memoryInUse().heapUsed - before).toBeLessThan(60e6);
    expect(guard.takes('10.7.161.31', 499_999)).toBe(false);
  });

  it('is off at 0', async () => {
    const { take } = open({ eventsPerMinute: 0 });
    for (let i = 0; i < 1_000; i++) expect(await take({ u: page })).toBe('accepted');
    const limited = open({ eventsPerMinute: 3 });
    const outcomes = [];
    for (let i = 0; i < 5; i++) outcomes.push(await limited.take({ u: page }));
    expect(outcomes).toEqual(['accepted', 'accepted', 'accepted', 'flood', 'flood']);
    expect(limited.collector.retryAfterSecondsOf('flood')).toBe(20);
    expect(limited.collector.retryAfterSecondsOf('not_stored')).toBe(1);
    expect(limited.collector.retryAfterSecondsOf('bot')).toBe(0);
  });
});
