/** Which paths match, and which destinations are allowed. */
import { expect } from 'vitest';
import { createRedirect, expectError, newHost, postRedirect, putRedirect, type Row } from './row.ts';

/** Pattern, targets that match, targets that do not. */
const patterns: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  ['"*" matches every path', '*', ['/', '/a', '//', '/%00', '/a/../b'], []],
  ['"/*" matches every path', '/*', ['/', '/a', '//x'], []],
  ['"/" matches the root alone', '/', ['/', '/?q'], ['/a', '//']],
  ['an exact pattern matches byte for byte', '/old', ['/old'], ['/old/', '/olds', '/Old', '/%6fld', '//old']],
  ['a missing leading slash is implied', 'old', ['/old'], ['/', '/older', '/x/old']],
  [
    'a trailing asterisk is a literal prefix',
    '/old*',
    ['/old', '/older', '/old/x'],
    ['/ol', '/Old', '/x/old'],
  ],
  ['a prefix with a slash needs the slash', '/old/*', ['/old/', '/old/x'], ['/old', '/older']],
  ['a prefix without a leading slash has it implied', 'old*', ['/old', '/older'], ['/x/old']],
  ['a trailing slash is part of an exact pattern', '/old/', ['/old/'], ['/old', '/old/x']],
  ['the query takes no part', '/q', ['/q', '/q?', '/q?a=/x', '/q?*'], ['/q%3F']],
];

const acceptedDestinations = [
  'https://dest.example',
  'http://dest.example/',
  'HTTPS://DEST.example:8443/a/../b',
  'https://dest.example?x=1#y',
  'https://127.0.0.1/x',
  'https://[::1]:8443/x',
  'https://dest/single-label',
  'https://bücher.example/ü?ü#ü',
  'https://dest.example/%zz?a=%',
  `https://dest.example/${'a'.repeat(2048 - 21)}`,
];

const refusedDestinations = [
  '',
  'dest.example',
  '/path',
  '//dest.example',
  'https:',
  'https://',
  'https:///path',
  'https:dest.example',
  'https:/dest.example',
  'ftp://dest.example',
  'javascript:alert(1)',
  'mailto:a@dest.example',
  'https://user@dest.example',
  'https://user:pass@dest.example',
  'https://@dest.example',
  'https://dest.example:99999',
  'https://dest.example:port',
  'https://a b.example',
  'https://?x',
  'https://dest.example/a\nb',
  'https://dest.example/a\rb',
  'https://dest.example/a\tb',
  'https://dest.example/\u0000',
  'https://dest.example/\u007f',
  'https://dest.example/\u0085',
  '\nhttps://dest.example',
  `https://dest.example/${'a'.repeat(2048 - 20)}`,
];

export const matchPathRows: readonly Row[] = patterns.map(([statement, pattern, matching, others]) => ({
  source: 'docs/reference/redirects.md ("The path")',
  statement,
  async check(service) {
    const redirect = await createRedirect(service, { match_path: pattern, preserve_path: false });
    expect(redirect.match_path).toBe(pattern);
    for (const target of matching) {
      expect([target, (await service.edge(redirect.source_host, target)).status]).toEqual([target, 301]);
    }
    for (const target of others) {
      expect([target, (await service.edge(redirect.source_host, target)).status]).toEqual([target, 404]);
    }
  },
}));

export const destinationRows: readonly Row[] = [
  {
    source: 'docs/reference/redirects.md ("Attributes")',
    statement: 'destination_url is an absolute http(s) URL of at most 2,048 characters, returned as sent',
    async check(service) {
      expect(acceptedDestinations.at(-1)).toHaveLength(2048);
      for (const url of acceptedDestinations) {
        expect((await createRedirect(service, { destination_url: url })).destination_url).toBe(url);
      }
    },
  },
  {
    source: 'docs/reference/redirects.md ("Attributes")',
    statement: 'other schemes, user info, no host, control characters and more than 2,048 are refused',
    codes: ['destination_url_invalid'],
    async check(service) {
      expect(refusedDestinations.at(-1)).toHaveLength(2049);
      for (const url of refusedDestinations) {
        const answer = await postRedirect(service, { destination_url: url });
        expectError(answer, 400, 'destination_url_invalid', 'destination_url');
      }
    },
  },
  {
    source: 'docs/reference/redirects.md ("Loops")',
    statement: 'a destination that sends "*" back to its own source_host is refused on create',
    codes: ['destination_url_invalid'],
    async check(service) {
      const host = newHost();
      for (const [match_path, url] of [
        ['*', `https://${host}`],
        ['*', `http://${host.toUpperCase()}:8080/x`],
        ['*', `https://${host}./x`],
        ['/*', `https://${host}/x`],
      ]) {
        const answer = await postRedirect(service, { source_host: host, match_path, destination_url: url });
        expectError(answer, 400, 'destination_url_invalid', `leads back to source_host "${host}"`);
        expect(answer.body.error).toMatch(/^destination_url ".*, without end; change one of the two/);
      }
      // A part of the paths may move within the host.
      const attributes = { match_path: '/old*', destination_url: `https://${host}/new` };
      await createRedirect(service, { source_host: host, ...attributes });
    },
  },
  {
    source: 'docs/reference/redirects.md ("Loops")',
    statement: 'the same holds on update, whichever of the three attributes completes the loop',
    codes: ['destination_url_invalid'],
    async check(service) {
      const [host, next] = [newHost(), newHost()];
      const attributes = { match_path: '/old', destination_url: `https://${host}/new` };
      const partial = await createRedirect(service, { source_host: host, ...attributes });
      expectError(await putRedirect(service, partial, { match_path: '*' }), 400, 'destination_url_invalid');
      const whole = await createRedirect(service, { destination_url: `https://${next}` });
      expectError(await putRedirect(service, whole, { source_host: next }), 400, 'destination_url_invalid');
      const destination_url = `https://${whole.source_host}/x`;
      expectError(await putRedirect(service, whole, { destination_url }), 400, 'destination_url_invalid');
      expect((await service.api(`${service.redirects}/${whole.uuid}`)).body).toEqual(whole);
    },
  },
];
