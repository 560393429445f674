import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asciiFieldValue, asciiJson } from './ascii-text.ts';

const text = fc.string({ unit: 'binary' }).map((any) => any.toWellFormed());

it('percent-encodes what is not visible ASCII, and decodes to the text', () => {
  expect(asciiFieldValue('São Paulo: 100 %')).toBe('S%C3%A3o Paulo: 100 %25');
  fc.assert(
    fc.property(text, (any) => {
      const value = asciiFieldValue(any);
      expect(value).toMatch(/^[ -~]*$/);
      expect(decodeURIComponent(value)).toBe(any);
    }),
  );
});

it('escapes JSON so that it has ASCII only and is still the same value', () => {
  expect(asciiJson('{"a":"ü🚀"}')).toBe(String.raw`{"a":"\u00fc\ud83d\ude80"}`);
  fc.assert(
    fc.property(fc.dictionary(text, text), (any) => {
      const json = asciiJson(JSON.stringify(any));
      expect(json).toMatch(/^[ -~]*$/);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(any)));
    }),
  );
});
