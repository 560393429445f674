import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slugOf } from './slug.ts';

describe('slugOf', () => {
  it.each([
    ['macOS', 'mac-os'],
    ['Chrome', 'chrome'],
    ['iOS', 'ios'],
    ['iPadOS', 'ipad-os'],
    ['Chrome OS', 'chrome-os'],
    ['webOS', 'web-os'],
    ['Samsung Internet', 'samsung-internet'],
    ['360 Browser', '360-browser'],
    ['Cốc Cốc', 'coc-coc'],
    ['FreeBSD', 'freebsd'],
    ['Unknown', 'unknown'],
    ['', 'unknown'],
    ['微信', 'unknown'],
    ['--A & B--', 'a-b'],
  ])('%s is %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('makes a slug of anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(slugOf(name)).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      }),
    );
  });
});
