/** Source: docs/guides/moving-in.md. */
import { expect, test } from 'vitest';
import { OwnHosts } from './own-hosts.ts';

/** An account with so many custom domains, `h0.example` and on. */
function accountOf(domains: number) {
  const requests: object[] = [];
  const all = Array.from({ length: domains }, (_, place) => ({ host: `h${place}.example` }));
  const own = new OwnHosts(async (query, limit, offset) => {
    requests.push(query);
    const matching = 'host' in query ? all.filter(({ host }) => host === query.host) : all;
    return { items: matching.slice(offset, offset + limit), count: matching.length };
  });
  return { own, requests };
}

const hostsOf = (count: number) => Array.from({ length: count }, (_, place) => `h${place}.example`);

test('ten thousand hosts that are there take ten requests, however many batches ask', async () => {
  const { own, requests } = accountOf(10_000);
  const hosts = hostsOf(10_000);
  for (let start = 0; start < hosts.length; start += 1_000) {
    const part = hosts.slice(start, start + 1_000);
    expect(await own.among([...part, `other${start}.example`])).toEqual(new Set(part));
  }
  expect(requests).toHaveLength(10);
});

test('a few hosts of a large account are asked for one by one', async () => {
  const { own, requests } = accountOf(50_000);
  expect(await own.among(['h7.example', 'other.example', 'h49999.example'])).toEqual(
    new Set(['h7.example', 'h49999.example']),
  );
  expect(requests).toHaveLength(4);
  expect(await own.among(['h8.example'])).toEqual(new Set(['h8.example']));
  expect(requests).toHaveLength(5);
});
