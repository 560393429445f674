/** The Location, byte for byte. */
import { expect } from 'vitest';
import { createRedirect, type Row } from './row.ts';

type Example = readonly [
  statement: string,
  destination: string,
  preserve: { readonly path?: false; readonly query?: false },
  pairs: readonly (readonly [target: string, location: string])[],
];

const dest = 'https://dest.example';

const examples: readonly Example[] = [
  [
    'without a destination path the request path stands alone, "/" included',
    dest,
    {},
    [
      ['/', `${dest}/`],
      ['/a', `${dest}/a`],
      ['/a/', `${dest}/a/`],
    ],
  ],
  [
    'a destination path "/" is no path of its own',
    `${dest}/`,
    {},
    [
      ['/', `${dest}/`],
      ['/a', `${dest}/a`],
    ],
  ],
  [
    'a destination path comes before the request path',
    `${dest}/base`,
    {},
    [
      ['/', `${dest}/base/`],
      ['/a/b', `${dest}/base/a/b`],
    ],
  ],
  [
    'one trailing slash of the destination path is dropped, and no more than one',
    `${dest}/base//`,
    {},
    [['/a', `${dest}/base//a`]],
  ],
  ['a destination path with one trailing slash loses it', `${dest}/base/`, {}, [['/a', `${dest}/base/a`]]],
  [
    'double slashes, dot segments and percent-encoding are kept byte for byte',
    dest,
    {},
    [
      ['//evil.example', `${dest}//evil.example`],
      ['//evil.example/%2e%2e', `${dest}//evil.example/%2e%2e`],
      ['/a//b///', `${dest}/a//b///`],
      ['/a/../b/./c', `${dest}/a/../b/./c`],
      ['/%41%2F%2f%C3%BC', `${dest}/%41%2F%2f%C3%BC`],
      ['/%0d%0aX:y', `${dest}/%0d%0aX:y`],
      ['/%zz%', `${dest}/%zz%`],
      ['/@evil.example', `${dest}/@evil.example`],
      ['/:80', `${dest}/:80`],
      ['/a;b=c,d!$&()*+', `${dest}/a;b=c,d!$&()*+`],
    ],
  ],
  [
    'the request query follows the destination query after "&"',
    `${dest}/p?a=1`,
    {},
    [
      ['/x?b=2', `${dest}/p/x?a=1&b=2`],
      ['/x', `${dest}/p/x?a=1`],
      ['/x?', `${dest}/p/x?a=1`],
      ['/x?a=1', `${dest}/p/x?a=1&a=1`],
    ],
  ],
  [
    'an empty query leaves no "?"',
    `${dest}/p?`,
    {},
    [
      ['/x', `${dest}/p/x`],
      ['/x?', `${dest}/p/x`],
      ['/x?b', `${dest}/p/x?b`],
    ],
  ],
  [
    'the request query is kept byte for byte',
    dest,
    {},
    [
      ['/?a=%20+b&&c=/d?e', `${dest}/?a=%20+b&&c=/d?e`],
      ['/??', `${dest}/??`],
      ['/?=', `${dest}/?=`],
      ['/?u=https://evil.example//', `${dest}/?u=https://evil.example//`],
    ],
  ],
  [
    'the fragment of the destination stays last',
    `${dest}/p?a=1#top`,
    {},
    [
      ['/x?b=2', `${dest}/p/x?a=1&b=2#top`],
      ['/', `${dest}/p/?a=1#top`],
    ],
  ],
  ['a fragment without a path or query', `${dest}#top`, {}, [['/a?b', `${dest}/a?b#top`]]],
  [
    'preserve_path false keeps the destination path as it is, its trailing slash included',
    `${dest}/base/`,
    { path: false },
    [
      ['/', `${dest}/base/`],
      ['/a/b?c=d', `${dest}/base/?c=d`],
    ],
  ],
  [
    'preserve_path false without a destination path leads to the root',
    dest,
    { path: false },
    [['/a', `${dest}/`]],
  ],
  [
    'preserve_query_string false keeps the destination query alone',
    `${dest}/?a=1#f`,
    { query: false },
    [
      ['/x?b=2', `${dest}/x?a=1#f`],
      ['/x', `${dest}/x?a=1#f`],
    ],
  ],
  [
    'with both false every request has the same Location',
    `${dest}/p?a=1#f`,
    { path: false, query: false },
    [
      ['/', `${dest}/p?a=1#f`],
      ['//x?y', `${dest}/p?a=1#f`],
    ],
  ],
  [
    'the origin is that of the destination, in ASCII, with its port',
    'https://Bücher.example:8443/ü',
    {},
    [['/x', 'https://xn--bcher-kva.example:8443/%C3%BC/x']],
  ],
  ['the default port is not written', 'http://dest.example:80', {}, [['/', 'http://dest.example/']]],
  ['an IPv6 destination keeps its brackets', 'http://[::1]:8080', {}, [['/', 'http://[::1]:8080/']]],
];

export const locationRows: readonly Row[] = [
  ...examples.map(
    ([statement, destination, preserve, pairs]): Row => ({
      source: 'docs/reference/redirects.md ("Where it leads")',
      statement,
      async check(service) {
        const { source_host: host } = await createRedirect(service, {
          destination_url: destination,
          preserve_path: preserve.path ?? true,
          preserve_query_string: preserve.query ?? true,
        });
        for (const [target, location] of pairs) {
          const answer = await service.edge(host, target);
          expect([target, answer.location]).toEqual([target, location]);
          expect(new URL(location).origin).toBe(new URL(destination).origin);
        }
      },
    }),
  ),
  {
    source: 'docs/reference/redirects.md ("Where it leads")',
    statement: 'an absolute-form target is joined by its path and query',
    async check(service) {
      const { source_host: host } = await createRedirect(service, { destination_url: `${dest}/p` });
      expect((await service.edge(host, `http://${host}/a?b`)).location).toBe(`${dest}/p/a?b`);
    },
  },
];
