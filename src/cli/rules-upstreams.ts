/** Upstreams of an account by address, for lines of `_redirects` files that proxy. */
import type { UpstreamAddress } from '../rules/formats/rule-file.ts';
import type { ApiClient } from './api-client.ts';
import { pagesOf } from './paged-list.ts';
import type { SourceFile } from './rules-import/source-files.ts';

const pageLength = 500;
const proxies = /\shttps?:\/\/\S+\s+200\b/i;

type WireUpstream = UpstreamAddress & { readonly uuid: string };

/** Answers how to find one. Upstreams are read, oldest first, only where a line needs them. */
export async function findUpstreams(
  files: readonly SourceFile[],
  api: ApiClient,
  accountPath: string,
): Promise<(address: UpstreamAddress) => string | undefined> {
  const known = new Map<string, string>();
  const needed = files.some(
    ({ format, lines }) => format === 'netlify' && lines.some((line) => proxies.test(line)),
  );
  if (needed) {
    const read = (limit: number, offset: number) =>
      api.page<WireUpstream>(`${accountPath}/upstreams`, { sort: 'created_at' }, limit, offset);
    for await (const { items } of pagesOf({ read }, pageLength))
      for (const upstream of items) {
        const key = keyOf(upstream);
        if (!known.has(key)) known.set(key, upstream.uuid);
      }
  }
  return (address) => known.get(keyOf(address));
}

function keyOf({ host, port, tls }: UpstreamAddress): string {
  return `${tls ? 'https' : 'http'}://${host}:${port}`;
}
