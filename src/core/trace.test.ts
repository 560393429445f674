import { describe, expect, test } from 'vitest';
import { readTraceParent, TraceSampler, traceParentOf } from './trace.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

describe('a traceparent field', () => {
  test.each([`00-${traceId}-${spanId}-01`, `00-${traceId}-${spanId}-00`, `cc-${traceId}-${spanId}-01-later`])(
    '%s names a trace and a step',
    (field) => {
      expect(readTraceParent(field)).toEqual({ traceId, spanId });
    },
  );

  test.each([
    undefined,
    '',
    'x',
    `ff-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}-01x`,
  ])('%s is none', (field) => {
    expect(readTraceParent(field)).toBeUndefined();
  });
});

describe('sampling', () => {
  test('continues the trace of a field, and begins one without', () => {
    const sampler = new TraceSampler(1);
    const continued = sampler.begin(`00-${traceId}-${spanId}-00`);
    expect(continued).toMatchObject({ traceId, parentSpanId: spanId });
    expect(continued?.spanId).not.toBe(spanId);
    const begun = sampler.begin('nonsense');
    if (!begun) throw new Error('not traced');
    expect(begun.parentSpanId).toBe('');
    expect(readTraceParent(traceParentOf(begun))).toEqual({ traceId: begun.traceId, spanId: begun.spanId });
    expect(sampler.begin(undefined)?.traceId).not.toBe(begun.traceId);
  });

  test('takes its share, whatever the field says', () => {
    const values = [0, 0.24, 0.25, 0.99];
    const sampler = new TraceSampler(0.25, () => values.shift() ?? 1);
    const taken = Array.from({ length: 4 }, () => sampler.begin(`00-${traceId}-${spanId}-01`) !== undefined);
    expect(taken).toEqual([true, true, false, false]);
    expect(new TraceSampler(0, () => 0).begin(undefined)).toBeUndefined();
  });
});
