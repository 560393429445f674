import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleRecord } from '../../../test/support/spool-directory.ts';
import type { RequestRow } from '../engine/request-row.ts';
import { UserAgentLookup } from '../lookup/user-agent.ts';
import { RequestPipeline } from './request-pipeline.ts';
import type { RequestRecord } from './request-record.ts';

const redirectUuid = '0190b6a0-0000-7000-8000-0000000000f1';
/** Whose crawlers are being looked up. */
const pendingSite = '0190b6a0-0000-7000-8000-0000000000d9';
const hashed: unknown[] = [];
const pipeline = new RequestPipeline({
  bots: { nameOf: (userAgent) => (userAgent.includes('Googlebot') ? 'Googlebot' : '') },
  crawlers: {
    verdictOf: (bot, address, account, signature) => {
      if (bot === '') return 'none';
      if (signature === 'verified') return 'verified';
      if (address === '192.0.2.8' && account !== undefined)
        return account === pendingSite ? 'pending' : 'verified';
      return address === '192.0.2.7' ? 'verified' : 'claimed';
    },
  },
  datacenters: { slugOf: (address) => (address.startsWith('192.0.2.') ? 'example-hosting' : '') },
  userAgents: new UserAgentLookup(),
  countries: { countryOf: (address) => (address === '203.0.113.9' ? 'DE' : 'AT') },
  visitors: {
    hash: (...message) => {
      hashed.push(message);
      return message[3] === 0 ? undefined : { visitor: 2n ** 64n - 1n, previous: 5n };
    },
  },
});

function rowOf(changes: Partial<RequestRecord>): RequestRow {
  const row = pipeline.toRow({ ...sampleRecord, ...changes });
  if (typeof row === 'string') throw new Error(`refused: ${row}`);
  return row;
}

