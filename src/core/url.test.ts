import { describe, expect, test } from 'vitest';
import { parseDestination } from './redirect-location.ts';
import { parseUrl } from './url.ts';

/** More than Node 20 takes to optimise a call. */
const calls = 20_000;

describe('parseUrl', () => {
  test('reads what is a URL, alone and against a base, and answers undefined for what is none', () => {
    expect(parseUrl('https://example.com/a?b#c')?.href).toBe('https://example.com/a?b#c');
    expect(parseUrl('../x', 'https://example.com/a/b')?.href).toBe('https://example.com/x');
    for (const text of ['', 'example.com', '/x', 'https://', 'https://a b/']) {
      expect(parseUrl(text)).toBeUndefined();
    }
  });

  test('never gets tired of names with a letter of Latin-1', () => {
    let refused = 0;
    for (let call = 0; call < calls; call += 1) if (!parseUrl('https://münchen.example/')) refused += 1;
    expect(refused).toBe(0);
  });

  test('nor does a redirect to such a name', () => {
    let refused = 0;
    for (let call = 0; call < calls; call += 1) {
      if (!parseDestination('https://münchen.example/straße').ok) refused += 1;
    }
    expect(refused).toBe(0);
  });
});
