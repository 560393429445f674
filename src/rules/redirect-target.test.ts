import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { locationOf, parseRedirectTarget, type RedirectTarget, targetHostname } from './redirect-target.ts';

function targetOf(to: string): RedirectTarget {
  const parsed = parseRedirectTarget(to);
  if (!parsed.ok) throw new Error(`${to}: ${parsed.reason}`);
  return parsed.target;
}

const hostile = fc.constantFrom(
  '//evil.example',
  '/evil.example',
  '\\evil.example',
  '/\\evil.example',
  '@evil.example',
  ':443@evil.example',
  '.evil.example',
  'https://evil.example/',
  '..',
  '/../',
  '%2e%2e/',
  '%0d%0a',
  '\r\nSet-Cookie: a=b',
  '\t/evil.example',
  '\t//evil.example',
  '\u0000',
  '\u010d\u010a',
  '?',
  '#',
  '&',
  '%',
);
const value = fc
  .array(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 6 })
  .map((pieces) => pieces.join(''));
const to = fc
  .tuple(
    fc.constantFrom(
      '',
      'https://b.example',
      'http://b.example:8080',
      'https://[2001:db8::1]',
      'https://bücher.example',
    ),
    fc.constantFrom('/', '/:a', '/:a:b', '/x/:a', '/:a/:b', '/../:a', '/.:a', '/%2f:a'),
    fc.constantFrom('', '?', '?:a', '?x=:a&y=:b'),
    fc.constantFrom('', '#', '#:a'),
  )
  .map((parts) => parts.join(''));

describe('whatever the values are', () => {
  it('the origin is that of `to`', () => {
    fc.assert(
      fc.property(to, value, value, value, (text, a, b, query) => {
        const location = locationOf(targetOf(text), (name) => (name === 'a' ? a : b), query);
        const own = 'https://a.example';
        expect(new URL(location, own).origin).toBe(new URL(text, own).origin);
        expect(new URL(location, own).username).toBe('');
        const isOwnHost = text.startsWith('/');
        expect(isOwnHost ? location : location.slice(targetOf(text).origin.length)).toMatch(/^\//);
        if (isOwnHost) expect(location).not.toMatch(/^\/[/\\]/);
        // Written as latin1, as heads are.
        expect(Buffer.from(location, 'latin1').toString('latin1')).not.toMatch(/[\u0000-\u0020\u007f]/);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('a value stays in its part', () => {
    fc.assert(
      fc.property(value, (a) => {
        const url = new URL(locationOf(targetOf('https://b.example/p?x=:a&y=1#:a'), () => a, ''));
        expect([...url.searchParams.keys()]).toEqual(['x', 'y']);
        expect(url.pathname).toBe('/p');
        const inPath = new URL(locationOf(targetOf('https://b.example/p/:a'), () => a, ''));
        expect(inPath.search + inPath.hash).toBe('');
      }),
    );
  });
});

describe('locationOf', () => {
  it.each([
    ['https://b.example/:a', { a: 'x' }, '', 'https://b.example/x'],
    ['https://b.example/:a', {}, 'q=1', 'https://b.example/?q=1'],
    ['https://b.example/?x=1', {}, 'q=1', 'https://b.example/?x=1&q=1'],
    ['https://b.example/?#f', {}, '', 'https://b.example/#f'],
    ['HTTPS://B.Example:443/a/../:a', { a: '%2e' }, '', 'https://b.example/%2e'],
    ['/..//:a', { a: 'x' }, '', '/.//x'],
    ['/10:30', {}, '', '/10:30'],
  ])('%s with %j and %j: %s', (text, values, query, location) => {
    const captured = new Map(Object.entries(values));
    expect(locationOf(targetOf(text), (name) => captured.get(name), query)).toBe(location);
  });
});

it.each([
  '/a',
  'https://b.example',
  'HTTPS://B.Example.:8443/x?y#z',
  'http://b.example?x',
  'https://bücher.example/:a',
  'https://%62.example/',
  'https://b。example',
  'https://[2001:db8::1]/x',
])('the host of %s is that of the parsed URL', (text) => {
  expect(targetHostname(text)).toBe(targetOf(text).hostname);
});
