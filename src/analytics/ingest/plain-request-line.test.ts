import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { sampleRecord } from '../../../test/support/spool-directory.ts';
import { readPlainRequestLine } from './plain-request-line.ts';
import { encodeRequestRecord } from './request-codec.ts';
import type { RequestRecord } from './request-record.ts';

const isDomain = (text: string) => text === sampleRecord.domainUuid;
const plainText = fc
  .array(fc.integer({ min: 0x20, max: 0xff }), { maxLength: 200 })
  .map((codes) => String.fromCharCode(...codes).replaceAll(/["\\]/g, ''));

/** Each of them present or not, whatever the others are. */
const plainDetails = {
  host: fc.constantFrom('', 'a.example'),
  httpVersion: fc.constantFrom('', '1.1', '2'),
  tlsVersion: fc.constantFrom('', 'TLSv1.3'),
  referrer: fc.constantFrom('', 'https://www.google.com'),
  campaignSource: fc.oneof(fc.constant(''), plainText),
  redirectUuid: fc.constantFrom('', '0190b6a0-0000-7000-8000-0000000000f1'),
  rule: fc.oneof(fc.constant(''), plainText),
  target: fc.oneof(fc.constant(''), plainText),
  upstreamUs: fc.oneof(fc.constant(0), fc.nat(1e12)),
  failure: fc.constantFrom('', 'unmatched'),
  requestId: fc.constantFrom('', '019aab24-7c3d-7c1e-9f60-8a1b2c3d4e5f'),
  upstream: fc.constantFrom('', 'app.example.net:443'),
  upstreamLocation: fc.oneof(fc.constant(''), plainText),
  cache: fc.constantFrom('', 'hit'),
  cacheAgeSeconds: fc.oneof(fc.constant(0), fc.nat(1e9)),
  pageLoad: fc.constantFrom('', 'measured', 'not_measured'),
  referrerPath: fc.oneof(fc.constant(''), plainText),
  isSigned: fc.boolean(),
};

const plainRecord = fc.record({
  domainUuid: fc.constant(sampleRecord.domainUuid),
  startedAtMs: fc.nat(4e12),
  durationUs: fc.nat(1e12),
  bytesIn: fc.nat(1e14),
  bytesOut: fc.nat(1e14),
  status: fc.nat(999),
  method: fc.constantFrom('GET', 'POST', ''),
  path: plainText,
  clientAddress: fc.oneof(fc.ipV4(), fc.ipV6()),
  userAgent: plainText,
  ...plainDetails,
});

describe('readPlainRequestLine', () => {
  it('reads every line that was written without an escape', () => {
    fc.assert(
      fc.property(plainRecord, (record) => {
        const line = encodeRequestRecord(record);
        expect(readPlainRequestLine(line, isDomain)).toEqual(record);
        expect(readPlainRequestLine(line.slice(0, -1), isDomain)).toEqual(record);
      }),
    );
  });

  it('reads nothing out of a line that JSON would not read out of it', () => {
    const edit = fc.record({
      at: fc.nat(600),
      removed: fc.nat(3),
      added: fc.stringMatching(/^[ -~]{0,3}$/),
    });
    fc.assert(
      fc.property(plainRecord, edit, (record, { at, removed, added }) => {
        const line = encodeRequestRecord(record).trimEnd();
        const edited = line.slice(0, at) + added + line.slice(at + removed);
        const read = readPlainRequestLine(edited, isDomain);
        if (read) expect(read).toEqual(recordIn(edited));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it.each([
    ['an escape', encodeRequestRecord({ ...sampleRecord, path: '/"' })],
    ['a negative number', encodeRequestRecord({ ...sampleRecord, durationUs: -1 })],
    ['a fraction', encodeRequestRecord({ ...sampleRecord, durationUs: 1.5 })],
    ['a number too long to be exact', encodeRequestRecord({ ...sampleRecord, bytesIn: 2 ** 53 - 1 })],
    ['another domain', encodeRequestRecord({ ...sampleRecord, domainUuid: 'x'.repeat(36) })],
    ['more behind it', `${encodeRequestRecord(sampleRecord).trimEnd()} `],
    ['nothing', ''],
  ])('leaves a line with %s to others', (_, line) => {
    expect(readPlainRequestLine(line, isDomain)).toBeUndefined();
  });
});

function recordIn(line: string): RequestRecord {
  const { d, t, u, i, o, s, m, p, c, a, ...details } = JSON.parse(line);
  const { h = '', v = '', l = '', r = '', q = '', g = '', n = '', w = '', x = 0, f = '', e = '' } = details;
  const { k = '', b = '', y = '', z = 0, j = '', R = '', S = 0 } = details;
  return {
    domainUuid: d,
    startedAtMs: t,
    durationUs: u,
    bytesIn: i,
    bytesOut: o,
    status: s,
    method: m,
    path: p,
    clientAddress: c,
    userAgent: a,
    host: h,
    httpVersion: v,
    tlsVersion: l,
    referrer: r,
    campaignSource: q,
    redirectUuid: g,
    rule: n,
    target: w,
    upstreamUs: x,
    failure: f,
    requestId: e,
    upstream: k,
    upstreamLocation: b,
    cache: y,
    cacheAgeSeconds: z,
    pageLoad: j,
    referrerPath: R,
    isSigned: S === 1,
  };
}
