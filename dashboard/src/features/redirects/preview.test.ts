import fc from 'fast-check';
import { expect, test } from 'vitest';
import { previewOf, sampleFor } from './preview.ts';
import { newRedirect, type RedirectValues } from './redirect-values.ts';

const redirect = (changes: Partial<RedirectValues>): RedirectValues => ({
  ...newRedirect,
  source_host: 'go.example.com',
  destination_url: 'https://b.example',
  ...changes,
});

/** The examples of docs/reference/redirects.md. */
test.each([
  ['https://b.example', '/', 'https://b.example/'],
  ['https://b.example/base/', '/x', 'https://b.example/base/x'],
  ['https://b.example/?a=1#top', '/x?b=2', 'https://b.example/x?a=1&b=2#top'],
])('a request goes to %s with %s appended', (destination_url, sample, location) => {
  expect(previewOf(redirect({ destination_url }), sample)).toMatchObject({
    kind: 'redirected',
    status: 301,
    location,
    loop: 'none',
  });
});

test('says which piece of the Location comes from where', () => {
  const preview = previewOf(redirect({ destination_url: 'https://b.example/base?a=1#top' }), '/x?b=2');
  expect(preview).toMatchObject({
    parts: [
      { text: 'https://b.example/base', from: 'destination' },
      { text: '/x', from: 'path' },
      { text: '?a=1', from: 'destination' },
      { text: '&b=2', from: 'query' },
      { text: '#top', from: 'destination' },
    ],
  });
});

test('the pieces are the Location, whatever the redirect and the request', () => {
  const destinations = ['https://b.example', 'https://b.example/base/?a=1', 'http://b.example:81/x#f'];
  fc.assert(
    fc.property(
      fc.constantFrom(...destinations),
      fc.boolean(),
      fc.boolean(),
      fc.webPath(),
      fc.webQueryParameters(),
      (destination_url, preserve_path, preserve_query_string, path, query) => {
        const values = redirect({ destination_url, preserve_path, preserve_query_string });
        const preview = previewOf(values, `${path}?${query}`);
        if (preview.kind !== 'redirected') throw new Error(preview.kind);
        expect(preview.parts.map(({ text }) => text).join('')).toBe(preview.location);
      },
    ),
  );
});

test('sends what a browser sends: a missing slash, encoded letters, dots resolved', () => {
  expect(previewOf(redirect({}), 'münchen/../a b')).toMatchObject({
    request: 'https://go.example.com/a%20b',
    location: 'https://b.example/a%20b',
  });
});

test('says when the pattern does not match', () => {
  const values = redirect({ match_path: '/docs' });
  expect(previewOf(values, '/docs/?x')).toEqual({
    kind: 'unmatched',
    request: 'https://go.example.com/docs/?x',
  });
  expect(previewOf(values, '/docs?x')).toMatchObject({ kind: 'redirected' });
});

test.each([{ source_host: 'x' }, { destination_url: 'b.example' }, { match_path: '?' }])(
  'waits for %j to be right',
  (changes) => {
    expect(previewOf(redirect(changes), '/')).toEqual({ kind: 'incomplete' });
  },
);

test('says when a redirect leads to the requested address itself', () => {
  const values = redirect({ match_path: '/a*', destination_url: 'https://go.example.com' });
  expect(previewOf(values, '/a?x=1')).toMatchObject({ loop: 'self', further: [] });
});

test('follows a redirect that matches its own destination until browsers give up', () => {
  const values = redirect({ match_path: '/a*', destination_url: 'https://go.example.com/a' });
  expect(previewOf(values, '/a/b')).toMatchObject({ loop: 'others' });
});

test('ends where the next redirect would lead to the same address', () => {
  const values = redirect({
    match_path: '/a*',
    destination_url: 'https://go.example.com/a',
    preserve_path: false,
  });
  expect(previewOf(values, '/a/b')).toMatchObject({ loop: 'none', further: [] });
});

test('stops where its own destination no longer matches', () => {
  const values = redirect({
    match_path: '/old',
    destination_url: 'https://go.example.com/new',
    preserve_path: false,
  });
  expect(previewOf(values, '/old')).toMatchObject({ loop: 'none', further: [] });
});

test('follows a chain back to its beginning, and no further than a host with rules', () => {
  const chain = [
    redirect({ source_host: 'b.example', destination_url: 'https://c.example' }),
    redirect({ source_host: 'c.example', destination_url: 'https://go.example.com' }),
  ];
  expect(previewOf(redirect({}), '/x', chain)).toMatchObject({ loop: 'others', rulesOf: undefined });
  expect(previewOf(redirect({}), '/x', chain, ['c.example'])).toMatchObject({
    loop: 'none',
    further: ['https://c.example/x'],
    rulesOf: 'c.example',
  });
  expect(previewOf(redirect({}), '/x', chain, ['go.example.com'])).toMatchObject({
    rulesOf: 'go.example.com',
  });
});

test('follows redirects of the hosts it leads to, those that are active', () => {
  const next = redirect({ source_host: 'b.example', destination_url: 'https://c.example' });
  expect(previewOf(redirect({}), '/x', [next])).toMatchObject({
    loop: 'none',
    further: ['https://c.example/x'],
  });
  expect(previewOf(redirect({}), '/x', [{ ...next, active: false }])).toMatchObject({ further: [] });
  const back = { ...next, destination_url: 'https://go.example.com' };
  expect(previewOf(redirect({}), '/x', [back])).toMatchObject({
    loop: 'others',
    further: ['https://go.example.com/x'],
  });
});

test.each([
  ['*', '/some/path?x=1'],
  ['', '/some/path?x=1'],
  ['/docs*', '/docs/some/path?x=1'],
  ['/docs/*', '/docs/some/path?x=1'],
  ['docs', '/docs?x=1'],
  ['?', '/some/path?x=1'],
])('the sample for the pattern %j is %s, which it matches', (pattern, sample) => {
  expect(sampleFor(pattern)).toBe(sample);
  if (pattern !== '?')
    expect(previewOf(redirect({ match_path: pattern }), sample)).toMatchObject({ kind: 'redirected' });
});
