import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { type Destination, joinLocation, parseDestination, prepareLocation } from './redirect-location.ts';

function destinationOf(text: string): Destination {
  const result = parseDestination(text);
  if (!result.ok) throw new Error(`${text}: ${result.reason}`);
  return result.destination;
}

type Switches = { path?: boolean; query?: boolean };

function locate(destination: string, target: string, { path = true, query = true }: Switches = {}): string {
  const mark = target.indexOf('?');
  const rawPath = mark === -1 ? target : target.slice(0, mark);
  const rawQuery = mark === -1 ? '' : target.slice(mark + 1);
  return joinLocation(prepareLocation(destinationOf(destination), path, query), rawPath, rawQuery);
}

describe('parseDestination', () => {
  it.each([
    ['https://new.example', 'https://new.example', '/', '', ''],
    ['HTTPS://New.Example:443/A/', 'https://new.example', '/A/', '', ''],
    ['http://new.example:8080/a?b=c#d', 'http://new.example:8080', '/a', 'b=c', '#d'],
    ['https://bücher.example/ü?ü', 'https://xn--bcher-kva.example', '/%C3%BC', '%C3%BC', ''],
    ['https://new.example/?#', 'https://new.example', '/', '', ''],
    ['https://[2001:DB8::1]/', 'https://[2001:db8::1]', '/', '', ''],
    ['http://192.0.2.1', 'http://192.0.2.1', '/', '', ''],
    ['https://localhost/a@b', 'https://localhost', '/a@b', '', ''],
    ['https://new.example\\@evil.example/', 'https://new.example', '/@evil.example/', '', ''],
    ['https://new.example?@evil.example', 'https://new.example', '/', '@evil.example', ''],
  ])('takes %j apart', (text, origin, path, query, fragment) => {
    expect(destinationOf(text)).toMatchObject({ origin, path, query, fragment });
  });

  it('answers the host name without port and trailing dot', () => {
    expect(destinationOf('https://New.Example.:8443/').hostname).toBe('new.example');
  });

  it.each([
    ['', 'absolute'],
    ['/path', 'absolute'],
    ['//new.example/', 'absolute'],
    ['new.example', 'absolute'],
    ['https:new.example', 'absolute'],
    ['https:/new.example', 'absolute'],
    ['https://', 'absolute'],
    ['https:///new.example', 'absolute'],
    ['https:\\\\new.example', 'absolute'],
    ['https://?a', 'absolute'],
    [' https://new.example', 'absolute'],
    ['ftp://new.example/', 'absolute'],
    ['javascript://new.example/%0aalert(1)', 'absolute'],
    ['https://user@new.example/', 'user info'],
    ['https://user:secret@new.example/', 'user info'],
    ['https://@new.example/', 'user info'],
    ['https://:80', 'not a valid URL'],
    ['https://new.example:99999/', 'not a valid URL'],
    ['https://exa mple.com/', 'not a valid URL'],
    ['https://1.2.3.4.5/', 'not a valid URL'],
    ['https://new.example/\r\nSet-Cookie: a=b', 'control character'],
    ['ht\ntps://new.example/', 'control character'],
    ['https://new.example/\u007f', 'control character'],
    ['https://new.example/\u0085', 'control character'],
    ['https://new.example/\u009f', 'control character'],
    ['https://new.example/\ud800', 'not valid Unicode'],
  ])('refuses %j: %s', (text, reason) => {
    const result = parseDestination(text);
    expect(result).toEqual({ ok: false, reason: expect.stringContaining(reason) as unknown });
  });

  it('accepts 2,048 characters and refuses 2,049', () => {
    const text = 'https://new.example/'.padEnd(2048, 'a');
    expect(parseDestination(text).ok).toBe(true);
    expect(parseDestination(`${text}a`)).toEqual({ ok: false, reason: 'it is longer than 2048 characters' });
  });
});

