import { isIP as nodeIsIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIP } from './node-net.ts';

const texts = [
  '',
  '1.2.3.4',
  '1.2.3',
  '1.2.3.4.',
  '1.2.3.4.5',
  '01.2.3.4',
  '256.1.1.1',
  '0.0.0.0',
  '0x7f.0.0.1',
  '127.1',
  '::',
  '::1',
  ':::',
  '1::2::3',
  '2001:db8::1',
  '2001:DB8:0:0:0:0:0:1',
  '1:2:3:4:5:6:7:8:9',
  '::ffff:1.2.3.4',
  '::ffff:1.2.3',
  '::1.2.3.04',
  'fe80::1%eth0',
  'fe80::1%',
  '[::1]',
  '12345::',
  ' ::1',
  '::1\n',
  '1.2.3.4\n',
];

describe('isIP', () => {
  it.each(texts.map((text) => ({ text })))("answers for $text as Node's does", ({ text }) => {
    expect(isIP(text)).toBe(nodeIsIP(text));
  });

  it("answers for any address and what almost is one as Node's does", () => {
    const pieces = fc.array(fc.constantFrom('::', ':', '.', '0', 'ff', '1', '255', 'e'), { maxLength: 14 });
    const text = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      pieces.map((list) => list.join('')),
    );
    fc.assert(
      fc.property(text, (typed) => {
        expect(isIP(typed)).toBe(nodeIsIP(typed));
      }),
    );
  });
});
