import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonRowWriter } from './json-row-writer.ts';

function written(fill: (out: JsonRowWriter) => void): string {
  const out = new JsonRowWriter();
  fill(out);
  return out.bytes.toString();
}

describe('JsonRowWriter', () => {
  it('writes what JSON.stringify would, whatever the texts and numbers are', () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.maxSafeInteger(), fc.nat(100));
    fc.assert(
      fc.property(fc.array(fc.array(value, { minLength: 1 })), (rows) => {
        const text = written((out) => {
          for (const row of rows) {
            out.begin();
            for (const one of row) {
              if (typeof one === 'string') out.text(one);
              else out.integer(one);
            }
            out.end();
          }
        });
        expect(text).toBe(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      }),
    );
  });

  it('writes numbers around every power of ten', () => {
    for (let power = 1; power <= 1e15; power *= 10) {
      for (const value of [power - 1, power, power + 1, 2 ** 31 - 1, 2 ** 31]) {
        expect(written((out) => out.integer(value))).toBe(String(value));
      }
    }
  });

  it.each([
    [0, '"0000000000.000"'],
    [7, '"0000000000.007"'],
    [1_763_700_000_080, '"1763700000.080"'],
    [4_102_444_799_999, '"4102444799.999"'],
  ])('writes the time %d as seconds', (epochMs, expected) => {
    expect(written((out) => out.seconds(epochMs))).toBe(expected);
  });

  it('grows with what is written', () => {
    const path = `/${'ä'.repeat(8_000)}"`;
    const line = `${JSON.stringify([path, 1])}\n`;
    const text = written((out) => {
      for (let i = 0; i < 100; i++) {
        out.begin();
        out.text(path);
        out.integer(1);
        out.end();
      }
    });
    expect(text).toBe(line.repeat(100));
  });
});
