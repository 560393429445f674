import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samplePageview } from '../../../test/support/pageviews.ts';
import { runs } from '../../../test/support/runs.ts';
import { encodePageviewRecord } from './pageview-codec.ts';
import type { PageviewRecord } from './pageview-record.ts';
import { readPlainPageviewLine } from './plain-pageview-line.ts';

const isDomain = (text: string) => text === samplePageview.domainUuid;
const isHash = (text: string) => /^[0-9]+$/.test(text);
const plainText = fc
  .array(fc.integer({ min: 0x20, max: 0x17f }), { maxLength: 100 })
  .map((codes) => String.fromCharCode(...codes).replaceAll(/["\\]/g, ''));
const hash = fc.bigInt(0n, 2n ** 64n - 1n).map(String);

const plainRecord: fc.Arbitrary<PageviewRecord> = fc.record({
  domainUuid: fc.constant(samplePageview.domainUuid),
  receivedAtMs: fc.nat(4e12),
  visitor: hash,
  previousVisitor: fc.oneof(fc.constant('0'), hash),
  host: plainText,
  path: plainText,
  query: plainText,
  referrer: plainText,
  width: fc.nat(40_000),
  userAgent: plainText,
  clientNetwork: fc.oneof(fc.ipV4(), fc.ipV6()),
});

describe('readPlainPageviewLine', () => {
  it('reads every line that was written without an escape', () => {
    fc.assert(
      fc.property(plainRecord, (record) => {
        const line = encodePageviewRecord(record);
        expect(readPlainPageviewLine(line, isDomain, isHash)).toEqual(record);
        expect(readPlainPageviewLine(line.slice(0, -1), isDomain, isHash)).toEqual(record);
      }),
    );
  });

  it('reads nothing out of a line that JSON would not read out of it', () => {
    const edit = fc.record({
      at: fc.nat(400),
      removed: fc.nat(3),
      added: fc.stringMatching(/^[ -~]{0,3}$/),
    });
    fc.assert(
      fc.property(plainRecord, edit, (record, { at, removed, added }) => {
        const line = encodePageviewRecord(record).trimEnd();
        const edited = line.slice(0, at) + added + line.slice(at + removed);
        const read = readPlainPageviewLine(edited, isDomain, isHash);
        if (read) expect(read).toEqual(recordIn(edited));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it.each([
    ['an escape', encodePageviewRecord({ ...samplePageview, path: '/"' })],
    ['a fraction', encodePageviewRecord({ ...samplePageview, width: 1.5 })],
    ['what an import has resolved', encodePageviewRecord({ ...samplePageview, resolved: { city: 'Bonn' } })],
    ['another domain', encodePageviewRecord({ ...samplePageview, domainUuid: 'x'.repeat(36) })],
    ['no hash', encodePageviewRecord({ ...samplePageview, visitor: 'x' })],
    ['no hash before', encodePageviewRecord({ ...samplePageview, previousVisitor: '-1' })],
    ['nothing', ''],
  ])('leaves a line with %s to others', (_, line) => {
    expect(readPlainPageviewLine(line, isDomain, isHash)).toBeUndefined();
  });
});

function recordIn(line: string): PageviewRecord {
  const { d, t, v, b, h, p, q, r, w, a, c } = JSON.parse(line);
  return {
    domainUuid: d,
    receivedAtMs: t,
    visitor: v,
    previousVisitor: b ?? '0',
    host: h,
    path: p,
    query: q,
    referrer: r,
    width: w,
    userAgent: a,
    clientNetwork: c,
  };
}
