import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleLabel } from './visible-label.ts';

test.each([
  ['Google', 'Google'],
  ['/bücher/日本語', '/bücher/日本語'],
  ['مرحبا', 'مرحبا'],
  ['👩‍🔬 lab', '👩‍🔬 lab'],
  ['<b>bold</b>', '<b>bold</b>'],
  ['', '(empty)'],
  ['  \u3000', '(blank)'],
  ['a\nb\tc', 'a[U+000A]b[U+0009]c'],
  ['evil\u202Egpj.exe', 'evil[U+202E]gpj.exe'],
  ['a\u2066b\u2069', 'a[U+2066]b[U+2069]'],
  ['zero\u200Bwidth', 'zero[U+200B]width'],
  ['\uD800', '[U+D800]'],
])('shows %j as %j', (label, shown) => {
  expect(visibleLabel(label)).toBe(shown);
});

test('cuts what is very long, and never shows what cannot be seen', () => {
  expect(visibleLabel('x'.repeat(9000))).toBe(`${'x'.repeat(300)}…`);
  expect(visibleLabel(`${'x'.repeat(299)}😀`)).toBe(`${'x'.repeat(299)}…`);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0x2fff }), { maxLength: 50 }), (codes) => {
      const label = String.fromCodePoint(...codes);
      expect(visibleLabel(label)).toMatch(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u);
    }),
  );
});
