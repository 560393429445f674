import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samplePageview } from '../../../test/support/pageviews.ts';
import { decodePageviewRecord, encodePageviewRecord } from './pageview-codec.ts';
import type { PageviewRecord } from './pageview-record.ts';

const text = fc.string({ unit: 'binary', maxLength: 100 });
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const resolved = fc.record(
  {
    source: text,
    browser: text,
    operatingSystem: text,
    screen: fc.constantFrom('mobile' as const, 'tablet' as const, 'laptop' as const, 'desktop' as const),
    country: text,
    region: text,
    regionName: text,
    city: text,
  },
  { requiredKeys: [] },
);
const records: fc.Arbitrary<PageviewRecord> = fc.record(
  {
    domainUuid: fc.uuid({ version: 7 }),
    receivedAtMs: fc.integer({ min: -1e12, max: 5e12 }),
    visitor: uint64,
    previousVisitor: uint64,
    host: text,
    path: text,
    query: text,
    referrer: text,
    referrerPath: text.filter((path) => path !== ''),
    width: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((width) => !Object.is(width, -0)),
    userAgent: text,
    clientNetwork: fc.oneof(fc.ipV4(), fc.ipV6(), fc.string({ unit: 'binary', maxLength: 20 })),
    resolved,
  },
  {
    requiredKeys: [
      'domainUuid',
      'receivedAtMs',
      'visitor',
      'previousVisitor',
      'host',
      'path',
      'query',
      'referrer',
      'width',
      'userAgent',
      'clientNetwork',
    ],
  },
);

function asRead(record: PageviewRecord): PageviewRecord {
  return {
    ...record,
    visitor: String(record.visitor),
    previousVisitor: String(record.previousVisitor),
  };
}

describe('pageview record', () => {
  it('is read as it was written, one line each', () => {
    fc.assert(
      fc.property(records, (record) => {
        const line = encodePageviewRecord(record);
        expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(decodePageviewRecord(line)).toEqual(asRead(record));
        expect(decodePageviewRecord(line.slice(0, -1))).toEqual(asRead(record));
      }),
    );
  });

  it('cuts what a client may make long', () => {
    const long = 'x'.repeat(100_000);
    const line = encodePageviewRecord({
      ...samplePageview,
      host: long,
      path: `/${long}`,
      query: long,
      referrer: long,
      userAgent: long,
    });
    expect(line.length).toBeLessThan(24 * 1024);
    expect(decodePageviewRecord(line)).toMatchObject({ userAgent: 'x'.repeat(512) });
  });

  it('reads no part of a line as a record', () => {
    const line = encodePageviewRecord({ ...samplePageview, resolved: { city: 'Bonn' } });
    for (let end = 0; end < line.length - 1; end++) {
      expect(decodePageviewRecord(line.slice(0, end))).toBeUndefined();
    }
  });

  const line = encodePageviewRecord(samplePageview);
  it.each([
    ['no JSON', 'GET / HTTP/1.1'],
    ['empty', ''],
    ['null', 'null'],
    ['an array', '[]'],
    ['a header', '{"nameplate_segment":1,"kind":"pageviews"}'],
    ['zeros of a power cut', '\0'.repeat(40)],
    ['a field that is missing', line.replace('"w":1280,', '')],
    ['a number as text', line.replace('"w":1280', '"w":"1280"')],
    ['a width that is no number', encodePageviewRecord({ ...samplePageview, width: Number.NaN })],
    ['a domain that is no uuid', encodePageviewRecord({ ...samplePageview, domainUuid: 'example.com' })],
    ['a visitor of 65 bits', encodePageviewRecord({ ...samplePageview, visitor: 2n ** 64n })],
    ['a visitor below 0', encodePageviewRecord({ ...samplePageview, visitor: -1n })],
    ['a visitor that is no number', line.replace(/"v":"[0-9]+"/, '"v":"abc"')],
    ['a visitor in hexadecimal', line.replace(/"v":"[0-9]+"/, '"v":"0x10"')],
    ['resolved fields that are no object', line.replace('}', ',"x":[]}')],
    ['a resolved field that is none', line.replace('}', ',"x":{"visitor":"1"}}')],
    ['a resolved field that is no text', line.replace('}', ',"x":{"city":1}}')],
    ['a screen that is none', line.replace('}', ',"x":{"screen":"watch"}}')],
  ])('refuses %s', (_, bad) => {
    expect(decodePageviewRecord(bad)).toBeUndefined();
  });
});
