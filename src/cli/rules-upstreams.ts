/** Upstreams of an account by address, for lines of `_redirects` files that proxy. */
import type { UpstreamAddress } from '../rules/formats/rule-file.ts';
import type { SourceFile } from './rules-import/source-files.ts';

const pageLength = 500;
const proxies = /\shttps?:\/\/\S+\s+200\b/i;

export type WireUpstream = UpstreamAddress & { readonly uuid: string };

/** Answers how to find one. Upstreams are read, with their tokens, oldest first, only where a line needs them. */
export async function findUpstreams(
  files: readonly SourceFile[],
  read: (limit: number, offset: number) => Promise<readonly WireUpstream[]>,
): Promise<(address: UpstreamAddress) => string | undefined> {
  const known = new Map<string, string>();
  const needed = files.some(
    ({ format, lines }) => format === 'netlify' && lines.some((line) => proxies.test(line)),
  );
  for (let offset = 0, more = needed; more; offset += pageLength) {
    const upstreams = await read(pageLength, offset);
    for (const upstream of upstreams) {
      const key = keyOf(upstream);
      if (!known.has(key)) known.set(key, upstream.uuid);
    }
    more = upstreams.length === pageLength;
  }
  return (address) => known.get(keyOf(address));
}

function keyOf({ host, port, tls }: UpstreamAddress): string {
  return `${tls ? 'https' : 'http'}://${host}:${port}`;
}
