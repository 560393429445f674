import fc from 'fast-check';
import { toASCII } from 'tr46';
import { expect, test } from 'vitest';
import { hostWithUnicode, unicodeHost } from './unicode-host.ts';

test.each([
  ['xn--bcher-kva.example', 'bücher.example'],
  ['*.xn--mnchen-3ya.example', '*.münchen.example'],
  ['xn--r8jz45g.xn--zckzah', '例え.テスト'],
  ['shop.xn--fiqs8s', 'shop.中国'],
  ['xn--80ak6aa92e.com', 'аррӏе.com'],
  ['shop.example.com', undefined],
  // Not what the name is stored as, and what is no Punycode.
  ['xn--example.com', undefined],
  ['xn--0.example', undefined],
  ['xn--99999999999.example', undefined],
  ['xn--.example', undefined],
])('%s is %s', (host, text) => {
  expect(unicodeHost(host)).toBe(text);
  expect(hostWithUnicode(host)).toBe(text === undefined ? host : `${host} (${text})`);
});

test('every name that there is comes back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 15 }), (label) => {
      const host = toASCII(`${label}.example`, { checkBidi: true, checkJoiners: true, checkHyphens: true });
      if (host === null || !host.startsWith('xn--')) return;
      const text = unicodeHost(host);
      if (text !== undefined) expect(toASCII(text)).toBe(host);
    }),
  );
});