describe('joinLocation', () => {
  it.each([
    // destination, request target, Location
    ['https://new.example', '/', 'https://new.example/'],
    ['https://new.example/', '/', 'https://new.example/'],
    ['https://new.example', '/a/b', 'https://new.example/a/b'],
    ['https://new.example/', '/a/b/', 'https://new.example/a/b/'],
    ['https://new.example/base', '/', 'https://new.example/base/'],
    ['https://new.example/base', '/a', 'https://new.example/base/a'],
    ['https://new.example/base/', '/a', 'https://new.example/base/a'],
    ['https://new.example/base//', '/a', 'https://new.example/base//a'],
    ['https://new.example', '//a//b//', 'https://new.example//a//b//'],
    ['https://new.example', '/%41%2f%zz%', 'https://new.example/%41%2f%zz%'],
    ['https://new.example/base', '/../../a/./b', 'https://new.example/base/../../a/./b'],
    ['https://new.example', '/a?b=c', 'https://new.example/a?b=c'],
    ['https://new.example?x=1', '/a?b=c', 'https://new.example/a?x=1&b=c'],
    ['https://new.example?x=1', '/a', 'https://new.example/a?x=1'],
    ['https://new.example?x=1', '/a?', 'https://new.example/a?x=1'],
    ['https://new.example', '/a?', 'https://new.example/a'],
    ['https://new.example?', '/a?b?c&&', 'https://new.example/a?b?c&&'],
    ['https://new.example/base#part', '/a?b=%20+', 'https://new.example/base/a?b=%20+#part'],
    ['https://new.example#part', '/', 'https://new.example/#part'],
    ['http://new.example:8080', '/a', 'http://new.example:8080/a'],
    ['https://new.example', '//evil.example', 'https://new.example//evil.example'],
    ['https://new.example', '/\\evil.example', 'https://new.example/\\evil.example'],
    [
      'https://new.example',
      '/%0d%0aLocation:%20//evil.example',
      'https://new.example/%0d%0aLocation:%20//evil.example',
    ],
    ['https://new.example', '/@evil.example', 'https://new.example/@evil.example'],
    ['https://new.example', '/.evil.example', 'https://new.example/.evil.example'],
    ['https://new.example', '/:80@evil.example', 'https://new.example/:80@evil.example'],
  ])('%s on %s: %s', (destination, target, location) => {
    expect(locate(destination, target)).toBe(location);
  });

  it.each([
    [{ path: false }, 'https://new.example/base/?x=1&b=c#f'],
    [{ query: false }, 'https://new.example/base/a?x=1#f'],
    [{ path: false, query: false }, 'https://new.example/base/?x=1#f'],
  ])('leaves out what is not preserved: %j', (switches, location) => {
    expect(locate('https://new.example/base/?x=1#f', '/a?b=c', switches)).toBe(location);
  });

  it('leaves no ? when the only query is not preserved', () => {
    expect(locate('https://new.example', '/a?b=c', { query: false })).toBe('https://new.example/a');
  });
});

describe('joinLocation, whatever was requested', () => {
  /** What a request line can hold at worst: any latin1 byte but controls; a path has no `?`, neither has a `#`. */
  const visible = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => !/[\u0000-\u0020\u007f-\u009f#]/.test(character),
  );
  const hostile = fc.constantFrom(
    '//evil.example',
    '\\evil.example',
    '/\\/evil.example',
    '@evil.example',
    ':443@evil.example',
    '.evil.example',
    '%0d%0a',
    '%2f%2fevil.example',
    '..',
    '/../',
    '/./',
    '%2e%2e/',
    '//',
    'https://evil.example/',
    '%',
    '%zz',
    ';',
  );
  const rawText = (alphabet: string[]): fc.Arbitrary<string> =>
    fc
      .array(fc.oneof(hostile, fc.constantFrom(...alphabet)), { maxLength: 12 })
      .map((pieces) => pieces.join(''));
  const rawPath = rawText(visible.filter((character) => character !== '?')).map((rest) => `/${rest}`);
  const rawQuery = rawText(visible);
  const destinationText = fc
    .tuple(
      fc.constantFrom('https://', 'http://'),
      fc.oneof(fc.domain(), fc.ipV4(), fc.constantFrom('[2001:db8::1]', 'bücher.example', 'new.example.')),
      fc.constantFrom('', ':80', ':443', ':8443'),
      fc.constantFrom('', '/', '//', '/base', '/base/', '/ü', '/@', '/a/../b', '/%2f', '\\'),
      fc.constantFrom('', '?', '?x=1', '?x=//y&z'),
      fc.constantFrom('', '#', '#part', '#//evil.example'),
    )
    .map((parts) => parts.join(''))
    .filter((text) => parseDestination(text).ok);

  const numRuns = runs(5000);

  it('keeps the origin of the destination', () => {
    fc.assert(
      fc.property(
        ...([destinationText, rawPath, rawQuery, fc.boolean(), fc.boolean()] as const),
        (text, path, query, preservePath, preserveQuery) => {
          const destination = destinationOf(text);
          const location = joinLocation(
            prepareLocation(destination, preservePath, preserveQuery),
            path,
            query,
          );
          expect(new URL(location).origin).toBe(new URL(text).origin);
          expect(new URL(location).username).toBe('');
          // Not by a URL parser's mercy: the text itself continues the origin with a slash.
          expect(location.startsWith(`${destination.origin}/`)).toBe(true);
          // RFC 9112 section 11.1: nothing in it may end the field.
          expect(location).not.toMatch(/[\r\n\0]/);
        },
      ),
      { numRuns },
    );
  });

  it('keeps path and query byte for byte', () => {
    fc.assert(
      fc.property(destinationText, rawPath, rawQuery, (text, path, query) => {
        const destination = destinationOf(text);
        const location = joinLocation(prepareLocation(destination, true, true), path, query);
        const base = destination.origin + destination.path.replace(/\/$/, '');
        const joined = [destination.query, query].filter((part) => part !== '').join('&');
        expect(location).toBe(`${base}${path}${joined === '' ? '' : `?${joined}`}${destination.fragment}`);
      }),
      { numRuns },
    );
  });

  it('is the destination itself when nothing is preserved', () => {
    fc.assert(
      fc.property(destinationText, rawPath, rawQuery, (text, path, query) => {
        const location = joinLocation(prepareLocation(destinationOf(text), false, false), path, query);
        const url = new URL(text);
        expect(location).toBe(url.origin + url.pathname + url.search + url.hash);
      }),
      { numRuns },
    );
  });
});
