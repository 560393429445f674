import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleRecord } from '../../../test/support/spool-directory.ts';
import { decodeRequestRecord, encodeRequestRecord } from './request-codec.ts';

const latin1 = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 255 }), { maxLength }).map((codes) => String.fromCharCode(...codes));

describe('decodeRequestRecord', () => {
  it('reads what was encoded, whatever bytes path and user agent hold', () => {
    fc.assert(
      fc.property(
        fc.record({
          domainUuid: fc.uuid({ version: 7 }),
          startedAtMs: fc.integer({ min: -1e12, max: 5e12 }),
          durationUs: fc.integer({ min: -1e9, max: 1e12 }),
          bytesIn: fc.nat(Number.MAX_SAFE_INTEGER),
          bytesOut: fc.nat(Number.MAX_SAFE_INTEGER),
          status: fc.integer({ min: 0, max: 999 }),
          method: fc.constantFrom('GET', 'POST', 'PROPFIND', ''),
          path: latin1(200).map((text) => `/${text}`),
          clientAddress: fc.oneof(fc.ipV4(), fc.ipV6()),
          userAgent: latin1(200),
          host: fc.constantFrom('', 'a.example', '[::1]'),
          httpVersion: fc.constantFrom('', '1.0', '1.1', '2'),
          tlsVersion: fc.constantFrom('', 'TLSv1.2', 'TLSv1.3'),
          referrer: latin1(50),
          campaignSource: latin1(50),
          redirectUuid: fc.oneof(fc.constant(''), fc.uuid({ version: 7 })),
          rule: fc.string({ unit: 'grapheme', maxLength: 50 }),
          target: latin1(200),
          upstreamUs: fc.integer({ min: 0, max: 1e12 }),
          failure: fc.constantFrom('', 'unmatched'),
          requestId: fc.oneof(fc.constant(''), fc.uuid({ version: 7 })),
          upstream: fc.constantFrom('', 'app.example.net:443', '[2001:db8::1]:80'),
          upstreamLocation: latin1(200),
          cache: fc.constantFrom('', 'hit', 'miss'),
          cacheAgeSeconds: fc.nat(1e9),
          pageLoad: fc.constantFrom('', 'measured', 'not_measured'),
          referrerPath: latin1(200),
          isSigned: fc.boolean(),
        }),
        (record) => {
          const line = encodeRequestRecord(record);
          expect(line.indexOf('\n')).toBe(line.length - 1);
          expect(decodeRequestRecord(line)).toEqual(record);
          expect(decodeRequestRecord(line.slice(0, -1))).toEqual(record);
        },
      ),
    );
  });

  it('reads a line of an older program, which has no details', () => {
    const line =
      '{"d":"0190b6a0-0000-7000-8000-000000000001","t":1768478400000,"u":1500,"i":300,"o":5000,"s":200,"m":"GET",' +
      `"p":"/some/page","c":"203.0.113.9","a":${JSON.stringify(sampleRecord.userAgent)}}`;
    expect(decodeRequestRecord(line)).toEqual(sampleRecord);
    expect(decodeRequestRecord(line.replace('/some', '/some\\u0065'))).toMatchObject({
      host: '',
      upstreamUs: 0,
    });
  });

  it('writes a line that older programs read: theirs, and more behind it', () => {
    const { userAgent } = sampleRecord;
    const line = encodeRequestRecord({ ...sampleRecord, host: 'a.example', failure: 'unmatched' });
    expect(line).toContain(`,"a":${JSON.stringify(userAgent)},"h":"a.example","f":"unmatched"}`);
  });

  it('takes a detail of another type for missing', () => {
    const line = encodeRequestRecord({ ...sampleRecord, host: 'a.example', upstreamUs: 5 });
    const odd = line.replace('"a.example"', '7').replace('"x":5', '"x":"5"');
    expect(decodeRequestRecord(odd)).toEqual(sampleRecord);
  });

  it('writes times of any size', () => {
    for (const startedAtMs of [
      0, 1, 999, 1_000, 1_001, 59_999, 1_763_700_000_007, -1, -1_500, 1e15, 1.5, 1e300,
    ]) {
      expect(decodeRequestRecord(encodeRequestRecord({ ...sampleRecord, startedAtMs }))?.startedAtMs).toBe(
        startedAtMs,
      );
    }
  });

  it('escapes as JSON does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (path) => {
        expect(encodeRequestRecord({ ...sampleRecord, path })).toContain(`"p":${JSON.stringify(path)},`);
      }),
    );
  });

  it('cuts user agents at 512 characters', () => {
    const line = encodeRequestRecord({ ...sampleRecord, userAgent: 'x'.repeat(5_000) });
    expect(decodeRequestRecord(line)?.userAgent).toHaveLength(512);
  });

  it('reads no part of a line as a record', () => {
    const line = encodeRequestRecord(sampleRecord);
    for (let end = 0; end < line.length - 1; end++) {
      expect(decodeRequestRecord(line.slice(0, end))).toBeUndefined();
    }
  });

  it.each([
    ['no JSON', 'GET / HTTP/1.1'],
    ['empty', ''],
    ['null', 'null'],
    ['an array', '[]'],
    ['a header', '{"nameplate_segment":1,"kind":"requests"}'],
    ['zeros of a power cut', '\0'.repeat(40)],
    ['a field that is missing', encodeRequestRecord(sampleRecord).replace('"s":200,', '')],
    ['a number as text', encodeRequestRecord(sampleRecord).replace('"s":200', '"s":"200"')],
    ['a duration that is no number', encodeRequestRecord({ ...sampleRecord, durationUs: Number.NaN })],
    ['a domain that is no uuid', encodeRequestRecord({ ...sampleRecord, domainUuid: 'example.com' })],
  ])('refuses %s', (_, line) => {
    expect(decodeRequestRecord(line)).toBeUndefined();
  });
});
