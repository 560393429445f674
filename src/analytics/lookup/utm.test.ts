import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLabel, utmNames, utmOf } from './utm.ts';

/** Only those that are not empty. */
function found(query: string): Record<string, string> {
  return Object.fromEntries(Object.entries(utmOf(query)).filter(([, value]) => value !== ''));
}

describe('utmOf', () => {
  it.each([
    ['', {}],
    ['?', {}],
    ['?a=b', {}],
    [
      '?utm_source=a&utm_medium=b&utm_campaign=c&utm_term=d&utm_content=e',
      { utm_source: 'a', utm_medium: 'b', utm_campaign: 'c', utm_term: 'd', utm_content: 'e' },
    ],
    ['utm_source=a', { utm_source: 'a' }],
    ['?utm_source=News+Letter%20May', { utm_source: 'News Letter May' }],
    ['?utm_campaign=caf%C3%A9', { utm_campaign: 'café' }],
    ['?utm_campaign=caf%E9', { utm_campaign: 'caf\ufffd' }],
    ['?utm_campaign=%', { utm_campaign: '%' }],
    ['?utm_campaign=%00a%0Ab', { utm_campaign: 'a b' }],
    ['?utm_campaign=\ud800x', { utm_campaign: '\ufffdx' }],
    ['?utm_campaign=%E2%80%AEevil', { utm_campaign: 'evil' }],
    ['?utm_campaign=<b>%26</b>', { utm_campaign: '<b>&</b>' }],
    ['?UTM_Source=Letter', { utm_source: 'Letter' }],
    ['?utm%5Fsource=x', { utm_source: 'x' }],
    ['?%75tm_source=x', { utm_source: 'x' }],
    ['?utm_source=&utm_source=second&utm_source=third', { utm_source: 'second' }],
    ['?utm_source', {}],
    ['?utm_source=++', {}],
    ['?utm_id=7&my_utm_source=x', {}],
    ['?utm_source=a;utm_medium=b', { utm_source: 'a;utm_medium=b' }],
    ['?__proto__=1&utm_term=x', { utm_term: 'x' }],
  ])('reads %j', (query, expected) => {
    expect(found(query)).toEqual(expected);
  });

  it('cuts values at 255 characters, between them', () => {
    expect(utmOf(`?utm_source=${'x'.repeat(300)}`).utm_source).toBe('x'.repeat(255));
    expect(utmOf(`?utm_source=${'x'.repeat(254)}\u{1f600}`).utm_source).toBe('x'.repeat(254));
  });

  it('answers well-formed labels of one line for any query', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom('utm_source=', '&', '%', 'utm_term', '+', '%ff'),
            fc.string({ unit: 'binary' }),
          ),
        ),
        (parts) => {
          const all = utmOf(parts.join(''));
          for (const name of utmNames) expectLabel(all[name]);
        },
      ),
    );
  });
});

it('cleanLabel leaves ordinary text as it is', () => {
  for (const text of ['', 'a', 'Frühling 2026', 'a  b', '微信', '👩‍👩‍👧'])
    expect(cleanLabel(text)).toBe(text);
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expectLabel(cleanLabel(text))));
});

function expectLabel(label: string): void {
  expect(label.isWellFormed()).toBe(true);
  expect(label.length).toBeLessThanOrEqual(255);
  expect(label).toBe(label.trim());
  expect(label).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
}
