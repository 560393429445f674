import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toASCII } from './tr46.ts';

// The dashboard's types know nothing of Node.
const nodeUrl: string = 'node:url';
const { domainToASCII }: { domainToASCII: (name: string) => string } = await import(nodeUrl);

test.each([
  'example.com',
  'EXAMPLE.com.',
  'münchen.example',
  'MÜNCHEN.example',
  'straße.example',
  'faß.de',
  'xn--mnchen-3ya.example',
  'XN--MNCHEN-3YA.example',
  'xn--a.example',
  'xn--iñvalid.com',
  '日本語.jp',
  'пример.рф',
  'مثال.example',
  'नी‍.example',
  'a.example\u3002com',
  'ｅｘａｍｐｌｅ.com',
  'exam\u00adple.com',
  '１２７.0.0.1',
  '0x7f.1',
  '1.2.3.256',
  '☃.example',
  'a..b',
  '-a.example',
  'a_b.example',
  '\u202e.example',
  '\ufffd.example',
  '',
  '.',
])('agrees with Node on %j', (name) => {
  expect(toASCII(name) ?? '').toBe(domainToASCII(name));
});

test('agrees with Node on whatever may stand in a name', () => {
  const letters = fc.oneof(
    fc.constantFrom(
      'a',
      'Z',
      '0',
      '-',
      '.',
      'xn--',
      'ü',
      'ß',
      'ς',
      '。',
      '．',
      '\u00ad',
      '\u200d',
      '\u200c',
      'ﬁ',
    ),
    fc
      .integer({ min: 0x80, max: 0x10_ffff })
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code)),
  );
  const name = fc.array(letters, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(name, (text) => {
      expect(toASCII(text) ?? '').toBe(domainToASCII(text));
    }),
    { numRuns: 5000 },
  );
});

test.each(['a/b', 'a:80', 'user@a', 'a?b', 'a#b', 'a\\b', 'a\tb'])('takes %j for no name', (text) => {
  expect(toASCII(text)).toBeNull();
});