describe('RequestPipeline', () => {
  it('makes a row', () => {
    expect(rowOf({})).toEqual({
      domain: sampleRecord.domainUuid,
      time: sampleRecord.startedAtMs,
      duration_us: 1_500,
      bytes_in: 300,
      bytes_out: 5_000,
      status: 200,
      method: 'GET',
      path: '/some/page',
      bot: '',
      datacenter: '',
      host: '',
      protocol: '',
      tls_version: '',
      country: 'DE',
      source: 'Direct',
      referrer: 'Direct',
      browser: 'Firefox',
      operating_system: 'Linux',
      device: 'desktop',
      bot_class: '',
      redirect: '',
      visitor: '0',
      rule: '',
      target: '',
      upstream_us: 0,
      failure: '',
      request_id: '',
      upstream: '',
      upstream_location: '',
      cache: '',
      cache_age: 0,
      bot_verified: 'none',
      page_load: '',
    });
    expect(hashed).toEqual([]);
  });

  it('makes a row of all that the edge knows', () => {
    const details = {
      host: 'shop.example',
      httpVersion: '2',
      tlsVersion: 'TLSv1.3',
      referrer: 'https://www.google.de',
      campaignSource: 'letter',
      redirectUuid,
      rule: '#3',
      target: 'https://dest.example/caf\u00e9',
      upstreamUs: 12.7,
      failure: 'connect_timeout',
      upstream: 'app.example.net:443',
      upstreamLocation: '/caf\u00e9',
      cache: 'hit',
      cacheAgeSeconds: 3_600,
    };
    expect(rowOf({ ...details, clientAddress: '2001:db8:1::7' })).toMatchObject({
      host: 'shop.example',
      protocol: 'HTTP/2',
      tls_version: 'TLSv1.3',
      country: 'AT',
      source: 'Google',
      redirect: redirectUuid,
      visitor: '18446744073709551615',
      rule: '#3',
      target: 'https://dest.example/caf%E9',
      upstream_us: 12,
      failure: 'connect_timeout',
      upstream: 'app.example.net:443',
      upstream_location: '/caf%E9',
      cache: 'hit',
      cache_age: 3_600,
    });
    const { userAgent, startedAtMs } = sampleRecord;
    expect(hashed.splice(0)).toEqual([[redirectUuid, '2001:db8:1::7', userAgent, startedAtMs]]);
  });

  it('counts no crawler as a visitor, and nobody without a salt', () => {
    expect(rowOf({ redirectUuid, userAgent: 'Googlebot/2.1' }).visitor).toBe('0');
    expect(hashed.splice(0)).toEqual([]);
    expect(rowOf({ redirectUuid, startedAtMs: 0 }).visitor).toBe('0');
  });

  it('keeps the visitor of a page load, under its domain, but not of a crawler', () => {
    const { domainUuid, clientAddress, userAgent, startedAtMs } = sampleRecord;
    hashed.splice(0);
    const row = rowOf({ pageLoad: 'not_measured' });
    expect(row).toMatchObject({ page_load: 'not_measured', visitor: '18446744073709551615' });
    expect(hashed.splice(0)).toEqual([[domainUuid, clientAddress, userAgent, startedAtMs]]);
    const crawled = rowOf({ pageLoad: 'measured', userAgent: 'Googlebot/2.1' });
    expect(crawled).toMatchObject({ page_load: 'measured', visitor: '0' });
    expect(rowOf({ pageLoad: 'other' })).toMatchObject({ page_load: '', visitor: '0' });
    expect(hashed.splice(0)).toEqual([]);
  });

  it.each([
    [{}, 'Direct'],
    [{ referrer: 'https://www.google.com' }, 'google.com'],
    [{ referrer: 'https://www.google.com', referrerPath: '/search' }, 'google.com/search'],
    [{ referrer: 'https://a.example', referrerPath: '/caf\u00e9 \u00ff' }, 'a.example/caf%E9%20%FF'],
    [{ referrer: 'https://a.example', host: 'www.a.example', referrerPath: '/b' }, 'Direct'],
    [{ campaignSource: 'google', referrerPath: '/b' }, 'Direct'],
  ])('stores the referrer of %j: %s', (changes, referrer) => {
    expect(rowOf(changes).referrer).toBe(referrer);
  });

  it.each([
    [{}, 'Direct'],
    [{ referrer: 'https://www.google.com', campaignSource: 'letter' }, 'Google'],
    [{ referrer: 'https://a.example', host: 'www.a.example', campaignSource: 'letter' }, 'letter'],
    [{ campaignSource: 'letter' }, 'letter'],
    [{ campaignSource: 'Spring+letter%20%C3%BC' }, 'Spring letter \u00fc'],
    [{ campaignSource: 'google' }, 'Google'],
    [{ campaignSource: 'news.ycombinator.com' }, 'Hacker News'],
    [{ campaignSource: 'partner.example' }, 'partner.example'],
    [{ campaignSource: '%00%E2%80%AE+' }, 'Direct'],
    [{ campaignSource: '%zz%' }, '%zz%'],
  ])('finds the source of %j: %s', (changes, source) => {
    expect(rowOf(changes).source).toBe(source);
  });

  it('judges whether a bot is who it says it is', () => {
    const userAgent = 'Googlebot/2.1';
    expect(rowOf({ userAgent, clientAddress: '192.0.2.7' }).bot_verified).toBe('verified');
    expect(rowOf({ userAgent, clientAddress: '192.0.2.8' }).bot_verified).toBe('claimed');
    expect(rowOf({ clientAddress: '192.0.2.7' }).bot_verified).toBe('none');
    expect(rowOf({ userAgent, clientAddress: '192.0.2.8', isSigned: true }).bot_verified).toBe('verified');
    // What the edge answered has a name, and what is imported has none.
    const looked = {
      userAgent,
      clientAddress: '192.0.2.8',
      requestId: '0190b6a0-0000-7000-8000-0000000000aa',
    };
    expect(rowOf(looked).bot_verified).toBe('verified');
    expect(rowOf({ ...looked, domainUuid: pendingSite }).bot_verified).toBe('claimed');
  });

  it('names bot and hosting network', () => {
    const row = rowOf({ userAgent: 'Googlebot/2.1', clientAddress: '192.0.2.7' });
    expect(row).toMatchObject({ bot: 'Googlebot', bot_class: 'search', datacenter: 'example-hosting' });
  });

  it.each([
    ['/caf\u00e9', '/caf%E9'],
    ['/caf\u00c3\u00a9', '/caf%C3%A9'],
    ['/a\u0000b\nc\u007f', '/a%00b%0Ac%7F'],
    ['/a%20b%', '/a%20b%'],
    ['/a b', '/a b'],
    ['/\ud800x', '/%EF%BF%BDx'],
    ['/\u4e2d\u{1f600}', '/%E4%B8%AD%F0%9F%98%80'],
    ['', ''],
  ])('stores the path %j as %j', (path, expected) => {
    expect(rowOf({ path }).path).toBe(expected);
  });

  it('stores any path as printable ASCII, and printable ASCII as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (path) => {
        const stored = rowOf({ path }).path;
        expect(stored).toMatch(/^[\x20-\x7e]*$/);
        if (/^[\x20-\x7e]*$/.test(path)) expect(stored).toBe(path);
      }),
    );
  });

  it('keeps paths of 8 KiB whole and cuts longer ones', () => {
    const path = `/${'x'.repeat(8 * 1024 - 1)}`;
    expect(rowOf({ path }).path).toBe(path);
    expect(rowOf({ path: `${path}yyy` }).path).toBe(path);
  });

  it.each([
    ['a clock that stepped backwards', { durationUs: -5_000_000 }, { duration_us: 0 }],
    ['a connection open for ever', { durationUs: 1e15 }, { duration_us: 31 * 86_400e6 }],
    [
      'fractions',
      { durationUs: 1.9, bytesIn: 2.5, startedAtMs: 1000.7 },
      { duration_us: 1, bytes_in: 2, time: 1000 },
    ],
    ['negative bytes', { bytesIn: -1, bytesOut: -1 }, { bytes_in: 0, bytes_out: 0 }],
    ['status 999', { status: 999 }, { status: 999 }],
    ['status 70000', { status: 70_000 }, { status: 999 }],
    ['a method that is no token', { method: 'GE T' }, { method: '' }],
    ['a version of HTTP that there is not', { httpVersion: '9' }, { protocol: '' }],
    ['a version of HTTP that objects have', { httpVersion: 'constructor' }, { protocol: '' }],
    ['a version of TLS that is none', { tlsVersion: '<b>' }, { tls_version: '' }],
    ['a failure that is no word', { failure: 'a b' }, { failure: '' }],
    ['what no cache does', { cache: 'hot', cacheAgeSeconds: -1 }, { cache: '', cache_age: 0 }],
    ['a redirect that is no uuid', { redirectUuid: 'x' }, { redirect: '', visitor: '0' }],
    ['a rule of two lines', { rule: 'a\nb' }, { rule: 'a b' }],
    ['an endless host', { host: 'x'.repeat(300) }, { host: 'x'.repeat(253) }],
    ['an endless method', { method: 'A'.repeat(33) }, { method: '' }],
  ])('brings %s into range', (_, changes, expected) => {
    expect(rowOf(changes)).toMatchObject(expected);
  });

  it.each([-1, Date.UTC(2100, 0, 1), 1e300, Number.NaN])('refuses the time %d', (startedAtMs) => {
    expect(pipeline.toRow({ ...sampleRecord, startedAtMs })).toBe('time_invalid');
  });

  it.each([0, Date.UTC(2100, 0, 1) - 1])('takes the time %d', (startedAtMs) => {
    expect(rowOf({ startedAtMs }).time).toBe(startedAtMs);
  });
});
